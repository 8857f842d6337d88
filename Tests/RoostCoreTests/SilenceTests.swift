// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import FoundationEssentials
import Testing

@testable import RoostCore

@Suite("Memory of silences and their outcomes")
struct SilenceMemoryTests {
    private static let nodes: [ID<Node>] = ["n1", "n2", "n3"].map { ID(checked: $0) }

    /// The readings of the nodes 6 to 20 s before, and the last ones.
    private func onset(
        _ before: [Double?], _ last: [Double?], deaf: String? = nil, exits: [ID<Node>] = []
    ) -> SilenceOnset {
        var recent = RecentReadings()
        for (second, levels) in [(0, before), (4, before), (12, last), (14, last)] {
            for (node, level) in levels.enumerated() {
                recent.note(level.flatMap { RSSI(dBm: $0) }, by: node, at: time(second))
            }
        }
        return SilenceOnset(recent, by: Self.nodes, nodes: Self.nodes, exits: exits) {
            $0.rawValue != deaf
        }
    }

    private func time(_ second: Int) -> Timestamp {
        House.start.advanced(bySeconds: Double(second))
    }

    private var door: SilenceOnset { onset([-80, -70, nil], [-92, -78, nil]) }
    private var corner: SilenceOnset { onset([-68, -90, -80], [nil, nil, -90]) }

    /// Ten departures by the door, and thirty pauses in a corner.
    private var learned: SilenceMemory {
        var memory = SilenceMemory(nodes: Self.nodes)
        for count in 0..<30 {
            if count % 3 == 0 { memory.learnDeparture(door) }
            memory.learnPause(corner, of: 6 + Double(count % 10))
        }
        return memory
    }

    @Test("Without similar experience, the prior expectation holds")
    func unlearned() {
        let strange = onset([nil, nil, -40], [-40, nil, nil])
        for (memory, onset) in [
            (SilenceMemory(nodes: Self.nodes), door), (learned, strange),
        ] {
            for expected in [0.01, 0.5, 0.99] {
                let odds = memory.odds(of: onset, after: 8, expected: expected)
                #expect(abs(odds / (expected / (1 - expected)) - 1) < 1e-3)
            }
        }
    }

    @Test("A silence that begins like earlier ones is judged like them")
    func likeness() {
        let nearly = onset([-77, -74, nil], [-95, -80, nil])
        for onset in [door, nearly] {
            #expect(learned.odds(of: onset, after: 6, expected: 0.2) > 20)
        }
        #expect(learned.odds(of: corner, after: 6, expected: 0.8) < 0.05)
    }

    @Test("The longer a silence lasts, the less it counts as one of the short pauses")
    func lasting() {
        let odds = [6.0, 9, 12, 15, 18].map {
            learned.odds(of: corner, after: $0, expected: 0.5)
        }
        #expect(odds == odds.sorted() && Set(odds).count == odds.count, "\(odds)")
        #expect(odds.last! < 1, "nobody was ever seen to go from there")
    }

    @Test("The samples that are kept represent the proportions of all silences")
    func counting() {
        var memory = SilenceMemory(nodes: Self.nodes)
        for count in 0..<5000 {
            if count % 100 == 0 { memory.learnDeparture(door) }
            memory.learnPause(door, of: 7)
        }
        let odds = memory.odds(of: door, after: 6, expected: 0.5)
        #expect((0.005...0.02).contains(odds), "\(odds)")
    }

    @Test("A node that could not hear does not make silences unlike")
    func deafness() {
        let (silent, deaf) = (
            onset([-80, nil, nil], [-92, nil, nil]),
            onset([-80, nil, nil], [-92, nil, nil], deaf: "n2")
        )
        #expect(door.likeness(to: silent) < 1e-3)
        #expect(door.likeness(to: deaf) > 0.99)
    }

