/// What an alert is about.
public enum AlertKind: String, Hashable, Sendable, Codable, CaseIterable {
    case leftBehind = "left_behind"
    case leavingWithout = "leaving_without"
    case arrivedWithout = "arrived_without"
    case arrived
    case left
    case itemLost = "item_lost"
    case itemFound = "item_found"
    case batteryLow = "battery_low"
    case nodeOffline = "node_offline"
    case friendArrived = "friend_arrived"
    case friendLeft = "friend_left"
    case noteNearby = "note_nearby"
    case spendingHere = "spending_here"
    case budgetExceeded = "budget_exceeded"

    public var severity: Severity {
        switch self {
        case .leftBehind, .leavingWithout: .critical
        case .arrivedWithout, .itemLost, .batteryLow, .nodeOffline, .budgetExceeded: .warning
        case .arrived, .left, .itemFound, .friendArrived, .friendLeft, .noteNearby, .spendingHere:
            .info
        }
    }

    /// Whether it is for the user alone, and not for the page that the household shares.
    public var isPrivate: Bool {
        switch self {
        case .noteNearby, .spendingHere, .budgetExceeded: true
        default: false
        }
    }

    /// Whether it is about where an item is.
    public var isAboutItem: Bool {
        switch self {
        case .leftBehind, .leavingWithout, .arrivedWithout, .itemLost, .itemFound: true
        case .arrived, .left, .batteryLow, .nodeOffline, .friendArrived, .friendLeft, .noteNearby,
            .spendingHere, .budgetExceeded:
            false
        }
    }

    /// Whether it is about somebody else, or by them.
    public var isAboutOthers: Bool {
        switch self {
        case .friendArrived, .friendLeft, .noteNearby: true
        case .leftBehind, .leavingWithout, .arrivedWithout, .itemLost, .itemFound, .arrived, .left,
            .batteryLow, .nodeOffline, .spendingHere, .budgetExceeded:
            false
        }
    }

    /// Whether it results from the user's present action, so that it disturbs nobody.
    var answersUser: Bool { self == .budgetExceeded }

    /// The shortest time between two alerts of this kind about the same thing, in seconds.
    var minimumIntervalSeconds: Double {
        switch self {
        case .leavingWithout: 1800
        case .arrived, .left, .leftBehind, .friendArrived, .friendLeft, .spendingHere: 300
        case .noteNearby: 86400
        case .arrivedWithout: 43200
        case .itemLost, .itemFound, .batteryLow, .nodeOffline: 3600
        // Each part of each budget is reported once a month, which its id ensures.
        case .budgetExceeded: 0
        }
    }

    public enum Severity: String, Hashable, Sendable, Codable {
        case info, warning
        /// Pushed in quiet hours too: an hour later would be too late.
        case critical
    }
}
