import RoostCore
import RoostFormats
import RoostStore

/// Collects what the effects of a batch change on disk, until it is committed.
///
/// What changed the meaning of a state is written with the batch. Details of the state can be derived
/// again: of a user from the fixes, which are in the history; of a beacon heard without a promise of
/// delivery from the next sighting. So they are written every few seconds only.
struct Ledger {
    private let topics: Topics
    private(set) var changes = Changes()
    private var urgent: Set<Subject> = []
    private var later: Set<Subject> = []
    private var flushed = Timestamp(milliseconds: 0)

    /// Seconds between two writings of details.
    private static let flushInterval = 5.0

    init(topics: Topics) {
        self.topics = topics
    }

    /// Whether anything waits to be written, and when it is due at the latest.
    var nextDue: Timestamp? {
        later.isEmpty ? nil : flushed.advanced(bySeconds: Self.flushInterval)
    }

    /// - Parameter isPromised: Whether the message that caused the effect is acknowledged only when
    ///   it is on disk.
    mutating func enter(_ effect: Effect, isPromised: Bool) {
        switch effect {
        case .record(let fix, let device): changes.fixes.append((fix, device))
        case .announce(let transition):
            let message = OutgoingMessage(
                topic: topics.transition(transition.user), payload: transition.jsonBytes)
            changes.transitions.append((transition, message))
        case .alert(let alert):
            let payload = alert.jsonBytes
            let message = OutgoingMessage(topic: topics.alert(alert.user), payload: payload)
            changes.alerts.append((alert, payload, alert.delivery == .pushed ? message : nil))
        case .explain(let decision): changes.decisions.append(decision)
        case .keep(let change): changes.household.append(change)
        case .changed(let subject, .now): urgent.insert(subject)
        case .changed(.beacon(let beacon), .soon) where isPromised: urgent.insert(.beacon(beacon))
        case .changed(let subject, .soon): later.insert(subject)
        }
    }

    mutating func send(_ message: OutgoingMessage) { changes.messages.append(message) }
    mutating func delivered(_ id: Int64) { changes.delivered.append(id) }
    mutating func retain(_ topic: String, _ isKept: Bool) {
        changes.retained.append((topic, isKept))
    }
    mutating func keepPicture(_ bytes: [UInt8]?, of item: ID<Item>) {
        changes.pictures.append((item, bytes))
    }

    /// Adds what is believed now of everything that is to be written, and hands it all out.
    mutating func close(_ engine: Engine, at now: Timestamp, isFinal: Bool = false) -> Changes {
        if isFinal || now.seconds(since: flushed) >= Self.flushInterval {
            urgent.formUnion(later)
            later = []
            flushed = now
        }
        for subject in urgent {
            switch subject {
            case .user(let id): changes.users.append((id, engine.users[id]))
            case .item(let id): changes.items.append((id, engine.items[id]))
            case .node(let id): changes.nodes.append((id, engine.nodes.tracks[id]))
            case .beacon(let id): changes.beacons.append((id, engine.beacons[id]))
            case .place, .friends: break
            }
        }
        later.subtract(urgent)
        urgent = []
        defer { changes = Changes() }
        return changes
    }
}
