import RoostCore
import RoostFormats
import Testing

@testable import roost_edge

@Suite("The scan table")
struct ScanBoardTests {
    private func board(_ heard: [HeardAdvertisement]) -> ScanBoard {
        var board = ScanBoard()
        var recognizer = Recognizer()
        for heard in heard {
            board.hear(heard, recognizer.recognize(heard.advertisement, at: heard.time))
        }
        return board
    }

    @Test("The strongest beacons come first, and silent ones show since when")
    func order() {
        let board = board([
            Air.heard(1, rssi: -40, at: 0), Air.heard(2, rssi: -80, at: 0),
            Air.heard(3, rssi: -60, at: 1), Air.heard(2, rssi: -79, at: 20),
        ])
        let lines = board.lines(width: 100, height: nil, isColored: false)
        #expect(lines[0].hasPrefix("BEACON"))
        #expect(
            lines.dropFirst().map { String($0.prefix(16)) } == [
                "mac:000000000001", "mac:000000000003", "mac:000000000002",
            ])
        #expect(lines[1].contains("20 s ago"))
        #expect(lines[3].contains("-79"))
        #expect(!lines[3].contains("ago"))
    }

    @Test("Untrackable devices are counted by kind, and control characters in names are removed")
    func others() {
        var named = Air.heard(1, at: 0)
        named.advertisement.data = AdvertisingData([6, 9, 0x1b, 0x5b, 0x32, 0x4a, 0x21])
        let board = board(
            [named]
                + (0..<3).map { Air.heard(0x4000_0000_0000 + UInt64($0), at: 0, isRandom: true) })
        let text = board.lines(width: 100, height: nil, isColored: false).joined(separator: "\n")
        #expect(text.contains("cannot be tracked: 3 × resolvable address"))
        #expect(text.contains("[2J!"))
        #expect(!text.contains("\u{1b}"))
    }

    @Test(
        "The table fits the terminal's height and width", arguments: [(40, 8), (80, 24), (20, 3)])
    func fits(width: Int, height: Int) {
        let board = board(
            (0..<100).map { Air.heard(UInt64($0), rssi: -40 - Double($0) / 2, at: 0) })
        let lines = board.lines(width: width, height: height, isColored: false)
        #expect(lines.count <= height)
        #expect(lines.allSatisfy { $0.count <= max(width, 20) })
        #expect(lines.last?.contains("more") == true)
    }
}
