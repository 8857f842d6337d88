import RoostCore
import Testing

/// Somebody who came from afar sits next door, 30 m beyond the fence of home.
@Suite("Phones next door")
struct NeighbourPhoneTests {
    /// Where fixes of a phone at rest are, in metres from the fence of home, and their accuracy.
    ///
    /// - Parameter silence: How long nothing is heard afterwards, in seconds.
    private func transitions(
        _ fixes: [(metres: Double, accuracy: Double)], speed: Double? = 0, silence: Double = 0
    ) -> [String] {
        var house = House()
        house.fix(House.home.north(1500), at: 0)
        for (index, (metres, accuracy)) in fixes.enumerated() {
            let second = 1800 + 300 * Double(index)
            var fix = Fix(
                coordinate: House.home.north(60 + metres), accuracy: accuracy,
                time: House.start.advanced(bySeconds: second))
            fix.speed = speed
            house.take(fix, at: second)
        }
        house.wait(until: 1800 + 300 * Double(fixes.count - 1) + silence)
        return house.transitions
    }

    @Test(
        "A coarse fix says nothing of a phone that just was next door by an exact one",
        arguments: [0.0, nil])
    func coarse(speed: Double?) {
        #expect(transitions([(30, 8), (-3, 35), (29, 15), (10, 65)], speed: speed).isEmpty)
        #expect(transitions([(30, 8), (5, 65), (10, 65), (31, 12)], speed: speed).isEmpty)
    }

    @Test("Whoever parked next door is at home by a fix that is clearly in it, or by silence there")
    func parked() {
        #expect(transitions([(10, 5), (-50, 65), (-45, 65)]) == ["enter home"])
        #expect(transitions([(10, 5), (-10, 65)]).isEmpty)
        #expect(transitions([(10, 5), (-10, 65)], silence: 3600) == ["enter home"])
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
