/// Resolves the changing addresses of devices whose keys are known, and remembers the answers.
///
/// Whether a key resolves an address never changes, so an answer is forgotten only to make room.
public struct AddressResolver: Sendable {
    private let keys: [IdentityResolvingKey]
    private let capacity: Int
    /// The answers in two generations: when the young ones reach the capacity, they become the old
    /// ones, and the previous old ones are forgotten.
    private var young: [BluetoothAddress: IdentityResolvingKey?] = [:]
    private var old: [BluetoothAddress: IdentityResolvingKey?] = [:]

    /// - Parameter capacity: The number of addresses remembered at least; at most twice as many.
    public init(keys: [IdentityResolvingKey], capacity: Int = 1024) {
        self.keys = keys
        self.capacity = max(1, capacity)
    }

    /// The key of this address; `nil` if it is not resolvable or no known key matches.
    public mutating func resolve(_ address: BluetoothAddress) -> IdentityResolvingKey? {
        guard address.kind == .resolvable, !keys.isEmpty else { return nil }
        if let known = young[address] { return known }
        let key = old[address] ?? keys.first { $0.resolves(address) }
        if young.count >= capacity {
            old = young
            young = [:]
        }
        young[address] = .some(key)
        return key
    }
}
