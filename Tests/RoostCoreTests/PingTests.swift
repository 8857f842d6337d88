import RoostCore
import Testing

/// A phone that repeats its last known position every quarter of an hour, to show that it is alive.
@Suite("Pings of phones")
struct PingTests {
    private static let street = House.home.north(200)
    private static let day = 86_400.0

    /// A ping at `second` with a position that was taken at `taken`.
    ///
    /// iOS stamps the position with the present, Android with the time when it was taken.
    private func ping(
        _ coordinate: Coordinate, taken: Double? = nil, battery: Int? = nil, at second: Double,
        _ house: inout House
    ) {
        let time = House.start.advanced(bySeconds: taken ?? second)
        var fix = Fix(coordinate: coordinate, accuracy: 10, time: time)
        fix.pinged = House.start.advanced(bySeconds: second)
        fix.battery = battery
        house.take(fix, at: second)
    }

    @Test(
        "A phone that only pings from home for three days is still home", arguments: [false, true])
    func alive(isTakenNow: Bool) {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 900, to: 3 * Self.day, by: 900) {
            ping(House.home, taken: isTakenNow ? nil : 0, at: second, &house)
        }
        #expect(house.alice.hand == .place("home"))
        #expect(house.transitions.isEmpty)
        var silent = House()
        silent.fix(House.home, at: 0)
        silent.wait(until: 3 * Self.day)
        #expect(silent.alice.hand == .offline)
    }

    @Test("A ping that comes late does not set the battery back")
    func lateBattery() {
        var house = House()
        var fix = Fix(
            coordinate: House.home, accuracy: 10, time: House.start.advanced(bySeconds: 4000))
        fix.battery = 80
        house.take(fix, at: 4000)
        var late = fix
        late.time = House.start.advanced(bySeconds: 1000)
        late.pinged = late.time
        late.battery = 12
        house.take(late, at: 4010)
        #expect(house.alice.battery == 80)
        #expect(house.alerts(.batteryLow).isEmpty)
    }

    @Test("A fix that comes after a later ping does not set the battery back")
    func lateFix() {
        var house = House()
        house.fix(House.home, at: 0)
        ping(House.home, taken: 0, battery: 40, at: 900, &house)
        var fix = Fix(
            coordinate: House.home, accuracy: 10, time: House.start.advanced(bySeconds: 850))
        fix.battery = 12
        house.take(fix, at: 905)
        #expect(house.alice.battery == 40)
        #expect(house.alerts(.batteryLow).isEmpty)
    }

    @Test(
        "Of one second a fix tells the battery, and else the lower of two pings, in any order",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func batteryOfOneSecond(order: [Int]) {
        var house = House()
        house.fix(House.home, at: 0)
        var onlyPings = house
        for step in order {
            if step == 0 {
                var fix = Fix(
                    coordinate: House.home, accuracy: 10, time: House.start.advanced(bySeconds: 60))
                fix.battery = 85
                house.take(fix, at: 60)
            } else {
                ping(House.home, battery: 78 + step, at: 60, &house)
                ping(House.home, battery: 78 + step, at: 60, &onlyPings)
            }
        }
        #expect(house.alice.battery == 85)
        #expect(onlyPings.alice.battery == 79)
    }

    @Test("A ping tells when a phone was last alive, and not that its position is new")
    func age() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .place)), at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 900.0, through: 7200, by: 900) {
            ping(House.home, taken: 0, battery: 40, at: second, &house)
        }
        #expect(house.engine.location(of: House.alice)?.fix.time == House.start)
        #expect(house.alice.updated == House.start.advanced(bySeconds: 7200))
        #expect(house.alice.battery == 40)
        #expect(house.engine.friend(House.alice, for: House.bob)?.isStale == false)
        house.wait(until: 7200 + 3602)
        #expect(house.engine.friend(House.alice, for: House.bob)?.isStale == true)
    }

    @Test("One stray fix is no departure, however often pings repeat it")
    func stray() {
        var house = House()
        for minute in 0..<10 { house.fix(House.home, at: 60 * Double(minute)) }
        house.fix(Self.street, at: 700)
        var fixes = house
        for second in stride(from: 1600.0, to: 20_000, by: 900) {
            ping(Self.street, at: second, &house)
            fixes.fix(Self.street, at: second)
        }
        #expect(house.transitions.isEmpty)
        #expect(fixes.transitions == ["leave home"], "fixes there do show it")
    }

    @Test("A ping does not confirm a fix that nobody believed, if several had shown otherwise")
    func impossible() {
        var house = House()
        let far = House.home.north(400_000)
        for second in [-60.0, 0] { house.fix(House.home, at: second) }
        house.fix(far, at: 60)
        var fixes = house
        ping(far, at: 660, &house)
        fixes.fix(far, at: 660)
        #expect(house.transitions.isEmpty)
        #expect(fixes.transitions == ["leave home"])
    }

    @Test("Pings where several fixes were show that a first fix far away was wrong")
    func wrongAtFirst() {
        var house = House()
        house.fix(House.home.north(3_000_000), at: 0)
        for second in [60.0, 120, 240] { house.fix(House.home, at: second) }
        ping(House.home, at: 600, &house)
        #expect(house.alice.place == nil)
        ping(House.home, at: 900, &house)
        #expect(house.alice.place == ID(checked: "home"))
    }

    /// alice left by the door of the hall at 320; her phone was last heard of at home.
    private static var goneOut: House {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 1, to: 300, every: 2)
        house.hear(House.tag, by: "n2", -50, from: 300, to: 320, every: 2)
        return house
    }

    @Test("A ping with the last position inside does not bring back somebody who went out")
    func gone() {
        var house = Self.goneOut
        house.wait(until: 420)
        #expect(house.alice.hand == .travelling)
        for second in stride(from: 900.0, to: 10_000, by: 900) {
            ping(House.home, at: second, &house)
        }
        #expect(house.alice.hand == .travelling)
    }

    @Test("Pings from outside do not keep somebody at home whose leaving is not sure")
    func doubtful() {
        var house = House()
        for minute in 0..<10 { house.fix(House.home, at: 60 * Double(minute)) }
        house.fix(Self.street, at: 700)
        for second in stride(from: 1600.0, to: 50_000, by: 900) {
            ping(Self.street, taken: 700, at: second, &house)
        }
        #expect(house.alice.hand == .unknown, "at home, or where it says: nobody knows")
    }

    @Test("Somebody who went out by the door is unknown after half a day of pings from home")
    func forgotten() {
        var house = Self.goneOut
        for second in stride(from: 900.0, to: 60_000, by: 900) {
            ping(House.home, at: second, &house)
        }
        #expect(house.alice.hand == .unknown)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A ping counts however late it comes, and waits for no other message")
    func late() {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 900, to: 3 * Self.day, by: 900) {
            var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
            fix.pinged = House.start.advanced(bySeconds: second)
            house.take(fix, at: second + 200)
        }
        #expect(house.alice.hand == .place("home"))
    }

    @Test("A retained ping is no news if another message is known")
    func retained() {
        var house = House()
        house.fix(House.home, at: 0)
        var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
        fix.pinged = House.start.advanced(bySeconds: 7000)
        fix.isRetained = true
        house.take(fix, at: 7200)
        #expect(house.alice.updated == House.start)
    }

    @Test("Keys that fall silent while their owner's phone pings from home are looked for")
    func lost() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 1, to: 600, every: 5)
        for second in stride(from: 900.0, to: 9000, by: 900) {
            ping(House.home, taken: 0, at: second, &house)
        }
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("A ping with a position that was never sent counts as a fix")
    func news() {
        var house = House()
        house.fix(House.home, at: 0)
        ping(House.office, taken: 3000, at: 3600, &house)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(
            house.engine.location(of: House.alice)?.fix.time
                == House.start.advanced(bySeconds: 3000))
    }

    @Test("A ping from a clock that runs ahead is no sign of life from the future")
    func ahead() {
        var house = House()
        house.fix(House.home, at: 0)
        var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
        fix.pinged = House.start.advanced(bySeconds: 30 * Self.day)
        house.take(fix, at: 900)
        house.wait(until: 3 * Self.day)
        #expect(house.alice.hand == .offline)
    }
}
