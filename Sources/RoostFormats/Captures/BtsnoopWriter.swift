public import RoostCore

/// Builds a btsnoop file of HCI events, record by record; the file starts with `header`, which the
/// caller writes.
public struct BtsnoopWriter: Sendable {
    private let linkType: BtsnoopLinkType

    public init(linkType: BtsnoopLinkType = .h4) {
        self.linkType = linkType
    }

    public var header: [UInt8] {
        Btsnoop.magic + Btsnoop.version.bigEndianBytes + linkType.rawValue.bigEndianBytes
    }

    /// The record of an event that a controller sent.
    ///
    /// - Parameters:
    ///   - event: From the event code on.
    ///   - adapter: The adapter that sent it; stored by the link type `monitor` alone.
    public func record(event: [UInt8], adapter: UInt16 = 0, at time: Timestamp) -> [UInt8] {
        let (packet, flags): ([UInt8], UInt32) =
            switch linkType {
            case .unencapsulated: (event, 0x3)
            case .h4: ([4] + event, 0x3)
            case .monitor: (event, UInt32(adapter) << 16 | 0x3)
            }
        let length = UInt32(packet.count).bigEndianBytes
        let microseconds = time.milliseconds &* 1000 &+ Btsnoop.epoch
        return length + length + flags.bigEndianBytes + UInt32(0).bigEndianBytes
            + microseconds.bigEndianBytes + packet
    }
}
