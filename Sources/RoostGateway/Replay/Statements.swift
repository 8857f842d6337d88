import RoostCore
public import RoostFormats

/// The statements of a replay as sentences: changed positions of users and items, and alerts.
public struct Statements {
    /// One sentence, and its time.
    struct Said: Hashable, Sendable {
        var text: String
        var time: Timestamp
    }

    private let base: [Substring]
    /// By topic, sorted by time.
    private(set) var bySubject: [String: [Said]] = [:]

    public init(base: String) {
        self.base = base.split(separator: "/")
    }

    /// Takes published messages; a repetition of the last state of a subject adds nothing.
    public mutating func note(_ messages: [RecordedMessage]) {
        for message in messages {
            let levels = message.topic.split(separator: "/")
            guard levels.count == base.count + 3, levels.starts(with: base),
                let json = try? JSON(message.payload),
                let text = Self.text(json, kind: levels[base.count], topic: levels[base.count + 2])
            else { continue }
            let isEvent = levels[base.count + 2] == "alert"
            if !isEvent, bySubject[message.topic]?.last?.text == text { continue }
            bySubject[message.topic, default: []].append(Said(text: text, time: message.time))
        }
    }

    private static func text(_ json: JSON, kind: Substring, topic: Substring) -> String? {
        func word(_ name: String) -> String? { json[name]?.string }
        let place = [word("place_name"), word("room_name")].compactMap { $0 }
            .joined(separator: ", ")
        switch (kind, topic) {
        case ("user", "presence"):
            guard let name = word("name"), let hand = word("hand") else { return nil }
            if !place.isEmpty { return "\(name) is in \(place)" }
            return hand == "unknown" ? "nobody knows where \(name) is" : "\(name) is \(hand)"
        case ("item", "state"):
            guard let name = word("name"), let answer = word("with_owner") else { return nil }
            return (place.isEmpty ? "\(name)" : "\(name) in \(place)")
                + (word("proximity") == "lost" ? ", not heard" : "") + ", with owner: \(answer)"
        case ("user", "alert"):
            guard let user = word("user"), let title = word("title") else { return nil }
            return "\(user) is told: \(title)"
        default: return nil
        }
    }
}
