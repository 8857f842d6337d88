import RoostCore

/// Converts moments to what a wall clock shows; the demo's clock runs faster than real time.
struct WatchClock: Hashable, Sendable {
    /// The real moments at which the clock's own pace begins and ends.
    var origin = Timestamp.epoch
    var end = Timestamp.distantFuture
    /// What it shows at `origin`, in milliseconds after midnight.
    var shown: Int64 = 0
    /// Shown seconds per real second between `origin` and `end`.
    var rate = 1.0
    var showsSeconds = true

    /// Whether it has its own pace.
    var isRunning: Bool { origin.milliseconds > 0 }

    /// `07:52`, or `07:52:10`.
    func text(_ moment: Timestamp) -> String {
        let day: Int64 = 86_400_000
        let time = ((face(moment) % day) + day) % day
        let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60]
        return parts.prefix(showsSeconds ? 3 : 2).map { $0.zeroPadded(to: 2) }
            .joined(separator: ":")
    }

    /// The age of a moment by this clock: `12 s`, `5 min`, `3 h`, `2 d`.
    func age(of moment: Timestamp, at now: Timestamp) -> String {
        let seconds = max(0, (face(now) - face(moment)) / 1000)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86400) d"
        }
    }

    private func face(_ moment: Timestamp) -> Int64 {
        guard moment >= origin else {
            return shown - Int64(origin.seconds(since: moment) * 1000 * min(1, rate))
        }
        let fast = min(moment, end).seconds(since: origin) * rate
        let slow = max(0, moment.seconds(since: max(origin, min(moment, end))))
        return shown + Int64((fast + slow) * 1000)
    }
}
