import RoostCore
import RoostFormats

/// A time of the story, in UTC: `"08:05"`, `"08:05:20"`, or `"day 2 08:05"` for the next day.
struct Moment: Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Since the midnight at which the story begins.
    var seconds: Double

    init(seconds: Double) { self.seconds = seconds }

    init(stringLiteral text: String) {
        var words = text.split(separator: " ")[...]
        var day = 1
        if words.first == "day" {
            words = words.dropFirst()
            day = words.popFirst().flatMap { Int($0) } ?? 0
        }
        let parts = (words.first ?? "").split(separator: ":").compactMap { Int($0) }
        precondition(day > 0 && (2...3).contains(parts.count), "\(text) is no time")
        let second = parts.count == 3 ? parts[2] : 0
        seconds = Double((day - 1) * 86400 + parts[0] * 3600 + parts[1] * 60 + second)
    }

    static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.seconds < rhs.seconds }

    static func + (moment: Moment, seconds: Double) -> Moment {
        Moment(seconds: moment.seconds + seconds)
    }

    var description: String {
        let whole = Int(seconds.rounded(.down))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [whole / 3600 % 24, whole / 60 % 60, whole % 60].map(two)
        return (whole >= 86400 ? "day \(whole / 86400 + 1) " : "") + time.joined(separator: ":")
    }
}

typealias Span = ClosedRange<Moment>

extension Span {
    /// The moments at this distance in seconds, from the beginning to before the end.
    func moments(every step: Double) -> [Moment] {
        stride(from: lowerBound.seconds, to: upperBound.seconds, by: step).map(Moment.init)
    }

    var duration: Double { upperBound.seconds - lowerBound.seconds }
}

/// When the story begins.
struct Calendar {
    let midnight: Timestamp

    /// - Parameter date: Such as `2026-06-15`, a Monday.
    init(date: String) {
        guard let midnight = Timestamp(rfc3339: "\(date)T00:00:00Z") else {
            preconditionFailure("\(date) is no date")
        }
        self.midnight = midnight
    }

    func time(_ moment: Moment) -> Timestamp { midnight.advanced(bySeconds: moment.seconds) }
    func moment(_ time: Timestamp) -> Moment { Moment(seconds: time.seconds(since: midnight)) }
}
