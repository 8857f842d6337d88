import RoostCore
import Testing

@testable import RoostFormats

@Suite("pcapng")
struct PcapngTests {
    /// Writes blocks in either order of bytes.
    private struct Writer {
        var isBigEndian = false
        var file: [UInt8] = []

        func number(_ value: some FixedWidthInteger) -> [UInt8] {
            isBigEndian ? value.bigEndianBytes : value.bigEndianBytes.reversed()
        }

        mutating func block(_ type: UInt32, _ body: [UInt8]) {
            let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            let length = number(UInt32(padded.count + 12))
            file += number(type) + length + padded + length
        }

        mutating func section() {
            block(0x0a0d_0d0a, number(0x1a2b_3c4d as UInt32) + number(1 as UInt32) + number(-1))
        }

        mutating func interface(_ linkType: UInt16, options: [UInt8] = []) {
            block(1, number(linkType) + [0, 0, 0, 0, 0, 0] + options)
        }

        mutating func packet(_ bytes: [UInt8], interface: UInt32 = 0, ticks: UInt64 = 0) {
            let length = number(UInt32(bytes.count))
            block(
                6,
                number(interface) + number(UInt32(truncatingIfNeeded: ticks >> 32))
                    + number(UInt32(truncatingIfNeeded: ticks)) + length + length + bytes)
        }
    }

    private static let advertisement = Advertisement(
        address: BluetoothAddress("c0ffee000001?"), rssi: RSSI(dBm: -71),
        data: AdvertisingData([2, 1, 6]))
    private static var event: [UInt8] { advertisement.hciEvents[0] }

    private func read(_ writer: Writer) throws -> (all: [CapturedAdvertisement], skipped: Int) {
        var reader = try CaptureReader(writer.file)
        var all: [CapturedAdvertisement] = []
        while let next = try reader.next() { all.append(next) }
        return (all, reader.skippedPackets)
    }

    @Test(
        "Each section has its own byte order and its own interfaces", arguments: [false, true])
    func sections(_ isBigEndian: Bool) throws {
        var writer = Writer(isBigEndian: isBigEndian)
        let direction: [UInt8] = [0, 0, 0, 1]
        for (linkType, header) in [(187, []), (201, direction)] as [(UInt16, [UInt8])] {
            writer.section()
            writer.interface(linkType)
            writer.packet(header + [4] + Self.event, ticks: 1_790_000_000_123_000)
            writer.isBigEndian.toggle()
        }
        let (all, _) = try read(writer)
        let expected = CapturedAdvertisement(
            time: Timestamp(milliseconds: 1_790_000_000_123), adapter: nil,
            advertisement: Self.advertisement)
        #expect(all == [expected, expected])
    }

    @Test(
        "Times follow the interface's resolution and offset",
        arguments: [
            ([], 1_790_000_000_123_000),
            ([9, 1, 9], 1_790_000_000_123_000_000),
            ([9, 1, 3], 1_790_000_000_123),
            ([9, 1, 0x8a], 1_790_000_000 << 10 | 126),
            ([9, 1, 3, 14, 8, -1_000_000_000], 2_790_000_000_123),
        ] as [([Int64], UInt64)])
    func times(_ options: [Int64], _ ticks: UInt64) throws {
        var writer = Writer()
        writer.section()
        var encoded: [UInt8] = []
        for option in stride(from: 0, to: options.count, by: 3) {
            let value = options[option + 2]
            let bytes = options[option + 1] == 1 ? [UInt8(value), 0, 0, 0] : writer.number(value)
            encoded += writer.number(UInt16(options[option]))
            encoded += writer.number(UInt16(options[option + 1])) + bytes
        }
        writer.interface(187, options: encoded + [0, 0, 0, 0])
        writer.packet([4] + Self.event, ticks: ticks)
        #expect(try read(writer).all.map(\.time?.milliseconds) == [1_790_000_000_123])
    }

    @Test("Packets of all Bluetooth link types are read, and others are skipped")
    func linkTypes() throws {
        var writer = Writer()
        writer.section()
        for linkType in [187, 201, 254, 1] as [UInt16] { writer.interface(linkType) }
        writer.packet([4] + Self.event, interface: 0)
        writer.packet([0, 0, 0, 1, 4] + Self.event, interface: 1)
        writer.packet([0, 2, 0, 3] + Self.event, interface: 2)
        writer.packet([0, 2, 0, 2] + Self.event, interface: 2)
        writer.packet([2] + Self.event, interface: 0)
        writer.packet([4] + Self.event, interface: 3)
        writer.block(5, [1, 2, 3])
        let (all, skipped) = try read(writer)
        #expect(all.count == 3 && all.allSatisfy { $0.advertisement == Self.advertisement })
        #expect(all.map(\.adapter) == [nil, nil, 2])
        #expect(skipped == 1)
    }