    @Test("Silences that began by a door and away from it are unlike, though they end alike")
    func byDoor() {
        let (n2, n3) = (Self.nodes[1], Self.nodes[2])
        let (passing, away) = (
            onset([-80, -70, nil], [-92, -78, nil], exits: [n2]),
            onset([-80, -70, nil], [-92, -78, nil], exits: [n3])
        )
        let untold = onset(
            [-80, -70, nil], [-92, -78, nil], deaf: "n3", exits: [n3])
        #expect(passing.isLike(untold) && away.isLike(untold), "a deaf node tells nothing")
        #expect(passing.isLike(passing) && away.isLike(away) && !passing.isLike(away))
        var memory = SilenceMemory(nodes: Self.nodes)
        for _ in 0..<5 {
            memory.learnDeparture(passing)
            memory.learnPause(away, of: 20)
        }
        #expect(memory.odds(of: passing, after: 10, expected: 0.5) > 5)
        #expect(memory.odds(of: away, after: 10, expected: 0.5) < 0.2)
    }

    @Test("Silences stored before doors were noted match with and without a door")
    func earlier() throws {
        let kept = try JSONDecoder().decode(
            SilenceOnset.self, from: Data("[-92,-78,-105,-80,-70,-105]".utf8))
        #expect(kept.isLike(onset([-80, -70, nil], [-92, -78, nil], exits: [Self.nodes[1]])))
        #expect(kept.isLike(onset([-80, -70, nil], [-92, -78, nil], exits: [Self.nodes[2]])))
        #expect(try JSONEncoder().encode(kept) == Data("[-92,-78,-105,-80,-70,-105]".utf8))
    }

    @Test("Precedents are similar silences that lasted as long, and how many were departures")
    func precedents() {
        #expect(learned.precedents(of: door, after: 6) == (10, 10))
        #expect(learned.precedents(of: door, after: 1000) == (10, 10))
        #expect(learned.precedents(of: corner, after: 6) == (30, 0))
        #expect(learned.precedents(of: corner, after: 12) == (12, 0))
        #expect(learned.precedents(of: corner, after: 1000) == (0, 0))
    }

    @Test("The memory survives encoding and decoding unchanged")
    func coding() throws {
        let data = try JSONEncoder().encode(learned)
        #expect(try JSONDecoder().decode(SilenceMemory.self, from: data) == learned)
    }

    @Test("Recent readings are told apart by seconds and soon forgotten")
    func readings() {
        var recent = RecentReadings()
        recent.note(RSSI(dBm: -60), by: 3, at: time(0))
        recent.note(RSSI(dBm: -70), by: 3, at: time(15))
        recent.note(RSSI(dBm: -90), by: 3, at: time(17))
        #expect(recent.means(in: 0..<6) == [3: -80])
        #expect(recent.means(in: 6..<20) == [3: -60])
        #expect(recent.isPlain && !recent.isPlain(since: time(16)))
        recent.note(RSSI(dBm: -90), by: 3, at: time(36))
        #expect(recent.means(in: 0..<30) == [3: -90])
        recent.note(RSSI(dBm: -50), by: 4, at: time(15))
        #expect(recent.means(in: 0..<30) == [3: -90], "a late one changes nothing")
        #expect(!recent.isPlain)
    }
}

@Suite("Learning what silences mean")
struct SilenceLearningTests {
    private static let home: ID<Place> = ID(checked: "home")

    /// Alice is at home, goes out through the hall, and comes back; her phone reports her position.
    ///
    /// - Returns: The seconds from her last reading until she was reported as out.
    private func goOut(_ house: inout House, at start: Double) -> Double? {
        house.fix(House.home, at: start)
        house.hear(House.tag, by: "n2", -75, from: start, to: start + 10, every: 2)
        house.hear(House.tag, by: "n1", -55, from: start + 10, to: start + 300, every: 2)
        house.hear(House.tag, by: "n2", -70, from: start + 300, to: start + 308, every: 2)
        house.hear(House.tag, by: "n2", -86, from: start + 308, to: start + 312, every: 2)
        let before = house.decisions.count
        var told: Double?
        for second in 0..<1690 {
            switch second {
            case 90, 1090: house.fix(House.office, at: start + 310 + Double(second))
            default: house.wait(until: start + 310 + Double(second))
            }
            if second % (second < 60 ? 2 : 10) == 0 {
                listen(&house, at: start + 310 + Double(second))
            }
            if told == nil,
                house.decisions.dropFirst(before).contains(where: { $0.rule == "door_heard_last" })
            {
                told = Double(second)
            }
        }
        return told
    }

