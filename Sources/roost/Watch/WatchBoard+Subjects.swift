import RoostCore

extension WatchBoard {
    struct Person: Hashable {
        var name: String
        var hand: String
        var place: String?
        var room: String?
        var activity: String?
        /// The place's id, and its name if known.
        var headingID: String?
        var heading: String?
        var eta: Timestamp?
        var since: Timestamp?
        var updated: Timestamp?
        var confidence: Double?
        var battery: String?
    }

    struct Thing: Hashable {
        var name: String
        var owner: String
        var place: String?
        var room: String?
        var proximity: String
        var withOwner: String
        var lastSeen: Timestamp?
        var battery: String?
    }

    struct Notice: Hashable {
        var id: String
        var user: String
        var severity: String
        var title: String
        var text: String
        /// When it came; its event may have happened some time earlier.
        var time: Timestamp
    }

    /// One change of meaning, in words.
    struct Change: Hashable {
        /// The subject of the change, always the same for the same one.
        var subject: String
        var text: String
        /// The alert, if the change is one.
        var alert: Notice?
    }
}

extension WatchBoard.Person {
    /// The place with its room, or the destination.
    var whereabouts: String {
        if let place { return room.map { "\($0), \(place)" } ?? place }
        return heading.map { "→ \($0)" } ?? (hand == "travelling" ? "on the way" : "–")
    }

    /// All of a person that is worth a line when it changes.
    var summary: String {
        if let place {
            let isSame = hand.lowercased() == place.lowercased()
            return isSame ? whereabouts : "\(whereabouts) (\(hand))"
        }
        return heading.map { "\(hand), heading for \($0)" } ?? hand
    }
}

extension WatchBoard.Notice {
    /// The text, with the title before it if that adds something: "Bob left" does not.
    var words: String {
        text.isEmpty ? title : text.hasPrefix(title) ? text : "\(title) – \(text)"
    }
}

extension WatchBoard.Thing {
    /// The three answers in words.
    var answer: String { withOwner == "cannot_tell" ? "cannot tell" : withOwner }
}
