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
        // What is said at the same time in both is the same, however often it is said.
        var (gone, new): ([Statements.Said], [Statements.Said]) = ([], [])
        for change in after.difference(from: before, by: Self.isSame) {
            switch change {
            case .remove(_, let said, _): gone.append(said)
            case .insert(_, let said, _): new.append(said)
            }
        }
        same += before.count - gone.count
        let left = Dictionary(grouping: new, by: \.text)
        let lost = Dictionary(grouping: gone, by: \.text)
        for text in Set(left.keys).union(lost.keys).sorted() {
            pair(lost[text] ?? [], left[text] ?? [])
        }
    }

    private static func isSame(_ one: Statements.Said, _ other: Statements.Said) -> Bool {
        one.text == other.text && abs(one.time.seconds(since: other.time)) < tolerance
    }

    /// Of statements with the same text, those nearest in time are one that has moved.
    private mutating func pair(_ gone: [Statements.Said], _ new: [Statements.Said]) {
        let pairs = gone.indices.flatMap { old in new.indices.map { (old: old, new: $0) } }
            .map { pair in
                (pair: pair, apart: abs(new[pair.new].time.seconds(since: gone[pair.old].time)))
            }
            .sorted {
                ($0.apart, $0.pair.old, $0.pair.new) < ($1.apart, $1.pair.old, $1.pair.new)
            }
        var (unpairedGone, unpairedNew) = (Set(gone.indices), Set(new.indices))
        for (pair, _) in pairs
        where unpairedGone.contains(pair.old) && unpairedNew.contains(pair.new) {
            unpairedGone.remove(pair.old)
            unpairedNew.remove(pair.new)
            let said = new[pair.new]
            differences.append(.moved(said.text, from: gone[pair.old].time, to: said.time))
        }
        differences += unpairedGone.map { .gone(gone[$0].text, at: gone[$0].time) }
        differences += unpairedNew.map { .new(new[$0].text, at: new[$0].time) }
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
