/// A packet that may hold advertisements, as it came from the kernel.
public struct RadioPacket: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// An event of a controller, from the event code on.
        case controller
        /// An event of the kernel's management, from its code on.
        case management
    }

    public var source: Source
    /// 0 is `hci0`.
    public var adapter: UInt16
    public var bytes: [UInt8]

    public init(source: Source, adapter: UInt16, bytes: [UInt8]) {
        self.source = source
        self.adapter = adapter
        self.bytes = bytes
    }
}
