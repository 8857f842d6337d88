// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Left behind")
struct LeftBehindTests {
    @Test("Keys heard in the kitchen after their owner drove off cause one alert")
    func stays() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 300, every: 5)
        house.fix(House.home.north(2000), at: 300)
        house.hear(House.keys, by: "n1", -60, from: 305, to: 600, every: 5)
        let alerts = house.alerts(.leftBehind)
        #expect(alerts.count == 1)
        #expect(alerts.first?.evidence.contains { $0.room == ID(checked: "kitchen") } == true)
        #expect(house.keys.withOwner == .no)
    }

    @Test("Keys first heard just before their owner left are left behind")
    func heardJustBefore() {
        var house = House()
        house.fix(House.home, at: 0)
        house.wait(until: 60)
        let sighting = Sighting(beacon: House.keys, rssi: RSSI(dBm: -60))
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
            at: House.start.advanced(bySeconds: 60))
        house.fix(House.home.north(2000), at: 60.01)
        house.wait(until: 62)
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test("Keys that fall silent well before their owner is seen outside are not left behind")
    func goesAlong() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 300, every: 5)
        house.fix(House.home.north(400), at: 380)
        house.wait(until: 900)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner != .no)
    }

    @Test("Coming home resets the item, so forgetting it again causes another alert")
    func again() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.fix(House.home.north(2000), at: 60)
        house.hear(House.keys, by: "n1", -60, at: 70)
        #expect(house.alerts(.leftBehind).count == 1)
        house.fix(House.home, at: 600)
        house.hear(House.keys, by: "n1", -60, at: 610)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).count == 1)
        house.fix(House.home.north(2000), at: 1200)
        house.hear(House.keys, by: "n1", -60, at: 1210)
        #expect(house.alerts(.leftBehind).count == 2)
    }

    @Test("Keys heard only weakly in the hall as their owner drives off are not left behind")
    func isPerhapsOut() {
        func alerts(at loudness: Double) -> [Alert] {
            var house = House()
            house.fix(House.home, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 0, to: 100, every: 2)
            house.hear(House.keys, by: "n2", -60, from: 100, to: 120, every: 2)
            house.hear(House.keys, by: "n2", loudness, from: 120, to: 136, every: 2)
            house.fix(House.home.north(2000), at: 136)
            house.hear(House.keys, by: "n2", loudness, from: 138, to: 142, every: 2)
            house.wait(until: 600)
            return house.alerts(.leftBehind)
        }
        #expect(alerts(at: -92).isEmpty)
        #expect(alerts(at: -60).count == 1)
    }

    @Test("Keys that go along are not left behind, though her phone lay at work all the time")
    func phoneForgotten() {
        func alerts(keysAt loudness: Double) -> [Alert] {
            var house = House()
            house.fix(House.office, at: 0)
            for second in stride(from: 60.0, to: 312, by: 2) {
                house.hear(House.tag, by: second < 296 ? "n1" : "n2", -60, at: second)
                house.hear(House.keys, by: "n1", -60, at: second + 0.5)
                if second == 180 { house.fix(House.office, at: second + 0.7) }
            }
            // On the pavement.
            house.hear(House.keys, by: "n1", loudness, from: 312, to: 316, every: 2)
            house.fix(House.office, at: 316)
            house.hear(House.keys, by: "n1", loudness, from: 318, to: 400, every: 2)
            house.wait(until: 900)
            return house.alerts(.leftBehind)
        }
        #expect(alerts(keysAt: -90).isEmpty)
        #expect(alerts(keysAt: -60).count == 1)
    }

    @Test("While a node is offline nobody can tell, so no alert is given")
    func cannotTell() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.effects += house.engine.apply(
            .nodeStatus(ID(checked: "n1"), .offline),
            at: House.start.advanced(bySeconds: 20))
        house.fix(House.home.north(2000), at: 400)
        house.wait(until: 900)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .cannotTell)
    }
}

@Suite("Coming and going with one's things")
struct CarryingTests {
    /// alice's phone and her keys at home, until they leave together.
    private func outing(until second: Double) -> House {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        for moment in stride(from: 0.0, to: second, by: 5) {
            house.hear(House.keys, by: "n1", -60, at: moment)
            house.hear(House.tag, by: "n1", -60, at: moment)
        }
        return house
    }