    /// The nodes hear another beacon, so that their silence means something.
    private func listen(_ house: inout House, at second: Double) {
        for node in ["n1", "n2"] {
            house.hear(BeaconID(canonical: "mac:a4c138000099"), by: node, -80, at: second)
        }
    }

    private func odds(_ house: House, after silence: Double) -> Double? {
        guard let memory = house.engine.silences[Self.home],
            let user = house.engine.household.users[House.alice],
            let rooms = house.engine.latest(of: user.beacons),
            let onset = house.engine.onset(of: rooms, in: Self.home)
        else { return nil }
        return memory.odds(of: onset, after: silence, expected: 0.5)
    }

    @Test("After some departures, the next is known sooner and with certainty")
    func leaving() throws {
        var house = House()
        let first = goOut(&house, at: 0)
        for day in 1..<6 { _ = goOut(&house, at: Double(day) * 2000) }
        let last = try #require(goOut(&house, at: 12_000))
        #expect(last <= 8)
        let decision = house.decisions.last { $0.rule == "door_heard_last" }
        let precedents = try #require(decision?.evidence.first { $0.probability != nil })
        #expect(
            precedents.text
                == "6 of the 6 silences that began like this, and lasted as long, were ways out"
        )
        #expect(precedents.kind == .silence && precedents.probability == 1)
        #expect(last < first ?? .infinity, "\(String(describing: first))")
        #expect(odds(house, after: 6)! > 20)
    }

    @Test(
        "Who stands in the hall and pauses is there; who is silent for longer is out",
        arguments: [(12.0, false), (18, true)])
    func pause(length: Double, isOut: Bool) {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -55, from: 0, to: 200, every: 1)
        house.hear(House.tag, by: "n2", -55, from: 200, to: 310, every: 1)
        for second in stride(from: 310, to: 310 + length, by: 1) { listen(&house, at: second) }
        house.hear(House.tag, by: "n2", -55, at: 310 + length)
        #expect(house.transitions.contains("leave home") == isOut)
    }

    @Test("Frequent silences on a chair are not taken for departures")
    func corner() throws {
        var house = House()
        for day in 0..<4 { _ = goOut(&house, at: Double(day) * 2000) }
        let before = house.decisions.count
        house.fix(House.home, at: 8000)
        for second in stride(from: 0.0, through: 2200, by: 2) {
            listen(&house, at: 8000 + second)
            let moment = 8000 + second + 0.5
            // Two minutes in the kitchen, the last third of them heard badly or not at all.
            switch (second, second.truncatingRemainder(dividingBy: 120)) {
            case (..<10, _): house.hear(House.tag, by: "n2", -75, at: moment)
            case (_, ..<80): house.hear(House.tag, by: "n1", -70, at: moment)
            case (_, ..<90): house.hear(House.tag, by: "n1", -84, at: moment)
            default: break
            }
        }
        // The first time it resembles the way to the door.
        let wrong = house.decisions.dropFirst(before).filter { $0.rule == "door_heard_last" }
        #expect(wrong.allSatisfy { $0.time.seconds(since: House.start) < 8120 } && wrong.count <= 1)
        house.hear(House.tag, by: "n1", -70, from: 10_202, to: 10_210, every: 2)
        house.hear(House.tag, by: "n1", -84, from: 10_210, to: 10_220, every: 2)
        #expect(odds(house, after: 15)! < 1)
    }

    @Test("An absence of some minutes is learned neither as a pause nor as a departure")
    func errand() {
        var house = House()
        for second in stride(from: 0.0, through: 1210, by: 2) {
            listen(&house, at: second)
            switch second {
            case 300..<310, 500..<510: house.hear(House.tag, by: "n2", -70, at: second + 0.5)
            case 310..<500, 900..<910, 1200..<1210: break
            default: house.hear(House.tag, by: "n1", -55, at: second + 0.5)
            }
        }
        let memory = house.engine.silences[Self.home]!
        var pauses = SilenceMemory(nodes: memory.nodes)
        var recent = RecentReadings()
        for second in stride(from: 880.0, through: 898, by: 2) {
            recent.note(
                RSSI(dBm: -55), by: 0,
                at: House.start.advanced(bySeconds: second))
        }
        pauses.learnPause(
            SilenceOnset(recent, by: memory.nodes, nodes: memory.nodes, exits: [memory.nodes[1]]) {
                _ in true
            },
            of: 12)
        #expect(memory == pauses, "the pause in the kitchen alone")
    }

    @Test("A watch that sleeps beside a tag that is still heard is no silence of its owner")
    func sleepingWatch() {
        let watch = BeaconID(canonical: "mac:a4c138000008")
        var house = House()
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, watch])), at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, through: 600, by: 1) {
            house.hear(House.tag, by: "n1", -55, at: second)
            // It sleeps for some seconds in each minute.
            if second.truncatingRemainder(dividingBy: 60) < 48 {
                house.hear(watch, by: "n1", -60, at: second + 0.5)
            }
        }
        #expect(house.engine.silences[Self.home] == nil)
        #expect(house.engine.users[House.alice]?.pauses == [])
    }

    @Test("Adding a node or deleting the place discards what was learned")
    func nodes() {
        var house = House()
        for day in 0..<3 { _ = goOut(&house, at: Double(day) * 2000) }
        #expect(odds(house, after: 6) ?? 0 > 1)
        house.change(
            .saveNode(
                Node(id: ID(checked: "n3"), place: Self.home, room: ID(checked: "kitchen"))),
            at: 5999)
        #expect(odds(house, after: 6) == nil)
        _ = goOut(&house, at: 6000)
        #expect(house.engine.silences[Self.home]?.nodes.count ?? 3 == 3)
        house.change(.deletePlace(Self.home), at: 8000)
        #expect(house.engine.silences[Self.home] == nil)
    }
}

