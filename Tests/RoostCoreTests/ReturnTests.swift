import RoostCore
import Testing

@Suite("Coming back overrides earlier beliefs")
struct ReturnTests {
    @Test("An old fix outside does not undo a later arrival at home")
    func oldFix() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(1100), at: -600, arriving: 1)
        house.hear(House.tag, by: "n1", -60, from: 10, to: 40, every: 5)
        #expect(house.transitions == ["enter home"])
        house.wait(until: 100)
        #expect(house.alice.place == ID(checked: "home"))
        house.wait(until: 600)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["enter home"] && house.alerts(.left).isEmpty)
        house.fix(House.home.north(1100), at: 700)
        #expect(house.transitions == ["enter home", "leave home"])
    }

    @Test("A fix on the way home does not undo the arrival just after it")
    func fixOnTheWay() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(200), at: 0)
        house.hear(House.tag, by: "n1", -60, from: 30, to: 40, every: 5)
        house.wait(until: 600)
        #expect(house.transitions == ["enter home"])
    }

    @Test("An old fix in another place does not undo a later arrival at home")
    func oldFixElsewhere() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.office, at: 0)
        house.fix(House.office, at: 30)
        house.hear(House.tag, by: "n1", -60, from: 900, to: 930, every: 5)
        house.wait(until: 3000)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["leave office", "enter home"])
    }

    @Test("A node going offline does not undo an arrival after the phone's last report")
    func oldFixAndDeadNode() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home.north(1100), at: -600, arriving: 1)
        house.hear(House.tag, by: "n1", -60, from: 10, to: 40, every: 5)
        house.report("n1", isOnline: false, at: 41)
        house.wait(until: 1000)
        #expect(house.alice.place == ID(checked: "home"))
        house.wait(until: 20 * 3600)
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["enter home"])
    }

    @Test("A node going offline does not bring back a user whose tag alone stayed at home")
    func tagAtHome() {
        var house = House.tagLeft(until: 1000)
        #expect(house.alice.hand == .travelling)
        house.report("n1", isOnline: false, at: 1001)
        house.wait(until: 1300)
        #expect(house.alice.hand == .travelling)
        #expect(house.transitions == ["leave home"])
    }

    @Test(
        "A tag left where it is barely heard brings nobody home; one that went along does",
        arguments: [true, false])
    func barelyHeard(isLeft: Bool) {
        var house = House.tagLeft(until: 3000, silentFrom: isLeft ? .infinity : 120)
        #expect(house.alice.hand == .travelling)
        // Silent for half an hour, and heard again, twice.
        for second in [4800.0, 6600] {
            house.hear(House.tag, by: "n1", -60, from: second, to: second + 60, every: 5)
        }
        #expect(house.transitions == (isLeft ? ["leave home"] : ["leave home", "enter home"]))
    }

    @Test("A slow tag that went along brings its user home, however long the phone slept before")
    func slowTag() {
        var house = House.online()
        let fixes = [0.0: 0.0, 600: 0, 3660: 600, 3720: 1200, 3780: 1800, 3840: 2400, 3900: 3000]
        for second in stride(from: 0.0, to: 20_600, by: 60) {
            house.hear(House.wallet, by: "n1", -60, at: second)
            let isAway = second >= 4200 && second < 19_000
            if let metres = fixes[second] ?? (isAway && Int(second) % 1800 == 0 ? 4000 : nil) {
                house.fix(House.home.north(metres), at: second)
            }
            if second < 3600 || second >= 20_000 {
                house.hear(House.tag, by: "n1", -60, at: second + 1)
            }
        }
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test("An older fix makes nothing more certain when the last beacon has fallen silent")
    func lastSilent() {
        var house = House.online()
        house.fix(House.home, at: 500)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 600, every: 2)
        for second in stride(from: 600.0, to: 2000, by: 10) {
            house.hear(House.wallet, by: "n1", -60, at: second)
            #expect(second < 660 || house.alice.confidence <= 0.7)
        }
        #expect(house.alice.place == ID(checked: "home"))
        // A new fix does.
        house.fix(House.home, at: 2000)
        #expect(house.alice.confidence > 0.9)
    }

    @Test("A user whose tag lay at home all day came when their phone did")
    func tagLay() {
        var house = House.online()
        for second in stride(from: 0.0, to: 26_000, by: 5) {
            let metres: Double? =
                switch second {
                case 10, 600, 25_200, 25_260: 0
                case 900...1300 where Int(second) % 60 == 0: 500 * ((second - 900) / 60 + 1)
                case 1800...20_000 where Int(second) % 1800 == 0: 4000
                case 21_000, 24_000: 700
                default: nil
                }
            if let metres { house.fix(House.home.north(metres), at: second) }
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        #expect(house.transitions == ["leave home", "enter home"])
        let came = house.effects.compactMap { effect -> Double? in
            guard case .announce(let step) = effect, step.isEntering, step.room == nil else {
                return nil
            }
            return step.time.seconds(since: House.start)
        }
        // As of the last reading before the fix.
        #expect(came.allSatisfy { $0 >= 25_195 }, "\(came)")
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test(
        "A stray packet after a silence does not bring a user to where an old fix was",
        arguments: [true, false])
    func stray(isByDoor: Bool) {
        var house = House.online()
        for second in stride(from: 0.0, to: 12_000, by: 4) where isByDoor || second < 6000 {
            house.hear(House.wallet, by: "n1", -60, at: second)
            if [12, 600, 1800].contains(second) { house.fix(House.office, at: second) }
            guard second >= 5000 else { continue }
            switch second {
            case ..<5012: house.hear(House.tag, by: "n2", -60, at: second + 1)
            case ..<5900: house.hear(House.tag, by: "n1", -60, at: second + 1)
            case 6000..<6012 where isByDoor: house.hear(House.tag, by: "n2", -50, at: second + 1)
            case 6200, 6600: house.hear(House.tag, by: "n2", -92, at: second + 1)
            default: break
            }
        }
        if !isByDoor { house.hear(House.tag, by: "n1", -92, at: 6050) }
        house.wait(until: 13_000)
        #expect(!house.transitions.suffix(from: 1).contains("enter office"))
    }

    @Test("A user who drove off and is heard again is back, whatever the phone said last")
    func silentReturn() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, at: 1)
        for minute in 2..<8 {
            let minute = Double(minute)
            house.fix(House.home.north(1000 * minute), at: 60 * minute)
        }
        #expect(house.alice.hand == .travelling)
        house.hear(House.tag, by: "n1", -60, at: 4000)
        #expect(house.alice.hand == .place("home"))
        #expect(house.alice.confidence > 0.5)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    /// alice was heard in the kitchen with her keys, and is at the office; the keys stayed.
    private func away(settling: (inout House) -> Void) -> House {
        var house = House()
        house.report("n2", isOnline: true, at: 0)
        house.hear(House.tag, by: "n1", -50, from: 0, to: 60, every: 5)
        settling(&house)
        house.fix(House.office, at: 400)
        house.fix(House.office, at: 460)
        return house
    }

    @Test("A user who comes in by the door is in the hall, not in the previous room")
    func oldRoom() {
        var house = away { $0.report("n1", isOnline: true, at: 60) }
        house.hear(House.keys, by: "n1", -60, at: 4990)
        house.effects = []
        for second in stride(from: 5000.0, to: 5030, by: 2) {
            house.hear(House.tag, by: "n2", -70, at: second)
            house.wait(until: second + 0.1)
            #expect(house.alice.room == ID(checked: "hall"))
            #expect(house.alice.confidence > 0.5)
            house.hear(House.keys, by: "n1", -60, at: second + 1)
        }
        #expect(house.rooms == ["enter hall"])
        #expect(house.alerts(.leavingWithout).isEmpty)
    }

    @Test("A returning user is in the hall, not in the room of a node that is dead")
    func deadRoom() {
        var house = away { $0.report("n1", isOnline: false, at: 61) }
        house.wait(until: 4000)
        house.effects = []
        house.hear(House.tag, by: "n2", -70, from: 5000, to: 5060, every: 2)
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.rooms == ["enter hall"])
    }

    @Test("An item heard again after a silence is in the room where it is heard")
    func item() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.hear(House.keys, by: "n1", -45, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -75, at: 400)
        house.wait(until: 400.1)
        #expect(house.keys.room == ID(checked: "hall"))
        #expect(house.keys.node == ID(checked: "n2"))
    }
}