    @Test("Keys that leave with their owner are with her, though both fell silent together")
    func along() {
        var house = outing(until: 300)
        house.fix(House.home.north(500), at: 380)
        house.fix(House.home.north(1000), at: 440)
        house.wait(until: 600)
        #expect(house.transitions == ["leave home"])
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("A tablet at home does not make keys taken from the office left behind")
    func tablet() {
        var house = House()
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "desk"), place: ID(checked: "office"), room: ID(checked: "desk")
                )
            ), at: 0)
        house.report("desk", isOnline: true, at: 0)
        house.fix(House.home, device: "tablet", at: 0)
        house.fix(House.home, at: 0)
        house.fix(House.office, at: 600)
        house.hear(House.keys, by: "desk", -60, from: 610, to: 900, every: 5)
        house.fix(House.home, device: "tablet", at: 995)
        house.fix(House.office.north(900), at: 1000)
        house.wait(until: 1100)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("Keys heard at the door before their owner is seen are not left behind")
    func returning() {
        var house = outing(until: 300)
        house.fix(House.home.north(500), at: 380)
        house.fix(House.home.north(1000), at: 440)
        house.wait(until: 900)
        // The phone is slow to report that it is back.
        house.hear(House.keys, by: "n2", -70, at: 905)
        house.hear(House.keys, by: "n2", -65, at: 910)
        #expect(house.keys.withOwner == .yes)
        house.fix(House.home, at: 940)
        house.hear(House.keys, by: "n2", -60, at: 945)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("Keys brought home without their owner are not with her once she is seen elsewhere")
    func brought() {
        var house = outing(until: 300)
        house.fix(House.home.north(500), at: 380)
        house.fix(House.home.north(1000), at: 440)
        house.hear(House.keys, by: "n2", -65, from: 905, to: 1100, every: 5)
        // Their owner may have come along, with a phone that is slow to report it.
        #expect(house.keys.withOwner == .cannotTell)
        #expect(house.alerts(.leftBehind).isEmpty)
        house.fix(House.home.north(1000), at: 1200)
        house.hear(House.keys, by: "n2", -65, at: 1201)
        #expect(house.keys.withOwner == .no)
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test("Keys brought home are not coming with their owner, whom nodes hear elsewhere")
    func broughtHome() {
        var house = outing(until: 300)
        let desk = Node(
            id: ID(checked: "desk"), place: ID(checked: "office"), room: ID(checked: "desk"))
        house.change(.saveNode(desk), at: 300)
        house.fix(House.home.north(500), at: 380)
        house.fix(House.office, at: 600)
        for second in stride(from: 610.0, to: 1100, by: 5) {
            house.hear(House.tag, by: "desk", -60, at: second)
            if second > 900 { house.hear(House.keys, by: "n2", -65, at: second + 1) }
        }
        #expect(house.keys.withOwner == .no)
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test("An item that is not watched can still be with its owner")
    func unwatched() {
        var house = House()
        var keys = house.engine.household.items[ID(checked: "keys")]!
        keys.watch = .places([])
        house.change(.saveItem(keys), at: 0)
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 100, every: 5)
        house.fix(House.home.north(500), at: 120)
        #expect(house.keys.withOwner != .no)
        house.wait(until: 400)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Coming in through the hall is not leaving without the keys in the kitchen")
    func arriving() {
        var house = House()
        house.fix(House.home.north(2000), at: 0)
        for second in stride(from: 100.0, to: 130, by: 2) {
            house.hear(House.keys, by: "n1", -55, at: second)
            house.hear(House.tag, by: "n2", -50, at: second)
        }
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.alerts(.leavingWithout).isEmpty)
    }

    @Test("Keys that follow to the door a moment later cause no warning")
    func following() {
        var house = outing(until: 60)
        for second in stride(from: 60.0, to: 90, by: 1) {
            house.hear(House.tag, by: "n2", -45, at: second)
            house.hear(House.keys, by: second < 63 ? "n1" : "n2", -45, at: second)
        }
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.alerts(.leavingWithout).isEmpty)
    }

    @Test("A wrong fix of a user still heard at home does not make carried keys left behind")
    func wrongFix() {
        var house = House()
        let bakery = Area.circle(center: House.home.north(300), radius: 50)
        house.change(
            .savePlace(
                Place(id: ID(checked: "bakery"), name: "Bakery", area: bakery, isShared: true)),
            at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 430, by: 2) {
            let node = second < 400 ? "n1" : "n2"
            house.hear(House.tag, by: node, -55, at: second)
            if second == 410 { house.fix(House.home.north(300), accuracy: 35, at: 410) }
            // A slow tag, which is not missed as soon as the other one.
            if Int(second) % 8 == 4 { house.hear(House.keys, by: node, -58, at: second + 0.5) }
        }
        #expect(house.alice.place == ID(checked: "home"))
        house.wait(until: 900)
        #expect(house.alice.place != ID(checked: "home"))
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }
}
