import OrderedCollections
import RoostCore

/// Decides when each subject is published again.
///
/// Changes of meaning are published at once; details at most once a second for each subject (twice
/// a second for somebody who walks through rooms, every five seconds for an item), so that a phone
/// in a car does not flood the broker.
struct PublicationQueue {
    private var urgent: OrderedSet<Subject> = []
    private var waiting = Agenda<Subject>()
    /// When each recently published subject was published, and since when that is recorded.
    private var saidAt: [Subject: Timestamp] = [:]
    private var saidSince = Timestamp.epoch

    /// When the next subject may be published.
    var nextDue: Timestamp? { urgent.isEmpty ? waiting.next : .epoch }

    /// How many subjects are to be published at once.
    var backlog: Int { urgent.count }

    mutating func note(_ subject: Subject, _ urgency: Effect.Urgency, at now: Timestamp) {
        switch urgency {
        case .now:
            waiting.remove(subject)
            urgent.append(subject)
        case .soon, .shown, .passing:
            guard !urgent.contains(subject), !waiting.contains(subject) else { return }
            let last = saidAt[subject] ?? .epoch
            let pace = Self.pace(of: subject, urgency)
            waiting.add(subject, at: max(now, last.advanced(bySeconds: pace)))
        }
    }

    /// The clock was set: what waits is published now.
    mutating func forgetTimes(at now: Timestamp) {
        saidAt = [:]
        for subject in waiting.takeAll() { waiting.add(subject, at: now) }
    }

    /// Takes out what is to be published now, in order.
    ///
    /// - Parameter most: The most subjects; the others follow when there is room for them.
    mutating func take(_ most: Int, at now: Timestamp) -> [Subject] {
        forgetOldTimes(at: now)
        let first = urgent.takeFirst(most)
        // A withdrawn share replaces what still waits in the queue, which needs no room.
        let shared = urgent.filter(\.isSharing)
        urgent.subtract(shared)
        let subjects: [Subject] = first + shared + waiting.take(at: now, most: most - first.count)
        for subject in subjects { saidAt[subject] = now }
        return subjects
    }

    /// Forgets old times: those subjects may be published again at any time.
    private mutating func forgetOldTimes(at now: Timestamp) {
        guard abs(now.seconds(since: saidSince)) >= Self.longestPace else { return }
        saidSince = now
        saidAt = saidAt.filter { now.seconds(since: $0.value) < Self.longestPace }
    }

    private static let longestPace = 5.0

    /// Seconds between two messages about details.
    private static func pace(of subject: Subject, _ urgency: Effect.Urgency) -> Double {
        // A walking user is half a metre further by then.
        if urgency == .passing { return 0.5 }
        return switch subject {
        case .item: longestPace
        case .user, .place, .friends, .node, .beacon, .spending, .reminder, .silences: 1
        }
    }
}

extension OrderedSet {
    /// Removes the first members, at most `most`, and returns them.
    mutating func takeFirst(_ most: Int) -> [Element] {
        // To remove nothing would copy all the room that there once was need of.
        guard !isEmpty, most > 0 else { return [] }
        let first = Array(elements.prefix(most))
        removeFirst(first.count)
        return first
    }
}

extension Subject {
    /// Whether it is what others may see of a user.
    fileprivate var isSharing: Bool {
        if case .friends = self { true } else { false }
    }
}
