import Testing

@testable import Simulator

/// An hour of the simulated family, in which most of them leave home.
@Suite("A simulated household")
struct HouseholdTests {
    private static let first = morning()

    private static func morning(hasDoorSensors: Bool = false) -> Verdict {
        var year = Year(seed: 2, hasDoorSensors: hasDoorSensors, isExplaining: true)
        year.live(hours: 7..<8)
        return year.verdict
    }

    @Test("With door sensors departures are told sooner, and without false ones")
    func doors() throws {
        // Those who leave in the judged hour, a minute before its end at the latest.
        func delays(_ verdict: Verdict) -> [Double] {
            verdict.exits.filter { $0.shut < 8 * 3600 - 60 }.map { $0.told ?? 3600 }
        }
        let verdict = Self.morning(hasDoorSensors: true)
        let (with, without) = (delays(verdict), delays(Self.first))
        try #require(!with.isEmpty && with.count == without.count)
        #expect(with.reduce(0, +) < without.reduce(0, +), "\(with) \(without)")
        #expect(with.allSatisfy { $0 <= 20 }, "\(with)")
        #expect(verdict.falseLeaves == 0)
        #expect(verdict.leftBehind.wrong == 0)
    }

    @Test("A simulated morning is mostly told right, without false departures or alerts")
    func morning() {
        let verdict = Self.first
        #expect(verdict.presence.seconds == 4 * 3600)
        #expect(verdict.presence.wrong * 20 < verdict.presence.seconds)
        #expect(verdict.falseLeaves == 0)
        #expect(verdict.rooms.right * 4 > verdict.rooms.seconds * 3)
        #expect(verdict.leftBehind.wrong == 0)
    }

    @Test("With nodes in two rooms, who is heard badly in another has not left")
    func fewNodes() {
        var year = Year(seed: 2, nodes: 2, isExplaining: true)
        // An hour in which a boy walks about where both nodes hear him badly.
        for _ in 0..<13 { year.live(hours: 0..<0) }
        year.live(hours: 13..<14)
        let verdict = year.verdict
        #expect(verdict.falseLeaves == 0, "\(verdict.faults)")
        #expect(verdict.presence.wrong * 20 < verdict.presence.seconds)
    }

    @Test("The same seed gives the same morning")
    func deterministic() {
        let again = Self.morning()
        #expect(again.table == Self.first.table)
        #expect(again.faults == Self.first.faults)
    }

    @Test("People outdoors walk around houses and not through them", arguments: 1...4)
    func ways(seed: UInt64) {
        var life = Life(seed: seed, nodes: 6)
        for day in 0..<7 {
            life.live(day: day)
            let outdoors = life.walkers.flatMap(\.legs).filter { $0.building == nil }
            let through = outdoors.filter { leg in
                // The doors are in the outer walls, and a leg may begin or end in one.
                stride(from: 0.5, to: (leg.end - leg.start).length - 0.5, by: 0.5).contains {
                    let spot = leg.position(at: leg.from + $0 / leg.speed)
                    return life.buildings.contains { $0.room(at: spot - $0.corner) != nil }
                }
            }
            #expect(!outdoors.isEmpty)
            #expect(through.isEmpty, "day \(day)")
        }
    }
}
