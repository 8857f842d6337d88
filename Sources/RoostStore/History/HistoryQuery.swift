public import RoostCore

/// A page of a user's history, each kind oldest first.
public struct HistoryPage: Sendable {
    public var fixes: [RecordedFix] = []
    public var transitions: [Transition] = []
    /// The alerts as they were published.
    public var alerts: [[UInt8]] = []
    /// The start of the next page; `nil` on the last one.
    public var next: HistoryCursor?
}

/// A fix of the history, with its device.
public struct RecordedFix: Hashable, Sendable {
    public var device: Device
    public var fix: Fix
}

/// The requested part of the history.
public struct HistoryQuery: Hashable, Sendable {
    public var user: ID<User>
    public var from: Timestamp
    /// The exclusive end of the span.
    public var to: Timestamp
    public var limit: Int

    public init(user: ID<User>, from: Timestamp, to: Timestamp, limit: Int) {
        self.user = user
        self.from = from
        self.to = to
        self.limit = limit
    }
}
