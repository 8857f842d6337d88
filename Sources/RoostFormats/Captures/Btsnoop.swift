import RoostCore

/// The file format in which Bluetooth stacks record what passes between host and controller: a
/// header of 16 bytes, then records, all with the most significant bytes first.
enum Btsnoop {
    static let magic = Array("btsnoop\0".utf8)
    static let version: UInt32 = 1
    /// The microseconds from midnight, January 1 of the year 0, to the Unix epoch.
    static let epoch: Int64 = 0x00dc_ddb3_0f2f_8000
}

/// How the packets in a btsnoop file are written.
public enum BtsnoopLinkType: UInt32, Hashable, Sendable {
    /// Without a byte for the packet's type: the record's flags give it.
    case unencapsulated = 1001
    /// With a byte for the packet's type, as on a serial line.
    case h4 = 1002
    /// As Linux' monitor channel reports, with the adapter and the kind in the record's flags.
    case monitor = 2001
}

/// Reads the packets of a btsnoop file.
struct BtsnoopReader: PacketReader {
    private let linkType: BtsnoopLinkType
    private var reader: ByteReader

    /// `nil` for a file of another format.
    init?(_ bytes: [UInt8]) throws(CaptureError) {
        reader = ByteReader(bytes)
        guard reader.take(Btsnoop.magic.count)?.elementsEqual(Btsnoop.magic) == true else {
            return nil
        }
        guard let version: UInt32 = reader.big(), let linkType: UInt32 = reader.big() else {
            throw .truncated(offset: reader.rest.startIndex)
        }
        guard version == Btsnoop.version else { throw .unsupportedVersion(version) }
        guard let linkType = BtsnoopLinkType(rawValue: linkType) else {
            throw .unsupportedLinkType(linkType)
        }
        self.linkType = linkType
    }

    mutating func next() throws(CaptureError) -> CapturedPacket? {
        let offset = reader.rest.startIndex
        guard reader.count > 0 else { return nil }
        // The lengths are those of the packet and of the part that was recorded.
        guard reader.take(4) != nil, let length: UInt32 = reader.big(),
            let flags: UInt32 = reader.big(), reader.take(4) != nil,
            let microseconds: Int64 = reader.big(), let packet = reader.take(Int(length))
        else { throw .truncated(offset: offset) }
        return CapturedPacket(time: Self.time(microseconds), content: content(packet, flags))
    }

    private static func time(_ microseconds: Int64) -> Timestamp? {
        let (sinceEpoch, overflow) = microseconds.subtractingReportingOverflow(Btsnoop.epoch)
        return overflow ? nil : Timestamp(secondsSinceEpoch: Double(sinceEpoch) / 1_000_000)
    }

    private func content(
        _ packet: ArraySlice<UInt8>, _ flags: UInt32
    ) -> CapturedPacket.Content {
        switch linkType {
        case .h4: .init(h4: packet)
        case .unencapsulated:
            // Bit 0: the controller sent it; bit 1: it is a command or an event.
            flags & 0x3 == 0x3 ? .event(adapter: nil, packet) : .other
        case .monitor:
            .init(
                monitor: UInt16(truncatingIfNeeded: flags),
                adapter: UInt16(truncatingIfNeeded: flags >> 16), packet)
        }
    }
}
