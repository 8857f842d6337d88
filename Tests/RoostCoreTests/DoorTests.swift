import RoostCore
import Testing

@testable import RoostCore

@Suite("Warnings at the door")
struct DoorTests {
    private static let wallet = BeaconID(canonical: "mac:a4c138000003")

    /// A household in which alice also has a wallet.
    private func household() -> House {
        var house = House()
        house.change(
            .saveItem(
                Item(
                    id: ID(checked: "wallet"), owner: House.alice, name: "Wallet",
                    beacon: Self.wallet)), at: 0)
        return house
    }

    /// Repeatedly, alice is in the kitchen for a while, and then in the hall for half a minute.
    ///
    /// Her keys stay in the kitchen, and her wallet until the last time.
    ///
    /// - Returns: The warnings: the item, the time in seconds and the evidence.
    private func crossing(
        times: Int, takingWalletAtLast: Bool
    ) -> [(item: ID<Item>?, second: Double, evidence: String?)] {
        var house = household()
        for time in 1...times {
            let start = Double(time - 1) * 430
            let isWalletAlong = time == times && takingWalletAtLast
            for second in stride(from: start, to: start + 430, by: 2) {
                let node = second < start + 400 ? "n1" : "n2"
                house.hear(House.keys, by: "n1", -50, at: second)
                house.hear(House.tag, by: node, -50, at: second + 0.5)
                house.hear(Self.wallet, by: isWalletAlong ? node : "n1", -55, at: second + 1)
            }
        }
        return house.alerts(.leavingWithout).map {
            ($0.item, $0.time.seconds(since: House.start), $0.evidence.first?.text)
        }
    }

    @Test(
        "What is heard ever weaker is being carried, and causes no warning",
        arguments: [(0.0, true), (4, false)])
    func carried(fading: Double, isWarned: Bool) {
        var house = House()
        for second in stride(from: 0.0, to: 430, by: 2) {
            house.hear(House.keys, by: "n1", -70 - fading * max(0, second - 412) / 2, at: second)
            house.hear(House.tag, by: second < 400 ? "n1" : "n2", -50, at: second + 0.5)
        }
        #expect(house.alerts(.leavingWithout).isEmpty != isWarned)
    }

    @Test("Crossing the hall again after a warning in vain causes no further warning")
    func inVain() {
        let warned = crossing(times: 10, takingWalletAtLast: false)
        #expect(warned.count == 2 && warned.allSatisfy { $0.second < 430 }, "\(warned)")
    }

    @Test("Taking up an item that had lain for long causes a warning about the one that stays")
    func packing() throws {
        let warned = crossing(times: 11, takingWalletAtLast: true).filter { $0.second > 430 }
        let warning = try #require(warned.first)
        #expect(warned.count == 1 && warning.item == ID(checked: "keys"))
        #expect(warning.evidence == "Alice is at the door, hall, Home, with Wallet")
    }

    @Test("Taking up an item that had lain for less than an hour causes no warning")
    func pocket() {
        let warned = crossing(times: 7, takingWalletAtLast: true).filter { $0.second > 430 }
        #expect(warned.isEmpty, "\(warned)")
    }
}
