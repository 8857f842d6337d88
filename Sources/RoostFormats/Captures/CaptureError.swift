/// Why the rest of a capture cannot be read.
public enum CaptureError: Error, Hashable, Sendable {
    /// Neither btsnoop nor pcapng.
    case unknownFormat
    /// A btsnoop version that does not exist.
    case unsupportedVersion(UInt32)
    /// Packets of a kind that holds no advertisements, or whose form is not known here.
    case unsupportedLinkType(UInt32)
    /// The file ends within the record at this byte, as if its writer was killed.
    case truncated(offset: Int)
    /// The record at this byte contradicts itself.
    case malformed(offset: Int)
}

extension CaptureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat: "it is no capture: neither btsnoop nor pcapng"
        case .unsupportedVersion(let version): "it is btsnoop of version \(version), not 1"
        case .unsupportedLinkType(let type):
            "its packets are of a kind (\(type)) that is not Bluetooth's, or not known here"
        case .truncated(let offset): "it ends within the record at byte \(offset)"
        case .malformed(let offset): "the record at byte \(offset) contradicts itself"
        }
    }
}
