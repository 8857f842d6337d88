public import RoostCore

/// What an OwnTracks app shows of a contact: a name, and two characters on the map.
public struct OwnTracksCard: JSONWritable, Sendable {
    public var name: String
    var trackerID: String

    /// Roost itself, which sends notices.
    public static let roost = OwnTracksCard(name: "Roost", trackerID: "RO")

    private init(name: String, trackerID: String) {
        self.name = name
        self.trackerID = trackerID
    }

    public init(_ friend: FriendView) {
        self.init(name: friend.name, trackerID: Self.trackerID(friend.name))
    }

    /// The initials of the first two words, or the first two characters of a single word.
    private static func trackerID(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else { return String(words.first?.prefix(2) ?? "?") }
        return String(words.prefix(2).compactMap(\.first))
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("_type", "card")
            json.member("name", name)
            json.member("tid", trackerID)
        }
    }
}
