import RoostCore
public import RoostFormats

/// The statements of a replay as sentences: changed positions of users and items, and alerts.
public struct Statements {
    /// One sentence, and its time.
    struct Said: Hashable, Sendable {
        var text: String
        var time: Timestamp
    }

    private let topics: Topics
    /// By topic, sorted by time.
    private(set) var bySubject: [String: [Said]] = [:]

    public init(topics: Topics) {
        self.topics = topics
    }

    /// Takes published messages; a repetition of the last state of a subject adds nothing.
    public mutating func note(_ messages: [RecordedMessage]) {
        for message in messages {
            guard let content = topics.content(of: message.topic),
                let json = try? JSON(message.payload), let text = Self.text(json, as: content)
            else { continue }
            let isEvent = if case .alert = content { true } else { false }
            if !isEvent, bySubject[message.topic]?.last?.text == text { continue }
            bySubject[message.topic, default: []].append(Said(text: text, time: message.time))
        }
    }

    private static func text(_ json: JSON, as content: Topics.Content) -> String? {
        func word(_ name: String) -> String? { json[name]?.string }
        let place = [word("place_name"), word("room_name")].compactMap { $0 }
            .joined(separator: ", ")
        switch content {
        case .presence:
            guard let name = word("name"), let hand = word("hand") else { return nil }
            if !place.isEmpty { return "\(name) is in \(place)" }
            return hand == "unknown" ? "nobody knows where \(name) is" : "\(name) is \(hand)"
        case .item:
            guard let name = word("name"), let answer = word("with_owner") else { return nil }
            return (place.isEmpty ? "\(name)" : "\(name) in \(place)")
                + (word("proximity") == "lost" ? ", not heard" : "") + ", with owner: \(answer)"
        case .alert:
            guard let user = word("user"), let title = word("title") else { return nil }
            return "\(user) is told: \(title)"
        case .gatewayStatus, .friend, .ownItem, .occupancy: return nil
        }
    }
}
