/// A note that a user came near.
public struct NearbyNote: Hashable, Sendable {
    var note: Note
    public var coordinate: Coordinate
    /// The distance to it, in metres.
    var metres: Double

    public init(_ note: Note, at coordinate: Coordinate, metres: Double) {
        self.note = note
        self.coordinate = coordinate
        self.metres = metres
    }

    /// The distance that counts as near, in metres.
    public static let reach = 100.0
}

extension Engine {
    /// Alerts a user to the notes that they came near, in one alert; to the same note at most once
    /// a day, and not in quiet hours.
    ///
    /// - Parameter notes: The notes that they may read, the nearest first.
    mutating func tellNearby(_ notes: [NearbyNote], of id: ID<User>) {
        guard let user = household.users[id], !isQuiet(for: user) else { return }
        // Notes at the user's home or work are not news.
        let usual = household.places(knownTo: id).filter { $0.kind == .home || $0.kind == .work }
        let news = notes.filter { note in
            !wasTold(of: note.note, id)
                && !usual.contains { $0.area.signedDistance(to: note.coordinate) <= 0 }
        }
        guard let nearest = news.first else { return }
        let note = nearest.note
        let author = household.name(of: note.author)
        let hint = DistanceHint.text(
            metres: nearest.metres, uncertainty: standpoint(of: id)?.uncertainty ?? 0,
            units: user.settings.units)
        let title = Headline.of(note.text)
        let whose = note.author == id ? "" : "\(author): "
        let others = news.count > 1 ? ", and \(news.count - 1) more" : ""
        let isGiven = give(
            Alert(
                user: id, kind: .noteNearby,
                cause: "\(note.author) \(note.id) \(now.milliseconds)",
                title: "Note nearby: \(title)", text: "\(whose)\(title) (\(hint))\(others).",
                note: note.id, author: note.author, position: nearest.coordinate, time: now,
                evidence: [Evidence(.report, "\(author) pinned a note here", at: note.created)]))
        guard isGiven else { return }
        for other in news.dropFirst() { remember(key(of: other.note), at: now, of: id) }
    }

    /// Ids are unique per author only.
    private func key(of note: Note) -> String {
        Self.key(.noteNearby, "\(note.author) \(note.id)", nil)
    }

    private func wasTold(of note: Note, _ user: ID<User>) -> Bool {
        guard let last = users[user]?.alerted[key(of: note)] else { return false }
        return abs(now.seconds(since: last)) < AlertKind.noteNearby.minimumIntervalSeconds
    }
}
