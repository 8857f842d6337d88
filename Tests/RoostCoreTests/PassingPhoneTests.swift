// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

/// What tells somebody who passes a place from somebody who comes to it.
@Suite("Phones that pass a place")
struct PassingPhoneTests {
    /// A way through a place, by a phone that tells its speed and its regions, or not.
    struct Way {
        var house = House()
        var center = House.home
        var region = "Home"
        var tellsSpeed = false
        var tellsRegions = false
        var second = 0.0

        mutating func report(_ metres: Double, speed: Double) {
            var fix = Fix(
                coordinate: center.north(metres), accuracy: 10,
                time: House.start.advanced(bySeconds: second))
            if tellsSpeed { fix.speed = speed }
            if tellsRegions { fix.regions = abs(metres) <= 60 ? [region] : [] }
            house.take(fix, at: second)
        }

        /// From the second of the last report on, with reports at equal intervals.
        mutating func go(from start: Double, to end: Double, at speed: Double, every step: Double) {
            var metres = start
            while metres <= end {
                report(metres, speed: speed)
                second += step
                metres += speed * step
            }
        }

        mutating func stand(at metres: Double, for seconds: Double, every step: Double) {
            let end = second + seconds
            while second < end {
                report(metres, speed: 0)
                second += step
            }
        }
    }

    /// A household with a shop in which nobody has ever stayed, 3 km south of home.
    private static func wayToShop() -> Way {
        var way = Way()
        way.center = House.home.north(-3000)
        way.region = "Shop"
        way.house.change(
            .savePlace(
                Place(
                    id: ID(checked: "shop"), name: "Shop", kind: .shop,
                    area: .circle(center: way.center, radius: 60), isShared: true)),
            at: 0)
        return way
    }

    @Test(
        "A phone that lists its regions has not come home as it walks, jogs or is driven past",
        arguments: [1.4, 2.8, 4.5], [10.0, 30])
    func listedOnTheWay(speed: Double, step: Double) {
        for tellsSpeed in [false, true] {
            var way = Way()
            (way.tellsRegions, way.tellsSpeed) = (true, tellsSpeed)
            way.go(from: -900, to: 900, at: speed, every: step)
            #expect(way.house.transitions.isEmpty, "tells its speed: \(tellsSpeed)")
        }
    }

    @Test(
        "A phone that lists its regions is home as soon as it is seen to stand",
        arguments: [1.4, 2.8], [10.0, 30])
    func listedAndStands(speed: Double, step: Double) {
        for tellsSpeed in [false, true] {
            var way = Way()
            (way.tellsRegions, way.tellsSpeed) = (true, tellsSpeed)
            way.go(from: -900, to: -1, at: speed, every: step)
            way.stand(at: 0, for: tellsSpeed ? step : 30 + step, every: step)
            #expect(way.house.transitions == ["enter home"], "tells its speed: \(tellsSpeed)")
        }
    }

    @Test(
        "Waiting at a light before a shop is no visit, by positions alone too",
        arguments: [false, true], [false, true])
    func light(tellsSpeed: Bool, tellsRegions: Bool) {
        var way = Self.wayToShop()
        (way.tellsSpeed, way.tellsRegions) = (tellsSpeed, tellsRegions)
        way.go(from: -900, to: -1, at: 10, every: 10)
        way.stand(at: 0, for: 80, every: 10)
        way.go(from: 50, to: 900, at: 10, every: 10)
        #expect(way.house.transitions.isEmpty)
    }

    @Test("Somebody who was driven to a shop and stays for longer than a light is red is there")
    func driven() {
        var way = Self.wayToShop()
        way.go(from: -900, to: -1, at: 10, every: 10)
        way.stand(at: 0, for: 130, every: 10)
        #expect(way.house.transitions == ["enter shop"])
    }

    @Test("A coarse fix far beyond a place ends the coming, one that may be off does not")
    func coarseFixBeyond() {
        for (metres, comes) in [(900.0, false), (300, true)] {
            var way = Self.wayToShop()
            way.go(from: -1500, to: 0, at: 12, every: 10)
            let beyond = Fix(
                coordinate: way.center.north(metres), accuracy: 200,
                time: House.start.advanced(bySeconds: way.second + 60))
            way.house.take(beyond, at: way.second + 60)
            way.house.wait(until: way.second + 3600)
            #expect(way.house.transitions.contains("enter shop") == comes, "\(metres)")
        }
    }

    @Test("Somebody who sets out and passes a shop is not there at the first fix")
    func afterRest() {
        var way = Self.wayToShop()
        way.stand(at: -200, for: 600, every: 120)
        way.go(from: -20, to: 400, at: 1.4, every: 120)
        #expect(way.house.transitions.isEmpty)
        // At home, where people mostly stay, they are.
        var home = Way()
        home.stand(at: -400, for: 600, every: 120)
        home.report(0, speed: 0)
        #expect(home.house.transitions == ["enter home"])
    }

    @Test("A phone whose car waits at a light is silent for the light and for a pause of its own")
    func lightAndPause() {
        var way = Self.wayToShop()
        way.tellsSpeed = true
        way.go(from: -1680, to: -600, at: 9, every: 60)
        way.report(-30, speed: 0.2)
        way.second += 150
        way.report(510, speed: 9)
        #expect(way.house.transitions.isEmpty)
    }

    @Test("A silence that is no longer than the phone's pauses on the way shows no stay")
    func pauses() {
        var way = Self.wayToShop()
        way.go(from: -510, to: -150, at: 1.2, every: 150)
        way.second -= 70
        way.report(-40, speed: 1.4)
        way.second += 140
        way.report(128, speed: 1.2)
        #expect(way.house.transitions.isEmpty)
    }
}
