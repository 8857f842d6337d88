public import RoostCore
public import RoostFormats

/// The differences between two replays, such as after a change of settings.
public struct ReplayComparison: Sendable {
    public enum Difference: Hashable, Sendable {
        case gone(String, at: Timestamp)
        case new(String, at: Timestamp)
        case moved(String, from: Timestamp, to: Timestamp)

        /// The earlier of its times.
        public var time: Timestamp {
            switch self {
            case .gone(_, let time), .new(_, let time): time
            case .moved(_, let from, let to): min(from, to)
            }
        }

        public var text: String {
            switch self {
            case .gone(let text, _), .new(let text, _), .moved(let text, _, _): text
            }
        }
    }

    /// Sorted by time.
    public private(set) var differences: [Difference] = []
    /// How many statements are in both, at the same time.
    public private(set) var same = 0

    /// Statements that differ by less than this are at the same time, in seconds.
    private static let tolerance = 1.0

    public init(_ before: Statements, _ after: Statements) {
        for subject in Set(before.bySubject.keys).union(after.bySubject.keys).sorted() {
            compare(before.bySubject[subject] ?? [], after.bySubject[subject] ?? [])
        }
        differences.sort { ($0.time, $0.text) < ($1.time, $1.text) }
    }

    /// Compares what is said of one subject, by text.
    private mutating func compare(_ before: [Statements.Said], _ after: [Statements.Said]) {
        let before = Dictionary(grouping: before, by: \.text).mapValues { $0.map(\.time) }
        let after = Dictionary(grouping: after, by: \.text).mapValues { $0.map(\.time) }
        for text in Set(before.keys).union(after.keys).sorted() {
            compare(text, before[text] ?? [], after[text] ?? [])
        }
    }

    /// Compares the times, in order, at which the same is said.
    private mutating func compare(_ text: String, _ before: [Timestamp], _ after: [Timestamp]) {
        // What is said at the same time in both is the same, however often it is said.
        var (gone, new): ([Timestamp], [Timestamp]) = ([], [])
        var (old, next) = (before[...], after[...])
        while let was = old.first, let isNow = next.first {
            let later = isNow.seconds(since: was)
            if abs(later) < Self.tolerance { same += 1 }
            if later >= Self.tolerance { gone.append(was) }
            if later <= -Self.tolerance { new.append(isNow) }
            if later < Self.tolerance { next.removeFirst() }
            if later > -Self.tolerance { old.removeFirst() }
        }
        pair(text, gone + old, new + next)
    }

    /// Of what is left, as much as possible has moved: in order, each to the nearest time that
    /// leaves one for all that follow.
    private mutating func pair(_ text: String, _ gone: [Timestamp], _ new: [Timestamp]) {
        let isFewer = gone.count < new.count
        let (fewer, more) = isFewer ? (gone, new) : (new, gone)
        func note(alone time: Timestamp) {
            differences.append(isFewer ? .new(text, at: time) : .gone(text, at: time))
        }
        var index = 0
        for (count, time) in fewer.enumerated() {
            func apart(_ other: Timestamp) -> Double { abs(other.seconds(since: time)) }
            let last = more.count - (fewer.count - count)
            while index < last, apart(more[index + 1]) < apart(more[index]) {
                note(alone: more[index])
                index += 1
            }
            let (from, to) = isFewer ? (time, more[index]) : (more[index], time)
            differences.append(.moved(text, from: from, to: to))
            index += 1
        }
        for time in more[index...] { note(alone: time) }
    }
}

extension ReplayComparison.Difference: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .gone(let text, let time):
                json.member("change", "gone")
                json.member("text", text)
                json.member("before", time)
            case .new(let text, let time):
                json.member("change", "new")
                json.member("text", text)
                json.member("after", time)
            case .moved(let text, let from, let to):
                json.member("change", "moved")
                json.member("text", text)
                json.member("before", from)
                json.member("after", to)
            }
        }
    }
}
