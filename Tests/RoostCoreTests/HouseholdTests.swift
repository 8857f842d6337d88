import Simulator
import Testing

/// An hour of the simulated family, in which most of them leave home.
@Suite("A simulated household")
struct HouseholdTests {
    private static let first = morning()

    private static func morning() -> Verdict {
        var year = Year(seed: 2, isExplaining: true)
        year.live(hours: 7..<8)
        return year.verdict
    }

    @Test("A morning is told as it was: who is where, and nothing is left that was not")
    func morning() {
        let verdict = Self.first
        #expect(verdict.presence.seconds == 4 * 3600)
        #expect(verdict.presence.wrong * 20 < verdict.presence.seconds)
        #expect(verdict.falseLeaves == 0)
        #expect(verdict.rooms.right * 4 > verdict.rooms.seconds * 3)
        #expect(verdict.leftBehind.wrong == 0)
    }

    @Test("The same seed gives the same morning")
    func deterministic() {
        let again = Self.morning()
        #expect(again.table == Self.first.table)
        #expect(again.faults == Self.first.faults)
    }
}
