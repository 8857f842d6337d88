import RoostCore
import Testing

/// Somebody who came from afar sits next door, 30 m beyond the fence of home.
@Suite("Phones next door")
struct NeighbourPhoneTests {
    /// Where fixes of a phone at rest are, in metres from the fence of home, and their accuracy.
    private func transitions(_ fixes: [(metres: Double, accuracy: Double)]) -> [String] {
        var house = House()
        house.fix(House.home.north(1500), at: 0)
        for (index, (metres, accuracy)) in fixes.enumerated() {
            let second = 1800 + 300 * Double(index)
            var fix = Fix(
                coordinate: House.home.north(60 + metres), accuracy: accuracy,
                time: House.start.advanced(bySeconds: second))
            fix.speed = 0
            house.take(fix, at: second)
        }
        return house.transitions
    }

    @Test("A coarse fix says nothing of a phone that just was next door by an exact one")
    func coarse() {
        #expect(transitions([(30, 8), (-3, 35), (29, 15), (10, 65)]).isEmpty)
        #expect(transitions([(30, 8), (5, 65), (10, 65), (31, 12)]).isEmpty)
    }

    @Test("A fix that is rather outside does not complete what a coarse one began")
    func rather() {
        #expect(transitions([(34, 65), (15, 20), (41, 65), (30, 15)]).isEmpty)
    }

    @Test("Without an exact fix, whoever may be at home for long is")
    func home() {
        #expect(transitions([(10, 65), (5, 65), (12, 65)]) == ["enter home"])
    }

    @Test("An exact fix that is a quarter of an hour old holds no longer")
    func later() {
        let fixes = [(30.0, 8.0), (5, 65), (-5, 65), (-2, 65), (-4, 65), (-3, 65)]
        #expect(transitions(fixes) == ["enter home"])
    }
}
