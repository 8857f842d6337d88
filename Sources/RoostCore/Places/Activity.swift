/// How somebody moves.
public enum Activity: String, Hashable, Sendable, Codable {
    case still, walking, vehicle
}
