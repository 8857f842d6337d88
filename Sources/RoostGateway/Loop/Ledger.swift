import DequeModule
import RoostCore
import RoostFormats
import RoostStore

/// Collects the changes on disk from a batch's effects, until they are committed.
///
/// What changes the meaning of a state is written with the batch. Details are written a few seconds
/// later, once for all that happened meanwhile. Until then they can be derived again: those of a
/// phone from the fixes in the history, those of a beacon from the journal of node messages.
struct Ledger {
    private let topics: Topics
    private var changes = Changes()
    private var urgent: Set<Subject> = []
    private var details = Agenda<Subject>()
    /// Outbox rows that the broker has; if sent again after a crash, they have the same ids.
    private var delivered: [Int64] = []
    private var deliveredSince: Timestamp?
    /// The last journal row of each turn, with the moment at which its details began to wait.
    private var journal: Deque<(id: Int64, time: Timestamp)> = []
    private var lastJournalID: Int64
    private var trimmed = Timestamp.epoch

    /// How long details wait, in seconds.
    private static let patience = 5.0
    /// How much longer they wait for a batch to be written with, in seconds.
    private static let leeway = 1.0
    /// How long a question for a phone's position is worth an answer, in seconds.
    private static let usefulQuestion = 300.0
    /// The most details written with one batch, so that none takes long.
    private static let mostDetails = 200

    /// - Parameter journal: The journal rows of an earlier run, oldest first.
    init(topics: Topics, journal: [JournalEntry] = [], at now: Timestamp) {
        self.topics = topics
        lastJournalID = journal.last?.id ?? 0
        if lastJournalID > 0 { self.journal = [(lastJournalID, now)] }
    }

    /// When something has to be written at the latest; `nil` if nothing waits.
    var nextDue: Timestamp? {
        [details.next, deliveredSince].compactMap { $0 }.min()?.advanced(bySeconds: Self.leeway)
    }

    /// Whether all that happened is on disk, but for details that can be derived again.
    var isCommitted: Bool { changes.isEmpty && urgent.isEmpty }

    mutating func enter(_ effect: Effect, at now: Timestamp) {
        switch effect {
        case .record(let fix, let device): changes.fixes.append((fix, device, now))
        case .announce(let transition):
            guard transition.isNews(at: now) else {
                return changes.transitions.append((transition, nil))
            }
            let message = OutgoingMessage(
                topic: topics.transition(transition.user), payload: transition.jsonBytes)
            changes.transitions.append((transition, message))
        case .alert(let alert):
            let payload = alert.jsonBytes
            let message = OutgoingMessage(topic: topics.alert(alert.user), payload: payload)
            changes.alerts.append((alert, payload, alert.delivery == .pushed ? [message] : []))
        case .ask(let device):
            guard let topic = topics.commands(device) else { return }
            send(
                OutgoingMessage(
                    topic: topic, payload: OwnTracksCommand.reportLocation.jsonBytes,
                    expires: now.advanced(bySeconds: Self.usefulQuestion)))
        case .explain(let decision):
            changes.decisions.append(KeptDecision(decision, json: decision.keptJSON))
        case .keep(let change):
            changes.household.append(change)
            // The next holder of that id is a different one.
            if case .deleteItem(let item) = change {
                changes.pictures.removeAll { $0.item == item }
            }
            // What the node said before must not create it again.
            if case .deleteNode = change { writeDetails() }
        case .spend(let change): changes.expenses.append(change)
        case .changed(let subject, .now): urgent.insert(subject)
        case .changed(let subject, .soon):
            details.add(subject, at: now.advanced(bySeconds: Self.patience))
        case .changed(_, .shown), .changed(_, .passing), .turnAway, .remind: break
        }
    }

    /// Keeps a message until the details that it changed are written.
    mutating func keep(_ topic: String, _ payload: [UInt8], at now: Timestamp) {
        lastJournalID += 1
        changes.journal.append(
            JournalEntry(id: lastJournalID, time: now, topic: topic, payload: payload))
        // All messages of one turn are finished together.
        if journal.last?.time == now { journal.removeLast() }
        journal.append((lastJournalID, now))
    }

