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
        var request: ReceivedRequest
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
        _ task: ListeningTask, for user: ID<User>, _ request: ReceivedRequest, at now: Timestamp
    ) -> Listener? {
        let old = listeners.firstIndex { $0.user == user }
        let replaced =
            (old ?? (listeners.count < Self.mostListeners ? nil : 0)).map {
                listeners.remove(at: $0)
            }
        listeners.append(Listener(user: user, request: request, task: task, nextReport: now))
        return replaced?.request.message == request.message ? nil : replaced
    }

    mutating func hear(_ batch: SightingBatch, at now: Timestamp, in engine: Engine) {
        guard !listeners.isEmpty else { return }
        let batch = engine.identified(batch)
        for index in listeners.indices
        where engine.household.isKnown(batch.node, to: listeners[index].user) {
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
