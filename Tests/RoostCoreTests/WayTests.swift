// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

/// What distinguishes a way from a drift, and a stay from a stop on the way.
@Suite("Walks, drifts and stops")
struct WayTests {
    private static let bakery: ID<Place> = ID(checked: "bakery")

    /// Home, and 100 m north of it a bakery of 25 m.
    private static func street() -> House {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: bakery, name: "Bakery", kind: .shop,
                    area: .circle(center: House.home.north(100), radius: 25), isShared: true)),
            at: 0)
        return house
    }

    private static func fix(
        _ coordinate: Coordinate, accuracy: Double = 10, speed: Double? = nil, at second: Double
    ) -> Fix {
        let time = House.start.advanced(bySeconds: second)
        var fix = Fix(coordinate: coordinate, accuracy: accuracy, time: time)
        fix.speed = speed
        return fix
    }

    @Test("Walking slowly past a place is not a visit")
    func slowly() {
        var house = House()
        for step in -8...8 {
            let (metres, second) = (Double(step) * 39, Double(step + 8) * 30)
            let speed = abs(metres) < 60 ? 0.8 : 1.4
            house.take(Self.fix(House.office.north(metres), speed: speed, at: second), at: second)
        }
        #expect(house.transitions.isEmpty)
    }

    @Test(
        "Whoever goes out and comes back is home at the first fix there, after any time at home",
        arguments: [100.0, 400, 500, 700], [20.0, 60, 180, 300])
    func thereAndBack(stay: Double, outing: Double) {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home, at: 300)
        for time in [stay, stay + 5] { house.fix(House.home.north(450), at: 300 + time) }
        #expect(house.alice.place == nil)
        house.fix(House.home, at: 300 + stay + 5 + outing)
        #expect(house.transitions == ["leave home", "enter home"])
    }

    @Test("Somebody who passes a place after a long rest elsewhere is not there at the first fix")
    func passingAfterRest() {
        var house = House()
        house.fix(House.office.north(-700), at: 0)
        house.fix(House.office.north(-700), at: 300)
        house.fix(House.office.north(-300), at: 800)
        house.fix(House.office, at: 1000)
        #expect(house.alice.hand == .travelling)
        house.fix(House.office.north(300), at: 1200)
        #expect(house.transitions.isEmpty)
    }

    @Test("A coarse fix on the way does not turn an arrival into passing by")
    func radioCell() {
        var house = House()
        house.fix(House.home.north(1000), at: 0)
        house.fix(House.home.north(1200), at: 30)
        house.fix(House.office.north(1500), accuracy: 2000, at: 560)
        house.fix(House.office, at: 600)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("Walking over to the bakery is a visit, though it is hardly outside the home")
    func walksOver() {
        for isWalking in [true, false] {
            var house = Self.street()
            for (metres, second) in [(0.0, 0.0), (15, 40), (50, 65)] {
                let speed = isWalking && metres > 0 ? 1.4 : 0
                house.take(
                    Self.fix(House.home.north(metres), speed: speed, at: second), at: second)
            }
            for second in stride(from: 90.0, through: 360, by: 30) {
                house.take(
                    Self.fix(House.home.north(78), accuracy: 30, speed: 0, at: second), at: second)
            }
            #expect(house.alice.place == (isWalking ? Self.bakery : ID(checked: "home")))
        }
    }

    @Test("A drift that leaps into the bakery faster than anybody walks is not a visit")
    func leap() {
        var house = Self.street()
        house.fix(House.home, accuracy: 30, at: 0)
        for second in stride(from: 25.0, through: 425, by: 25) {
            house.fix(House.home.north(110), accuracy: 30, at: second)
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.transitions.isEmpty)
    }

    @Test("Walking out of the house is told as leaving within 200 metres")
    func onFoot() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home, at: 600)
        var metres = 0.0
        while house.alice.place != nil, metres < 400 {
            metres += 13
            house.fix(House.home.north(metres), at: 600 + metres / 1.3)
        }
        #expect((100...200).contains(metres), "told at \(metres) m")
    }
}
