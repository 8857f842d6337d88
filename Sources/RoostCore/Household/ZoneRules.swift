/// A time zone as a list of changes of its offset from UTC, so that local hours can be told without
/// asking the machine.
public struct ZoneRules: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var from: Timestamp
        public var offsetSeconds: Int

        public init(from: Timestamp, offsetSeconds: Int) {
            self.from = from
            self.offsetSeconds = offsetSeconds
        }
    }

    private let changes: [Change]

    public static let utc = ZoneRules(changes: [])

    /// - Parameter changes: Oldest first; before the first one, its own offset holds.
    public init(changes: [Change]) {
        self.changes = changes
    }

    /// Minutes after local midnight at `time`, 0..<1440.
    public func minuteOfDay(at time: Timestamp) -> Int {
        let offset = (changes.last { $0.from <= time } ?? changes.first)?.offsetSeconds ?? 0
        let seconds = time.milliseconds / 1000 + Int64(offset)
        let dayLength: Int64 = 86400
        return Int(((seconds % dayLength) + dayLength) % dayLength) / 60
    }
}
