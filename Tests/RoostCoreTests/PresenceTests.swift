import RoostCore
import SeededRandom
import Testing

@Suite("Presence")
struct PresenceTests {
    @Test("The first fix tells where somebody is and is not an arrival")
    func firstFix() {
        var house = House()
        house.fix(House.home, at: 0)
        #expect(house.alice.hand == .place("home"))
        #expect(house.transitions.isEmpty)
    }

    @Test(
        "The hand of somebody in a place does not say that they are in none",
        arguments: [
            ("unknown", "other"), ("Offline", "other"), ("travelling", "other"), ("Choir", "Choir"),
        ])
    func misleadingName(name: String, hand: String) {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "choir"), name: name,
                    area: .circle(center: House.home.north(5000), radius: 50), isShared: true)),
            at: 0)
        house.fix(House.home.north(5000), at: 10)
        #expect(house.alice.place == ID(checked: "choir"))
        #expect(house.alice.hand == .place(hand))
    }

    @Test("A fix without a battery level keeps the last known level")
    func battery() {
        var house = House()
        var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
        fix.battery = 71
        house.take(fix, at: 0)
        house.fix(House.home, at: 60)
        #expect(house.alice.battery == 71)
    }

    @Test("Leaving and arriving are each announced once")
    func commutes() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(1000), at: 300)
        #expect(house.alice.hand == .travelling)
        house.fix(House.office, at: 600)
        house.fix(House.office, at: 700)
        #expect(house.alice.hand == .place("work"))
        #expect(house.transitions == ["leave home", "enter office"])
        #expect(house.alerts(.left).count == 1)
        #expect(house.alerts(.arrived).count == 1)
    }

    /// All evidence about alice disappears, one way or the other.
    static let losses: [(String, HouseholdChange)] = [
        ("her tag", .saveUser(User(id: House.alice, name: "Alice"))),
        ("her place", .deletePlace(ID(checked: "home"))),
        ("the node", .deleteNode(ID(checked: "n1"))),
    ]

    @Test("Once nothing tells of a user any more, their whereabouts are unknown", arguments: losses)
    func noEvidence(what: String, change: HouseholdChange) {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 2)
        #expect(house.alice.place == ID(checked: "home"))
        house.effects = []
        house.change(change, at: 61)
        house.wait(until: 4000)
        #expect(house.alice.hand == .unknown && house.alice.place == nil)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
        #expect(house.decisions.last?.rule == "no_evidence")
    }

    @Test("A coarse fix does not move anybody out of a home", arguments: [500.0, 1000, 1500, 2900])
    func coarse(away: Double) {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(away), accuracy: 1500, at: 300)
        house.fix(House.home.north(away), accuracy: 1500, at: 600)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A fix too far away to have been reached is not believed")
    func impossible() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(100_000), at: 60)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.transitions.isEmpty)
    }

    @Test("A tag heard at home outweighs a drifting phone")
    func vetoed() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 120, every: 5)
        house.fix(House.home.north(400), at: 120)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.alice.room == ID(checked: "kitchen"))
        #expect(house.transitions.isEmpty)
    }

    @Test("Time before a restart does not count as silence")
    func restart() {
        var house = House()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 5)
        let later = House.start.advanced(bySeconds: 3600)
        house.effects += house.engine.apply(.listening, at: later)
        house.effects += house.engine.apply(.tick, at: later)
        #expect(house.alice.room == ID(checked: "kitchen"))
        #expect(house.transitions.isEmpty)
    }

    @Test("The order in which a phone's queue arrives changes nothing", arguments: 0..<20)
    func shuffled(seed: Int) {
        let queue = [
            (House.home.north(1000), 100.0), (House.office, 400), (House.office, 500),
            (House.home.north(1000), 900), (House.home, 1200),
        ]
        func transitions(_ order: [(Coordinate, Double)]) -> [String] {
            var house = House()
            house.fix(House.home, at: 0)
            for (place, second) in order { house.fix(place, at: second, arriving: 2000) }
            house.wait(until: 2100)
            return house.transitions
        }
        var generator = SeededRandom(seed: UInt64(seed))
        let expected = ["leave home", "enter office", "leave office", "enter home"]
        #expect(transitions(queue.shuffled(using: &generator)) == expected)
    }

    @Test("A presence is never older than it lasts")
    func updated() throws {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 1, to: 600, every: 1)
        house.wait(until: 900)
        let presence = try #require(house.engine.presence(of: House.alice))
        #expect(presence.place == ID(checked: "home") && presence.room == nil)
        let since = try #require(presence.since)
        #expect(since > House.start.advanced(bySeconds: 500))
        #expect(try #require(presence.updated) >= since)
    }
}
