import Testing

@testable import RoostCore

@Suite("Going out by an exit")
struct ExitTests {
    /// A beacon's signal, once a second: how likely it is at an exit, and how much better being
    /// outside explains it.
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [(count: Int, atExit: Double, ratio: Double)]
        /// The range of the missed readings; `nil` if silence says nothing.
        var misses: ClosedRange<Double>?
    }

    static let stories = [
        Story(
            testDescription: "silent in the hall", steps: [(20, 1, 0.01)], misses: 10...13),
        Story(
            testDescription: "weaker and weaker behind the door",
            steps: [(20, 1, 0.01), (6, 0.5, 3)], misses: 0...5),
        Story(testDescription: "never near an exit", steps: [(60, 0, 2)], misses: nil),
        Story(
            testDescription: "through the hall to another room",
            steps: [(10, 1, 0.01), (10, 0, 0.01)], misses: nil),
        Story(
            testDescription: "for hours where it is heard badly",
            steps: [(10, 0.6, 1), (3600, 0, 1.02)], misses: nil),
    ]

    @Test("Silence soon counts as leaving near an exit, and never elsewhere", arguments: stories)
    func misses(story: Story) {
        var exit = ExitBelief()
        for (count, atExit, ratio) in story.steps {
            for _ in 0..<count {
                exit.step(ratio: ratio, weight: 1, atExit: atExit, stay: 10, elapsed: 1)
            }
        }
        #expect((exit.missesUntilOut == nil) == (story.misses == nil))
        if let misses = exit.missesUntilOut, let expected = story.misses {
            #expect(expected.contains(misses), "\(misses)")
        }
    }

    @Test("A tag that came in by the door or has lain there for long is not soon taken as out")
    func stays() {
        var (came, lies) = (ExitBelief(), ExitBelief())
        for _ in 0..<30 {
            came.step(ratio: 0.1, weight: 1, atExit: 1, stay: nil, elapsed: 1)
            lies.step(ratio: 0.1, weight: 1, atExit: 1, stay: 600, elapsed: 1)
        }
        #expect(came.missesUntilOut == nil)
        #expect(lies.missesUntilOut ?? .infinity > 12)
    }

    @Test("An item counts as moved if several nodes, or one clearly, hear it differently")
    func stillness() {
        func isMoved(by changes: [Double]) -> Bool {
            var stillness = Stillness()
            var hearings = (0..<3).map {
                Hearing(node: ID(checked: "n\($0)"), rssi: RSSI(dBm: -70), at: time(0))
            }
            for second in 1..<300 {
                for index in hearings.indices {
                    let rest = stillness.settled(at: time(second))
                    let moved = second >= 280 && index < changes.count ? changes[index] : 0
                    _ = hearings[index].hear(
                        RSSI(dBm: -70 + moved), at: time(second), stillness: rest)
                }
                _ = stillness.note(hearings, isHeardAnew: second == 1, at: time(second))
            }
            return stillness.duration(at: time(299)) < 25
        }
        #expect(!isMoved(by: []))
        #expect(!isMoved(by: [6]))
        #expect(isMoved(by: [-15]))
        #expect(isMoved(by: [-9, 9]))
    }

    @Test("An item taken up after an hour in the hall is more likely out than one that lay less")
    func takenOut() throws {
        func doubt(resting: Double) throws -> Double {
            var house = House()
            house.hear(House.tag, by: "n1", -60, from: 0, to: 20, every: 2)
            house.hear(House.keys, by: "n1", -60, from: 0, to: 20, every: 2)
            for second in stride(from: 20.0, to: 60 + resting, by: 2) {
                house.hear(House.keys, by: "n2", -60, at: second)
                house.hear(House.keys, by: "n1", -75, at: second)
            }
            for second in stride(from: 60 + resting, to: 72 + resting, by: 2) {
                house.hear(House.keys, by: "n2", -90, at: second)
            }
            let rooms = try #require(house.engine.track(of: House.keys)).rooms
            return try #require(rooms.exit).probability
        }
        #expect(try doubt(resting: 4000) > 2 * doubt(resting: 3000))
    }

    @Test("An item counts as taken up only if it had lain for an hour before it moves")
    func takenUp() throws {
        func takenUp(after rest: Int) -> Timestamp? {
            var stillness = Stillness()
            var hearing = Hearing(node: ID(checked: "n1"), rssi: RSSI(dBm: -80), at: time(0))
            for second in stride(from: 5, to: rest + 60, by: 5) {
                let level = second < rest ? -80.0 : -50
                _ = hearing.hear(
                    RSSI(dBm: level), at: time(second),
                    stillness: stillness.settled(at: time(second)))
                _ = stillness.note([hearing], isHeardAnew: false, at: time(second))
            }
            return stillness.takenUp
        }
        #expect(takenUp(after: 3000) == nil)
        let moment = try #require(takenUp(after: 4000))
        #expect(time(4000) <= moment && moment <= time(4020))
    }

    private func time(_ second: Int) -> Timestamp {
        House.start.advanced(bySeconds: Double(second))
    }

    @Test("A user's habit at a door predicts whether they leave, and old habits fade")
    func habits() {
        var (crosser, leaver) = (DoorHabit(), DoorHabit())
        #expect(crosser.likelihood(among: []) == 0.6)
        for _ in 0..<200 {
            crosser.noteStay()
            leaver.noteStay()
            leaver.noteExit()
        }
        #expect(crosser.likelihood(among: [crosser]) < 0.1)
        #expect(leaver.likelihood(among: [leaver]) > 0.9)
        for _ in 0..<60 {
            crosser.noteStay()
            crosser.noteExit()
        }
        #expect(
            crosser.likelihood(among: [crosser]) > 0.5, "what was learned long ago is forgotten")
    }

    @Test("A newcomer at a door is expected to act like the others until their own habit shows")
    func others() {
        var (crosser, guest) = (DoorHabit(), DoorHabit())
        for _ in 0..<20 { crosser.noteStay() }
        #expect(guest.likelihood(among: [crosser, guest]) < 0.1)
        for _ in 0..<8 {
            guest.noteStay()
            guest.noteExit()
        }
        #expect(guest.likelihood(among: [crosser, guest]) > 0.6)
    }
}

