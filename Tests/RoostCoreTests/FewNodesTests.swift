import Testing

@testable import RoostCore

/// The house has rooms without a node, like most homes at first.
@Suite("Homes in which few rooms have a node")
struct FewNodesTests {
    private static let other = BeaconID(canonical: "mac:a4c138000099")

    /// alice comes by the hall, and is heard badly or not at all by its node from then on.
    ///
    /// - Parameter isOut: Whether she is gone for a quarter of an hour; if not, she sits in a room
    ///   without a node, where her phone lies beside her.
    /// - Returns: Whether she is told to have left within 20 seconds.
    @discardableResult
    private func pass(_ house: inout House, isOut: Bool, at start: Double) -> Bool {
        var isTold = false
        for second in stride(from: 0.0, to: 900, by: 1) {
            let moment = start + second
            if second.truncatingRemainder(dividingBy: 4) == 0 {
                house.hear(Self.other, by: "n1", -70, at: moment)
                house.hear(Self.other, by: "n2", -70, at: moment + 0.15)
            }
            let level: (String, Double)? =
                switch second {
                case ..<40: ("n1", -55)
                case ..<50: ("n2", -60)
                case ..<70: ("n2", -82 - (second - 50) / 2)
                case 150, 380, 450, 540: isOut ? nil : ("n2", -93)
                default: nil
                }
            if let (node, dBm) = level { house.hear(House.tag, by: node, dBm, at: moment + 0.3) }
            if isOut, [120, 150].contains(second) { house.fix(House.office, at: moment) }
            if second == 5 || second == 370 && !isOut { house.fix(House.home, at: moment) }
            if second == 70 { isTold = house.alice.place != ID(checked: "home") }
        }
        return isTold
    }

    @Test("A room without a node is told from the way out once phones have shown who stays there")
    func unheardRoom() {
        func house(learning stays: Int) -> House {
            var house = House.online()
            for day in 0..<6 { pass(&house, isOut: true, at: Double(day) * 2000) }
            for day in 0..<stays { pass(&house, isOut: false, at: 12_000 + Double(day) * 2000) }
            return house
        }
        var (new, known) = (house(learning: 0), house(learning: 6))
        #expect(pass(&new, isOut: false, at: 30_000), "nobody knows of that room yet")
        #expect(!pass(&known, isOut: false, at: 30_000))
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
