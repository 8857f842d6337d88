import MQTT
import RoostCore
import RoostFormats

/// The enrolments under way, `item/enrol`: each listens for a while, tells what it hears, and ends with
/// an answer.
///
/// They are not kept: after a restart of the gateway they are to be asked for again.
struct Enrolments {
    struct Listener {
        var user: ID<User>
        var request: Request
        /// Where the answers go.
        var message: MQTTMessage
        var enrolment: Enrolment
        fileprivate var nextReport: Timestamp
    }

    private var listeners: [Listener] = []

    /// Seconds between two reports.
    private static let reportInterval = 1.0
    private static let mostListeners = 32

    /// When there is something to say.
    var nextDue: Timestamp? {
        listeners.map { min($0.nextReport, $0.enrolment.end) }.min()
    }

    /// Begins to listen.
    ///
    /// - Returns: The listener that this one replaces, or that is given up to make room.
    mutating func begin(
        _ enrolment: Enrolment, for user: ID<User>, _ request: Request, _ message: MQTTMessage
    ) -> Listener? {
        let old = listeners.firstIndex { $0.user == user }
        let replaced =
            (old ?? (listeners.count < Self.mostListeners ? nil : 0)).map {
                listeners.remove(at: $0)
            }
        listeners.append(
            Listener(
                user: user, request: request, message: message, enrolment: enrolment,
                nextReport: enrolment.began))
        return replaced
    }

    mutating func hear(_ batch: SightingBatch, at now: Timestamp, in household: Household) {
        for index in listeners.indices {
            listeners[index].enrolment.hear(batch, at: now) { household.bearers[$0] != nil }
        }
    }

    /// Those with something to say now: who is through is given up, the others go on.
    mutating func take(at now: Timestamp) -> [(listener: Listener, verdict: Enrolment.Verdict)] {
        var due: [(listener: Listener, verdict: Enrolment.Verdict)] = []
        listeners = listeners.compactMap { listener in
            guard min(listener.nextReport, listener.enrolment.end) <= now else { return listener }
            let verdict = listener.enrolment.verdict(at: now)
            due.append((listener, verdict))
            guard verdict == .listening else { return nil }
            var listener = listener
            listener.nextReport = now.advanced(bySeconds: Self.reportInterval)
            return listener
        }
        return due
    }

    /// The clock was set: no moment that was reckoned before means anything.
    mutating func takeAll() -> [Listener] {
        defer { listeners = [] }
        return listeners
    }
}

extension Enrolments.Listener {
    /// How it stands: how many seconds are left, and the nearest so far.
    func report(at now: Timestamp) -> Members {
        Members { json in
            json.member("seconds_left", max(0, enrolment.end.seconds(since: now)).rounded())
            json.member(
                "heard",
                enrolment.heard.prefix(Self.mostTold).map { candidate in
                    Members { json in
                        json.member("beacon", candidate.beacon)
                        json.member("node", candidate.node)
                        json.member("rssi", candidate.level.rounded())
                        json.member("count", candidate.count)
                    }
                })
        }
    }

    private static let mostTold = 5
}

extension RequestError {
    init(_ refusal: Enrolment.Refusal) {
        switch refusal {
        case .nothingHeard:
            self.init(
                .notFound,
                "no new beacon was heard: is its battery in, is it somebody's already, or is it one "
                    + "that changes its address?")
        case .tooFar(let candidate):
            self.init(
                .notFound,
                "no new beacon came near: hold it against a node; the nearest was "
                    + "\(candidate.beacon) with \(Int(candidate.level.rounded())) dBm at "
                    + "\(candidate.node)")
        case .tied(let first, let second):
            self.init(
                .conflict,
                "\(first.beacon) and \(second.beacon) are equally close: take one away and try "
                    + "again, or name it with item/save")
        }
    }
}
