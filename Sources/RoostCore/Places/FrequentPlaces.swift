/// The places in which a device often stays, by its own fixes.
struct FrequentPlaces: Hashable, Sendable, Codable {
    private var entries: [Entry] = []

    private struct Entry: Hashable, Sendable, Codable {
        var place: ID<Place>
        /// How often it stayed there.
        var stays: Int
    }

    /// The memory is bounded: the place with the fewest stays gives way.
    private static let most = 16
    /// At this count all counts are halved, so that recent places count more.
    private static let mostCounted = 100
    /// A device that stayed this often in a place may do so again.
    private static let enough = 2

    /// How often the device stayed in a place if more than once; otherwise 0.
    func stays(in place: ID<Place>) -> Int {
        let stays = entries.first { $0.place == place }?.stays ?? 0
        return stays >= Self.enough ? stays : 0
    }

    mutating func note(stayIn place: ID<Place>) {
        if let index = entries.firstIndex(where: { $0.place == place }) {
            entries[index].stays += 1
            if entries[index].stays >= Self.mostCounted { halve() }
            return
        }
        if entries.count >= Self.most,
            let least = entries.indices.min(by: { entries[$0].stays < entries[$1].stays })
        {
            entries.remove(at: least)
        }
        entries.append(Entry(place: place, stays: 1))
    }

    private mutating func halve() {
        for index in entries.indices { entries[index].stays /= 2 }
        entries.removeAll { $0.stays == 0 }
    }

    /// Forgets places that are gone or have moved.
    mutating func forget(_ places: Set<ID<Place>>) {
        entries.removeAll { places.contains($0.place) }
    }
}