    @Test("A simple packet has no time")
    func simplePacket() throws {
        var writer = Writer()
        writer.section()
        writer.interface(187)
        writer.block(3, writer.number(UInt32(Self.event.count + 1)) + [4] + Self.event)
        let (all, _) = try read(writer)
        #expect(
            all == [
                CapturedAdvertisement(time: nil, adapter: nil, advertisement: Self.advertisement)
            ])
    }

    /// On the air: the access address, a header of two bytes, the address, the data.
    private static let air = "d6be898e"
    private static let address = "010000eeffc0"

    @Test(
        "Advertisements are read from packets captured on the air",
        arguments: [
            ("40 09 \(address) 020106", false, nil), ("42 09 \(address) 020106", false, nil),
            ("46 09 \(address) 020106", false, nil), ("44 09 \(address) 020106", true, nil),
            ("47 0b 07 01 \(address) 020106", false, nil),
            ("47 14 13 1f \(address) 0a0b0c0d0e0f 00 7510 000000", nil, nil),
            ("47 0e 0a 49 \(address) 7510 f8 020106", false, -8),
            // A request, a connection, and a packet that points to another.
            ("43 0c \(address) 010203040506", nil, nil),
            ("45 0c \(address) 010203040506", nil, nil),
            ("07 07 06 18 7510 000000", nil, nil), ("40 05 010000eeff", nil, nil),
            ("47 00", nil, nil), ("47 02 0901", nil, nil),
        ] as [(String, Bool?, Int?)])
    func air(_ pdu: String, _ isScanResponse: Bool?, _ txPower: Int?) throws {
        var writer = Writer()
        writer.section()
        writer.interface(251)
        writer.interface(256)
        let packet = hex(Self.air + pdu) + [0, 0, 0]
        writer.packet(packet)
        writer.packet(hex("25 c4 00 00 00000000 0f0c") + packet, interface: 1)
        // A checksum that was found wrong, and a strength that is not known.
        writer.packet(hex("25 c4 00 00 00000000 0304") + packet, interface: 1)
        writer.packet(hex("25 c4 00 00 00000000 0000") + packet, interface: 1)
        let expected = isScanResponse.map { isScanResponse in
            [nil, -60, nil].map { rssi in
                Advertisement(
                    address: BluetoothAddress("c0ffee000001?"), rssi: rssi.flatMap(RSSI.init(dBm:)),
                    data: AdvertisingData([2, 1, 6]), reportedTxPower: txPower,
                    isScanResponse: isScanResponse)
            }
        }
        #expect(try read(writer).all.map(\.advertisement) == expected ?? [])
    }

    @Test("An advertisement continued in another packet is truncated")
    func chained() throws {
        var writer = Writer()
        writer.section()
        writer.interface(251)
        writer.packet(hex(Self.air + "47 10 0c 19 \(Self.address) 7510 000000 020106") + [0, 0, 0])
        #expect(try read(writer).all.map(\.advertisement.isTruncated) == [true])
    }

    @Test(
        "Inconsistent blocks are refused",
        arguments: [
            // A length that is no multiple of four, too short, or another one at the end.
            "01000000 0d000000 00000000 00", "01000000 08000000", "01000000 00000000",
            "01000000 0c000000 10000000",
            // A packet of an interface that there is not, or longer than its block.
            "06000000 20000000 01000000 00000000 00000000 00000000 00000000 20000000",
            "06000000 20000000 00000000 00000000 00000000 01000000 01000000 20000000",
            // An interface without a link type.
            "01000000 0c000000 0c000000",
        ])
    func malformed(_ block: String) throws {
        var writer = Writer()
        writer.section()
        writer.interface(187)
        let offset = writer.file.count
        writer.file += hex(block)
        #expect(throws: CaptureError.malformed(offset: offset)) { try read(writer) }
    }

    @Test("A section without its byte-order mark is refused")
    func noMark() throws {
        var reader = try CaptureReader(hex("0a0d0d0a 1c000000 01020304"))
        #expect(throws: CaptureError.malformed(offset: 0)) { try reader.next() }
    }
}
