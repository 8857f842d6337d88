import RoostCore
import Testing

/// The Wi-Fi stalls for a minute, and each node sends later what it heard meanwhile.
@Suite("Nodes that were cut off")
struct BacklogTests {
    private static let stall = 200.0
    private static let bag = House.bag

    /// alice sits in the kitchen, or comes to the hall as the Wi-Fi stalls; bob's things lie there.
    private static func stalled(inHall: Bool = true) -> House {
        var house = House.online()
        for (item, beacon) in [("bag", bag), ("wallet", House.wallet)] {
            house.change(
                .saveItem(
                    Item(id: ID(checked: item), owner: House.bob, name: item, beacon: beacon)),
                at: 0)
        }
        for second in stride(from: 1, to: stall, by: 1.0) {
            let isInHall = inHall && second >= 194
            house.send(House.tag, by: isInHall ? "n2" : "n1", -56, sent: second, at: second)
            if !inHall { house.send(House.tag, by: "n2", -80, sent: second, at: second + 0.01) }
            for (index, node) in ["n1", "n2"].enumerated() {
                let sent = second + 0.3 + 0.3 * Double(index)
                house.send(bag, by: node, -70, sent: sent, at: sent)
                house.send(House.wallet, by: node, -72, sent: sent, at: sent)
            }
        }
        return house
    }

    private static let lying = [bag: -70.0, House.wallet: -72]
    private static let withTag = lying.merging([House.tag: -56]) { $1 }

    /// A node sends what it heard from the stall until now, and goes on until `end`.
    private static func drain(
        _ node: String, _ levels: [BeaconID: Double], at second: Double, into house: inout House
    ) {
        let heard = levels.sorted { $0.key < $1.key }
        for (index, sent) in stride(from: stall + 2, to: second, by: 1).enumerated() {
            for (beacon, level) in heard {
                house.send(beacon, by: node, level, sent: sent, at: second + 0.002 * Double(index))
            }
        }
    }

    private static func goOn(
        _ nodes: [String: [BeaconID: Double]], from start: Double, to end: Double,
        _ house: inout House
    ) {
        for second in stride(from: start, to: end, by: 1) {
            for (node, levels) in nodes.sorted(by: { $0.key < $1.key }) {
                for (beacon, level) in levels.sorted(by: { $0.key < $1.key }) {
                    house.send(beacon, by: node, level, sent: second, at: second)
                }
            }
        }
    }

    @Test(
        "Nobody has left, nor is elsewhere, until all nodes have told what they heard",
        arguments: [220.0, 260], [1.0, 8, 18])
    func staying(until end: Double, later: Double) {
        var house = Self.stalled()
        // It says that it is back before it sends the rest.
        if later > 8 { house.report("n2", isOnline: true, at: end) }
        Self.drain("n2", Self.lying, at: end, into: &house)
        Self.goOn(["n2": Self.lying], from: end + 1, to: end + later, &house)
        Self.drain("n1", Self.withTag, at: end + later, into: &house)
        Self.goOn(
            ["n1": Self.withTag, "n2": Self.lying], from: end + later + 1, to: 400, &house)
        #expect(house.transitions.isEmpty)
        #expect(house.rooms.last == "enter kitchen")
    }

    @Test("A room keeps what its node last heard until that has told more")
    func sitting() {
        var house = Self.stalled(inHall: false)
        let before = house.rooms
        let faint = Self.lying.merging([House.tag: -80]) { $1 }
        Self.drain("n2", faint, at: 230, into: &house)
        Self.goOn(["n2": faint], from: 231, to: 242, &house)
        Self.drain("n1", Self.withTag, at: 242, into: &house)
        Self.goOn(["n1": Self.withTag, "n2": faint], from: 243, to: 300, &house)
        #expect(house.rooms == before)
        #expect(house.alice.room == ID(checked: "kitchen"))
    }

    @Test("Who went out meanwhile has left once all nodes have told")
    func leaving() {
        var house = Self.stalled()
        Self.drain("n2", Self.lying, at: 260, into: &house)
        Self.drain("n1", Self.lying, at: 268, into: &house)
        Self.goOn(["n1": Self.lying, "n2": Self.lying], from: 269, to: 290, &house)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A node that does not come back is not waited for longer than it was cut off")
    func gone() {
        var house = Self.stalled()
        Self.drain("n2", Self.lying, at: 260, into: &house)
        Self.goOn(["n2": Self.lying], from: 261, to: 315, &house)
        #expect(house.transitions.isEmpty)
        Self.goOn(["n2": Self.lying], from: 315, to: 400, &house)
        #expect(house.transitions == ["leave home"])
    }

    @Test(
        "A node's queue that takes minutes to come is no wrong clock: it tells of the past",
        arguments: [5.0, 60, 300, 600])
    func slowQueue(lasting seconds: Double) {
        var house = House.online()
        let end = 1800.0
        // The node in the kitchen is cut off; alice goes to the office, as her phone tells.
        for second in stride(from: 0, to: 100, by: 2.0) {
            house.send(House.tag, by: "n1", -56, sent: second, at: second)
        }
        house.report("n1", isOnline: false, at: 101)
        house.fix(House.home, at: 150)
        for (index, metres) in [600.0, 1200, 1800, 2220].enumerated() {
            house.fix(House.home.north(metres), at: 900 + 60 * Double(index))
        }
        for second in stride(from: 1200, to: end, by: 60) { house.fix(House.office, at: second) }
        house.report("n1", isOnline: true, at: end - 1)
        // It heard her until she went.
        let heard = stride(from: 100, to: 880, by: 2.0)
        for (index, sent) in heard.enumerated() {
            let arrival = end + seconds * Double(index) / 390
            house.send(House.tag, by: "n1", -56, sent: sent, at: arrival)
        }
        house.wait(until: end + seconds + 60)
        #expect(house.transitions == ["leave home", "enter office"])
    }
}
