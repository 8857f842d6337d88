import OrderedCollections
import Testing

@testable import RoostCore

@Suite("Things taken along, or heard again without their owner")
struct TakenAlongTests {
    /// The keys are heard at home for ten minutes, and then alice walks off; it is 1200.
    ///
    /// - Parameter areNodesOff: Whether the nodes fail before she goes.
    private static func gone(areNodesOff: Bool = false) -> House {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        if areNodesOff {
            for node in ["n1", "n2"] { house.report(node, isOnline: false, at: 601) }
        }
        for second in stride(from: 660.0, to: 1200, by: 60) {
            house.fix(House.home.north(900), at: second)
        }
        return house
    }

    /// Slow keys are heard at home for ten minutes, and then alice walks off, until `end`.
    private static func slowGone(in house: House = .online(), until end: Double) -> House {
        var house = house
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 650, every: 100)
        for second in stride(from: 660.0, to: end, by: 60) {
            house.fix(House.home.north(900), at: second)
        }
        return house
    }

    @Test("Slow keys that go along are not shown in their room until their rhythm is over")
    func slow() {
        var house = Self.slowGone(until: 1080)
        #expect(house.keys.withOwner == .yes)
        #expect(house.keys.place == nil && house.keys.proximity == .lost)
        #expect(house.itemPlaces == ["leave home"])
        // They were in the kitchen after all, where the node missed them.
        house.hear(House.keys, by: "n1", -60, from: 1100, to: 1400, every: 100)
        house.fix(House.home.north(900), at: 1390)
        house.hear(House.keys, by: "n1", -60, at: 1400)
        #expect(house.keys.withOwner == .no && house.keys.room == ID(checked: "kitchen"))
        #expect(house.itemPlaces == ["leave home", "enter home"])
        #expect(Self.times(in: house) == Self.times(in: house).sorted())
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test("A going is counted once the rhythm of the tag is over, and not after one missed packet")
    func counted() {
        func isCounted(_ house: House) -> Bool {
            house.engine.users[House.alice]?.belongings?[ID(checked: "keys")] != nil
        }
        #expect(!isCounted(Self.slowGone(until: 1080)))
        #expect(isCounted(Self.slowGone(until: 2000)))
    }

    /// When things came or went, in the order in which it was told.
    private static func times(in house: House) -> [Timestamp] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect, case .item = step.subject else { return nil }
            return step.time
        }
    }

    @Test("Slow keys left as their owner did, though it is known only in the next place")
    func slowAndFar() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 650, every: 100)
        house.fix(House.home.north(900), at: 660)
        for second in stride(from: 780.0, to: 1500, by: 60) { house.fix(House.office, at: second) }
        #expect(house.itemPlaces == ["leave home", "enter office"])
        let times = Self.times(in: house).map { $0.seconds(since: House.start) }
        #expect(times == [660, 660, 840], "the kitchen, home, the office")
    }

    /// Slow keys that went along; it is 1020, and a node listens in the office.
    private static func atTheOffice() -> House {
        var house = House.online()
        let desk = Node(id: ID(checked: "desk"), place: ID(checked: "office"))
        house.change(.saveNode(desk), at: 0)
        house.report("desk", isOnline: true, at: 0)
        return slowGone(in: house, until: 1000)
    }

    @Test("Slow keys that went along are not home again once their owner is where nodes listen")
    func slowAndMissed() {
        var house = Self.atTheOffice()
        for second in stride(from: 1020.0, to: 1800, by: 60) { house.fix(House.office, at: second) }
        #expect(house.keys.withOwner == .cannotTell && house.keys.place == nil)
        #expect(house.itemPlaces == ["leave home"])
        #expect(house.engine.items[ID(checked: "keys")]?.occupied == nil)
    }

    @Test("What was left after all is there again when heard, wherever its owner came since")
    func leftAfterAll() {
        var house = Self.atTheOffice()
        for second in stride(from: 1020.0, to: 1200, by: 60) { house.fix(House.office, at: second) }
        house.hear(House.keys, by: "n1", -60, from: 1200, to: 1700, every: 100)
        #expect(house.itemPlaces == ["leave home", "enter home"])
        #expect(Self.times(in: house).last?.seconds(since: House.start) ?? 0 >= 1200)
    }

    @Test("Keys that are not heard once their node is back are lost")
    func nodeIsBack() {
        var house = House.online()
        house.hear(House.tag, by: "n2", -60, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        house.report("n1", isOnline: false, at: 601)
        house.report("n1", isOnline: true, at: 4000)
        house.hear(House.tag, by: "n2", -60, from: 602, to: 8000, every: 5)
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("What went along is not where it was when the node there fails")
    func nodeFails() {
        var house = Self.atTheOffice()
        house.report("n1", isOnline: false, at: 1010)
        house.wait(until: 1015)
        #expect(house.keys.place == nil)
        #expect(house.engine.items[ID(checked: "keys")]?.occupied == nil)
        house.report("n1", isOnline: true, at: 1100)
        house.wait(until: 1110)
        #expect(house.keys.place == nil && house.itemPlaces == ["leave home"])
    }

    @Test("Slow keys that come back soon enter as their owner does, and not as they left")
    func slowAndBack() {
        var house = Self.slowGone(until: 1060)
        house.fix(House.home, at: 1060)
        house.hear(House.keys, by: "n1", -60, from: 1070, to: 1400, every: 100)
        #expect(house.itemPlaces == ["leave home", "enter home"])
        let came = Self.times(in: house).last?.seconds(since: House.start) ?? 0
        #expect((1060...1070).contains(came), "\(came)")
        #expect(house.keys.since.map { $0.seconds(since: House.start) >= came } ?? false)
    }

    @Test("Nobody looks every five minutes for what a dead node heard last")
    func deadNode() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        house.report("n1", isOnline: false, at: 601)
        house.hear(House.tag, by: "n2", -60, from: 602, to: 4000, every: 5)
        house.effects = []
        for second in stride(from: 4000.0, to: 7600, by: 5) {
            house.hear(House.tag, by: "n2", -60, at: second)
        }
        let looks = house.effects.count { effect in
            if case .changed(.item, _) = effect { true } else { false }
        }
        #expect(looks <= 2, "\(looks) in an hour")
    }

    @Test("Keys that go along leave and enter the places that their owner does")
    func along() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        func go(to places: [Coordinate], from start: Double) {
            for (index, place) in places.enumerated() {
                for second in stride(from: 0.0, to: 600, by: 60) {
                    house.fix(place, at: start + 600 * Double(index) + second)
                }
            }
        }
        go(to: [House.home.north(900), House.office, House.home.north(900)], from: 660)
        #expect(house.itemPlaces == ["leave home", "enter office", "leave office"])
        #expect(house.itemSteps == ["leave kitchen"])
        // A gateway that starts again tells it no second time.
        house.listen(at: 2455)
        house.fix(House.home, at: 2460)
        house.hear(House.keys, by: "n1", -60, from: 2461, to: 2700, every: 5)
        #expect(house.itemPlaces.suffix(2) == ["leave office", "enter home"])
        #expect(house.itemSteps == ["leave kitchen", "enter kitchen"])
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Keys that went along, and are not heard where nodes listen, are nowhere")
    func unheardElsewhere() {
        var house = Self.gone()
        let desk = Node(id: ID(checked: "desk"), place: ID(checked: "office"))
        house.change(.saveNode(desk), at: 1200)
        house.report("desk", isOnline: true, at: 1200)
        for second in stride(from: 1200.0, to: 3000, by: 60) { house.fix(House.office, at: second) }
        // A node in the office would hear them.
        #expect(house.itemPlaces == ["leave home"])
        #expect(house.keys.withOwner == .cannotTell)
        #expect(house.keys.place == nil && house.keys.coordinate == nil)
        // Where they are heard, they are.
        house.hear(House.keys, by: "n1", -60, from: 3001, to: 3100, every: 5)
        #expect(house.keys.place == ID(checked: "home"))
        #expect(house.itemPlaces == ["leave home", "enter home"])
    }

    @Test("Keys left in a place without nodes do not come home with their owner")
    func leftInCafe() {
        var house = House.online()
        house.draw("cafe", "Cafe", at: House.home.north(1500))
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        func go(to place: Coordinate, from start: Double) {
            for second in stride(from: start, to: start + 600, by: 60) {
                house.fix(place, at: second)
            }
        }
        go(to: House.home.north(700), from: 660)
        go(to: House.home.north(1500), from: 1260)
        #expect(house.itemPlaces == ["leave home", "enter cafe"])
        let came = house.keys.since
        #expect(came.map { $0 >= House.start.advanced(bySeconds: 1200) } ?? false)
        // No place that is gone is shown.
        var other = house
        other.change(.deletePlace(ID(checked: "cafe")), at: 1860)
        #expect(other.keys.place == nil)
        go(to: House.home.north(700), from: 1860)
        go(to: House.home, from: 2460)
        #expect(house.itemPlaces == ["leave home", "enter cafe", "leave cafe"])
        #expect(house.keys.place == nil && house.keys.withOwner == .cannotTell)
    }

    /// - Parameters:
    ///   - back: When the nodes of the home, which went before alice did, are back.
    ///   - heard: When the keys are heard again.
    @Test(
        "Keys heard again as soon as a node is back stayed, though a silent phone could be back too",
        arguments: [(1400.0, 1401.0, true), (2000, 2001, true), (1400, 1500, false)])
    func nodesBack(at back: Double, heard: Double, isTold: Bool) {
        var house = Self.gone(areNodesOff: true)
        house.fix(House.office, at: 1200)
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: back) }
        house.hear(House.keys, by: "n1", -60, from: heard, to: heard + 110, every: 5)
        #expect(house.alerts(.leftBehind).isEmpty, "she may be seen in a moment")
        house.hear(House.keys, by: "n1", -60, from: heard + 115, to: heard + 290, every: 5)
        #expect(house.alerts(.leftBehind).count == (isTold ? 1 : 0))
        #expect(house.keys.withOwner == (isTold ? .no : .cannotTell))
        // A gateway that was away a while later does not know more.
        house.interrupt(at: heard + 292)
        house.listen(at: heard + 300)
        house.hear(House.keys, by: "n1", -60, from: heard + 301, to: heard + 500, every: 5)
        #expect(house.alerts(.leftBehind).count == (isTold ? 1 : 0))
    }

    @Test("Keys that were back before their node failed are not left behind as it works again")
    func nodeFailsLater() {
        var house = Self.gone()
        // She is back with them; her phone is empty.
        house.hear(House.keys, by: "n1", -60, from: 1500, to: 1600, every: 5)
        for node in ["n1", "n2"] {
            house.report(node, isOnline: false, at: 1601)
            house.report(node, isOnline: true, at: 1900)
        }
        house.hear(House.keys, by: "n1", -60, from: 1901, to: 2300, every: 5)
        #expect(house.alerts(.leftBehind).isEmpty)
    }
}
