public import RoostCore

/// The key from which an Eddystone-EID beacon derives its changing identifiers.
public struct EphemeralIdentityKey: Sendable {
    /// The identity of the beacon.
    ///
    /// The key itself is a secret, and not part of the identity.
    public let beacon: BeaconID
    private let key: AES128
    private let rotationExponent: UInt8
    private let start: Timestamp

    /// Returns `nil` for a key of any other length than 16 bytes, or an exponent above 15.
    ///
    /// - Parameters:
    ///   - rotationExponent: The identifier changes every 2^this seconds; 0...15.
    ///   - start: When the beacon's own clock stood at zero.
    public init?(beacon: BeaconID, key: [UInt8], rotationExponent: UInt8, start: Timestamp) {
        guard let key = AES128(key: key), rotationExponent < 16 else { return nil }
        self.beacon = beacon
        self.key = key
        self.rotationExponent = rotationExponent
        self.start = start
    }

    /// Whether the beacon sends this identifier at this time, give or take one change, since its
    /// clock drifts.
    public func matches(_ identifier: [UInt8], at time: Timestamp) -> Bool {
        let seconds = time.seconds(since: start)
        let period = Double(UInt32(1) << rotationExponent)
        return [0, -period, period].contains { drift in
            UInt32(exactly: (seconds + drift).rounded(.down))
                .map { self.identifier(atSecond: $0) == identifier } ?? false
        }
    }

    /// The eight bytes that the beacon sends at this second of its clock.
    func identifier(atSecond second: UInt32) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 11)
        let upperHalf = UInt16(truncatingIfNeeded: second >> 16)
        let temporary = key.encrypt(zeros + [0xff, 0, 0] + upperHalf.bigEndianBytes)
        let period = (second >> rotationExponent) << rotationExponent
        let block = zeros + [rotationExponent] + period.bigEndianBytes
        return Array(AES128(key: temporary)?.encrypt(block).prefix(8) ?? [])
    }
}
