/// A thing with a beacon, which its owner does not want to leave behind.
public struct Item: Hashable, Sendable, Codable {
    public var id: ID<Item>
    public var owner: ID<User>
    public var name: String
    public var kind: Kind
    public var beacon: BeaconID?
    public var watch: Watch
    /// Metres within which the item counts as carried, above 0; `nil` for anywhere in the place.
    public var range: Double?
    /// What a node one metre away hears of it, in dBm, as measured by the owner; if `nil`, the
    /// beacon's own value or the usual one applies.
    public var txPower: Double?

    public init(
        id: ID<Item>, owner: ID<User>, name: String, kind: Kind = .other, beacon: BeaconID? = nil,
        watch: Watch = .everywhere, range: Double? = nil, txPower: Double? = nil
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.kind = kind
        self.beacon = beacon
        self.watch = watch
        self.range = range
        self.txPower = txPower
    }

    /// The most items that one user may own after making one.
    public static let mostOfOwner = 10_000

    // `id` stands for an identity card in the household's vocabulary.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case key, id, wallet, purse, bag, laptop, pet, other
    }

    /// The places where the item must not be left behind.
    public enum Watch: Hashable, Sendable, Codable {
        case everywhere
        case places([ID<Place>])

        public func includes(_ place: ID<Place>) -> Bool {
            switch self {
            case .everywhere: true
            case .places(let places): places.contains(place)
            }
        }
    }
}