    mutating func send(_ message: OutgoingMessage) { changes.messages.append(message) }

    /// Tells a phone its new regions, and keeps what it has then.
    mutating func send(_ parcel: RegionPost.Parcel) {
        changes.regions.append((parcel.device, parcel.given))
        guard let topic = topics.commands(parcel.device), !parcel.news.isEmpty else { return }
        let command = OwnTracksCommand.setWaypoints(parcel.news)
        send(OutgoingMessage(topic: topic, payload: command.jsonBytes))
    }

    mutating func delivered(_ id: Int64, at now: Timestamp) {
        delivered.append(id)
        if deliveredSince == nil { deliveredSince = now }
    }

    /// - Parameter cleared: When the broker had nothing more there; `nil` if it is to have
    ///   something.
    mutating func retain(_ topic: String, cleared: Timestamp? = nil) {
        changes.retained.append((topic, cleared))
    }

    mutating func keep(_ change: DeskChange) { changes.append(change) }
    mutating func keep(_ request: WaitingRequest) { changes.waiting.append(request) }
    mutating func answered(_ id: Int64) { changes.answered.append(id) }
    mutating func keep(_ answer: GivenAnswer) { changes.answers.append(answer) }
    mutating func forget(answers outdated: [UInt64]) { changes.outdatedAnswers += outdated }

    /// Writes all details: what was said until now must not be read again, since the clock was set and
    /// times computed before mean nothing, or since a node is gone.
    mutating func writeDetails() {
        urgent.formUnion(details.takeAll())
        dropJournal()
    }

    private mutating func dropJournal() {
        guard let last = journal.last else { return }
        changes.journalEnd = last.id
        journal = []
    }

    /// Adds the current state of everything that is to be written, and hands it all out.
    ///
    /// - Parameter isFinal: Details do not wait for their time; if there are many, all are written
    ///   once ``nextDue`` is `nil`.
    mutating func close(_ engine: Engine, at now: Timestamp, isFinal: Bool = false) -> Changes {
        let isOverdue = isFinal || nextDue.map { $0 <= now } ?? false
        if isOverdue || !urgent.isEmpty || !changes.isEmpty {
            let time = isFinal ? .distantFuture : now
            urgent.formUnion(details.take(at: time, most: Self.mostDetails))
            if isFinal, details.next == nil { dropJournal() }
            changes.delivered = delivered
            delivered = []
            deliveredSince = nil
        }
        for subject in urgent {
            details.remove(subject)
            switch subject {
            case .user(let id): changes.users.append((id, engine.users[id]))
            case .item(let id): changes.items.append((id, engine.track(of: id)))
            case .node(let id): changes.nodes.append((id, engine.nodes.tracks[id]))
            case .beacon(let id): changes.beacons.append((id, engine.track(of: id)))
            case .reminder(let id, let user):
                changes.reminders.append((user, id, engine.reminders[user]?[id]))
            case .silences(let place):
                changes.silences.append((place, engine.silences[place]))
            case .place, .friends, .spending: break
            }
        }
        urgent = []
        for index in changes.alerts.indices where !changes.alerts[index].messages.isEmpty {
            let notice = OutgoingMessage(noticeOf: changes.alerts[index].alert, topics, engine)
            changes.alerts[index].messages += notice.map { [$0] } ?? []
        }
        trimJournal(at: now)
        defer { changes = Changes() }
        return changes
    }

    /// Drops the messages whose details are all written, at most once a second.
    private mutating func trimJournal(at now: Timestamp) {
        let oldest = details.next?.advanced(bySeconds: -Self.patience)
        guard !journal.isEmpty, abs(now.seconds(since: trimmed)) >= 1 else { return }
        trimmed = now
        var last: Int64?
        while let row = journal.first, oldest.map({ row.time < $0 }) ?? true {
            last = row.id
            journal.removeFirst()
        }
        if let last { changes.journalEnd = last }
    }
}
