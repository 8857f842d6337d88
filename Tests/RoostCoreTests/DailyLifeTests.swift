import RoostCore
import Testing

@Suite("Daily life: nothing is invented")
struct DailyLifeTests {
    /// alice at home with her phone, healthy nodes, and her things heard.
    private func evening(tagged: Bool = true) -> House {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 1.0, to: 300, by: 3) {
            if tagged { house.hear(House.tag, by: "n1", -60, at: second) }
            house.hear(House.keys, by: "n1", -60, at: second + 1)
        }
        return house
    }

    private func still(_ coordinate: Coordinate, accuracy: Double, at second: Double) -> Fix {
        var fix = Fix(
            coordinate: coordinate, accuracy: accuracy,
            time: House.start.advanced(bySeconds: second))
        fix.speed = 0
        return fix
    }

    @Test("Keys that come home with their owner are neither lost nor without her")
    func arrival() {
        var house = evening(tagged: false)
        for minute in 6..<60 { house.fix(House.office, at: 60 * Double(minute)) }
        #expect(house.keys.withOwner == .yes)
        house.effects = []
        house.fix(House.home, at: 3700)
        #expect(house.keys.withOwner == .yes)
        house.hear(House.keys, by: "n2", -60, at: 3720)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.itemLost).isEmpty)
    }

    @Test("Keys heard at home before the phone reports are not left behind")
    func slowPhone() {
        var house = evening(tagged: false)
        house.fix(House.home.north(400), at: 360)
        house.hear(House.keys, by: "n1", -60, from: 900, to: 1300, every: 3)
        #expect(house.keys.withOwner == .cannotTell)
        house.fix(House.home, at: 1300)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("Keys that slept as their owner left are reported once she is seen elsewhere")
    func sleptOver() {
        var house = evening(tagged: false)
        house.fix(House.home.north(700), at: 500)
        house.fix(House.home.north(700), at: 520)
        house.hear(House.keys, by: "n1", -60, from: 1000, to: 3600, every: 3)
        #expect(house.keys.withOwner == .cannotTell)
        house.fix(House.home.north(700), at: 3600)
        house.hear(House.keys, by: "n1", -60, at: 3601)
        #expect(house.keys.withOwner == .no)
        #expect(house.alerts(.leftBehind).map(\.delivery) == [.pushed])
    }

    @Test("A phone that still reports from the pavement does not undo a departure by the door")
    func pavement() {
        var house = evening()
        house.hear(House.tag, by: "n2", -50, from: 300, to: 318, every: 3)
        house.fix(House.home.north(35), at: 380)
        house.fix(House.home.north(300), at: 460)
        house.wait(until: 500)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A tag that falls asleep by the door has not left")
    func asleepAtDoor() {
        var house = evening()
        house.hear(House.tag, by: "n2", -50, from: 300, to: 900, every: 3)
        house.fix(House.home, at: 890)
        house.wait(until: 1200)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.transitions.isEmpty)
    }

    @Test("A single wild fix of a phone lying still is not a departure", arguments: [250.0, 400])
    func wildFix(metres: Double) {
        var house = evening(tagged: false)
        house.take(still(House.home.north(metres), accuracy: 30, at: 600), at: 600)
        house.take(still(House.home, accuracy: 10, at: 900), at: 900)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
    }

    @Test("A fix refuted by the nodes does not count once the tag falls silent")
    func refuted() {
        var house = evening()
        house.fix(House.home.north(400), at: 300)
        house.hear(House.tag, by: "n1", -60, from: 301, to: 600, every: 3)
        house.wait(until: 1200)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
    }

    @Test("A watch on its charger keeps nobody at home and brings nobody home")
    func watchAtHome() {
        var house = evening()
        for second in stride(from: 300.0, to: 7200, by: 20) {
            house.hear(House.tag, by: "n1", -60, at: second)
            guard second >= 900, Int(second) % 400 == 100 else { continue }
            house.fix(House.office, at: second)
        }
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.transitions == ["leave home", "enter office"])
        house.fix(House.home, at: 7300)
        house.hear(House.tag, by: "n1", -60, at: 7301)
        #expect(house.alice.room == ID(checked: "kitchen"))
    }

    @Test("A phone left at home does not bring home a user who is heard at the office")
    func phoneAtHome() {
        var house = evening()
        house.change(
            .saveNode(Node(id: ID(checked: "desk"), place: ID(checked: "office"))), at: 300)
        house.hear(House.tag, by: "n2", -50, from: 301, to: 319, every: 3)
        house.fix(House.home, at: 900)
        for second in stride(from: 1800.0, to: 3600, by: 3) {
            house.hear(House.tag, by: "desk", -60, at: second)
            if second == 2400 { house.fix(House.home, at: second) }
        }
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.transitions == ["leave home", "enter office"])
    }

    @Test("Of two tags of one user, the one that moved last tells where the user is")
    func twoTags() {
        var house = evening()
        let user = User(id: House.alice, name: "Alice", beacons: [House.tag, House.keys])
        house.change(.deleteItem(ID(checked: "keys")), at: 301)
        house.change(.saveUser(user), at: 302)
        house.change(
            .saveNode(Node(id: ID(checked: "desk"), place: ID(checked: "office"))), at: 303)
        for second in stride(from: 310.0, to: 2000, by: 3) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second > 900 { house.hear(House.tag, by: "desk", -60, at: second + 1) }
        }
        #expect(house.transitions == ["leave home", "enter office"])
    }

    @Test("A slow tag between two rooms does not flicker between them")
    func slowTag() {
        var house = House()
        var state: UInt64 = 7
        func noise() -> Double {
            (0..<3).reduce(0) { sum, _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return sum + 6 * (Double(state >> 40) / Double(1 << 24) - 0.5)
            }
        }
        for second in stride(from: 0.0, to: 3600, by: 5) {
            house.hear(House.keys, by: "n1", -70 + noise(), at: second)
            house.hear(House.keys, by: "n2", -72 + noise(), at: second + 1)
        }
        #expect(house.itemSteps.count <= 4, "taken for the other room once, while it is new there")
    }
}
