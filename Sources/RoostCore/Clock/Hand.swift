/// Where a clock shows a user.
public enum Hand: Hashable, Sendable {
    /// In a place: its kind, or its name if the kind is `other`.
    case place(String)
    case travelling, unknown, offline

    public var text: String {
        switch self {
        case .place(let text): text
        case .travelling: "travelling"
        case .unknown: "unknown"
        case .offline: "offline"
        }
    }
}
