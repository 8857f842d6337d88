/// Where a clock shows a user.
public enum Hand: Hashable, Sendable {
    /// In a place: its kind, or its name if the kind is `other`.
    case place(String)
    case travelling, unknown, offline

    /// In this place: a name that would say that somebody is in none is not shown.
    init(in place: Place) {
        let name = place.name.lowercased()
        let isMisleading = [Hand.travelling, .unknown, .offline].contains { $0.text == name }
        self = .place(place.kind == .other && !isMisleading ? place.name : place.kind.rawValue)
    }

    public var text: String {
        switch self {
        case .place(let text): text
        case .travelling: "travelling"
        case .unknown: "unknown"
        case .offline: "offline"
        }
    }
}
