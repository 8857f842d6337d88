// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import FoundationEssentials
import SeededRandom
import Testing

@testable import RoostCore

@Suite("Leaving while still heard from the street")
struct FadingTests {
    private static let home: ID<Place> = ID(checked: "home")
    private static let other = BeaconID(canonical: "mac:a4c138000099")

    /// What the nodes of the kitchen and the hall hear of alice, in dBm, `second` seconds after she
    /// last stood in the hall.
    enum Way {
        /// Out, and along the street for twenty seconds.
        case out
        /// Into the bath, which has no node, and later to the kitchen.
        case bath
        /// To a far corner, and later to the kitchen.
        case corner
        /// On to the kitchen, at first as weak at the hall's node as on the way out.
        case kitchen

        func levels(at second: Double) -> [(String, Double)] {
            switch (self, second) {
            case (_, ..<(-10)): [("n1", -55), ("n2", -84)]
            case (_, ..<0): [("n1", -80), ("n2", -60)]
            case (.out, ..<20): [("n2", -82 - second / 2)]
            case (.out, _): []
            case (.bath, ..<70): [("n1", -77), ("n2", -79)]
            case (.corner, ..<70): [("n2", -86)]
            case (.kitchen, ..<12): [("n1", -80 + second), ("n2", -82 - second / 2)]
            case (.bath, _), (.corner, _), (.kitchen, _): [("n1", -55), ("n2", -84)]
            }
        }
    }

    /// Some minutes of her life that begin in the kitchen, a quarter of an hour if she goes out.
    ///
    /// - Parameter isDoorOpened: Whether the hall's door is open for two seconds, and closes as she
    ///   leaves the hall.
    /// - Returns: The seconds from the hall until she is reported to have left; `nil` if she is
    ///   not.
    @discardableResult
    private func live(
        _ way: Way, in house: inout House, at start: Double, isDoorOpened: Bool = false
    ) -> Double? {
        let before = house.decisions.count
        var told: Double?
        let absence = stride(from: 120.0, to: way == .out ? 900 : 120, by: 20)
        for second in Array(stride(from: 0.0, to: 120, by: 1)) + absence {
            if isDoorOpened, [Self.door - 2, Self.door].contains(second) {
                house.door(isOpen: second < Self.door, at: start + second)
            }
            tell(way, second, to: &house, at: start + second)
            house.wait(until: start + second + 1)
            if told == nil,
                house.decisions.dropFirst(before).contains(where: { $0.rule == "door_heard_last" })
            {
                told = second + 1 - Self.door
            }
        }
        return told
    }

    /// The readings within one second, by both nodes or only by the hall's.
    private func tell(
        _ way: Way, _ second: Double, to house: inout House, at moment: Double, isAll: Bool = true
    ) {
        // Another beacon is there, so that silence means something.
        if second.truncatingRemainder(dividingBy: 4) == 0 {
            if isAll { house.hear(Self.other, by: "n1", -70, at: moment) }
            house.hear(Self.other, by: "n2", -70, at: moment + 0.15)
        }
        for (index, (node, level)) in way.levels(at: second - Self.door).enumerated() {
            house.hear(House.tag, by: node, level, at: moment + 0.3 + 0.15 * Double(index))
        }
    }

    /// When she leaves the hall, in seconds since the beginning.
    private static let door = 40.0

    /// A house whose nodes the broker reports as online, even while they hear nothing.
    private static var listened: House {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        return house
    }

    /// Each way six times, one after the other.
    private static let learned: House = {
        var house = Self.listened
        let tests = FadingTests()
        for day in 0..<6 {
            tests.live(.bath, in: &house, at: Double(day) * 2000)
            tests.live(.out, in: &house, at: Double(day) * 2000 + 500)
        }
        return house
    }()

    @Test("What was heard before a node moved is not learned")
    func movedNode() {
        var house = House()
        for second in stride(from: 0, to: Self.door + 15, by: 1) {
            tell(.corner, second, to: &house, at: second)
        }
        #expect(house.engine.users[House.alice]?.fadings.isEmpty == false)
        house.change(
            .saveNode(Node(id: ID(checked: "n1"), place: Self.home, room: ID(checked: "study"))),
            at: Self.door + 16)
        #expect(house.engine.users[House.alice]?.fadings == [])
    }

