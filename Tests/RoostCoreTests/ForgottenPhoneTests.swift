// swift-format-ignore-file: NeverForceUnwrap

import OrderedCollections
import Testing

@testable import RoostCore

@Suite("Going out with things but without the phone")
struct ForgottenPhoneTests {
    @Test("She is out when her keys and wallet go, though her phone lies in the kitchen")
    func gone() throws {
        var house = Outing.learned()
        Outing.forget(&house)
        #expect(Outing.ways(house) == ["leave home"])
        let decision = try #require(house.decisions.last { $0.item == nil })
        #expect(decision.rule == "things_went_out")
        #expect(
            decision.evidence.map(\.text) == [
                "Keys was last heard in hall, Home, at the door",
                "Wallet was last heard in hall, Home, at the door",
                "\(House.tag) lies in kitchen, Home", "phone is inside Home within 10 m",
            ])
        #expect(
            decision.counterfactuals.map(\.subject) == [House.keys.rawValue, House.wallet.rawValue])
        let steps = house.effects.compactMap { effect -> Transition? in
            guard case .announce(let step) = effect, step.subject == .user, step.room == nil
            else { return nil }
            return step
        }
        let left = try #require(steps.last?.time.seconds(since: House.start)) - Outing.morning
        #expect((-3...3).contains(left), "\(left)")
    }

    @Test("She stays out all day though her phone reports from home, and nothing is lost")
    func day() {
        var house = Outing.learned()
        Outing.forget(&house)
        for hour in 1...9 {
            let second = Outing.morning + Double(hour) * Outing.hour
            house.fix(House.home, at: second)
            Outing.lie(&house, [House.tag], from: second + 1, to: second + 70)
            #expect(house.alice.place == nil, "after \(hour) hours")
        }
        #expect(Outing.ways(house) == ["leave home"])
        #expect(house.alerts(.itemLost).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("One thing alone, or things that seldom went along, do not tell that she left")
    func others() {
        var house = Outing.learned()
        Outing.forget(&house, while: [House.keys])
        #expect(Outing.ways(house).isEmpty, "one")
        house = Outing.learned(times: 1)
        Outing.forget(&house)
        #expect(Outing.ways(house).isEmpty, "once")
        house = Outing.learned(with: [House.keys])
        Outing.forget(&house)
        #expect(Outing.ways(house).isEmpty, "the wallet never")
    }

    @Test(
        "Her keys alone tell that she left if they go by an opened door, and she is heard no more",
        arguments: [
            (opened: true, isHeard: false, bobLeaves: false), (false, false, false),
            (true, true, false), (true, false, true),
        ])
    func byTheDoor(opened: Bool, isHeard: Bool, bobLeaves: Bool) {
        var house = Outing.learned()
        Outing.go(&house, 5, with: .owner)
        if !isHeard {
            house.change(.saveUser(User(id: House.alice, name: "Alice")), at: Outing.morning - 2000)
        }
        house.door(isOpen: true, at: Outing.morning - 1000)
        house.door(isOpen: false, at: Outing.morning - 995)
        house.fix(House.home, of: House.bob, at: Outing.morning - 900)
        Outing.forget(&house, while: [House.keys]) { house, second in
            if bobLeaves, second == Outing.morning + 100 {
                house.fix(House.home.north(1000), of: House.bob, at: second)
            }
            guard opened else { return }
            if second == Outing.morning - 2 { house.door(isOpen: true, at: second) }
            if second == Outing.morning + 2 { house.door(isOpen: false, at: second) }
        }
        #expect((house.alice.place == nil) == (opened && !isHeard && !bobLeaves))
    }

    @Test("A phone carried about at home shows that she is in, then and the next time")
    func taken() {
        var house = Outing.learned()
        Outing.forget(&house, phoneStirs: true, until: 700)
        #expect(Outing.ways(house).isEmpty)
        Outing.lie(
            &house, Outing.things + [House.tag], from: Outing.morning + 700,
            to: Outing.morning + 1000)
        Outing.forget(&house, at: Outing.morning + 1600)
        #expect(Outing.ways(house).isEmpty)
    }

    @Test(
        "Things that leave as bob leaves by the same door do not tell that alice left",
        arguments: [0.0, 4, 8])
    func together(later second: Double) {
        let bobs = BeaconID(canonical: "mac:a4c138000009")
        var house = Outing.learned()
        house.change(
            .saveUser(User(id: House.bob, name: "Bob", beacons: [bobs])), at: Outing.morning - 2000)
        Outing.forget(&house) { house, time in
            guard time < Outing.morning + second else { return }
            Outing.lie(
                &house, [bobs], inHall: time > Outing.morning - 16, from: time, to: time + 2)
        }
        #expect(Outing.ways(house) == ["leave home"], "bob, and he alone")
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test(
        "Things that leave with bob tell of alice only if they often went with her alone",
        arguments: [
            (5, Belonging.Company.owner, true), (4, .owner, false), (30, .ownerAndOthers, false),
        ])
    func inCompany(more: Int, company: Belonging.Company, isOut: Bool) {
        let bobs = BeaconID(canonical: "mac:a4c138000009")
        var house = Outing.learned()
        Outing.go(&house, more, with: company)
        house.change(
            .saveUser(User(id: House.bob, name: "Bob", beacons: [bobs])), at: Outing.morning - 2000)
        Outing.forget(&house) { house, time in
            guard time < Outing.morning else { return }
            Outing.lie(
                &house, [bobs], inHall: time > Outing.morning - 16, from: time, to: time + 2)
        }
        #expect((house.alice.place == nil) == isOut)
    }

    @Test("With no beacon on her phone, things tell of her after nine outings with her alone")
    func untagged() {
        for (more, isOut) in [(5, true), (4, false)] {
            var house = Outing.learned()
            Outing.go(&house, more, with: .owner)
            house.change(.saveUser(User(id: House.alice, name: "Alice")), at: Outing.morning - 2000)
            // He may be on his way out with them, until his phone says otherwise.
            house.fix(House.home, of: House.bob, at: Outing.morning - 1000)
            Outing.forget(&house)
            #expect((house.alice.place == nil) == isOut)
            #expect(Outing.ways(house) == (isOut ? ["leave home"] : []))
        }
    }

    @Test(
        "Things that vanish from the hall tell that she left only if a sensor saw the door open",
        arguments: [true, false])
    func fromTheHook(hasSensor: Bool) {
        var house = Outing.learned()
        let start = Outing.morning
        house.fix(House.home, at: start - 700)
        if hasSensor {
            house.door(isOpen: true, at: start - 700)
            house.door(isOpen: false, at: start - 695)
        }
        for second in stride(from: start - 600, to: start + 300, by: 5) {
            // They were not heard for a while, and came in by this door.
            if (start - 400..<start).contains(second) {
                Outing.hang(&house, Outing.things, at: second)
            }
            if hasSensor, second == start {
                house.door(isOpen: true, at: start - 2)
                house.door(isOpen: false, at: start + 2)
            }
            Outing.lie(&house, [House.tag], from: second, to: second + 4)
        }
        #expect(Outing.ways(house).contains("leave home") == hasSensor)
    }

    @Test("She is out even if one of her things is heard weakly from the street for longer")
    func fromTheStreet() {
        var house = Outing.learned()
        Outing.forget(&house) { house, time in
            guard (0..<20).contains(time - Outing.morning) else { return }
            house.hear(House.keys, by: "n2", -97, at: time)
        }
        #expect(Outing.ways(house) == ["leave home"])
    }

    @Test("A thing that falls silent late counts as carried, and only once per outing")
    func counted() {
        func tells(goings: Int, fromPavement: Bool) -> Bool? {
            var house = House()
            for round in 0..<goings {
                let start = Double(round) * 4000
                house.fix(House.home, at: start)
                house.hear(House.tag, by: "n1", -60, from: start, to: start + 300, every: 1)
                house.hear(House.keys, by: "n1", -70, from: start, to: start + 318, every: 5)
                house.hear(House.tag, by: "n2", -60, from: start + 300, to: start + 320, every: 1)
                house.wait(until: start + 420)
                if fromPavement { house.hear(House.keys, by: "n2", -97, at: start + 430) }
                house.wait(until: start + 600)
                house.fix(House.office, at: start + 1000)
                house.fix(House.office, at: start + 1100)
            }
            return house.engine.users[House.alice]?.belongings?[ID(checked: "keys")]?.tellsOfOwner
        }
        #expect(tells(goings: 3, fromPavement: false) == true)
        #expect(tells(goings: 2, fromPavement: true) == false)
    }

    @Test("She is out even if she put her phone down in the hall on the way out")
    func putDown() {
        var house = Outing.learned()
        let start = Outing.morning
        house.fix(House.home, at: start - 700)
        Outing.lie(&house, Outing.things + [House.tag], from: start - 600, to: start - 16)
        for second in stride(from: start - 16, to: start + 300, by: 2) {
            if second < start {
                Outing.lie(&house, Outing.things, inHall: true, from: second, to: second + 2)
            }
            Outing.lie(&house, [House.tag], inHall: true, from: second, to: second + 2)
        }
        #expect(Outing.ways(house) == ["leave home"])
    }

    @Test("A slow tag that went along gives a single departure, not one by her things")
    func slow() {
        var house = Outing.learned()
        let start = Outing.morning
        house.fix(House.home, at: start - 700)
        for second in stride(from: start - 600, to: start - 8, by: 2) {
            Outing.lie(
                &house, Outing.things, inHall: second > start - 16, from: second, to: second + 2)
            if second.truncatingRemainder(dividingBy: 20) < 2 {
                house.hear(House.tag, by: "n1", -56, at: second + 1)
                house.hear(House.tag, by: "n2", -78, at: second + 1.05)
            }
        }
        for second in [100.0, 160, 300] {
            house.fix(House.home.north(3 * second), at: start + second)
        }
        house.wait(until: start + 900)
        #expect(Outing.ways(house) == ["leave home"])
        #expect(!house.decisions.contains { $0.rule == "things_went_out" })
    }

    @Test("If the door sensor reports no opening, vanished things tell of no departure")
    func shut() {
        var house = Outing.learned()
        house.door(isOpen: true, at: Outing.morning - 3000)
        house.door(isOpen: false, at: Outing.morning - 2990)
        Outing.forget(&house)
        #expect(Outing.ways(house).isEmpty)
    }

    @Test("An item that stays when she goes without her phone is left behind")
    func leftBehind() {
        let bag = BeaconID(canonical: "mac:a4c138000004")
        var house = Outing.learned()
        house.change(
            .saveItem(Item(id: ID(checked: "bag"), owner: House.alice, name: "Bag", beacon: bag)),
            at: Outing.morning - 2000)
        for second in stride(from: Outing.morning - 1900, to: Outing.morning - 700, by: 10) {
            house.hear(bag, by: "n1", -60, at: second)
        }
        house.fix(House.home, at: Outing.morning - 700)
        for second in stride(from: Outing.morning - 600, to: Outing.morning + 300, by: 2) {
            let isOut = second >= Outing.morning
            let isInHall = second >= Outing.morning - 16
            if !isOut {
                Outing.lie(
                    &house, Outing.things, inHall: isInHall, from: second, to: second + 2)
            }
            Outing.lie(&house, [House.tag, bag], from: second, to: second + 2)
        }
        #expect(house.alerts(.leftBehind).map(\.item) == [ID(checked: "bag")])
    }

    @Test("At the office, nodes that hear her things place her there")
    func office() {
        let house = Outing.atTheOffice()
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Outing.ways(house) == ["leave home", "enter office"])
    }

    @Test("She leaves home once, though her watch is known to lie at the office")
    func watchElsewhere() {
        let watch = BeaconID(canonical: "mac:a4c138000008")
        var house = Outing.learned()
        let start = Outing.morning - 600
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, watch])), at: start)
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))),
            at: start)
        // She puts it down at the office, and goes home with her phone.
        house.fix(House.office, at: start + 900)
        house.fix(House.office, at: start + 1000)
        house.hear(watch, by: "n3", -60, from: start + 1000, to: start + 1300, every: 5)
        for (metres, second) in [(1500.0, 1400.0), (600, 1500), (0, 1600), (0, 1700)] {
            house.fix(House.home.north(metres), at: start + second)
            house.hear(
                watch, by: "n3", -60, from: start + second, to: start + second + 90, every: 5)
        }
        for second in stride(from: start + 1800, to: start + 4000, by: 5) {
            house.hear(watch, by: "n3", -60, at: second)
            Outing.lie(&house, Outing.things + [House.tag], from: second, to: second + 2)
        }
        #expect(house.alice.place == ID(checked: "home"))
        house.effects = []
        Outing.forget(&house, at: start + 4600) { house, time in
            house.hear(watch, by: "n3", -60, at: time)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("Things that leave when bob's phone leaves do not tell that alice left")
    func bobByPhone() {
        var house = Outing.learned()
        house.fix(House.home, of: House.bob, at: Outing.morning - 1000)
        Outing.forget(&house) { house, time in
            guard time > Outing.morning + 60 else { return }
            let passed = time - Outing.morning
            if passed.truncatingRemainder(dividingBy: 60) < 2 {
                house.fix(House.home.north(1.5 * passed), of: House.bob, at: time)
            }
        }
        #expect(house.engine.presence(of: House.bob)?.place == nil)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Four minutes later, bob's phone has not left, so it was alice who went")
    func bobStays() throws {
        var house = Outing.learned()
        house.fix(House.home, of: House.bob, at: Outing.morning - 1000)
        var out: Double?
        Outing.forget(&house) { house, time in
            if time > Outing.morning, house.alice.place == nil { out = out ?? time }
        }
        let passed = try #require(out) - Outing.morning
        #expect((236...244).contains(passed), "\(passed)")
    }

    @Test("An old phone in a drawer elsewhere does not keep her at home")
    func oldPhone() {
        var house = House.withWallet()
        house.fix(House.home.north(5000), device: "old", at: 0)
        for number in 0..<Outing.rounds {
            Outing.goOut(&house, with: Outing.things, at: 3600 + Double(number) * Outing.round)
        }
        let start = Outing.morning + 36_000
        for second in stride(from: start - 37_000, to: start - 600, by: 10) {
            Outing.lie(&house, Outing.things + [House.tag], from: second, to: second + 2)
        }
        Outing.forget(&house, at: start)
        #expect(house.alice.place == nil)
    }
}
