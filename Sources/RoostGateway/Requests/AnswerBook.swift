import DequeModule
import MQTT
import RoostCore
import RoostFormats
import RoostStore

/// The answers of the last minutes: a request that is delivered again is answered again, and changes
/// nothing.
///
/// A sender that lost its connection repeats what it does not know to have arrived, and a broker that
/// lost its power delivers again what was done since it last saved its queue, perhaps after others
/// have changed the same. A request is known by what it says and by what its asker calls it.
struct AnswerBook {
    private var answers: [UInt64: (answer: GivenAnswer, time: Timestamp)] = [:]
    /// What was asked last under each mark: one that is used for everything tells nothing apart.
    private var latest: [UInt64: UInt64] = [:]
    private var order: Deque<(asking: UInt64, time: Timestamp)> = []

    /// How long an answer is remembered, in seconds; what was known at the start counts as given
    /// then.
    static let memory = 600.0
    /// The most answers that are remembered.
    private static let most = 20_000
    /// Answers that are longer, in bytes, are not remembered.
    private static let longest = 16_384

    init(_ kept: [GivenAnswer] = [], at now: Timestamp) {
        for answer in kept { enter(answer, at: now) }
    }

    /// What a request was answered when it came before; `nil` if it is new.
    func answer(to request: ReceivedRequest, at now: Timestamp) -> [UInt8]? {
        guard request.isRemembered, let mark = request.mark, latest[mark] == request.asking,
            let known = answers[request.asking], !isOld(known.time, at: now)
        else { return nil }
        return known.answer.payload
    }

    /// Notes what a request was answered; returns what is to be kept on disk, if anything.
    mutating func note(
        _ payload: [UInt8], to request: ReceivedRequest, at now: Timestamp
    ) -> GivenAnswer? {
        guard request.isRemembered, let mark = request.mark, payload.count <= Self.longest
        else { return nil }
        let answer = GivenAnswer(to: request.asking, mark: mark, payload: payload)
        enter(answer, at: now)
        return answer
    }

    /// The requests whose answers are forgotten now.
    mutating func takeOutdated(at now: Timestamp) -> [UInt64] {
        var outdated: [UInt64] = []
        while let first = order.first, order.count > Self.most || isOld(first.time, at: now) {
            order.removeFirst()
            // It may have come again since.
            guard let known = answers[first.asking], known.time == first.time else { continue }
            answers[first.asking] = nil
            let mark = known.answer.mark
            if latest[mark] == first.asking { latest[mark] = nil }
            outdated.append(first.asking)
        }
        return outdated
    }

    private mutating func enter(_ answer: GivenAnswer, at now: Timestamp) {
        answers[answer.asking] = (answer, now)
        latest[answer.mark] = answer.asking
        order.append((answer.asking, now))
    }

    /// Also if the clock was set back.
    private func isOld(_ time: Timestamp, at now: Timestamp) -> Bool {
        abs(now.seconds(since: time)) > Self.memory
    }
}

extension ReceivedRequest {
    /// A hash of where it came from, and of all that it says.
    fileprivate var asking: UInt64 {
        var hash = StableHash()
        hash.combine(message.topic)
        hash.combine(message.payload)
        return hash.value
    }

    /// A hash of its asker, and of what they call it: its own `id`, or else its correlation data;
    /// `nil` without either.
    fileprivate var mark: UInt64? {
        guard let name = content.id.map({ Array($0.jsonText.utf8) }) ?? message.correlationData
        else { return nil }
        var hash = StableHash()
        if case .user(let user) = content.actor { hash.combine(user.rawValue) }
        hash.combine(UInt8(0))
        hash.combine(name)
        return hash.value
    }

    /// Whether it may change something.
    ///
    /// No hash is kept of a password, which could be guessed by it.
    fileprivate var isRemembered: Bool {
        !content.isReading && content.verb != "password"
    }
}

extension Request {
    fileprivate var isReading: Bool {
        [
            "get", "list", "why", "query", "search", "directory", "totals", "suggest", "messages",
            "export", "check",
        ].contains(verb)
    }
}