@Suite("Going out with one's things")
struct CompanyTests {
    /// What happens to alice's keys when she goes out through the hall, after which her tag is
    /// silent.
    enum Keys: CaseIterable {
        case comeAlong, areHeardOn, stay
    }

    /// Alice comes from the kitchen and goes out through the hall; bob's tag stays in the kitchen.
    ///
    /// - Parameter isAnythingHeard: Whether nodes report anything afterwards.
    /// - Returns: The seconds from her last reading until she is reported as out, and until she is
    ///   alerted to her keys.
    private func leaving(
        _ keys: Keys, isAnythingHeard: Bool = true
    ) -> (out: Double?, told: Double?) {
        var house = House()
        house.change(
            .saveUser(User(id: House.bob, name: "Bob", beacons: [Self.bobs])), at: 0)
        for second in stride(from: 0.0, to: 340, by: 4) {
            let node = second < 310 ? "n1" : "n2"
            house.hear(House.tag, by: node, -60, at: second)
            house.hear(House.keys, by: keys == .stay ? "n1" : node, -60, at: second + 1)
            house.hear(Self.bobs, by: "n1", -70, at: second + 2)
        }
        var (out, told): (Double?, Double?) = (nil, nil)
        for second in stride(from: 340.0, to: 400, by: 1) {
            switch second.remainder(dividingBy: 4) {
            case 1 where isAnythingHeard && keys != .comeAlong:
                house.hear(House.keys, by: keys == .stay ? "n1" : "n2", -60, at: second)
            case 2, -2:
                if isAnythingHeard { house.hear(Self.bobs, by: "n1", -70, at: second) }
            default: house.wait(until: second)
            }
            let isOut = house.decisions.contains {
                $0.user == House.alice && $0.rule == "door_heard_last"
            }
            if isOut, out == nil { out = second - 336 }
            if !house.alerts(.leftBehind).isEmpty, told == nil { told = second - 336 }
        }
        return (out, told)
    }

    private static let bobs = BeaconID(canonical: "mac:a4c138000009")

    @Test("A tag that falls silent together with the keys is out sooner than a tag alone")
    func together() throws {
        let alone = try #require(leaving(.stay).out)
        let along = try #require(leaving(.comeAlong).out)
        #expect(along < alone * 0.7, "\(along) s, alone \(alone) s")
    }

    @Test("Keys that are still heard do not change when their owner is out")
    func inOtherHands() throws {
        #expect(leaving(.areHeardOn).out == leaving(.stay).out)
    }

    @Test("Where nodes report nothing at all, silent keys do not speed up the departure")
    func deafNodes() throws {
        let quiet = try #require(leaving(.comeAlong, isAnythingHeard: false).out)
        let along = try #require(leaving(.comeAlong).out)
        #expect(quiet > along * 1.4, "\(quiet) s, else \(along) s")
    }

    @Test("Keys that lay in the kitchen all the time are reported as soon as their owner is out")
    func lying() throws {
        let (out, told) = leaving(.stay)
        #expect(try #require(told) <= #require(out) + 6)
        #expect(leaving(.comeAlong).told == nil)
    }
}
