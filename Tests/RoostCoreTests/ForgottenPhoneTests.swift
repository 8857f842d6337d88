// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import OrderedCollections
import Testing

@testable import RoostCore

/// alice's phone has a beacon, her tag of `House`, and tells fixes; nothing else of her is heard but her things.
@Suite("Whoever goes out with their things is out, also where their phone lies at home")
struct ForgottenPhoneTests {
    private static let things = [House.keys, House.wallet]
    private static let hour = 3600.0
    /// From one way out to the next.
    private static let round = 7480.0
    private static let rounds = 4
    /// When she goes in the morning that is looked at, with nothing but her things.
    private static let morning = Double(rounds) * round + 4020

    /// All these are heard in a room for a minute until `end`, once in two seconds.
    private static func lie(
        _ house: inout House, _ beacons: [BeaconID], inHall: Bool = false, from start: Double,
        to end: Double
    ) {
        for second in stride(from: start, to: end, by: 2) {
            for beacon in beacons {
                house.hear(beacon, by: inHall ? "n2" : "n1", -56, at: second)
                house.hear(beacon, by: inHall ? "n1" : "n2", -78, at: second + 0.05)
            }
        }
    }

    /// She goes out with her phone and `along`, and comes home.
    private static func goOut(_ house: inout House, with along: [BeaconID], at start: Double) {
        house.fix(House.home, at: start - 200)
        lie(&house, things + [House.tag], from: start - 180, to: start - 16)
        let staying = things.filter { !along.contains($0) }
        for second in stride(from: start - 16, to: start + 160, by: 2) {
            lie(&house, staying, from: second, to: second + 2)
            guard second < start else { continue }
            lie(&house, along + [House.tag], inHall: true, from: second, to: second + 2)
        }
        for (metres, second) in [(300.0, 240.0), (900, 700), (900, 3000), (300, 6600)] {
            house.fix(House.home.north(metres), at: start + second)
        }
        house.fix(House.home, at: start + 7200)
        lie(&house, along + [House.tag], inHall: true, from: start + 7200, to: start + 7220)
        lie(&house, things + [House.tag], from: start + 7220, to: start + 7300)
    }

    /// She went out four times, of which she took things along so often.
    private static func learned(times: Int = rounds, with along: [BeaconID] = things) -> House {
        var house = House.withWallet()
        for number in 0..<rounds {
            goOut(
                &house, with: number < times ? along : [], at: 3600 + Double(number) * round)
        }
        return house
    }

    /// The phone lies in the kitchen, from where its fixes come too, while `gone` go out by the hall.
    private static func forget(
        _ house: inout House, while gone: [BeaconID] = things, phoneStirs: Bool = false,
        at start: Double = morning, until end: Double = 300,
        each: (inout House, Double) -> Void = { _, _ in }
    ) {
        house.fix(House.home, at: start - 700)
        for second in stride(from: start - 600, to: start - 16, by: 2) {
            each(&house, second)
            lie(&house, things + [House.tag], from: second, to: second + 2)
        }
        for second in stride(from: start - 16, to: start + end, by: 2) {
            each(&house, second)
            // She goes to and fro.
            let stirs =
                phoneStirs && second > start - 8
                && (second / 40).truncatingRemainder(dividingBy: 2) < 1
            lie(&house, [House.tag], inHall: stirs, from: second, to: second + 2)
            lie(&house, things.filter { !gone.contains($0) }, from: second, to: second + 2)
            guard second < start else { continue }
            lie(&house, gone, inHall: true, from: second, to: second + 2)
        }
        house.fix(House.home, at: start + end)
    }

