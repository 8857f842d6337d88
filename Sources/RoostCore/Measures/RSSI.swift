/// The strength of a received radio signal, in dBm.
///
/// Nearer to zero is stronger: −40 dBm is beside the node, −95 dBm is at the edge of hearing.
/// Some nodes report a filtered value, so it need not be whole.
public struct RSSI: Hashable, Sendable, Codable {
    /// Decibels relative to one milliwatt, in −127...20.
    public let dBm: Double

    /// What the Bluetooth Core Specification reserves for "not available".
    public static let unavailable = 127.0

    /// Returns `nil` for a value that no controller reports as a strength.
    public init?(dBm: Double) {
        guard (-127...20).contains(dBm) else { return nil }
        self.dBm = dBm
    }
}

extension RSSI: Comparable {
    public static func < (lhs: RSSI, rhs: RSSI) -> Bool { lhs.dBm < rhs.dBm }
}
