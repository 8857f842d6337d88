import Foundation
public import RoostCore

/// A search in the notes that a reader may read.
public struct NoteQuery: Sendable {
    public var reader: NoteReader
    /// Only notes shared with this group; `nil` for all.
    public var group: ID<Group>?
    public var scope = NoteScope.all
    /// Part of the text, as typed; `nil` for any.
    public var text: String?
    /// Authors whose name contains the text: all their notes are found.
    public var authors: Set<ID<User>> = []
    /// The reader's position; without it, the newest come first.
    public var origin: Coordinate?
    /// The maximum distance of notes, in metres; `nil` for any.
    public var within: Double?
    /// The positions of the reader's own things, on which notes may be.
    public var items: [ID<Item>: Coordinate] = [:]
    public var limit: Int
    public var after: NoteCursor?

    public init(reader: NoteReader, limit: Int = 20) {
        self.reader = reader
        self.limit = limit
    }

    /// The users whose names contain `text`, by the same rules as for a note's text.
    public static func users(
        named text: String, among users: some Sequence<User>
    ) -> Set<ID<User>> {
        let text = SearchText.folded(text)
        return Set(
            users.filter { SearchText.folded($0.name).range(of: text, options: .literal) != nil }
                .map(\.id))
    }
}

/// Notes in order, and the start of the next page.
public struct NotePage: Sendable {
    public var hits: [Hit]
    public var next: NoteCursor?

    public struct Hit: Hashable, Sendable {
        public var note: Note
        /// Where it is; `nil` if it is on a thing whose position the reader does not know.
        public var coordinate: Coordinate?
        /// The distance from the origin in metres.
        public var distance: Double?
    }
}
