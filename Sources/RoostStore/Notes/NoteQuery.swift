import Foundation
public import RoostCore

/// What somebody looks for among the notes that they may read.
public struct NoteQuery: Sendable {
    public var reader: NoteReader
    /// Only what is shared with this group; `nil` for all.
    public var group: ID<Group>?
    public var scope = NoteScope.all
    /// Part of the text, as it was typed; `nil` for any.
    public var text: String?
    /// Those of whose name it is a part: all that they wrote is found.
    public var authors: Set<ID<User>> = []
    /// Where the reader is; without it, the newest come first.
    public var origin: Coordinate?
    /// How far notes may be, in metres; `nil` for anywhere.
    public var within: Double?
    /// Where the reader's own things are, on which notes may be.
    public var items: [ID<Item>: Coordinate] = [:]
    public var limit: Int
    public var after: NoteCursor?

    public init(reader: NoteReader, limit: Int = 20) {
        self.reader = reader
        self.limit = limit
    }

    /// Those of whose names `text` is part, by the same rules as of a note's text.
    public static func users(
        named text: String, among users: some Sequence<User>
    ) -> Set<ID<User>> {
        let text = SearchText.folded(text)
        return Set(
            users.filter { SearchText.folded($0.name).range(of: text, options: .literal) != nil }
                .map(\.id))
    }
}

/// Notes in order, and where to go on.
public struct NotePage: Sendable {
    public var hits: [Hit]
    public var next: NoteCursor?

    public struct Hit: Hashable, Sendable {
        public var note: Note
        /// Where it is; `nil` on a thing whose whereabouts the reader does not know.
        public var coordinate: Coordinate?
        /// Metres from the origin.
        public var distance: Double?
    }
}

/// Where a page of notes ended, as text that a requester hands back.
public struct NoteCursor: Hashable, Sendable {
    /// Metres from where the first page was asked for, or milliseconds since the epoch, negative, where
    /// that was nowhere: it rises from note to note.
    let rank: Double
    /// The note's row.
    let number: Int64
    /// Where the first page was asked for: the order holds only from there.
    public let origin: Coordinate?

    init(rank: Double, number: Int64, origin: Coordinate?) {
        self.rank = rank
        self.number = number
        self.origin = origin
    }

    /// Reads what `text` wrote; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 4, let rank = Double(parts[0]), !rank.isNaN,
            let number = Int64(parts[1]), parts.count == 4 || Int64(exactly: rank) != nil
        else { return nil }
        var origin: Coordinate?
        if parts.count == 4 {
            guard let latitude = Double(parts[2]), let longitude = Double(parts[3]),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            origin = coordinate
        }
        self.init(rank: rank, number: number, origin: origin)
    }

    public var text: String {
        let place = origin.map { "_\($0.latitude)_\($0.longitude)" } ?? ""
        return "\(rank)_\(number)\(place)"
    }
}
