import RoostCore

/// Reads the packets of a pcapng file (draft-ietf-opsawg-pcapng): a row of blocks, each with its
/// type, its length at both ends and a body.
struct PcapngReader: PacketReader {
    private enum BlockType {
        static let sectionHeader: UInt32 = 0x0a0d_0d0a
        static let interfaceDescription: UInt32 = 1
        static let simplePacket: UInt32 = 3
        static let enhancedPacket: UInt32 = 6
    }

    private var reader: ByteReader
    private var isBigEndian = false
    private var interfaces: [Interface] = []

    /// `nil` for a file of another format.
    init?(_ bytes: [UInt8]) {
        reader = ByteReader(bytes)
        guard bytes.starts(with: BlockType.sectionHeader.bigEndianBytes) else { return nil }
    }

    mutating func next() throws(CaptureError) -> CapturedPacket? {
        while reader.count > 0 {
            let offset = reader.rest.startIndex
            guard let (type, body) = try block() else { throw .truncated(offset: offset) }
            let fields = Fields(reader: ByteReader(body), isBigEndian: isBigEndian)
            switch type {
            case BlockType.interfaceDescription:
                guard let interface = Interface(fields) else { throw .malformed(offset: offset) }
                interfaces.append(interface)
            case BlockType.enhancedPacket:
                guard let packet = enhancedPacket(fields) else { throw .malformed(offset: offset) }
                return packet
            case BlockType.simplePacket:
                guard let packet = simplePacket(fields) else { throw .malformed(offset: offset) }
                return packet
            default: break
            }
        }
        return nil
    }

    /// The type and the body of the next block; `nil` if the file ends within it.
    private mutating func block() throws(CaptureError) -> (type: UInt32, body: ArraySlice<UInt8>)? {
        let offset = reader.rest.startIndex
        // A section's header reads the same both ways, and sets the byte order of the rest.
        if reader.rest.starts(with: BlockType.sectionHeader.bigEndianBytes) {
            switch Array(reader.rest.dropFirst(8).prefix(4)) {
            case [0x1a, 0x2b, 0x3c, 0x4d]: isBigEndian = true
            case [0x4d, 0x3c, 0x2b, 0x1a]: isBigEndian = false
            case let magic where magic.count < 4: return nil
            default: throw .malformed(offset: offset)
            }
            interfaces = []
        }
        var fields = Fields(reader: reader, isBigEndian: isBigEndian)
        guard let type = fields.uint32(), let length = fields.uint32() else { return nil }
        guard length >= 12, length.isMultiple(of: 4) else { throw .malformed(offset: offset) }
        guard let body = fields.reader.take(Int(length) - 12), let repeated = fields.uint32()
        else { return nil }
        guard repeated == length else { throw .malformed(offset: offset) }
        reader = fields.reader
        return (type, body)
    }

    private func enhancedPacket(_ body: Fields) -> CapturedPacket? {
        var fields = body
        guard let index = fields.uint32().flatMap(Int.init(exactly:)),
            interfaces.indices.contains(index), let upper = fields.uint32(),
            let lower = fields.uint32(), let length = fields.uint32(), fields.uint32() != nil,
            let packet = fields.reader.take(Int(length))
        else { return nil }
        let interface = interfaces[index]
        return CapturedPacket(
            time: interface.time(ticks: UInt64(upper) << 32 | UInt64(lower)),
            content: .init(linkType: interface.linkType, packet))
    }

    private func simplePacket(_ body: Fields) -> CapturedPacket? {
        var fields = body
        guard let interface = interfaces.first, let length = fields.uint32() else { return nil }
        let packet = fields.reader.rest.prefix(Int(length))
        return CapturedPacket(
            time: nil, content: .init(linkType: interface.linkType, packet))
    }

    /// Numbers in the byte order of their section.
    fileprivate struct Fields {
        var reader: ByteReader
        let isBigEndian: Bool

        mutating func uint16() -> UInt16? { isBigEndian ? reader.big() : reader.little() }
        mutating func uint32() -> UInt32? { isBigEndian ? reader.big() : reader.little() }
        mutating func int64() -> Int64? { isBigEndian ? reader.big() : reader.little() }
    }
}

/// The source of packets in a capture, and how they and their times are written.
private struct Interface {
    let linkType: UInt16
    private var ticksPerSecond = 1_000_000.0
    private var offsetSeconds = 0.0

    init?(_ body: PcapngReader.Fields) {
        var fields = body
        // Between link type and options are two reserved bytes and four for the longest packet.
        guard let linkType = fields.uint16(), fields.reader.take(6) != nil else { return nil }
        self.linkType = linkType
        while let code = fields.uint16(), code != 0, let length = fields.uint16(),
            let value = fields.reader.take(Int(length))
        {
            // Each option is padded to a multiple of four bytes.
            _ = fields.reader.take((4 - Int(length) % 4) % 4)
            var option = PcapngReader.Fields(
                reader: ByteReader(value), isBigEndian: fields.isBigEndian)
            switch code {
            case 9: if let resolution = option.reader.byte() { setResolution(resolution) }
            case 14: if let seconds = option.int64() { offsetSeconds = Double(seconds) }
            default: break
            }
        }
    }

    func time(ticks: UInt64) -> Timestamp? {
        Timestamp(secondsSinceEpoch: Double(ticks) / ticksPerSecond + offsetSeconds)
    }

    /// The exponent of a fraction of a second: a power of ten or, with the top bit set, of two.
    private mutating func setResolution(_ resolution: UInt8) {
        let base = resolution & 0x80 == 0 ? 10.0 : 2.0
        ticksPerSecond = (0..<resolution & 0x7f).reduce(1) { power, _ in power * base }
    }
}
