/// How far a node's clock is behind the gateway's, by when it says that it sent its messages.
///
/// Only the shortest delay of a period counts, since messages may wait in a queue; and only if it
/// lasted, since a queue that is sent slowly has ever shorter delays.
struct ClockLag: Hashable, Sendable {
    /// The shortest delay of the last period in which it lasted, in seconds.
    private var known: Double?
    private var period: Period?

    private struct Period: Hashable {
        var began: Timestamp
        /// The shortest delay so far.
        var least: Double
        /// A delay, and since when none was much shorter.
        var level: Double
        var levelSince: Timestamp

        init(began: Timestamp, delay: Double) {
            self.began = began
            (least, level, levelSince) = (delay, delay, began)
        }
    }

    /// In seconds, negative if the node's clock is ahead; 0 for what may be the way of messages.
    var seconds: Double {
        // The first message shows that a clock is days behind.
        let lag = known ?? period.flatMap { $0.least > Self.longestQueue ? $0.least : nil } ?? 0
        return abs(lag) > Self.usualWay ? lag : 0
    }

    /// No queue keeps a message this long, in seconds.
    private static let longestQueue = 259_200.0
    /// Differences between the clocks up to this may be the way of messages, in seconds.
    private static let usualWay = 2.0
    /// A delay that is shorter by more than this begins anew to last, in seconds.
    private static let fall = 0.5
    /// Over how long the shortest delay is looked for, and how long it must last, in seconds.
    private static let (length, lasting) = (15.0, 7.5)

    /// Takes in a message.
    mutating func compare(sent: Timestamp, at now: Timestamp) {
        let delay = now.seconds(since: sent)
        var current = period ?? Period(began: now, delay: delay)
        if current.level - delay > Self.fall {
            (current.level, current.levelSince) = (delay, now)
        }
        current.least = min(current.least, delay)
        if now.seconds(since: current.began) >= Self.length {
            if now.seconds(since: current.levelSince) >= Self.lasting { known = current.least }
            current = Period(began: now, delay: delay)
        }
        period = current
    }
}
