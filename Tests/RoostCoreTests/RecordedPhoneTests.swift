import RoostCore
import Testing

/// Faults that recordings of real phones showed, in their simplest form.
@Suite("What phones did in recordings")
struct RecordedPhoneTests {
    private func fix(
        _ coordinate: Coordinate, accuracy: Double, at second: Double
    ) -> Fix {
        Fix(
            coordinate: coordinate, accuracy: accuracy,
            time: House.start.advanced(bySeconds: second))
    }

    @Test(
        "At night a phone knows only radio cells, some of them four times as far as they claim",
        arguments: [(21_511.0, 5000.0), (14_700, 3451)])
    func cells(distance: Double, accuracy: Double) {
        var house = House()
        house.take(fix(House.home, accuracy: 25, at: 0), at: 0)
        for step in 1...24 {
            let second = 1200 * Double(step)
            let isOdd = step % 2 == 1
            let guess = House.home.north(isOdd ? -distance : -7900)
            house.take(fix(guess, accuracy: isOdd ? accuracy : 3451, at: second), at: second)
        }
        #expect(house.transitions.isEmpty && house.alice.place == ID(checked: "home"))
    }

    @Test("A cell that is much further off shows that its phone has left")
    func farCell() {
        var house = House()
        house.take(fix(House.home, accuracy: 25, at: 0), at: 0)
        house.take(fix(House.home.north(60_000), accuracy: 5000, at: 3600), at: 3600)
        #expect(house.transitions == ["leave home"])
    }

    @Test("Somebody who goes next door is there, by fixes as coarse as an iPhone's by Wi-Fi")
    func nextDoor() {
        var house = House()
        let shop = House.home.north(130)
        house.draw("shop", "Shop", at: shop, radius: 50)
        for minute in 0..<60 {
            let second = 61 * Double(minute)
            let coordinate = minute < 30 ? House.home : shop.north(Double(minute % 3))
            house.take(fix(coordinate, accuracy: 65, at: second), at: second)
        }
        #expect(house.transitions == ["leave home", "enter shop"])
    }

    @Test("A phone that reports every twenty minutes is not where it once passed by")
    func slowClock() {
        var house = House()
        let cafe = House.home.north(7000)
        house.draw("cafe", "Café", at: cafe, radius: 80)
        for (second, distance) in [(0.0, 14_000.0), (1200, 7120), (2400, 0), (3600, 5)] {
            house.take(fix(House.home.north(distance), accuracy: 69, at: second), at: second)
            house.wait(until: second + 1199)
        }
        #expect(house.transitions == ["enter home"])
    }

    @Test(
        "A quarter of an hour later beside a place, ten silent minutes tell where people often are",
        arguments: [(Place.Kind.home, 700.0), (.shop, 1400)])
    func beside(kind: Place.Kind, silence: Double) {
        var house = House()
        let place = House.home.north(5000)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "there"), name: "There", kind: kind,
                    area: .circle(center: place, radius: 60), isShared: true)), at: 0)
        house.take(fix(House.office, accuracy: 20, at: 0), at: 0)
        house.take(fix(place.north(100), accuracy: 65, at: 900), at: 900)
        house.wait(until: 900 + silence - 110)
        #expect(house.alice.place == nil)
        house.wait(until: 900 + silence)
        #expect(house.alice.place == ID(checked: "there"))
    }

    @Test("Somebody who has got out of the car is not driven any more")
    func stopped() {
        var house = House()
        for step in 0..<20 {
            let second = 10 * Double(step)
            house.take(
                fix(House.office.north(15 * min(150, second)), accuracy: 10, at: second),
                at: second)
            if step == 14 { #expect(house.alice.activity == .vehicle) }
            if step == 17 { #expect(house.alice.activity != .vehicle) }
        }
        #expect(house.alice.activity == .still)
    }

    @Test("Somebody on foot walks, however coarse the fixes", arguments: [10.0, 65])
    func walking(accuracy: Double) {
        var house = House()
        for step in 0..<30 {
            let second = 10 * Double(step)
            house.take(
                fix(House.office.north(1.3 * second), accuracy: accuracy, at: second), at: second)
        }
        #expect(house.alice.activity == .walking)
        for step in 30..<60 {
            let second = 10 * Double(step)
            house.take(
                fix(House.office.north(390), accuracy: accuracy, at: second), at: second)
        }
        #expect(house.alice.activity == .still)
    }
}
