/// Resolves the changing addresses of devices whose keys are known, and remembers the answers.
///
/// Whether a key resolves an address never changes, so an answer is forgotten only to make room.
public struct AddressResolver: Sendable {
    /// The owner of an address.
    public struct Resolution: Hashable, Sendable {
        public let key: IdentityResolvingKey
        public let order: IdentityResolvingKey.ByteOrder
    }

    private let keys: [IdentityResolvingKey]
    private let capacity: Int
    /// The answers in two generations: when the young ones reach the capacity, they become the old
    /// ones, and the previous old ones are forgotten.
    private var young: [BluetoothAddress: Resolution?] = [:]
    private var old: [BluetoothAddress: Resolution?] = [:]

    /// - Parameter capacity: The number of addresses remembered at least; at most twice as many.
    public init(keys: [IdentityResolvingKey], capacity: Int = 1024) {
        self.keys = keys
        self.capacity = max(1, capacity)
    }

    /// The owner of this address; `nil` if it is not resolvable or no known key matches.
    public mutating func resolve(_ address: BluetoothAddress) -> Resolution? {
        guard address.kind == .resolvable, !keys.isEmpty else { return nil }
        if let known = young[address] { return known }
        let resolution = old[address] ?? compute(address)
        if young.count >= capacity {
            old = young
            young = [:]
        }
        young[address] = .some(resolution)
        return resolution
    }

    private func compute(_ address: BluetoothAddress) -> Resolution? {
        for key in keys {
            if let order = key.resolves(address) { return Resolution(key: key, order: order) }
        }
        return nil
    }
}
