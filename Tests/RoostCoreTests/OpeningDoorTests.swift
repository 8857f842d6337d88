import Testing

@testable import RoostCore

@Suite("Warnings as a door is opened")
struct OpeningDoorTests {
    /// alice's keys lie in the kitchen; she stands in the hall from 600 s on.
    ///
    /// The sensor has reported once, so it is known to work.
    private func inHall(
        until end: Double, keys: (Double) -> (node: String, dBm: Double) = { _ in ("n1", -60) },
        _ happen: (Double, inout House) -> Void
    ) -> House {
        var house = House()
        house.door(isOpen: true, at: 2)
        house.door(isOpen: false, at: 4)
        for second in stride(from: 6.0, to: end, by: 2) {
            let heard = keys(second)
            house.hear(House.keys, by: heard.node, heard.dBm, at: second)
            house.hear(House.tag, by: second < 600 ? "n1" : "n2", -50, at: second + 0.5)
            happen(second, &house)
        }
        return house
    }

    /// Opens the door, and shuts it three seconds later.
    private func open(at opening: Double) -> (Double, inout House) -> Void {
        { second, house in
            if second == opening { house.door(isOpen: true, at: second + 1) }
            if second == opening + 4 { house.door(isOpen: false, at: second) }
        }
    }

    private func warnings(_ house: House) -> [Double] {
        house.alerts(.leavingWithout).map { $0.time.seconds(since: House.start) }
    }

    @Test("Who waits at a shut door is warned only as it is opened")
    func opened() throws {
        #expect(warnings(inHall(until: 700) { _, _ in }).isEmpty)
        let house = inHall(until: 700, open(at: 650))
        let warning = try #require(house.alerts(.leavingWithout).first)
        #expect(warnings(house).count == 1)
        #expect((651.0...653).contains(warnings(house)[0]))
        #expect(warning.evidence.first?.text == "Alice is at the door, hall, Home as it is opened")
    }

    @Test("What was just taken up is not warned of, though it is not heard at the door yet")
    func takenUp() {
        let house = inHall(
            until: 700, keys: { second in second < 646 ? ("n1", -60) : ("n1", -72) },
            open(at: 650))
        #expect(warnings(house).isEmpty)
    }

    @Test("Who is in the kitchen as somebody else opens the door is not warned")
    func elsewhere() {
        let house = inHall(until: 600, open(at: 500))
        #expect(warnings(house).isEmpty)
    }

    @Test("Who often stands by as others open the door is no longer warned")
    func standingBy() {
        let house = inHall(until: 4 * 3600) { second, house in
            if second > 600, second.truncatingRemainder(dividingBy: 1200) == 0 {
                house.door(isOpen: true, at: second + 1)
                house.door(isOpen: false, at: second + 1.5)
            }
        }
        #expect(warnings(house) == [1201], "an hour apart at least, and no more after the first")
    }

    @Test("Who comes home by the door, long after the phone says so, is not warned")
    func comingHome() {
        var house = House()
        house.door(isOpen: true, at: 2)
        house.door(isOpen: false, at: 4)
        house.fix(House.home, at: 5)
        for second in stride(from: 6.0, to: 500, by: 2) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second > 400 { house.hear(House.tag, by: "n2", -50, at: second + 0.5) }
            if second == 402 { house.door(isOpen: true, at: second + 1) }
            if second == 406 { house.door(isOpen: false, at: second + 1) }
        }
        #expect(warnings(house).isEmpty)
        #expect(house.engine.users[House.alice]?.openings == nil)
    }

    @Test("Who is heard only every 15 seconds is warned in the hall, as without a sensor")
    func slowTag() {
        var house = House()
        house.door(isOpen: true, at: 2)
        house.door(isOpen: false, at: 4)
        for second in stride(from: 6.0, to: 900, by: 3) {
            house.hear(House.keys, by: "n1", -60, at: second)
            guard second.truncatingRemainder(dividingBy: 15) == 0 else { continue }
            house.hear(House.tag, by: second < 600 ? "n1" : "n2", -50, at: second + 0.5)
        }
        #expect(warnings(house).count == 1)
    }

    @Test("While the door stands open, standing beside it is enough")
    func standsOpen() {
        let house = inHall(until: 700) { second, house in
            if second == 400 { house.door(isOpen: true, at: second + 1) }
        }
        #expect(warnings(house).count == 1)
    }

    @Test("What is learned at opened doors is kept over a restart")
    func restart() {
        var house = inHall(until: 660, open(at: 650))
        let before = house.engine.users[House.alice]?.openings
        #expect(before != nil)
        house.engine = Engine(household: house.engine.household, memory: house.engine.memory)
        #expect(house.engine.users[House.alice]?.openings == before)
    }
}
