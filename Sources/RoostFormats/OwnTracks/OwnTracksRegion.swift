public import RoostCore

/// A place as a region of an OwnTracks app, which tells when its phone crosses the boundary.
public struct OwnTracksRegion: JSONWritable, Hashable, Sendable {
    /// iOS knows a region again by its id, Android by its creation time.
    private let place: Place
    private let isGone: Bool

    /// A polygon becomes the circle around it.
    public init(_ place: Place) {
        self.place = place
        isGone = false
    }

    /// The end of a region: iOS deletes one whose position is no position; Android, which cannot be
    /// told to delete one, moves it to the Arctic.
    public init(endOf id: ID<Place>, name: String) {
        place = Place(id: id, name: name, area: .polygon([]))
        isGone = true
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("_type", "waypoint")
            json.member("desc", name)
            json.member("tst", Int(place.regionTime))
            json.member("rid", place.id)
            if !isGone, let center = place.area.center {
                json.coordinate(center)
                json.member("rad", Int(place.area.outerRadius.rounded(.up)))
            } else {
                json.member("lat", Self.nowhere)
                json.member("lon", Self.nowhere)
                json.member("rad", 1)
            }
        }
    }

    private static let nowhere = -1_000_000

    /// The name without what iOS reads as more than a name: a beacon's ids after a colon, a mark at
    /// the beginning, events after a bar.
    private var name: String {
        let plain = String(place.name.map { ":|".contains($0) ? " " : $0 })
            .drop { "+- ".contains($0) }
        return plain.isEmpty ? place.id.rawValue : String(plain)
    }
}
