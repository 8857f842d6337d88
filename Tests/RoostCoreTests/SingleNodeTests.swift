import Testing

@testable import RoostCore

@Suite("What a single node, or a single reading, does not prove")
struct SingleNodeTests {
    private static let badge = BeaconID(canonical: "mac:a4c138000009")

    /// alice also has a badge, and the office a node.
    private static func withBadge() -> House {
        var house = House()
        house.change(
            .saveNode(
                Node(id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))
            ),
            at: 0)
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [badge, House.tag])), at: 0)
        return house
    }

    @Test(
        "A node that went off beside a badge does not outvote a watch that was heard elsewhere since"
    )
    func deadNode() {
        var house = Self.withBadge()
        house.report("n3", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 600, by: 2) {
            house.hear(Self.badge, by: "n3", -60, at: second)
            if second > 10 { house.hear(House.tag, by: "n1", -60, at: second + 1) }
        }
        house.report("n3", isOnline: false, at: 605)
        house.hear(House.tag, by: "n1", -60, from: 606, to: 7200, every: 2)
        #expect(house.alice.place == ID(checked: "home"))
        house.effects = []
        // The watch is put off.
        house.wait(until: 9000)
        #expect(house.alice.place != ID(checked: "office"))
        #expect(!house.transitions.contains("enter office"))
    }

    @Test("While a beacon is heard where it is, one loud reading elsewhere does not move it")
    func strayReading() {
        var house = Self.withBadge()
        house.hear(House.tag, by: "n1", -80, from: 0, to: 60, every: 1)
        house.hear(House.tag, by: "n3", -75, at: 60.5)
        house.hear(House.tag, by: "n1", -80, from: 61, to: 120, every: 1)
        // Not even now and then.
        for start in [700.0, 1200] {
            house.hear(House.tag, by: "n1", -80, from: start - 20, to: start, every: 1)
            house.hear(House.tag, by: "n3", -66, at: start + 0.5)
            house.hear(House.tag, by: "n1", -80, from: start + 1, to: start + 60, every: 1)
        }
        #expect(house.transitions.filter { $0.hasSuffix("office") }.isEmpty)
        // Somebody who came there is soon heard again.
        house.effects = []
        house.hear(House.tag, by: "n3", -75, from: 1260, to: 1270, every: 1)
        #expect(house.transitions == ["leave home", "enter office"])
    }

    @Test("A thing is not lost because the node that heard it is taken off the list")
    func deletedNode() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n2", -60, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n1", -60, from: 30, to: 2700, every: 10)
        house.fix(House.home, at: 2701)
        house.change(.deleteNode(ID(checked: "n1")), at: 2705)
        house.wait(until: 2900)
        #expect(house.alerts(.itemLost).isEmpty)
        house.fix(House.home, at: 4600)
        house.wait(until: 4700)
        #expect(house.alerts(.itemLost).count == 1, "it was not heard for half an hour")
    }

    @Test("A reading that is delivered twice does not show that a beacon stirred")
    func twice() {
        var house = House()
        func sighting(at second: Double) -> Event {
            .sightings(
                SightingBatch(
                    node: ID(checked: "n2"),
                    sightings: [
                        Sighting(
                            beacon: House.keys, rssi: RSSI(dBm: -70),
                            time: House.start.advanced(bySeconds: second))
                    ]))
        }
        func rest() -> Double {
            house.engine.track(of: House.keys)?.rooms.rest(at: house.engine.now) ?? 0
        }
        house.hear(House.keys, by: "n1", -60, from: 0, to: 10, every: 1)
        house.effects += house.engine.apply(sighting(at: 8.5), at: house.engine.now)
        house.wait(until: 600)
        // It was away, and is back at one of the two nodes.
        house.hear(House.keys, by: "n1", -60, from: 1000, to: 1100, every: 1)
        let before = rest()
        house.effects += house.engine.apply(sighting(at: 8.5), at: house.engine.now)
        house.hear(House.keys, by: "n1", -60, from: 1100, to: 1105, every: 1)
        #expect(before > 60 && rest() > before, "\(before) \(rest())")
    }

    @Test("Batches that are delivered again, one after the other, bring nobody home")
    func repeated() {
        var house = House()
        func send(_ second: Int, at arrival: Double) {
            house.send(
                House.tag, by: second < 130 ? "n1" : "n2", sent: Double(second), at: arrival)
        }
        house.fix(House.home, at: 0)
        for second in 0..<142 { send(second, at: Double(second) + 0.1) }
        for step in 1...3 {
            house.fix(House.home.north(400 * Double(step)), at: 142 + 20 * Double(step))
        }
        #expect(house.transitions == ["leave home"])
        for second in 102..<142 { send(second, at: Double(second) + 110) }
        #expect(house.transitions == ["leave home"])
    }

    @Test("That a node listens again shows nothing of what it has not heard since")
    func backAgain() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 120, every: 1)
        #expect(house.keys.withOwner == .yes)
        house.report("n1", isOnline: false, at: 121)
        #expect(house.keys.withOwner == .cannotTell)
        house.report("n1", isOnline: true, at: 200)
        house.wait(until: 202)
        #expect(house.keys.withOwner == .cannotTell && house.keys.proximity == .immediate)
        var silent = house
        house.hear(House.keys, by: "n1", -60, at: 203)
        #expect(house.keys.withOwner == .yes)
        silent.wait(until: 260)
        #expect(silent.keys.withOwner == .cannotTell && silent.keys.proximity == .lost)
    }

    @Test("Nobody is gone whose nodes fell silent with them, though the broker learns of it later")
    func powerCut() {
        var house = House.online()
        for second in 0..<100 {
            house.hear(House.tag, by: "n1", -60, at: Double(second))
            house.hear(House.keys, by: "n1", -62, at: Double(second) + 0.5)
        }
        for node in ["n1", "n2"] { house.report(node, isOnline: false, at: 190) }
        house.wait(until: 1000)
        #expect(house.alice.room == ID(checked: "kitchen") && house.transitions.isEmpty)
        #expect(house.alerts(.itemLost).isEmpty && house.keys.room == ID(checked: "kitchen"))
        // Once they are back, silence tells again.
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 1000) }
        house.wait(until: 1300)
        #expect(house.alice.hand == .unknown)
    }

    /// alice sits beside the hall's node as it fails, in a house in which the kitchen's goes on.
    ///
    /// - Parameters:
    ///   - silence: How long before that she went out, in seconds.
    ///   - fading: How much weaker she was in the last seconds, in dB.
    ///   - isHeardTwice: Whether the kitchen's node hears her as well.
    private func evening(
        goneFor silence: Double = 0, doorMoves: Bool = false, fading: Double = 0,
        isHeardTwice: Bool = false
    ) -> House {
        var house = House.online()
        house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [Self.badge])), at: 0)
        for second in stride(from: 0.0, to: 632, by: 2) {
            if second < 600 - silence {
                let level = second < 594 ? -60 : -60 - fading
                house.hear(House.tag, by: second < 500 ? "n1" : "n2", level, at: second)
                if isHeardTwice { house.hear(House.tag, by: "n1", level - 20, at: second + 0.3) }
            }
            if second < 600, silence > 0 { house.hear(House.keys, by: "n2", -60, at: second + 0.5) }
            if doorMoves, second == 598 { house.door(isOpen: true, at: 598.2) }
            house.hear(Self.badge, by: "n1", -60, at: second + 1)
        }
        return house
    }

    @Test("Whoever seemed to go out as the door's node failed is there again with its will")
    func exitFails() {
        var house = evening()
        #expect(house.transitions == ["leave home"], "a node that is alive hears nothing of her")
        house.report("n2", isOnline: false, at: 650)
        house.hear(Self.badge, by: "n1", -60, from: 651, to: 1200, every: 2)
        #expect(house.transitions == ["leave home", "enter home"])
        #expect(house.alice.room == ID(checked: "hall"))
        // Once it is back, silence tells again.
        house.report("n2", isOnline: true, at: 1200)
        house.hear(Self.badge, by: "n1", -60, from: 1201, to: 1600, every: 2)
        #expect(house.alice.place == nil)
    }

    @Test("Nor who sounded as on the way out, or whom a node that works no longer hears")
    func wentOut() {
        for house in [evening(fading: 25), evening(isHeardTwice: true)] {
            var house = house
            #expect(house.transitions == ["leave home"])
            house.report("n2", isOnline: false, at: 650)
            house.hear(Self.badge, by: "n1", -60, from: 651, to: 900, every: 2)
            #expect(house.transitions == ["leave home"])
        }
    }

    @Test(
        "A node's failure brings nobody back who went before, or by a door that moved, or whose phone shows it",
        arguments: [(20, false, false), (0, true, false), (0, false, true)])
    func gone(silence: Double, doorMoves: Bool, isPhoneOut: Bool) {
        var house = evening(goneFor: silence, doorMoves: doorMoves)
        #expect(house.transitions == ["leave home"])
        if isPhoneOut { house.fix(House.home.north(600), at: 640) }
        house.report("n2", isOnline: false, at: 650)
        house.hear(Self.badge, by: "n1", -60, from: 651, to: 1200, every: 2)
        #expect(house.transitions == ["leave home"])
    }

    @Test("Somebody who went out before a node failed is not brought back by its failure")
    func failsLater() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 100, every: 1)
        var (alone, proven) = (house, house)
        for second in 100..<200 { house.hear(House.keys, by: "n1", -60, at: Double(second)) }
        house.wait(until: 200)
        #expect(house.alice.room == nil)
        house.report("n1", isOnline: false, at: 300)
        house.wait(until: 310)
        #expect(house.alice.room == nil)
        // What the broker tells after hours is about now.
        alone.report("n1", isOnline: false, at: 7200)
        alone.wait(until: 7210)
        #expect(alone.alice.room == nil)
        // Nor if a phone proved that she left.
        for step in 1...6 {
            proven.fix(House.home.north(400 * Double(step)), at: 120 + 20 * Double(step))
        }
        #expect(proven.transitions == ["leave home"])
        proven.report("n1", isOnline: false, at: 250)
        proven.wait(until: 260)
        #expect(proven.transitions == ["leave home"])
    }

    @Test("A room is left when its tag was last heard, and not at the phone's next word")
    func emptyTag() throws {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 1, to: 100, every: 1)
        house.fix(House.home, at: 130)
        house.wait(until: 300)
        #expect(house.rooms == ["enter kitchen", "leave kitchen"] && house.transitions.isEmpty)
        let steps = house.effects.compactMap { effect -> Transition? in
            if case .announce(let step) = effect { step } else { nil }
        }
        let last = try #require(steps.last)
        #expect(last.time.seconds(since: House.start) == 99)
    }

    @Test("How loud somebody was at the door is known even if fifteen nodes hear them")
    func manyNodes() throws {
        var readings = RecentReadings()
        for second in 0..<16 {
            for node in 0..<15 {
                let dBm = node == 3 && second == 4 ? -50.0 : -75
                let time = House.start.advanced(bySeconds: Double(second))
                readings.note(RSSI(dBm: dBm), by: node, at: time)
            }
        }
        let peak = try #require(readings.peak(besideAnyOf: [3]))
        #expect(peak.level == -50 && peak.time == House.start.advanced(bySeconds: 4))
    }
}
