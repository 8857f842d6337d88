// swift-format-ignore-file: NeverForceUnwrap

import OrderedCollections
import Testing

@testable import RoostCore

/// alice's phone lies in some place while her tag comes home, and goes out there through the hall.
@Suite("A phone left elsewhere does not tell where its owner went")
struct ApartPhoneTests {
    private static let cafe: ID<Place> = ID(checked: "cafe")

    /// - Parameters:
    ///   - speaks: Whether the phone sends a fix while she is at home.
    private static func evening(phoneAt spot: Coordinate, speaks: Bool = true) -> House {
        var house = House()
        house.draw("cafe", "Cafe", at: House.home.north(200))
        house.fix(spot, at: 0)
        house.fix(spot, at: 100)
        house.hear(House.tag, by: "n2", -56, from: 3600, to: 3620, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 3620, to: 4600, every: 2)
        if speaks { house.fix(spot, at: 4600) }
        house.hear(House.tag, by: "n1", -56, from: 4601, to: 5400, every: 2)
        house.hear(House.tag, by: "n2", -56, from: 5400, to: 5420, every: 1)
        house.wait(until: 5500)
        house.effects = []
        house.fix(spot, at: 5600)
        return house
    }

    @Test("With her phone left at the office, leaving home means travelling, later unknown")
    func away() {
        var house = Self.evening(phoneAt: House.office)
        #expect(house.alice.hand == .travelling)
        house.fix(House.office, at: 9000)
        #expect(house.alice.hand == .travelling)
        house.fix(House.office, at: 13_000)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions.isEmpty)
        let texts = house.decisions.last { $0.item == nil }?.evidence.map(\.text)
        #expect(texts?.last == "phone was left in Office within 10 m")
    }

    @Test("Saving an unrelated place does not make the phone left elsewhere count again")
    func placeSaved() {
        var house = Self.evening(phoneAt: House.office)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "gym"), name: "Gym",
                    area: .circle(center: House.home.north(9000), radius: 50), isShared: true)),
            at: 5700)
        house.fix(House.office, at: 5800)
        #expect(house.alice.hand == .travelling)
    }

    @Test("Keys heard at work may be with her: that she left home does not tell where she is")
    func keysAtWork() {
        var house = House()
        let desk = Node(id: ID(checked: "desk"), place: ID(checked: "office"))
        house.change(.saveNode(desk), at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 10.0, to: 1020, by: 2) {
            for (index, beacon) in [House.tag, House.keys].enumerated() {
                let time = second + 0.5 * Double(index)
                house.hear(beacon, by: second < 1000 ? "n1" : "n2", -56, at: time)
            }
        }
        house.fix(House.home, at: 1300)
        house.fix(House.home, at: 1600)
        #expect(house.transitions == ["leave home"], "her phone lies at home")
        #expect(house.keys.withOwner == .yes)
        for second in stride(from: 1800.0, to: 2400, by: 5) {
            if Int(second) % 300 == 0 { house.fix(House.home, at: second) }
            house.hear(House.keys, by: "desk", -60, at: second + 1)
            #expect(house.keys.withOwner != .no, "\(second)")
        }
        #expect(house.keys.place == ID(checked: "office"))
    }

    /// At home with her phone at the office, until all nodes lose power or her tag falls silent.
    private static func night(powerCut: Bool, hours: Int = 3) -> House {
        var house = House()
        house.fix(House.office, at: 0)
        house.hear(House.tag, by: "n2", -56, from: 3600, to: 3620, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 3620, to: 4600, every: 2)
        house.fix(House.office, at: 4600)
        house.hear(House.tag, by: "n1", -56, from: 4602, to: 5400, every: 2)
        house.effects = []
        if powerCut {
            for node in ["n1", "n2"] { house.report(node, isOnline: false, at: 5430) }
        }
        for hour in 1...hours { house.fix(House.office, at: 5400 + 3600 * Double(hour)) }
        return house
    }

    @Test("While the nodes have no power, she is where they last heard her, not where her phone is")
    func powerCut() {
        let house = Self.night(powerCut: true)
        #expect(house.alice.place == ID(checked: "home"))
        let later = Self.night(powerCut: true, hours: 13)
        #expect(later.alice.hand == .unknown, "after half a day")
        #expect(later.transitions.isEmpty)
    }

    @Test("When her tag falls silent at home, she is nowhere known, and not where her phone is")
    func silentTag() {
        let house = Self.night(powerCut: false)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions.isEmpty)
    }

    @Test("A phone that moves is taken to be with its owner again")
    func moved() {
        var house = Self.evening(phoneAt: House.office)
        var fix = Fix(
            coordinate: House.office, accuracy: 10, time: House.start.advanced(bySeconds: 6500))
        fix.speed = 1.3
        house.take(fix, at: 6500)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("A phone that was silent while she was at home may have been with her, and counts")
    func silent() {
        let house = Self.evening(phoneAt: House.office, speaks: false)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("A phone lying so near that its error may explain it still counts")
    func near() {
        let house = Self.evening(phoneAt: House.home.north(200))
        #expect(house.alice.place == Self.cafe)
    }

    @Test("A phone that went elsewhere after the tag was heard at home outweighs the tag")
    func later() {
        var house = House()
        house.hear(House.tag, by: "n1", -56, from: 0, to: 100, every: 2)
        house.fix(House.home, at: 100)
        for second in stride(from: 102.0, to: 3000, by: 10) {
            house.hear(House.tag, by: "n1", -56, at: second)
            if second > 1000, second < 1010 {
                house.take(
                    Fix(
                        coordinate: House.office, accuracy: 110,
                        time: House.start.advanced(bySeconds: second + 1)), at: second + 1)
            }
        }
        house.fix(House.office, accuracy: 110, at: 2990)
        house.hear(House.tag, by: "n2", -56, from: 3000, to: 3020, every: 1)
        house.wait(until: 3100)
        house.fix(House.office, at: 3200)
        #expect(house.engine.users[House.alice]?.apart == nil)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("Setting the clock back does not make the phone left elsewhere count again")
    func clock() {
        var house = Self.evening(phoneAt: House.office)
        house.listen(at: -200)
        house.fix(House.office, at: -100)
        #expect(house.alice.hand == .travelling)
    }

    @Test("An interruption of the gateway does not make the phone left elsewhere count again")
    func restart() {
        var house = Self.evening(phoneAt: House.office)
        house.interrupt(at: 5700)
        house.listen(at: 5720)
        house.fix(House.office, at: 5800)
        #expect(house.alice.hand == .travelling)
    }

    @Test("The beacon that left home by the door counts, wherever the other was heard since")
    func two() {
        let watch = BeaconID(canonical: "mac:a4c138000008")
        var house = House()
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, watch])), at: 0)
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))),
            at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 620, by: 2) {
            for beacon in [House.tag, watch] {
                house.hear(beacon, by: second < 600 ? "n1" : "n2", -56, at: second)
            }
        }
        house.wait(until: 800)
        #expect(house.alice.hand == .travelling)
        house.hear(watch, by: "n3", -56, from: 2400, to: 3000, every: 2)
        house.wait(until: 3600)
        house.fix(House.home, at: 3700)
        #expect(house.alice.place == nil)
    }

    @Test("A phone left at the office that a colleague takes to the cafe does not take her along")
    func carriedByOthers() {
        var house = House()
        house.draw("cafe", "Cafe", at: House.office.north(960))
        house.fix(House.office, at: 0)
        house.fix(House.office, at: 100)
        house.hear(House.tag, by: "n2", -56, from: 3600, to: 3620, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 3620, to: 4600, every: 2)
        house.fix(House.office, at: 4600)
        #expect(house.alice.place == ID(checked: "home"))
        for step in 0..<20 {
            let second = 4660 + 60 * Double(step)
            let node = step % 4 < 2 ? "n1" : "n2"
            house.hear(House.tag, by: node, -56, from: second, to: second + 55, every: 2)
            house.fix(House.office.north(80 * Double(min(step, 12))), at: second + 56)
        }
        house.fix(House.office.north(965), at: 5857)
        #expect(house.alice.place == ID(checked: "home"))
        // She fetches it, and goes on with it.
        house.hear(House.tag, by: "n2", -56, from: 5900, to: 5920, every: 1)
        house.fix(House.office.north(960), at: 8000)
        #expect(house.alice.place == nil)
        for step in 1..<20 {
            house.fix(House.office.north(960 + 80 * Double(step)), at: 8000 + 60 * Double(step))
        }
        #expect(house.engine.presence(of: House.alice)?.hand == .travelling)
        #expect(house.engine.users[House.alice]?.belief?.sources == [.gps])
    }
}
