// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Movement")
struct MovementTests {
    @Test(
        "The activity from the phone's sensor takes precedence over one from the speed",
        arguments: [
            (Activity.vehicle, 0.0, Activity.vehicle), (nil, 0.2, .still), (nil, 1.4, .walking),
            (nil, 25, .vehicle),
        ] as [(Activity?, Double, Activity)])
    func activity(sensor: Activity?, speed: Double, expected: Activity) {
        var house = House()
        var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
        fix.activity = sensor
        fix.speed = speed
        house.take(fix, at: 0)
        #expect(house.alice.activity == expected)
    }

    @Test("An old fix does not tell how somebody moves now")
    func oldActivity() {
        var house = House()
        var fix = Fix(coordinate: House.home, accuracy: 10, time: House.start)
        fix.speed = 20
        house.take(fix, at: 0)
        house.wait(until: 899)
        #expect(house.alice.activity == .vehicle)
        house.effects = []
        house.wait(until: 901)
        #expect(house.alice.activity == nil)
        // What was published before is published anew.
        #expect(house.effects.contains(.changed(.user(House.alice), .soon)))
    }

    @Test("Coming steadily nearer to a place gives a heading with an arrival time")
    func heading() {
        var house = House()
        house.fix(House.home, at: 0)
        // 10 m/s to the office, which is 2,224 m north.
        for step in 1...5 {
            house.fix(House.home.north(400 + Double(step) * 100), at: 600 + Double(step) * 10)
        }
        #expect(house.alice.hand == .travelling)
        #expect(house.alice.heading?.place == ID(checked: "office"))
        let left = (2224.0 - 60 - 900) / 10
        let eta = house.alice.heading.map { $0.eta.seconds(since: House.start) - 650 } ?? 0
        #expect(abs(eta - left) < 5)
    }

    @Test("A traveller with hours to go is not heading for a place yet")
    func farAway() {
        var house = House()
        house.fix(House.home.north(-400_000), at: 0)
        for step in 1...5 {
            house.fix(House.home.north(-400_000 + Double(step) * 200), at: Double(step) * 10)
        }
        #expect(house.alice.activity == .vehicle)
        #expect(house.alice.heading == nil)
    }

    @Test("Moving back and forth gives no heading")
    func circles() {
        var house = House()
        house.fix(House.home, at: 0)
        for step in 0..<10 {
            house.fix(
                House.home.north(step.isMultiple(of: 2) ? 900 : 1000), at: 600 + Double(step) * 20)
        }
        #expect(house.alice.heading == nil)
    }

    @Test("Driving past a place is not arriving there")
    func passing() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(1200), at: 300)
        var fix = Fix(
            coordinate: House.office, accuracy: 10, time: House.start.advanced(bySeconds: 400))
        fix.speed = 15
        house.take(fix, at: 400)
        #expect(house.alice.hand == .travelling)
        house.fix(House.office, at: 430)
        #expect(house.alice.hand == .travelling, "the light may be red")
        house.fix(House.office, at: 490)
        #expect(house.alice.hand == .place("work"))
    }

    @Test("Leaving is confirmed by several fixes outside or by one far outside")
    func confirmation() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(100), at: 100)
        #expect(house.alice.place == ID(checked: "home"), "one fix 40 m outside may be noise")
        house.fix(House.home, at: 105)
        for step in 0..<4 {
            house.fix(House.home.north(100 + 80 * Double(step)), at: 200 + 60 * Double(step))
        }
        #expect(house.alice.place == nil)
        #expect(house.transitions == ["leave home"])
        house.fix(House.home, at: 1000)
        house.fix(House.home.north(500), at: 1100)
        #expect(house.alice.place == nil)
    }

    @Test("A drift of some minutes is not a departure and does not interrupt the stay")
    func drift() {
        var house = House()
        house.fix(House.home, at: 0)
        for round in 1...6 {
            for step in 0..<10 {
                house.fix(House.home.north(150), accuracy: 20, at: Double(round * 1200 + step * 30))
            }
            house.fix(House.home, at: Double(round * 1200 + 400))
        }
        #expect(house.transitions.isEmpty)
        #expect(house.engine.users[House.alice]?.settled.place == ID(checked: "home"))
    }

    @Test(
        "Fixes of a clock that is ahead, come at once, are taken in the order in which it took them"
    )
    func aheadAtOnce() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(100), at: 420, arriving: 100)
        house.fix(House.home.north(200), accuracy: 25, at: 510, arriving: 100)
        let last = house.engine.users[House.alice]?.devices["phone"]?.last
        #expect(last?.coordinate == House.home.north(200))
    }

    @Test("Fixes that would mean flying are believed by nobody, until they agree for ten minutes")
    func flew() {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 60.0, through: 630, by: 30) {
            house.fix(House.home.north(400_000 + second), at: second)
            #expect(house.alice.place == ID(checked: "home"))
        }
        #expect(house.transitions.isEmpty)
        var back = house
        back.fix(House.home.north(20), at: 660)
        back.fix(House.home.north(400_000), at: 690)
        #expect(back.alice.place == ID(checked: "home"))
        house.fix(House.home.north(400_100), at: 660)
        #expect(house.alice.place == nil)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A fix that is delivered twice is judged once")
    func redelivered() {
        var house = House()
        house.fix(House.home, at: 0)
        for arrival in [60.0, 61, 62] {
            house.fix(House.home.north(400_000), at: 60, arriving: arrival)
        }
        #expect(house.decisions.filter { $0.rule == "fix_impossible" }.count == 1)
    }

    @Test("A clock that runs ahead does not block later fixes")
    func clockAhead() {
        var house = House()
        house.fix(House.home, at: 86_400, arriving: 0)
        house.fix(House.home.north(2000), at: 600)
        #expect(house.alice.hand == .travelling)
    }

    @Test("A fix from the future that is delivered again is recognised as the same")
    func aheadAgain() {
        var house = House()
        house.fix(House.home, at: 86_400, arriving: 0)
        house.fix(House.home, at: 86_400, arriving: 500)
        #expect(house.engine.location(of: House.alice)?.fix.time == House.start)
        let recorded = house.effects.compactMap {
            if case .record(let fix, _) = $0 { fix.sentTime } else { nil }
        }
        #expect(Set(recorded).count == 1)
    }

    @Test("The position of a phone that has been silent for long is unknown")
    func silence() {
        var house = House()
        house.fix(House.home.north(2000), at: 0)
        house.wait(until: 3 * 3600)
        #expect(house.alice.hand == .unknown)
        house.wait(until: 50 * 3600)
        #expect(house.alice.hand == .offline)
        #expect(house.transitions.isEmpty)
    }

    @Test("The tablet on the sofa does not outvote the phone that moved")
    func severalDevices() {
        var house = House()
        for second in stride(from: 0.0, through: 1800, by: 300) {
            house.fix(House.home, device: "tablet", at: second)
            house.fix(
                second < 600 ? House.home : House.home.north(second), device: "phone",
                at: second + 1)
        }
        #expect(house.alice.hand == .travelling)
        #expect(house.engine.location(of: House.alice)?.device?.name == "phone")
        #expect(house.transitions == ["leave home"])
    }

    @Test("Saving a new place around somebody is not an arrival")
    func newPlace() {
        var house = House()
        house.fix(House.home.north(5000), at: 0)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "gym"), name: "Gym", kind: .gym,
                    area: .circle(center: House.home.north(5000), radius: 50), isShared: true)),
            at: 100)
        #expect(house.alice.hand == .place("gym"))
        #expect(house.transitions.isEmpty)
        #expect(house.alerts(.arrived).isEmpty)
    }
}
