import DequeModule
import RoostCore
import RoostStore

/// The messages on their way to the broker.
///
/// Events (alerts, transitions, responses) come from the store's outbox, leave in order, and stay
/// there until the broker acknowledges them. Of a state only the newest counts. It needs no place
/// in the store, since it can be derived again and all states are published again on each
/// connection.
struct Outbox {
    @dynamicMemberLookup
    struct Message: Hashable {
        var content: OutgoingMessage
        /// Its row in the store; `nil` for a state.
        var row: Int64?

        /// The broker keeps states for whoever comes later, and no events.
        var isRetained: Bool { row == nil }

        subscript<Value>(dynamicMember member: KeyPath<OutgoingMessage, Value>) -> Value {
            content[keyPath: member]
        }
    }

    /// What a broker's acknowledgement settles, if anything.
    enum Outcome: Hashable {
        /// The row can be deleted.
        case row(Int64)
        /// The broker no longer retains anything under the topic.
        case cleared(String)
    }

    private var events: Deque<Message> = []
    /// The newest message of each state, and the topics in their order of arrival.
    private var states: [String: Publications.Message] = [:]
    private var topics: Deque<String> = []
    private var inFlight: [Int32: Message] = [:]
    /// Events that the broker refused, and may accept later.
    private var postponed: Deque<Message> = []
    /// The topics under which the broker retains, or may retain, one of these messages.
    private var kept: Set<TopicDigest>
    /// Those that it confirmed to be empty: after a crash it may have the last message again.
    private var cleared: Set<TopicDigest>

    /// libmosquitto scans all publishes in flight on each publish.
    private static let mostInFlight = 200
    /// Events that are always refused are not kept for ever.
    private static let mostPostponed = 1000

    init(retained: RetainedTopics, entries: [OutboxEntry]) {
        kept = Set(retained.kept.map(TopicDigest.init))
        cleared = Set(retained.cleared.map(TopicDigest.init))
        queue(entries)
    }

    /// The topics that are to be cleared, unless something is published there.
    var known: Set<TopicDigest> { kept.union(cleared) }

    var count: Int { leaving + postponed.count }
    private var leaving: Int { events.count + states.count + inFlight.count }

    /// How many more messages can be in flight before one has to wait.
    var capacity: Int { max(0, Self.mostInFlight - leaving) }

    mutating func queue(_ entries: [OutboxEntry]) {
        events += entries.map { Message(content: $0.message, row: $0.id) }
    }

    mutating func queue(_ states: [Publications.Message]) {
        for state in states {
            let replaced = self.states.updateValue(state, forKey: state.topic)
            if replaced == nil { topics.append(state.topic) }
        }
    }

    /// Notes that a topic is about to be retained.
    ///
    /// - Returns: Whether it was not before.
    mutating func keep(_ state: Publications.Message) -> Bool {
        guard !state.payload.isEmpty else { return false }
        let topic = TopicDigest(state.topic)
        cleared.remove(topic)
        return kept.insert(topic).inserted
    }

    /// The message to publish next, while there is room; events go before states.
    var next: Message? {
        guard inFlight.count < Self.mostInFlight else { return nil }
        if let event = events.first { return event }
        guard let state = topics.first.flatMap({ states[$0] }) else { return nil }
        return Message(
            content: OutgoingMessage(
                topic: state.topic, payload: state.payload, expires: state.expires))
    }

    /// Sends something else in place of the next event.
    mutating func replaceNext(by payload: [UInt8]) {
        guard !events.isEmpty else { return }
        events[0].content.payload = payload
    }

    /// The next message was sent under `id`.
    mutating func sent(as id: Int32) {
        inFlight[id] = drop()
    }

    /// Removes the next message.
    @discardableResult
    mutating func drop() -> Message? {
        let message = next
        if message?.row != nil {
            events.removeFirst()
        } else if let topic = topics.popFirst() {
            states[topic] = nil
        }
        return message
    }

    mutating func delivered(_ id: Int32) -> Outcome? {
        guard let message = inFlight.removeValue(forKey: id) else { return nil }
        if let row = message.row { return .row(row) }
        guard message.payload.isEmpty else { return nil }
        let isSaidAgain =
            states[message.topic]?.payload.isEmpty == false
            || inFlight.values.contains { $0.topic == message.topic && !$0.payload.isEmpty }
        guard !isSaidAgain else { return nil }
        let topic = TopicDigest(message.topic)
        guard kept.remove(topic) != nil else { return nil }
        cleared.insert(topic)
        return .cleared(message.topic)
    }

    /// The broker refused a message, which is no longer in flight.
    ///
    /// - Returns: That message, unless it is now sent to another topic.
    mutating func refused(_ id: Int32) -> Message? {
        guard var message = inFlight.removeValue(forKey: id) else { return nil }
        guard let otherwise = message.otherwise else { return message }
        (message.content.topic, message.content.otherwise) = (otherwise, nil)
        events.prepend(message)
        return nil
    }

    /// Keeps a refused event until it may be retried; states are published again in any case.
    ///
    /// - Returns: The event that is dropped for it, if too many were refused.
    mutating func postpone(_ message: Message) -> Message? {
        guard message.row != nil else { return nil }
        postponed.append(message)
        return postponed.count > Self.mostPostponed ? postponed.popFirst() : nil
    }

    /// Sends refused events again, in their order.
    mutating func retry() {
        events = Deque((postponed + events).sorted { ($0.row ?? 0) < ($1.row ?? 0) })
        postponed = []
    }

    /// The connection ended: events in flight or refused are sent again; states start over.
    mutating func startOver() {
        postponed += inFlight.values.filter { $0.row != nil }
        retry()
        states = [:]
        topics = []
        inFlight = [:]
    }
}
