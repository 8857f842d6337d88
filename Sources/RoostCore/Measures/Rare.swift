/// A value that is mostly missing, and is stored separately if present, so that its holder stays
/// small.
@propertyWrapper
public enum Rare<Value: Hashable & Sendable>: Hashable, Sendable {
    case missing
    indirect case there(Value)

    public init(wrappedValue: Value?) {
        self = wrappedValue.map(Self.there) ?? .missing
    }

    public var wrappedValue: Value? {
        get { if case .there(let value) = self { value } else { nil } }
        set { self = Self(wrappedValue: newValue) }
    }
}

extension Rare: Codable where Value: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value?.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// A missing value has no key, like any optional.

extension KeyedDecodingContainer {
    func decode<Value: Codable>(_ type: Rare<Value>.Type, forKey key: Key) throws -> Rare<Value> {
        Rare(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Codable>(_ rare: Rare<Value>, forKey key: Key) throws {
        try encodeIfPresent(rare.wrappedValue, forKey: key)
    }
}