    private static func ways(_ house: House) -> [String] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect, step.subject == .user, step.room == nil,
                step.time >= House.start.advanced(bySeconds: morning - 600)
            else { return nil }
            return (step.isEntering ? "enter " : "leave ") + step.place.rawValue
        }
    }

    @Test("Her keys and her wallet went, and her phone lies in the kitchen: she is out")
    func gone() throws {
        var house = Self.learned()
        Self.forget(&house)
        #expect(Self.ways(house) == ["leave home"])
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
        let left = try #require(steps.last?.time.seconds(since: House.start)) - Self.morning
        #expect((-3...3).contains(left), "\(left)")
    }

    @Test("The day through, whatever the phone says from the table; and nothing is lost")
    func day() {
        var house = Self.learned()
        Self.forget(&house)
        for hour in 1...9 {
            let second = Self.morning + Double(hour) * Self.hour
            house.fix(House.home, at: second)
            Self.lie(&house, [House.tag], from: second + 1, to: second + 70)
            #expect(house.alice.place == nil, "after \(hour) hours")
        }
        #expect(Self.ways(house) == ["leave home"])
        #expect(house.alerts(.itemLost).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("She is back when her things are heard at home again")
    func back() {
        var house = Self.learned()
        Self.forget(&house)
        let evening = Self.morning + 9 * Self.hour
        Self.lie(&house, [House.tag], from: evening - 60, to: evening)
        Self.lie(&house, Self.things + [House.tag], inHall: true, from: evening, to: evening + 30)
        #expect(Self.ways(house) == ["leave home", "enter home"])
        // And goes out with the phone alone, as ever.
        Self.lie(&house, Self.things, from: evening + 30, to: evening + 200)
        house.fix(House.home.north(600), at: evening + 200)
        house.fix(House.home.north(900), at: evening + 300)
        #expect(house.alice.place == nil)
    }

    @Test("Of one thing alone, and of things that seldom went along, nothing follows")
    func others() {
        var house = Self.learned()
        Self.forget(&house, while: [House.keys])
        #expect(Self.ways(house).isEmpty, "one")
        house = Self.learned(times: 1)
        Self.forget(&house)
        #expect(Self.ways(house).isEmpty, "once")
        house = Self.learned(with: [House.keys])
        Self.forget(&house)
        #expect(Self.ways(house).isEmpty, "the wallet never")
    }

    @Test("Who carries the phone about at home is there: others have the things, and may again")
    func taken() {
        var house = Self.learned()
        Self.forget(&house, phoneStirs: true, until: 700)
        #expect(Self.ways(house).isEmpty)
        Self.lie(
            &house, Self.things + [House.tag], from: Self.morning + 700, to: Self.morning + 1000)
        Self.forget(&house, at: Self.morning + 1600)
        #expect(Self.ways(house).isEmpty)
    }

    @Test("Whoever goes by the same door at that time may have them", arguments: [0.0, 4, 8])
    func together(later second: Double) {
        let bobs = BeaconID(canonical: "mac:a4c138000009")
        var house = Self.learned()
        house.change(
            .saveUser(User(id: House.bob, name: "Bob", beacons: [bobs])), at: Self.morning - 2000)
        Self.forget(&house) { house, time in
            guard time < Self.morning + second else { return }
            Self.lie(
                &house, [bobs], inHall: time > Self.morning - 16, from: time, to: time + 2)
        }
        #expect(Self.ways(house) == ["leave home"], "bob, and he alone")
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Her tag was slow, and went along: that is one leaving")
    func slow() {
        var house = Self.learned()
        let start = Self.morning
        house.fix(House.home, at: start - 700)
        for second in stride(from: start - 600, to: start - 8, by: 2) {
            Self.lie(&house, Self.things, inHall: second > start - 16, from: second, to: second + 2)
            if second.truncatingRemainder(dividingBy: 20) < 2 {
                house.hear(House.tag, by: "n1", -56, at: second + 1)
                house.hear(House.tag, by: "n2", -78, at: second + 1.05)
            }
        }
        for second in [100.0, 160, 300] {
            house.fix(House.home.north(3 * second), at: start + second)
        }
        house.wait(until: start + 900)
        #expect(Self.ways(house) == ["leave home"])
        #expect(!house.decisions.contains { $0.rule == "things_went_out" })
    }

    @Test("Where the phone is taken up after all, she is home, and the next time less is believed")
    func refuted() {
        var house = Self.learned()
        Self.forget(&house)
        let noon = Self.morning + 4 * Self.hour
        Self.lie(&house, [House.tag], from: noon, to: noon + 60)
        Self.lie(&house, [House.tag], inHall: true, from: noon + 60, to: noon + 120)
        #expect(Self.ways(house) == ["leave home", "enter home"])
        Self.lie(&house, Self.things + [House.tag], from: noon + 120, to: noon + 1400)
        Self.forget(&house, at: noon + 2000)
        #expect(Self.ways(house) == ["leave home", "enter home"])
    }

    @Test("A door that stayed shut, as its sensor tells, was gone through by nobody")
    func shut() {
        var house = Self.learned()
        house.door(isOpen: true, at: Self.morning - 3000)
        house.door(isOpen: false, at: Self.morning - 2990)
        Self.forget(&house)
        #expect(Self.ways(house).isEmpty)
    }

    @Test("What stayed when she went without her phone is left behind")
    func leftBehind() {
        let bag = BeaconID(canonical: "mac:a4c138000004")
        var house = Self.learned()
        house.change(
            .saveItem(Item(id: ID(checked: "bag"), owner: House.alice, name: "Bag", beacon: bag)),
            at: Self.morning - 2000)
        for second in stride(from: Self.morning - 1900, to: Self.morning - 700, by: 10) {
            house.hear(bag, by: "n1", -60, at: second)
        }
        house.fix(House.home, at: Self.morning - 700)
        for second in stride(from: Self.morning - 600, to: Self.morning + 300, by: 2) {
            let isOut = second >= Self.morning
            let isInHall = second >= Self.morning - 16
            if !isOut {
                Self.lie(
                    &house, Self.things, inHall: isInHall, from: second, to: second + 2)
            }
            Self.lie(&house, [House.tag, bag], from: second, to: second + 2)
        }
        #expect(house.alerts(.leftBehind).map(\.item) == [ID(checked: "bag")])
    }

    /// Half an hour later nodes of the office hear her things.
    private static func atTheOffice() -> House {
        var house = learned()
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))),
            at: morning - 2000)
        forget(&house)
        for second in stride(from: morning + 1800, to: morning + 1900, by: 2) {
            for thing in things { house.hear(thing, by: "n3", -60, at: second) }
        }
        return house
    }

    @Test("At the office, where nodes hear her things, she is there")
    func office() {
        let house = Self.atTheOffice()
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Self.ways(house) == ["leave home", "enter office"])
    }

    @Test("There she stays, whoever carries her phone about at home")
    func carriedAtHome() {
        var house = Self.atTheOffice()
        for second in stride(from: Self.morning + 1900, to: Self.morning + 2100, by: 2) {
            for thing in Self.things { house.hear(thing, by: "n3", -60, at: second) }
            Self.lie(
                &house, [House.tag], inHall: second > Self.morning + 1950, from: second,
                to: second + 2)
        }
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Self.ways(house) == ["leave home", "enter office"])
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("A phone that drifts where it lies brings nobody back")
    func drift() {
        var house = Self.learned()
        Self.forget(&house)
        for second in [400.0, 430, 460, 700, 760] {
            Self.lie(
                &house, [House.tag], from: Self.morning + second, to: Self.morning + second + 10)
            house.fix(
                second < 600 ? House.home.north(400) : House.home, at: Self.morning + second + 11)
        }
        Self.lie(&house, [House.tag], from: Self.morning + 800, to: Self.morning + 860)
        #expect(Self.ways(house) == ["leave home"])
    }

    @Test("Her watch lies at the office, as is known: she is out, once")
    func watchElsewhere() {
        let watch = BeaconID(canonical: "mac:a4c138000008")
        var house = Self.learned()
        let start = Self.morning - 600
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
            Self.lie(&house, Self.things + [House.tag], from: second, to: second + 2)
        }
        #expect(house.alice.place == ID(checked: "home"))
        house.effects = []
        Self.forget(&house, at: start + 4600) { house, time in
            house.hear(watch, by: "n3", -60, at: time)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("She had her phone after all, and only the watch lay there: the phone tells")
    func phoneAlong() {
        var house = Self.learned()
        Self.forget(&house)
        for second in [1000.0, 1100, 1400] { house.fix(House.office, at: Self.morning + second) }
        Self.lie(&house, [House.tag], from: Self.morning + 1400, to: Self.morning + 1440)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Self.ways(house) == ["leave home", "enter office"])
        for (metres, second) in [(800.0, 30_000.0), (1500, 30_100), (1600, 30_200)] {
            house.fix(House.home.north(metres), at: Self.morning + second)
        }
        #expect(Self.ways(house) == ["leave home", "enter office", "leave office"])
    }

    @Test("Where the node that hears her things goes offline, she stays there")
    func frozen() {
        var house = Self.atTheOffice()
        house.report("n3", isOnline: false, at: Self.morning + 1905)
        house.wait(until: Self.morning + 3600)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("bob, of whom only a phone tells, went then and had her things")
    func bobByPhone() {
        var house = Self.learned()
        house.fix(House.home, of: House.bob, at: Self.morning - 1000)
        Self.forget(&house) { house, time in
            guard time > Self.morning + 60 else { return }
            let passed = time - Self.morning
            if passed.truncatingRemainder(dividingBy: 60) < 2 {
                house.fix(House.home.north(1.5 * passed), of: House.bob, at: time)
            }
        }
        #expect(house.engine.presence(of: House.bob)?.place == nil)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Another place that is saved changes nothing of it")
    func placeSaved() {
        var house = Self.learned()
        // She was at the office before.
        let start = Self.morning - 600
        for (coordinate, second) in [
            (House.office, 200.0), (House.office, 300), (House.home.north(600), 400),
            (House.home, 500), (House.home, 600),
        ] { house.fix(coordinate, at: start + second) }
        Self.lie(
            &house, Self.things + [House.tag], from: start + 600, to: start + 3000)
        Self.forget(&house, at: start + 3600)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "cafe"), name: "Cafe",
                    area: .circle(center: House.home.north(3000), radius: 50), isShared: true)),
            at: start + 4000)
        Self.lie(&house, [House.tag], from: start + 4000, to: start + 4040)
        #expect(house.alice.place == nil)
        #expect(house.transitions.last == "leave home")
    }

    @Test("An old phone in a drawer elsewhere does not keep her at home")
    func oldPhone() {
        var house = House.withWallet()
        house.fix(House.home.north(5000), device: "old", at: 0)
        for number in 0..<Self.rounds {
            Self.goOut(&house, with: Self.things, at: 3600 + Double(number) * Self.round)
        }
        let start = Self.morning + 36_000
        for second in stride(from: start - 37_000, to: start - 600, by: 10) {
            Self.lie(&house, Self.things + [House.tag], from: second, to: second + 2)
        }
        Self.forget(&house, at: start)
        #expect(house.alice.place == nil)
    }

    @Test("A thing that is deleted brings nobody home, nor do all of them")
    func edited() {
        var house = Self.learned()
        Self.forget(&house)
        house.change(.deleteItem(ID(checked: "wallet")), at: Self.morning + 400)
        Self.lie(&house, [House.tag], from: Self.morning + 400, to: Self.morning + 440)
        #expect(Self.ways(house) == ["leave home"])
        #expect(house.alice.place == nil)
        house.change(.deleteItem(ID(checked: "keys")), at: Self.morning + 450)
        Self.lie(&house, [House.tag], from: Self.morning + 450, to: Self.morning + 500)
        #expect(Self.ways(house) == ["leave home"])
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A clock that is set back brings nobody home")
    func clock() {
        var house = Self.learned()
        Self.forget(&house)
        house.effects = []
        house.listen(at: Self.morning - 3600)
        Self.lie(&house, [House.tag], from: Self.morning - 3600, to: Self.morning - 3500)
        #expect(house.transitions.isEmpty)
        #expect(house.alice.place == nil)
    }

    @Test("A pause of the phone that lies there is no way out to learn from")
    func pauses() {
        var house = Self.learned()
        Self.forget(&house)
        let before = house.engine.silences
        for pause in 0..<10 {
            let second = Self.morning + 400 + Double(pause) * 200
            Self.lie(&house, [House.tag], from: second, to: second + 80)
        }
        #expect(house.engine.silences == before)
    }

    @Test("A restart of the gateway changes nothing of it")
    func restart() throws {
        var house = Self.learned()
        Self.forget(&house)
        let track = try #require(house.engine.users[House.alice])
        let kept = try JSONDecoder().decode(UserTrack.self, from: JSONEncoder().encode(track))
        #expect(kept.outing != nil && kept.outing == track.outing)
        #expect(kept.belongings?.count == 2 && kept.belongings == track.belongings)
        house.interrupt(at: Self.morning + 400)
        house.listen(at: Self.morning + 420)
        house.fix(House.home, at: Self.morning + 500)
        Self.lie(&house, [House.tag], from: Self.morning + 500, to: Self.morning + 700)
        #expect(Self.ways(house) == ["leave home"])
    }
}
