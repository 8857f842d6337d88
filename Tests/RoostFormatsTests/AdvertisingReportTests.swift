import RoostCore
import Testing

@testable import RoostFormats

@Suite("Advertising reports of controllers")
struct AdvertisingReportTests {
    /// Two reports in one event, as Texas Instruments' controllers send them.
    private static let two =
        "3e35020200 00 a47a4c3e315c 0e 02010 60aff0d0007065009040b00 c9"
        + "04 00 a47a4c3e315c 11 0d09426565576920424244313030020a00 c9"

    /// A piece of an extended report from c0ffee000001, a random address.
    private func extended(
        _ data: [UInt8], status: UInt8 = 0, set: UInt8 = 1, rssi: UInt8 = 0xc4, type: UInt8 = 0,
        addressType: UInt8 = 1
    ) -> [UInt8] {
        let report =
            [type | status << 5, 0, addressType, 1, 0, 0, 0xee, 0xff, 0xc0, 1, 0, set, 0x08, rssi]
            + [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data
        return [0x3e, UInt8(report.count + 2), 0x0d, 1] + report
    }

    private func advertisements(_ events: [UInt8]...) -> [Advertisement] {
        var reports = AdvertisingReports()
        return events.flatMap { reports.advertisements(in: $0[...]) }
    }

    @Test("A legacy event can hold several reports, each with its own signal strength")
    func legacy() throws {
        let heard = advertisements(hex(Self.two))
        #expect(heard.map(\.address?.description) == ["5C:31:3E:4C:7A:A4", "5C:31:3E:4C:7A:A4"])
        #expect(heard.map(\.rssi?.dBm) == [-55, -55])
        #expect(heard.map(\.isScanResponse) == [false, true])
        #expect(heard.map(\.name) == [nil, "BeeWi BBD100"])
    }

    @Test("A truncated event yields the reports before the cut, and is counted as malformed")
    func truncated() {
        let whole = hex(Self.two)
        let endOfFirst = 4 + 10 + 14
        for count in 3..<whole.count {
            var reports = AdvertisingReports()
            let heard = reports.advertisements(in: whole[..<count])
            #expect(heard.count == (count < endOfFirst ? 0 : 1), "\(count) bytes")
            #expect(reports.malformedCount == 1, "\(count) bytes")
        }
        var reports = AdvertisingReports()
        #expect(reports.advertisements(in: []) == [])
        #expect(reports.advertisements(in: whole[..<1]) == [])
        // More bytes than the event says are no part of it.
        #expect(reports.advertisements(in: (whole + [1, 2, 3])[...]).count == 2)
        #expect(reports.malformedCount == 0)
    }

    @Test(
        "Other events yield no advertisement",
        arguments: ["0e0401032000", "3e0a0100400000", "3e00", "3e020200", "3e020d00", "ff"])
    func others(_ event: String) {
        var reports = AdvertisingReports()
        #expect(reports.advertisements(in: hex(event)[...]) == [])
        #expect(reports.malformedCount == 0)
    }

    @Test("A signal strength or power that the controller does not know is nil")
    func unknownStrength() {
        let heard = advertisements(extended([], rssi: 127), extended([], rssi: 0x80))
        #expect(heard.map(\.rssi) == [nil, nil])
        let legacy = advertisements(hex("3e0c 0201 00 00 010000eeffc0 00 7f"))
        #expect(legacy.map(\.rssi) == [nil])
        #expect(legacy.map(\.reportedTxPower) == [nil])
    }

    @Test(
        "Each address type is read as the right kind of address",
        arguments: [
            (0, .public), (1, .randomStatic), (2, .public), (3, .randomStatic), (0xff, nil),
            (9, nil),
        ] as [(UInt8, BluetoothAddress.Kind?)])
    func addressTypes(_ type: UInt8, _ kind: BluetoothAddress.Kind?) {
        let heard = advertisements(extended([], addressType: type))
        #expect(heard.map(\.address?.kind) == [kind])
    }

    @Test("Fragments of an extended advertisement are joined by address and set")
    func fragments() {
        let heard = advertisements(
            extended([2, 1, 6, 5], status: 1), extended([9, 9], status: 1, set: 2),
            extended([9], status: 1, type: 8), extended([9, 75], status: 1),
            extended([101, 121, 115]), extended([1, 1], set: 2), extended([7], type: 8))
        #expect(
            heard.map(\.data.bytes) == [
                [2, 1, 6, 5, 9, 75, 101, 121, 115], [9, 9, 1, 1], [9, 7],
            ])
        #expect(heard.map(\.name) == ["Keys", nil, nil])
        #expect(heard.map(\.isScanResponse) == [false, false, true])
        #expect(heard.map(\.reportedTxPower) == [8, 8, 8])
        #expect(heard.map(\.rssi?.dBm) == [-60, -60, -60])
    }

