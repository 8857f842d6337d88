import RoostCore
import Testing

@testable import RoostCore

@Suite("At the door")
struct DoorTests {
    private static let wallet = BeaconID(canonical: "mac:a4c138000003")

    /// Where something of alice's is, from one moment to another.
    private enum Course {
        case kitchen, withAlice
    }

    /// A household in which alice has a wallet as well.
    private func household() -> House {
        var house = House()
        house.change(
            .saveItem(
                Item(
                    id: ID(checked: "wallet"), owner: House.alice, name: "Wallet",
                    beacon: Self.wallet)), at: 0)
        return house
    }

    /// Alice is in the kitchen for a while, and then in the hall for half a minute; her keys stay in the
    /// kitchen.
    ///
    /// - Returns: When she is back in the kitchen, or would be.
    private func cross(
        _ house: inout House, from start: Double, after pause: Double, wallet: Course
    ) -> Double {
        let door = start + pause
        for second in stride(from: start, to: door + 30, by: 2) {
            let node = second < door ? "n1" : "n2"
            house.hear(House.keys, by: "n1", -50, at: second)
            house.hear(House.tag, by: node, -50, at: second + 0.5)
            house.hear(Self.wallet, by: wallet == .kitchen ? "n1" : node, -55, at: second + 1)
        }
        return door + 30
    }

    @Test("Who crosses the hall is warned at first, and no more when it was in vain")
    func crossing() {
        var house = household()
        var end = 0.0
        for _ in 0..<10 {
            end = cross(&house, from: end, after: 400, wallet: .kitchen)
        }
        let warned = house.alerts(.leavingWithout).map { $0.time.seconds(since: House.start) }
        #expect(!warned.isEmpty)
        #expect(warned.allSatisfy { $0 < 430 }, "\(warned)")
    }

    @Test("Who takes something up that had lain for long is warned of the rest all the same")
    func packing() throws {
        var house = household()
        var end = 0.0
        for _ in 0..<10 {
            end = cross(&house, from: end, after: 400, wallet: .kitchen)
        }
        house.effects = []
        _ = cross(&house, from: end, after: 400, wallet: .withAlice)
        let alert = try #require(house.alerts(.leavingWithout).first)
        #expect(house.alerts(.leavingWithout).count == 1)
        #expect(alert.item == ID(checked: "keys"))
        #expect(alert.evidence.first?.text == "Alice is at the door, hall, Home, with Wallet")
    }

    @Test("What is carried to and fro all day is no sign of leaving")
    func pocket() {
        var house = household()
        var end = 0.0
        for _ in 0..<10 {
            end = cross(&house, from: end, after: 400, wallet: .withAlice)
        }
        house.effects = []
        _ = cross(&house, from: end, after: 400, wallet: .withAlice)
        #expect(house.alerts(.leavingWithout).isEmpty)
    }
}
