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
    }

    /// What is newer when it arrives did not wait in a queue, in seconds.
    static let late = 5.0
    /// The longest pause within a queue that is read, in seconds.
    private static let lull = 2.0
    /// Nodes whose network stalled fall silent within this time of each other, in seconds.
    private static let together = 15.0
    /// The least time to wait for a node that was cut off with another, in seconds.
    private static let reconnecting = 20.0

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

    /// Notes what a node told.
    ///
    /// - Parameters:
    ///   - newest: When the newest of it was heard.
    ///   - before: When the newest that it told before was heard; `nil` if it told nothing.
    ///   - others: When each of the other nodes that are not offline last heard something.
    mutating func note(
        _ node: ID<Node>, heardUntil newest: Timestamp, before: Timestamp?,
        others: [(node: ID<Node>, heardLast: Timestamp)], at now: Timestamp
    ) {
        guard now.seconds(since: newest) > Self.late else {
            awaited[node] = nil
            return
        }
        if let before, awaited[node].map({ $0.due <= now }) ?? true {
            // Who sends in vain tries again ever more seldom: at worst after as long once more.
            let patience = max(Self.reconnecting, now.seconds(since: before))
            let due = now.advanced(bySeconds: patience)
            for other in others
            where awaited[other.node] == nil
                && abs(other.heardLast.seconds(since: before)) < Self.together
            {
                awaited[other.node] = Awaited(readUntil: other.heardLast, due: due)
            }
        }
        awaited[node] = Awaited(readUntil: newest, due: now.advanced(bySeconds: Self.lull))
    }
}

extension NodeBook {
    /// Notes what a node told, and which others are to tell as much.
    ///
    /// - Parameters:
    ///   - newest: When the newest of it was heard; now if it told that it hears nothing.
    ///   - before: When the newest that it told before was heard; `nil` if it told nothing.
    mutating func noteBacklog(
        of node: ID<Node>, heardUntil newest: Timestamp, before: Timestamp?, at now: Timestamp
    ) {
        guard let place = placed[node]?.place else { return }
        let isLate = now.seconds(since: newest) > Backlog.late
        guard isLate || backlogs[place] != nil else { return }
        let others = seats(in: place).compactMap { seat in
            tracks[seat.node].flatMap { track in
                seat.node != node && track.status != .offline
                    ? track.heardLast.map { (seat.node, $0) } : nil
            }
        }
        var backlog = backlogs[place] ?? Backlog()
        backlog.note(node, heardUntil: newest, before: before, others: others, at: now)
        backlogs[place] = backlog.isOver(at: now) ? nil : backlog
    }
}
