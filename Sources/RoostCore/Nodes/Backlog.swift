/// What the nodes of one place have yet to tell after their network stalled.
///
/// Each comes back in its own time, and sends what it heard meanwhile. Until then its silence tells
/// nothing of the time that was not read yet.
struct Backlog: Hashable, Sendable {
    private var awaited: [ID<Node>: Awaited] = [:]

    private struct Awaited: Hashable {
        /// When the newest of what was read was heard.
        var readUntil: Timestamp
        /// Until when to wait for more.
        var due: Timestamp
        /// Until when to wait at most: a clock that is wrong never catches up.
        var end: Timestamp
    }

    /// What a node told, and what is known of it.
    struct Word {
        /// When the newest of it was heard.
        var newest: Timestamp
        /// When the newest that it told before was heard, and when it told that.
        var before: Timestamp
        var toldBefore: Timestamp
    }

    /// Another node, when it last heard something, and when it last spoke.
    typealias Other = (node: ID<Node>, heardLast: Timestamp, lastSpoke: Timestamp)

    /// What is newer when it arrives did not wait in a queue, in seconds.
    static let late = 5.0
    /// Nodes whose network stalled fall silent within this time of each other, in seconds.
    static let together = 15.0
    /// The longest pause within a queue that is read, in seconds.
    private static let lull = 2.0
    /// The least and the longest time to wait for a node that was cut off, in seconds.
    private static let patience = 20.0...120.0

    /// Up to when all that the nodes heard was read.
    func readUntil(at now: Timestamp) -> Timestamp {
        awaited.values.reduce(now) { $1.due > now ? min($0, $1.readUntil) : $0 }
    }

    /// The same for one node.
    func readUntil(of node: ID<Node>, at now: Timestamp) -> Timestamp {
        awaited[node].map { $0.due > now ? min(now, $0.readUntil) : now } ?? now
    }

    /// Whether nothing is awaited any more.
    func isOver(at now: Timestamp) -> Bool { awaited.values.allSatisfy { $0.due <= now } }

    /// Notes that a node says how it is: what it heard before follows at once, if anything.
    mutating func noteStatus(of node: ID<Node>, at now: Timestamp) {
        awaited[node]?.due.clamp(to: now.advanced(bySeconds: Self.lull))
    }

    /// Notes what a node told.
    ///
    /// - Parameter others: The other nodes that are not offline.
    mutating func note(_ word: Word, of node: ID<Node>, others: [Other], at now: Timestamp) {
        guard now.seconds(since: word.newest) > Self.late else {
            awaited[node] = nil
            return
        }
        // What tells nothing newer was told before: it is no queue.
        guard word.newest > word.before else { return }
        if let known = awaited[node], known.due > now {
            let due = min(known.end, now.advanced(bySeconds: Self.lull))
            awaited[node] = Awaited(readUntil: word.newest, due: due, end: known.end)
            return
        }
        // A queue follows a silence.
        guard now.seconds(since: word.toldBefore) > Self.late else { return }
        // Who sends in vain tries again ever more seldom: at worst after as long once more.
        let cutOff = now.seconds(since: word.before)
        let patience = min(max(Self.patience.lowerBound, cutOff), Self.patience.upperBound)
        let end = now.advanced(bySeconds: patience)
        for other in others
        where awaited[other.node] == nil && now.seconds(since: other.lastSpoke) > Self.late
            && abs(other.heardLast.seconds(since: word.before)) < Self.together
        {
            awaited[other.node] = Awaited(readUntil: other.heardLast, due: end, end: end)
        }
        awaited[node] = Awaited(
            readUntil: word.newest, due: now.advanced(bySeconds: Self.lull), end: end)
    }
}

extension NodeBook {
    /// Notes what a node told, and which others are to tell as much.
    mutating func noteBacklog(of node: ID<Node>, _ word: Backlog.Word, at now: Timestamp) {
        guard let place = placed[node]?.place else { return }
        let isLate = now.seconds(since: word.newest) > Backlog.late
        guard isLate || backlogs[place] != nil else { return }
        let others = seats(in: place).compactMap { seat -> Backlog.Other? in
            guard seat.node != node, let track = tracks[seat.node], track.status != .offline,
                let heardLast = track.heardLast
            else { return nil }
            return (seat.node, heardLast, track.lastSpoke)
        }
        var backlog = backlogs[place] ?? Backlog()
        backlog.note(word, of: node, others: others, at: now)
        backlogs[place] = backlog.isOver(at: now) ? nil : backlog
    }
}
