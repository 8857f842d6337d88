public import RoostCore

/// Finds the owners of changing addresses in sightings, by the keys that the household knows.
public struct SightingResolver: Sendable {
    private var keys: Set<BeaconID> = []
    private var resolver = AddressResolver(keys: [])

    public init() {}

    /// The events, with each address that a key resolves replaced by that key's identity.
    ///
    /// - Parameter keys: `irk:…`
    public mutating func resolve(_ events: [Event], by keys: Set<BeaconID>) -> [Event] {
        if keys != self.keys {
            self.keys = keys
            resolver = AddressResolver(
                keys: keys.sorted().compactMap { IdentityResolvingKey(hex: $0.rawValue) })
        }
        guard !keys.isEmpty else { return events }
        return events.map { event in
            guard case .sightings(var batch) = event else { return event }
            for index in batch.sightings.indices { resolve(&batch.sightings[index]) }
            return .sightings(batch)
        }
    }

    private mutating func resolve(_ sighting: inout Sighting) {
        for name in [sighting.beacon, sighting.alias] {
            guard let address = name?.randomAddress, let key = resolver.resolve(address)
            else { continue }
            // A phone stays that phone, whatever an app on it pretends to be.
            sighting.alias = sighting.beacon == name ? sighting.alias : sighting.beacon
            sighting.beacon = key.beacon
            sighting.isRotating = false
            return
        }
    }
}

extension BeaconID {
    /// The address in this identity, as a random one: most scanners do not say its kind.
    fileprivate var randomAddress: BluetoothAddress? {
        guard rawValue.hasPrefix("mac:"), let value = UInt64(rawValue.dropFirst(4), radix: 16)
        else { return nil }
        return BluetoothAddress(value, isRandom: true)
    }

    /// Whether it is an address that changes, if it is a random one.
    var mayRotate: Bool { randomAddress?.kind == .resolvable }
}
