public import RoostCore

/// The sender of an advertisement, and what it says of itself.
public struct Recognition: Hashable, Sendable {
    /// Its kind, for people to read: `iBeacon`, `AirTag`, `resolvable address`.
    public var kind: String
    /// Its stable identity; `nil` if it cannot be tracked and only its kind is known.
    public var beacon: BeaconID?
    /// A second identity that is as stable, mostly the address: other scanners know only this one.
    public var alias: BeaconID?
    /// What a receiver one metre away hears, in dBm, −127 to −1, if the manufacturer measured it.
    public var calibratedPower: Int?
    /// In per cent, 0...100, if it is reported in per cent.
    public var battery: Int?
    public var name: String?
}

/// Recognizes the senders of advertisements, by what they say and by the known keys.
public struct Recognizer: Sendable {
    /// What a household knows of its own devices.
    public struct Keys: Sendable {
        /// Of phones and watches with changing addresses.
        public var identityResolvingKeys: [IdentityResolvingKey]
        /// Of Eddystone-EID beacons.
        public var ephemeralIdentityKeys: [EphemeralIdentityKey]
        /// Of BTHome sensors that encrypt their values, by address: `mac:aabbccddeeff`.
        public var bindKeys: [BeaconID: AES128]

        public init(
            identityResolvingKeys: [IdentityResolvingKey] = [],
            ephemeralIdentityKeys: [EphemeralIdentityKey] = [], bindKeys: [BeaconID: AES128] = [:]
        ) {
            self.identityResolvingKeys = identityResolvingKeys
            self.ephemeralIdentityKeys = ephemeralIdentityKeys
            self.bindKeys = bindKeys
        }
    }

    private let keys: Keys
    private var resolver: AddressResolver

    public init(keys: Keys = Keys()) {
        self.keys = keys
        resolver = AddressResolver(keys: keys.identityResolvingKeys)
    }

    /// Recognizes the sender of one advertisement, heard at `time`.
    ///
    /// The key that resolves the address takes precedence over what the packet names, and that over
    /// the address itself: a phone stays that phone whatever an app on it pretends to be.
    public mutating func recognize(
        _ advertisement: Advertisement, at time: Timestamp
    ) -> Recognition {
        let address = advertisement.address
        let frames = advertisement.data.frames.map { opened($0, sender: address) }
        let key = address.flatMap { resolver.resolve($0) }

        // The beacon and an alias: a packet may name thousands.
        var identities: [BeaconID] = []
        func add(_ identity: BeaconID?) {
            guard let identity, identities.count < 2, !identities.contains(identity) else { return }
            identities.append(identity)
        }
        add(key?.beacon)
        for frame in frames {
            add(frame.beacon ?? owner(of: frame, at: time))
            if frame == .tile { add(address.flatMap(Self.tile)) }
        }
        if let address, address.isStable, !frames.contains(where: \.hidesIdentity) {
            add(address.beacon)
        }
        return Recognition(
            kind: Self.kind(frames, address), beacon: identities.first,
            alias: identities.dropFirst().first,
            calibratedPower: frames.lazy.compactMap(\.calibratedPower).first,
            battery: frames.lazy.compactMap(\.battery).first, name: advertisement.name)
    }

    private func opened(_ frame: Frame, sender: BluetoothAddress?) -> Frame {
        guard case .bthome(let sensor) = frame, let address = sensor.address ?? sender,
            let key = keys.bindKeys[address.beacon],
            let opened = sensor.opened(with: key, sender: sender)
        else { return frame }
        return .bthome(opened)
    }

    /// The owner of a changing identifier.
    private func owner(of frame: Frame, at time: Timestamp) -> BeaconID? {
        guard case .eddystone(.ephemeralID(_, let identifier)) = frame else { return nil }
        return keys.ephemeralIdentityKeys.first { $0.matches(identifier, at: time) }?.beacon
    }

    private static func tile(_ address: BluetoothAddress) -> BeaconID? {
        address.isStable ? BeaconID(canonical: "tile:" + Hex.text(address.bytes)) : nil
    }

    /// The format that names the sender, else the first format, else the kind of address.
    private static func kind(_ frames: [Frame], _ address: BluetoothAddress?) -> String {
        if let frame = frames.first(where: { $0.beacon != nil }) ?? frames.first {
            return frame.kind
        }
        return switch address?.kind {
        case .public: "public address"
        case .randomStatic: "random static address"
        case .resolvable: "resolvable address"
        case .nonResolvable: "non-resolvable address"
        case nil: "anonymous"
        }
    }
}
