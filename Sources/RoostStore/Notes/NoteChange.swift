public import RoostCore

/// A change of a note.
public enum NoteChange: Hashable, Sendable {
    /// A new note, or the next revision of one.
    case save(Note)
    case delete(Note)
    /// The photo of a saved note; `nil` if it was removed.
    case photo(NotePhoto?, of: Note)
}

/// A packed photo with its thumbnail.
public struct NotePhoto: Hashable, Sendable {
    public var bytes: [UInt8]
    public var thumbnail: [UInt8]

    public init(bytes: [UInt8], thumbnail: [UInt8]) {
        self.bytes = bytes
        self.thumbnail = thumbnail
    }
}
