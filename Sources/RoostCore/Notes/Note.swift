/// A text that somebody pinned at a position, in a place, or on a thing of theirs.
public struct Note: Hashable, Sendable {
    public var id: ID<Note>
    public var author: ID<User>
    public var text: String
    public var visibility: Visibility
    public var anchor: Anchor
    public var photo: Photo?
    public var created: Timestamp
    public var updated: Timestamp
    /// Counts the edits, from 1.
    public var revision: Int

    public init(
        id: ID<Note>, author: ID<User>, text: String, visibility: Visibility = .private,
        anchor: Anchor, photo: Photo? = nil, created: Timestamp, updated: Timestamp,
        revision: Int = 1
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.visibility = visibility
        self.anchor = anchor
        self.photo = photo
        self.created = created
        self.updated = updated
        self.revision = revision
    }

    /// Who may read it besides its author.
    public enum Visibility: Hashable, Sendable {
        case `private`
        /// The users with whom the author shares their whereabouts, while they do.
        case friends
        case everyone
        /// The members of the group, while the author is one of them.
        case group(ID<Group>)

        public enum Kind: String, Sendable, CaseIterable {
            case `private`, friends, everyone, group
        }

        public var kind: Kind {
            switch self {
            case .private: .private
            case .friends: .friends
            case .everyone: .everyone
            case .group: .group
            }
        }

        public var group: ID<Group>? {
            if case .group(let group) = self { group } else { nil }
        }
    }

    /// What it is pinned to.
    public enum Anchor: Hashable, Sendable {
        /// A position, with its place and room if they are known.
        case position(Coordinate, place: ID<Place>? = nil, room: ID<Room>? = nil)
        /// A thing of the author's, which the note goes with.
        case item(ID<Item>)
    }

    /// The properties of a photo, without its content.
    public struct Photo: Hashable, Sendable, Codable {
        /// `image/jpeg` or `image/png`.
        public var type: String
        /// In pixels.
        public var width: Int
        public var height: Int
        /// A digest of the uploaded bytes, to recognize the same photo.
        public var digest: UInt64

        public init(type: String, width: Int, height: Int, digest: UInt64) {
            self.type = type
            self.width = width
            self.height = height
            self.digest = digest
        }
    }

    /// The longest text, in characters, and in bytes: a character may have thousands.
    public static let longestText = 10_000
    public static let mostTextBytes = 40_000
}

/// The authors whose notes a search finds.
public enum NoteScope: String, Sendable, Codable, CaseIterable {
    case all, mine, others
}