    @Test("Once learned, a departure is told while still heard, and the bath is not one")
    func learned() throws {
        var house = House()
        let first = try #require(live(.out, in: &house, at: 0))
        #expect(first > 20, "she is heard until then")
        house = Self.learned
        #expect(live(.bath, in: &house, at: 30_000) == nil)
        let last = try #require(live(.out, in: &house, at: 31_000))
        #expect((8...13).contains(last), "\(last)")
        let why = try #require(house.decisions.last { $0.rule == "door_heard_last" })
        let evidence = try #require(
            why.evidence.first { $0.text.contains("faded after the door as on other ways out") })
        #expect(evidence.kind == .sighting && evidence.probability! > 0.8)
        #expect(evidence.level == -60)
        #expect(!why.evidence.contains { $0.text.contains("silence") })
        #expect(
            why.counterfactuals.contains {
                $0.evidence == .sighting && $0.subject == House.tag.rawValue
            })
    }

    @Test("Who is louder further inside than at the door went on, whatever was learned")
    func inwards() throws {
        var house = Self.learned
        live(.bath, in: &house, at: 28_000)
        live(.kitchen, in: &house, at: 29_000)
        let sounds = house.engine.users[House.alice]?.fadings.flatMap(\.sounds) ?? []
        #expect(!sounds.isEmpty)
        var memory = try #require(house.engine.silences[Self.home])
        for sound in Array(repeating: sounds, count: 20).joined() {
            memory.learn(sound, isWayOut: true)
        }
        house.engine.silences[Self.home] = memory
        #expect(live(.kitchen, in: &house, at: 30_000) == nil)
        #expect(house.alice.room == ID(checked: "kitchen"))
    }

    @Test("What was learned survives a restart")
    func restart() throws {
        var house = Self.learned
        let memory = house.engine.memory
        house.engine = Engine(household: house.engine.household, memory: memory)
        house.listen(at: 29_000)
        let told = try #require(live(.out, in: &house, at: 30_000))
        #expect((8...13).contains(told), "\(told)")
    }

    @Test("While a node is offline, a fading signal does not count as leaving")
    func deaf() throws {
        var house = Self.learned
        for second in stride(from: 0.0, to: 62, by: 1) {
            if second == 42 { house.report("n1", isOnline: false, at: 30_042) }
            tell(.out, second, to: &house, at: 30_000 + second, isAll: second < 42)
        }
        #expect(house.engine.users[House.alice]!.belief?.whereabouts != .outside)
    }

    @Test("While an online node reports nothing, a fading signal does not count as leaving")
    func stalled() throws {
        var house = Self.learned
        for second in stride(from: 0.0, to: 62, by: 1) {
            tell(.out, second, to: &house, at: 30_000 + second, isAll: second < 42)
        }
        #expect(house.engine.users[House.alice]!.belief?.whereabouts != .outside)
    }

    @Test("While the sensor says the door stayed shut, a fading signal is no departure")
    func shut() {
        var house = Self.learned
        house.door(isOpen: true, at: 29_990)
        house.door(isOpen: false, at: 29_992)
        let told = live(.out, in: &house, at: 30_000)
        #expect(told.map { $0 > 20 } ?? true, "as long as she is heard")
    }

    /// The same in a copy of a house with a sensor at the hall's door, which is opened.
    private func pass(_ way: Way, in house: House) -> Double? {
        var house = house
        house.door(isOpen: true, at: 29_900)
        house.door(isOpen: false, at: 29_902)
        house.hear(House.tag, by: "n1", -55, from: 29_930, to: 30_000, every: 1)
        return live(way, in: &house, at: 30_000, isDoorOpened: true)
    }

    @Test("Going to the bath as somebody else opens the door is not leaving, once learned")
    func answered() {
        let first = pass(.bath, in: Self.listened)
        #expect(first.map { $0 < 12 } ?? false, "nobody knows yet how the bath sounds")
        let bath = pass(.bath, in: Self.learned)
        #expect(bath == nil)
        let out = pass(.out, in: Self.learned)
        #expect(out.map { (8...10).contains($0) } ?? false)
    }

    @Test("Where only stays were learned, an opened door tells a departure as before")
    func onlyStays() {
        var house = Self.listened
        for day in 0..<12 { live(.corner, in: &house, at: Double(day) * 2000) }
        #expect(streetOdds(house)! < 0.1)
        let out = pass(.out, in: house)
        #expect(out.map { (8...10).contains($0) } ?? false, "\(out ?? 0)")
    }

    /// The learned odds of being gone rather than there for readings like those of the street or of
    /// the bath.
    private func odds(_ house: House, _ levels: [Double?]) -> Double? {
        let now = House.start.advanced(bySeconds: 8)
        var recent = RecentReadings()
        for (node, level) in levels.enumerated() {
            for second in 0..<8 {
                recent.note(
                    level.flatMap { RSSI(dBm: $0) }, by: node,
                    at: now.advanced(bySeconds: -Double(second)))
            }
        }
        let sound = WayOutSound(recent, by: [0, 1], fromDoorAt: -60, at: now)
        return house.engine.silences[Self.home]?.odds(of: sound)
    }

    private func streetOdds(_ house: House) -> Double? { odds(house, [nil, -90]) }
    private func bathOdds(_ house: House) -> Double? { odds(house, [-77, -79]) }

    @Test("A weak signal for ten minutes, as from a garden, teaches nothing")
    func garden() {
        var house = Self.listened
        for second in stride(from: 0.0, to: 640, by: 2) {
            let level = second < Self.door ? -60 : -90.0
            house.hear(Self.other, by: "n1", -70, at: 1000 + second)
            house.hear(House.tag, by: second < 20 ? "n1" : "n2", level, at: 1001 + second)
            if second == 100 { #expect(!house.engine.users[House.alice]!.fadings.isEmpty) }
        }
        house.hear(House.tag, by: "n1", -60, from: 1700, to: 1800, every: 2)
        #expect(streetOdds(house) == nil)
    }

    @Test("If she comes back to the door before leaving, the first fading is not learned")
    func twice() {
        var house = Self.learned
        let before = bathOdds(house)!
        for second in stride(from: 0.0, to: 56, by: 1) {
            // To the bath, back after twelve seconds, and out of range at once.
            let isBack = second >= Self.door + 12
            let way: Way = isBack ? .out : .bath
            tell(way, isBack ? second - 14 : second, to: &house, at: 30_000 + second)
        }
        #expect(house.engine.users[House.alice]!.fadings.first?.isHeardAgain ?? false)
        for second in stride(from: 56.0, to: 1000, by: 10) {
            house.hear(Self.other, by: "n1", -70, at: 30_000 + second)
        }
        house.hear(House.tag, by: "n2", -70, at: 31_500)
        // The first sounded like the bath: if it were learned as a way out, the bath would become
        // one.
        let fadings = house.engine.users[House.alice]!.fadings
        #expect(fadings.isEmpty, "all is known by now")
        #expect(bathOdds(house)! < 2 * before)
    }

    @Test("Learning starts over when a node is no longer an exit")
    func layout() {
        var house = Self.learned
        #expect(streetOdds(house)! > 5)
        house.change(
            .saveNode(Node(id: ID(checked: "n2"), place: Self.home, room: ID(checked: "hall"))),
            at: 30_000)
        #expect(streetOdds(house) == nil)
    }

    @Test("A signal that fades after coming in by the door does not count as leaving")
    func comingIn() {
        var house = Self.learned
        // Beside the door for ten seconds, and then as weak as in the street.
        for second in stride(from: Self.door - 10, to: Self.door + 22, by: 1) {
            tell(.out, second, to: &house, at: 30_000 + second)
        }
        let hall = Spot(place: Self.home, room: ID(checked: "hall"))
        #expect(house.engine.users[House.alice]!.belief?.whereabouts == .at(hall))
    }

    @Test("Who stands at the door with a slow tag has not left before its next packet is due")
    func slowTag() {
        var house = Self.learned
        let tag = BeaconID(canonical: "mac:a4c138000077")
        house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [tag])), at: 30_000)
        for second in stride(from: 0.0, to: 100, by: 10) {
            // Others speak, so that silence means something.
            for pause in stride(from: 0.0, to: 10, by: 2) {
                for node in ["n1", "n2"] {
                    house.hear(Self.other, by: node, -70, at: 30_001 + second + pause)
                }
                if pause == 0 { house.hear(tag, by: "n2", -52, at: 30_001.5 + second) }
            }
        }
        #expect(leavings(of: House.bob, house).isEmpty)
    }

    private func leavings(of user: ID<User>, _ house: House) -> [Transition] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect, step.user == user, !step.isEntering
            else { return nil }
            return step
        }
    }

    @Test("Somebody who is heard inside after all is not out again by the same fading")
    func once() throws {
        var house = Self.learned
        let before = house.decisions.count
        for second in stride(from: 0.0, to: 70, by: 1) {
            tell(.out, second, to: &house, at: 30_000 + second)
            let isOut = house.decisions.dropFirst(before).contains { $0.rule == "door_heard_last" }
            guard isOut else { continue }
            house.hear(House.tag, by: "n2", -58, at: 30_000.8 + second)
            house.wait(until: 30_004 + second)
            break
        }
        let rules = house.decisions.dropFirst(before).map(\.rule)
        #expect(rules.last == "heard" && rules.count { $0 == "door_heard_last" } == 1, "\(rules)")
    }

    @Test("Keys that stay are reported within twenty seconds of the departure")
    func keysStay() throws {
        var house = Self.learned
        for second in stride(from: 0.0, to: 100, by: 1) {
            house.hear(House.keys, by: "n1", -60, at: 30_000 + second)
            tell(.out, second, to: &house, at: 30_000.1 + second)
        }
        let alert = try #require(house.alerts(.leftBehind).last)
        let told = alert.time.seconds(since: House.start)
        #expect((30_040...30_060).contains(told), "\(told)")
    }
}
