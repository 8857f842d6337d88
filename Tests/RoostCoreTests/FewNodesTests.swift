import Testing

@testable import RoostCore

/// The house has rooms without a node, like most homes at first.
@Suite("Homes in which few rooms have a node")
struct FewNodesTests {
    private static let other = BeaconID(canonical: "mac:a4c138000099")

    /// What alice does after she came by the hall, for a quarter of an hour.
    enum Way {
        /// She goes to the office with her phone.
        case office
        /// She sits with her phone in a room without a node, where the hall's hears her badly.
        case study
        /// She walks the dog for eight minutes while her phone lies at home.
        case dogWalk

        func level(at second: Double) -> (node: String, dBm: Double)? {
            switch (self, second) {
            case (_, ..<40): ("n1", -55)
            case (_, ..<50): ("n2", -60)
            case (_, ..<70): ("n2", -82 - (second - 50) / 2)
            case (.study, 150), (.study, 380), (.study, 450), (.study, 540): ("n2", -93)
            case (.dogWalk, 520..<530): ("n2", -91)
            case (.dogWalk, 530...): ("n1", -55)
            default: nil
            }
        }
    }

    /// - Returns: Whether she is told to have left within 20 seconds.
    @discardableResult
    private func go(_ way: Way, in house: inout House, at start: Double) -> Bool {
        var isTold = false
        for second in stride(from: 0.0, to: 900, by: 1) {
            let moment = start + second
            if second.truncatingRemainder(dividingBy: 4) == 0 {
                house.hear(Self.other, by: "n1", -70, at: moment)
                house.hear(Self.other, by: "n2", -70, at: moment + 0.15)
            }
            if let (node, dBm) = way.level(at: second) {
                house.hear(House.tag, by: node, dBm, at: moment + 0.3)
            }
            switch (way, second) {
            case (.office, 120), (.office, 150): house.fix(House.office, at: moment)
            case (_, 5), (.study, 370), (.dogWalk, 370): house.fix(House.home, at: moment)
            default: break
            }
            if second == 70 { isTold = house.alice.place != ID(checked: "home") }
        }
        return isTold
    }

    /// A house in which she went to the office six times, and then another way as often.
    private func house(learning way: Way? = nil) -> House {
        var house = House.online()
        for day in 0..<6 { go(.office, in: &house, at: Double(day) * 2000) }
        if let way {
            for day in 6..<12 { go(way, in: &house, at: Double(day) * 2000) }
        }
        return house
    }

    @Test("A room without a node is told from the way out once phones have shown who stays there")
    func unheardRoom() {
        var (new, known) = (house(), house(learning: .study))
        #expect(go(.study, in: &new, at: 30_000), "nobody knows of that room yet")
        #expect(!go(.study, in: &known, at: 30_000))
    }

    @Test("A phone on the table does not show that its owner stayed")
    func phoneOnTable() {
        var house = house(learning: .dogWalk)
        #expect(go(.office, in: &house, at: 30_000))
    }

    @Test("Who wears two tags goes out as well if the fainter one is heard last")
    func fainterTag() throws {
        let wallet = BeaconID(canonical: "mac:a4c138000009")
        var house = House.online()
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, wallet])), at: 0)
        for second in stride(from: 0.0, to: 90, by: 1) {
            house.hear(Self.other, by: "n1", -70, at: second)
            guard second < 60 else { continue }
            let isInHall = second >= 50
            house.hear(House.tag, by: isInHall ? "n2" : "n1", -60, at: second + 0.2)
            house.hear(wallet, by: isInHall ? "n2" : "n1", isInHall ? -90 : -80, at: second + 0.7)
        }
        #expect(house.alice.place != ID(checked: "home"))
    }

    /// What the nodes of the kitchen and the hall hear of alice until she falls silent.
    struct Ending: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The levels in dBm by the kitchen's and the hall's node, from so many seconds before the
        /// last one.
        var levels: [(from: Double, kitchen: Double?, hall: Double?)]
        var pace = 1.0
        /// The hall's node is offline at last.
        var isHallOff = false
        var mayBeOut: Bool
    }

    static let endings = [
        Ending(
            testDescription: "plain at the hall's node ten seconds before",
            levels: [(60, -60, -90), (15, -80, -60), (5, nil, -90)], mayBeOut: true),
        Ending(
            testDescription: "badly heard by the hall's node alone",
            levels: [(60, -60, -90), (30, nil, -91)], mayBeOut: false),
        Ending(
            testDescription: "through the hall, and then badly heard for longer",
            levels: [(60, -80, -60), (30, nil, -91)], mayBeOut: false),
        Ending(
            testDescription: "plain, but louder in the kitchen",
            levels: [(60, -60, -80)], mayBeOut: false),
        Ending(
            testDescription: "a tag that sends every 15 seconds",
            levels: [(300, -80, -60), (25, nil, -90)], pace: 15, mayBeOut: true),
        Ending(
            testDescription: "the hall's node cannot hear",
            levels: [(60, -60, -90), (30, -91, nil)], isHallOff: true, mayBeOut: true),
    ]

    @Test(
        "Only who was heard plainly at an exit may be out of it, as far as known",
        arguments: endings)
    func plainAtExit(ending: Ending) throws {
        var house = House.online()
        for (index, part) in ending.levels.enumerated() {
            let next = index + 1 < ending.levels.count ? ending.levels[index + 1].from : -0.5
            for before in stride(from: part.from, to: next, by: -ending.pace) {
                if let level = part.kitchen {
                    house.hear(House.tag, by: "n1", level, at: 400 - before)
                }
                if let level = part.hall {
                    house.hear(House.tag, by: "n2", level, at: 400.2 - before)
                }
            }
        }
        if ending.isHallOff { house.report("n2", isOnline: false, at: 401) }
        let rooms = try #require(house.engine.track(of: House.tag)).rooms
        #expect(house.engine.wasPlainAtExit(rooms, of: ID(checked: "home")) == ending.mayBeOut)
    }
}