    @Test("An advertisement whose end the controller lost is marked as truncated")
    func lostEnd() {
        let heard = advertisements(
            extended([2, 1], status: 1), extended([6], status: 2), extended([1]),
            extended([2], status: 3))
        #expect(heard.map(\.data.bytes) == [[2, 1, 6], [1], [2]])
        #expect(heard.map(\.isTruncated) == [true, false, true])
    }

    @Test("Fragments that are never completed are kept only within bounds")
    func bounds() {
        let piece = [UInt8](repeating: 1, count: 229)
        var reports = AdvertisingReports()
        for _ in 0..<100 {
            #expect(reports.advertisements(in: extended(piece, status: 1)[...]) == [])
        }
        let heard = reports.advertisements(in: extended([])[...])
        #expect(heard.map(\.data.bytes.count) == [1650])

        for set in 0..<20 as Range<UInt8> {
            _ = reports.advertisements(in: extended([set], status: 1, set: set)[...])
        }
        let first = reports.advertisements(in: extended([99], set: 0)[...])
        #expect(first.map(\.data.bytes) == [[99]], "the oldest was given up")
        let last = reports.advertisements(in: extended([99], set: 19)[...])
        #expect(last.map(\.data.bytes) == [[19, 99]])
    }

    @Test(
        "An advertisement written as events is read back unchanged",
        arguments: [0, 1, 31, 229, 230, 458, 459, 1650], ["c0ffee000001?", "c0ffee000001", nil])
    func roundTrip(_ length: Int, _ address: String?) {
        let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 + 3) }
        let sent = Advertisement(
            address: address.map { BluetoothAddress($0) }, rssi: RSSI(dBm: -71),
            data: AdvertisingData(data), reportedTxPower: -8, isScanResponse: length == 31,
            isTruncated: length == 230)
        var reports = AdvertisingReports()
        let heard = sent.hciEvents.flatMap { reports.advertisements(in: $0[...]) }
        #expect(heard == [sent])
        #expect(reports.malformedCount == 0)
        let unknown = Advertisement(address: nil, rssi: nil, data: sent.data)
        #expect(unknown.hciEvents.flatMap { reports.advertisements(in: $0[...]) } == [unknown])
    }

    @Test("The kernel's management events are read with and without a monitor")
    func management() {
        let tail = "010000eeffc0 02 c4 00000000 0300 020106"
        let expected = Advertisement(
            address: BluetoothAddress("c0ffee000001?"), rssi: RSSI(dBm: -60),
            data: AdvertisingData([2, 1, 6]))
        for head in ["1200 0100 1100", "2f00 0000 1300 0700"] {
            #expect(Advertisement(managementEvent: hex(head + tail)[...]) == expected, "\(head)")
        }

        let whole = hex("2f00 0000 1300 0700" + tail)
        for count in 0..<whole.count {
            #expect(Advertisement(managementEvent: whole[..<count]) == nil, "\(count) bytes")
        }
    }

    @Test(
        "Other management events, Bluetooth Classic and wrong lengths are no advertisement",
        arguments: [
            "0600 0000 0400 00000000", "1200 0000 0e00 010000eeffc0 00 c4 00000000 0000",
            "1200 0000 0e00 010000eeffc0 03 c4 00000000 0000",
            "1200 0000 0e00 010000eeffc0 02 c4 00000000 0100",
            "1200 0000 0d00 010000eeffc0 02 c4 00000000 0000",
        ])
    func otherManagementEvents(_ packet: String) {
        #expect(Advertisement(managementEvent: hex(packet)[...]) == nil)
    }
}
