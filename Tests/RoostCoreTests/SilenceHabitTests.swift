// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import FoundationEssentials
import Testing

@testable import RoostCore

@Suite("How often somebody is silent")
struct SilenceHabitTests {
    @Test("Where nothing was learned, a silence is worth what it is worth anywhere")
    func unlearned() {
        let habit = SilenceHabit()
        for expected in [0.0, 2, 5.7] {
            #expect(abs(habit.evidence(of: 12, expected: expected) - expected) < 1e-9)
        }
    }

    @Test("The longer somebody was heard without one, the more a silence tells")
    func rarity() {
        var habit = SilenceHabit()
        var last = habit.evidence(of: 12, expected: 3)
        for _ in 0..<30 {
            habit.notePresence(of: 3600)
            let evidence = habit.evidence(of: 12, expected: 3)
            #expect(evidence > last)
            last = evidence
        }
        // One in 30 hours, as a logarithm of the ten seconds in which it may begin.
        #expect(abs(last - 9.3) < 0.1)
    }

    @Test("What happens every hour tells little, and what is longer than that tells more")
    func frequency() {
        var habit = SilenceHabit()
        for _ in 0..<30 {
            habit.notePresence(of: 3600)
            habit.noteSilence(of: 11)
        }
        let (often, never) = (
            habit.evidence(of: 10, expected: 3), habit.evidence(of: 12, expected: 3)
        )
        #expect(often < 6)
        #expect(never > 9)
        #expect(habit.evidence(of: 11.9, expected: 3) == often)
        #expect(habit.evidence(of: 5, expected: 3) == 3, "too short to be one")
    }

    @Test("What was long ago is forgotten")
    func forgetting() {
        var habit = SilenceHabit()
        for _ in 0..<100 { habit.noteSilence(of: 20) }
        for _ in 0..<400 { habit.notePresence(of: 86_400) }
        #expect(habit.evidence(of: 20, expected: 3) > 12)
    }

    @Test("It is kept as it is")
    func coding() throws {
        var habits = SilenceHabits()
        habits[atExit: true].notePresence(of: 100)
        habits[atExit: true].noteSilence(of: 9)
        habits[atExit: false].notePresence(of: 7)
        let data = try JSONEncoder().encode(habits)
        #expect(try JSONDecoder().decode(SilenceHabits.self, from: data) == habits)
    }
}

@Suite("Falling silent on the way")
struct SilentOnTheWayTests {
    private static let home: ID<Place> = ID(checked: "home")

    /// Alice walks about in the kitchen, and is not heard any more.
    ///
    /// - Parameters:
    ///   - presence: Seconds in which she was heard there before, beyond what is told here.
    ///   - silences: How often she was silent for 40 s in that time.
    /// - Returns: Seconds from the last that was heard of her until she is told to be out.
    private func leaving(presence: Double, silences: Int) -> Double? {
        var house = House()
        house.hear(House.tag, by: "n1", -62, at: 0)
        var habits = SilenceHabits()
        for _ in 0..<Int(presence / 3600) { habits[atExit: false].notePresence(of: 3600) }
        for _ in 0..<silences { habits[atExit: false].noteSilence(of: 40) }
        house.engine.users[House.alice]!.silences = [Self.home: habits]
        for second in stride(from: 1.0, to: 120, by: 1) {
            // She goes to and fro.
            let level = second.remainder(dividingBy: 20) < 0 ? -48.0 : -80
            house.hear(House.tag, by: "n1", level, at: second)
            house.hear(House.keys, by: "n1", -70, at: second + 0.3)
        }
        for second in stride(from: 119.0, to: 150, by: 1) {
            house.hear(House.keys, by: "n1", -70, at: second + 0.3)
            if house.decisions.contains(where: { $0.rule == "door_heard_last" }) {
                return second - 119
            }
        }
        return nil
    }

    @Test("Who is hardly ever silent has gone, though nobody saw them at a door")
    func rare() throws {
        let seconds = try #require(leaving(presence: 30 * 16 * 3600, silences: 0))
        #expect((6...14).contains(seconds))
    }

    @Test("Of a stranger, or of whoever is often silent, silence tells nothing")
    func usual() {
        #expect(leaving(presence: 0, silences: 0) == nil)
        #expect(leaving(presence: 30 * 16 * 3600, silences: 60) == nil)
    }

    /// Alice is heard in the kitchen, with a silence of `seconds` now and then.
    private func living(
        silences seconds: Double, between: (inout House, Double) -> Void = { _, _ in }
    ) -> SilenceHabit {
        var house = House()
        var now = 0.0
        for _ in 0..<10 {
            house.hear(House.tag, by: "n1", -60, from: now, to: now + 100, every: 1)
            now += 99
            between(&house, now + seconds / 2)
            now += seconds
        }
        house.hear(House.tag, by: "n1", -60, at: now)
        return house.engine.users[House.alice]!.silences?[Self.home]?[atExit: false]
            ?? SilenceHabit()
    }

    @Test("It learns by itself how often she is silent, and for how long")
    func learning() {
        let (short, long) = (living(silences: 9), living(silences: 25))
        // Ten of them in 1,000 seconds, of which each ten may begin one.
        for (habit, length) in [(short, 8.0), (long, 20)] {
            let evidence = habit.evidence(of: length, expected: 0)
            #expect(abs(evidence - 2.2) < 0.4, "\(evidence)")
        }
        #expect(short.evidence(of: 10, expected: 0) > 4)
        #expect(long.evidence(of: 30, expected: 0) > 4)
    }

    @Test("While the node cannot hear, nobody is silent")
    func deaf() {
        let habit = living(silences: 25) { house, second in
            house.report("n1", isOnline: false, at: second)
            house.report("n1", isOnline: true, at: second + 5)
        }
        #expect(habit.evidence(of: 20, expected: 0) > 4)
    }
}

@Suite("Heard once more from the pavement")
struct PavementTests {
    /// Alice went out by the hall, and nothing is heard of her for 30 seconds.
    private func out() -> House {
        var house = House()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 300, every: 1)
        house.hear(House.tag, by: "n2", -60, from: 300, to: 320, every: 1)
        house.wait(until: 350)
        return house
    }

    private func isOut(_ house: House) -> Bool {
        house.engine.users[House.alice]!.belief?.whereabouts == .outside
    }

    @Test("A stray reading, or one now and then, brings nobody back")
    func stray() {
        var house = out()
        #expect(isOut(house))
        for second in stride(from: 350.0, to: 500, by: 15) {
            house.hear(House.tag, by: "n2", -95, at: second)
            #expect(isOut(house), "\(second) s")
        }
    }

    @Test("Who is heard plainly is there at once")
    func plain() {
        var house = out()
        house.hear(House.tag, by: "n2", -95, at: 350)
        house.hear(House.tag, by: "n2", -80, at: 352)
        #expect(!isOut(house))
    }

    @Test("Who is heard for a while is there, however weakly")
    func weak() {
        var house = out()
        house.hear(House.tag, by: "n2", -95, from: 350, to: 366, every: 3)
        #expect(isOut(house))
        house.hear(House.tag, by: "n2", -95, from: 366, to: 376, every: 3)
        #expect(!isOut(house))
    }
}
