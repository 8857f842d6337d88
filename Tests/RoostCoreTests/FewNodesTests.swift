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
                case 360, 450, 540: isOut ? nil : ("n2", -93)
                default: nil
                }
            if let (node, dBm) = level { house.hear(House.tag, by: node, dBm, at: moment + 0.3) }
            if isOut, [120, 150].contains(second) { house.fix(House.office, at: moment) }
            if second == 5 || second == 355 && !isOut { house.fix(House.home, at: moment) }
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

    @Test("A tablet that never moves does not show that its owner stayed")
    func tablet() {
        var house = House.online()
        for day in 0..<6 { pass(&house, isOut: true, at: Double(day) * 2000) }
        func remained(_ device: String) -> Bool? {
            house.engine.users[House.alice]?.devices[device].map {
                $0.remained(in: ID(checked: "home"), since: House.start.advanced(bySeconds: 12_000))
            }
        }
        house.fix(House.home, device: "tablet", at: 11_990)
        house.fix(House.home, at: 12_299)
        #expect(remained("phone") == false, "an errand takes as long")
        house.fix(House.home, at: 12_310)
        house.fix(House.home, device: "tablet", at: 12_310)
        #expect(remained("phone") == true)
        #expect(remained("tablet") == false)
    }
}
