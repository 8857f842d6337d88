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

    private mutating func compare(_ before: [Statements.Said], _ after: [Statements.Said]) {
        let changes = after.map(\.text).difference(from: before.map(\.text))
        var (gone, new) = (Set<Int>(), Set<Int>())
        for change in changes {
            switch change {
            case .remove(let offset, _, _):
                gone.insert(offset)
                differences.append(.gone(before[offset].text, at: before[offset].time))
            case .insert(let offset, _, _):
                new.insert(offset)
                differences.append(.new(after[offset].text, at: after[offset].time))
            }
        }
        let kept = zip(
            before.indices.filter { !gone.contains($0) }, after.indices.filter { !new.contains($0) }
        )
        for (old, now) in kept {
            let (from, to) = (before[old].time, after[now].time)
            if abs(to.seconds(since: from)) < Self.tolerance {
                same += 1
            } else {
                differences.append(.moved(after[now].text, from: from, to: to))
            }
        }
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