@Suite("Heard again from the pavement")
struct PavementTests {
    /// Alice went out through the hall, and is not heard for 30 seconds.
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

    @Test("Stray readings now and then bring nobody back")
    func stray() {
        var house = out()
        #expect(isOut(house))
        for second in stride(from: 350.0, to: 500, by: 15) {
            house.hear(House.tag, by: "n2", -95, at: second)
            #expect(isOut(house), "\(second) s")
        }
    }

    @Test("Late sightings from before the departure bring nobody back", arguments: [360.0, 2000])
    func late(arriving second: Double) {
        var house = out()
        let sightings = (1..<8).map { step in
            Sighting(
                beacon: House.tag, rssi: RSSI(dBm: -60),
                time: House.start.advanced(bySeconds: 300 + Double(step)))
        }
        house.wait(until: second)
        house.effects = []
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: sightings)),
            at: House.start.advanced(bySeconds: second))
        house.wait(until: second + 200)
        #expect(isOut(house))
        #expect(house.transitions.isEmpty && house.decisions.isEmpty)
    }

    @Test("A plainly heard user is back at once")
    func plain() {
        var house = out()
        house.hear(House.tag, by: "n2", -95, at: 350)
        house.hear(House.tag, by: "n2", -80, at: 352)
        #expect(!isOut(house))
    }

    @Test("A user who is heard for a while is back, however weakly")
    func weak() {
        var house = out()
        house.hear(House.tag, by: "n2", -95, from: 350, to: 366, every: 3)
        #expect(isOut(house))
        house.hear(House.tag, by: "n2", -95, from: 366, to: 376, every: 3)
        #expect(!isOut(house))
    }

    @Test("A tag heard once in another place keeps its own rhythm there")
    func slowTagElsewhere() {
        var house = House.online()
        house.change(
            .saveNode(Node(id: ID(checked: "n3"), place: ID(checked: "office"))), at: 0)
        house.report("n3", isOnline: true, at: 0)
        house.hear(House.keys, by: "n1", -55, from: 0, to: 1200, every: 60)
        house.hear(House.keys, by: "n3", -55, at: 2400)
        house.wait(until: 2460)
        #expect(house.keys.place == ID(checked: "office") && house.keys.proximity != .lost)
    }
}
