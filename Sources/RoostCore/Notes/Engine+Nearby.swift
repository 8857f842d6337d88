/// A note that somebody came near.
public struct NearbyNote: Hashable, Sendable {
    public var note: Note
    public var coordinate: Coordinate
    /// How far it is, in metres.
    public var metres: Double

    public init(_ note: Note, at coordinate: Coordinate, metres: Double) {
        self.note = note
        self.coordinate = coordinate
        self.metres = metres
    }

    /// How near is near: metres.
    public static let reach = 100.0
}

extension Engine {
    /// Tells a user of the notes that they came near, in one alert; of the same one once a day.
    ///
    /// - Parameter notes: Those that they may read, the nearest first.
    mutating func tellNearby(_ notes: [NearbyNote], of user: ID<User>) {
        guard let settings = household.users[user]?.settings else { return }
        // Where somebody is all day, nothing is news.
        let usual = household.places(knownTo: user).filter { $0.kind == .home || $0.kind == .work }
        let news = notes.filter { note in
            !usual.contains { $0.area.signedDistance(to: note.coordinate) <= 0 }
        }
        guard let nearest = news.first else { return }
        let note = nearest.note
        let author = household.users[note.author]?.name ?? note.author.rawValue
        let hint = DistanceHint.text(
            metres: nearest.metres, uncertainty: standpoint(of: user)?.uncertainty ?? 0,
            units: settings.units)
        let title = Headline.of(note.text)
        let whose = note.author == user ? "" : "\(author): "
        let others = news.count > 1 ? ", and \(news.count - 1) more" : ""
        give(
            Alert(
                user: user, kind: .noteNearby,
                cause: "\(note.author) \(note.id) \(day(at: now, of: user))",
                title: "Note nearby: \(title)", text: "\(whose)\(title) (\(hint))\(others).",
                note: note.id, author: note.author, position: nearest.coordinate, time: now,
                evidence: [Evidence(.report, "\(author) pinned a note here", at: note.created)]))
    }
}
