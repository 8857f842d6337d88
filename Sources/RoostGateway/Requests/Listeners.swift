import MQTT
import RoostCore
import RoostFormats

/// The requests that listen for a while: `item/enrol` and `item/calibrate`.
///
/// Each reports what it hears, and ends with an answer. They are not stored: after a restart of the
/// gateway they have to be requested again.
struct Listeners {
    struct Listener {
        var user: ID<User>
        var request: Request
        /// Where the answers go.
        var message: MQTTMessage
        var task: ListeningTask
        fileprivate var nextReport: Timestamp
    }

    private var listeners: [Listener] = []

    /// Seconds between two reports.
    private static let reportInterval = 1.0
    private static let mostListeners = 32

    /// When the next report or end is due.
    var nextDue: Timestamp? {
        listeners.map { min($0.nextReport, $0.task.end) }.min()
    }

    /// Begins to listen.
    ///
    /// - Returns: The listener that this one replaces, or that is ended to make room; none if it is
    ///   the same request, delivered again.
    mutating func begin(
        _ task: ListeningTask, for user: ID<User>, _ request: Request, _ message: MQTTMessage,
        at now: Timestamp
    ) -> Listener? {
        let old = listeners.firstIndex { $0.user == user }
        let replaced =
            (old ?? (listeners.count < Self.mostListeners ? nil : 0)).map {
                listeners.remove(at: $0)
            }
        listeners.append(
            Listener(user: user, request: request, message: message, task: task, nextReport: now))
        return replaced?.message == message ? nil : replaced
    }

    mutating func hear(_ batch: SightingBatch, at now: Timestamp, in engine: Engine) {
        guard !listeners.isEmpty else { return }
        let batch = engine.identified(batch)
        for index in listeners.indices {
            listeners[index].task.hear(batch, at: now, in: engine)
        }
    }

    /// Those with a report due now; finished ones are removed.
    mutating func take(
        at now: Timestamp
    ) -> [(listener: Listener, verdict: ListeningTask.Verdict)] {
        var due: [(listener: Listener, verdict: ListeningTask.Verdict)] = []
        listeners = listeners.compactMap { listener in
            guard min(listener.nextReport, listener.task.end) <= now else { return listener }
            let verdict = listener.task.verdict(at: now)
            due.append((listener, verdict))
            guard case .listening = verdict else { return nil }
            var listener = listener
            listener.nextReport = now.advanced(bySeconds: Self.reportInterval)
            return listener
        }
        return due
    }

    /// Ends what a user asked for.
    mutating func end(for user: ID<User>) -> Listener? {
        listeners.firstIndex { $0.user == user }.map { listeners.remove(at: $0) }
    }

    mutating func takeAll() -> [Listener] {
        defer { listeners = [] }
        return listeners
    }
}

/// What a request listens for, and what it has heard.
enum ListeningTask {
    case enrolment(Enrolment)
    case measurement(PowerMeasurement, of: ID<Item>)

    /// The state: what there is to save, or why there is nothing.
    enum Verdict {
        case listening
        case enrolled(Enrolment.Candidate)
        case measured(PowerMeasurement.Result, ID<Item>)
        case failed(RequestError)
    }

    var end: Timestamp {
        switch self {
        case .enrolment(let enrolment): enrolment.end
        case .measurement(let measurement, _): measurement.end
        }
    }

    mutating func hear(_ batch: SightingBatch, at now: Timestamp, in engine: Engine) {
        switch self {
        case .enrolment(var enrolment):
            enrolment.hear(batch, at: now) { beacon in
                engine.names(of: beacon).contains { engine.household.bearers[$0] != nil }
            }
            self = .enrolment(enrolment)
        case .measurement(var measurement, let item):
            measurement.hear(batch)
            self = .measurement(measurement, of: item)
        }
    }

    func verdict(at now: Timestamp) -> Verdict {
        switch self {
        case .enrolment(let enrolment):
            switch enrolment.verdict(at: now) {
            case .listening: .listening
            case .found(let candidate): .enrolled(candidate)
            case .refused(let refusal): .failed(RequestError(refusal))
            }
        case .measurement(let measurement, let item):
            switch measurement.verdict(at: now) {
            case .listening: .listening
            case .measured(let result): .measured(result, item)
            case .tooFew(let count): .failed(.tooFew(count))
            case .unsteady(let width): .failed(.unsteady(width))
            case .implausible(let power): .failed(.implausible(power))
            }
        }
    }

    /// The progress: the seconds left, and what was heard so far, the nearest first.
    func report(at now: Timestamp) -> Members {
        Members { json in
            json.member("seconds_left", max(0, end.seconds(since: now)).rounded())
            json.member(
                "heard",
                heard.map { heard in
                    Members { json in
                        json.member("beacon", heard.beacon)
                        json.member("node", heard.node)
                        json.member("rssi", heard.level.rounded())
                        json.member("count", heard.count)
                    }
                })
        }
    }

    private static let mostTold = 5

    private var heard: [(beacon: BeaconID?, node: ID<Node>, level: Double, count: Int)] {
        switch self {
        case .enrolment(let enrolment):
            enrolment.heard.filter(\.isMeasured).prefix(Self.mostTold)
                .map { ($0.beacon, $0.node, $0.level, $0.count) }
        case .measurement(let measurement, _):
            measurement.preliminary.map { [(nil, $0.node, $0.power, $0.count)] } ?? []
        }
    }
}

extension RequestError {
    fileprivate init(_ refusal: Enrolment.Refusal) {
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

    fileprivate static func tooFew(_ count: Int) -> RequestError {
        RequestError(
            .notFound,
            "it was heard \(count) times, and 5 are needed: hold it one metre from a node, and give a "
                + "slow tag more seconds")
    }

    fileprivate static func implausible(_ power: Double) -> RequestError {
        RequestError(
            .outOfRange,
            "\(Int(power)) dBm cannot be one metre away: is it the right node (`node`), and nothing in "
                + "between?")
    }

    fileprivate static func unsteady(_ width: Double) -> RequestError {
        RequestError(
            .conflict,
            "what was heard differs by \(Int(width.rounded())) dB: hold it still, one metre from the "
                + "node, with nobody in between, and try again")
    }
}
