import Foundation
import RoostCore
import Testing

@testable import RoostFormats

/// Whole captures, where `ROOST_TEST_CAPTURES` names the folder that has them; the numbers were
/// counted by another program.
@Suite("Whole captures")
struct WholeCaptureTests {
    private static let folder = ProcessInfo.processInfo.environment["ROOST_TEST_CAPTURES"]

    struct Count: CustomTestStringConvertible {
        var file: String
        var advertisements: Int
        var senders: Int
        var dataLength: Int
        var rssiSum: Double
        var scanResponses = 0
        var beacons: Int
        var names = 0
        var first: Int64
        var last: Int64

        var testDescription: String { file }
    }

    @Test(
        "Reading a whole capture finds everything that is in it", .enabled(if: folder != nil),
        arguments: [
            Count(
                file: "bertrandmartel_btsnoop_hci.log", advertisements: 59, senders: 11,
                dataLength: 1095, rssiSum: -3845, scanResponses: 27, beacons: 10, names: 27,
                first: 1_444_809_568_005, last: 1_444_809_572_837),
            Count(
                file: "mauricelam_btsnoop_hci_android.log", advertisements: 12, senders: 1,
                dataLength: 228, rssiSum: -779, scanResponses: 6, beacons: 0,
                first: 1_674_874_120_968, last: 1_674_874_126_086),
            Count(
                file: "vm-capture.btsnoop", advertisements: 50, senders: 50, dataLength: 1500,
                rssiSum: -3225, beacons: 50, first: 1_795_252_999_307, last: 1_795_253_000_197),
            Count(
                file: "vm-capture-x.btsnoop", advertisements: 50, senders: 50, dataLength: 1500,
                rssiSum: -3225, beacons: 50, first: 1_795_253_012_472, last: 1_795_253_013_464),
            Count(
                file: "opendroneid_bt5_lr_sample.pcapng", advertisements: 244, senders: 1,
                dataLength: 244 * 234, rssiSum: -13575, beacons: 1, first: 1_696_390_917_558,
                last: 1_696_390_935_168),
        ])
    func counts(_ expected: Count) throws {
        let path = try #require(Self.folder) + "/" + expected.file
        var reader = try CaptureReader(Array(Data(contentsOf: URL(filePath: path))))
        var all: [CapturedAdvertisement] = []
        while let next = try reader.next() { all.append(next) }
        let advertisements = all.map(\.advertisement)
        var recognizer = Recognizer()
        let beacons = Set(
            advertisements.compactMap {
                recognizer.recognize($0, at: Timestamp(milliseconds: 0)).beacon
            })

        #expect(advertisements.count == expected.advertisements)
        #expect(Set(advertisements.map(\.address)).count == expected.senders)
        #expect(advertisements.map(\.data.bytes.count).reduce(0, +) == expected.dataLength)
        #expect(advertisements.compactMap(\.rssi?.dBm).reduce(0, +) == expected.rssiSum)
        #expect(advertisements.count(where: \.isScanResponse) == expected.scanResponses)
        #expect(advertisements.compactMap(\.name).count == expected.names)
        #expect(beacons.count == expected.beacons)
        #expect(all.first?.time?.milliseconds == expected.first)
        #expect(all.last?.time?.milliseconds == expected.last)
        #expect(reader.skippedPackets == 0)
    }
}
