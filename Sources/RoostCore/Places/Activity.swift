/// How somebody moves.
public enum Activity: String, Hashable, Sendable, Codable, CaseIterable {
    case still, walking, vehicle
}
