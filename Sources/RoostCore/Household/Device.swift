/// A user's phone or tablet, by the name under which its app publishes
/// (`owntracks/<user>/<device>`).
public struct Device: Hashable, Sendable, Codable {
    public let name: String

    /// Returns `nil` if the name is empty, longer than 64 bytes or has a control character.
    public init?(_ name: String) {
        guard (1...64).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { return nil }
        self.name = name
    }

    public init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
