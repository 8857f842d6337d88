import DequeModule
import MQTT
import RoostCore
import RoostFormats
import RoostStore

/// The answers of the last minutes: a request that is delivered again is answered again, and changes
/// nothing.
///
/// A sender that lost its connection repeats what it does not know to have arrived. A broker that
/// lost its power delivers again, as soon as the gateway is connected, what was done since it last
/// saved its queue, perhaps after others have undone it. A request is known by what its asker calls
/// it, and by saying the same.
struct AnswerBook {
    /// The last one under each mark: what is called the same and says something else is another.
    private var answers: [UInt64: (answer: GivenAnswer, time: Int64)] = [:]
    private var order: Deque<(mark: UInt64, time: Int64)> = []
    private var connected: Int64?

    // Times are milliseconds of a clock that is never set: after a power cut many a host's is.

    /// How long an answer is remembered; what was known at the start counts as given then.
    static let memory: Int64 = 600_000
    /// How long after connecting the broker may deliver again what it had kept.
    private static let flush: Int64 = 60_000
    /// The most answers that are remembered.
    private static let most = 10_000
    /// Answers that are longer, in bytes, are not remembered.
    private static let longest = 4096

    init(_ kept: [GivenAnswer] = [], at now: Int64) {
        for answer in kept { enter(answer, at: now) }
    }

    /// The broker may now deliver again what it had kept.
    mutating func connected(at now: Int64) { connected = now }

    /// What a request was answered when it came before; `nil` if it is new.
    ///
    /// Whoever switches something on, off and on again may call the first and the last request the
    /// same: only what would make a second thing, and what the broker had kept, is taken for a
    /// repetition.
    func answer(to request: ReceivedRequest, at now: Int64) -> [UInt8]? {
        guard let mark = request.mark, let known = answers[mark],
            known.answer.content == request.hash, now - known.time <= Self.memory
        else { return nil }
        let isFlushed = connected.map { now - $0 <= Self.flush } ?? false
        let isMade = request.content.makesAnother && !known.answer.isRefusal
        return isFlushed || isMade ? known.answer.payload : nil
    }

    /// Notes what a request was answered; returns what is to be kept on disk, if anything.
    ///
    /// - Parameter isRefusal: Whether it was refused: what changed meanwhile must not let it through
    ///   as it comes again.
    mutating func note(
        _ payload: [UInt8], isRefusal: Bool, to request: ReceivedRequest, at now: Int64
    ) -> GivenAnswer? {
        guard let mark = request.mark, payload.count <= Self.longest else { return nil }
        var user: ID<User>?
        if case .user(let id) = request.actor { user = id }
        let answer = GivenAnswer(
            mark: mark, content: request.hash, user: user, isRefusal: isRefusal,
            payload: payload)
        enter(answer, at: now)
        return answer
    }

    /// Forgets the answers to a deleted user: the next of that name is a different person.
    mutating func forget(_ user: ID<User>) {
        answers = answers.filter { $0.value.answer.user != user }
    }

    /// The marks of the answers that are forgotten now.
    mutating func takeOutdated(at now: Int64) -> [UInt64] {
        var outdated: [UInt64] = []
        while let first = order.first, order.count > Self.most || now - first.time > Self.memory {
            order.removeFirst()
            // There may be a later one under the same mark.
            guard answers[first.mark]?.time == first.time else { continue }
            answers[first.mark] = nil
            outdated.append(first.mark)
        }
        return outdated
    }

    private mutating func enter(_ answer: GivenAnswer, at now: Int64) {
        answers[answer.mark] = (answer, now)
        order.append((answer.mark, now))
    }
}

extension ReceivedRequest {
    /// A hash of all that it says, and where.
    fileprivate var hash: UInt64 {
        var hash = StableHash()
        hash.combine(message.topic)
        hash.combine(message.payload)
        return hash.value
    }

    /// A hash of its asker, and of what they call it: its own `id`, or else its correlation data;
    /// `nil` without either, and for what need not be remembered.
    fileprivate var mark: UInt64? {
        guard content.isRemembered,
            let name = content.id.map({ Array($0.jsonText.utf8) }) ?? message.correlationData
        else { return nil }
        var hash = StableHash()
        if case .user(let user) = content.actor { hash.combine(user.rawValue) }
        hash.combine(UInt8(0))
        hash.combine(name)
        return hash.value
    }
}
