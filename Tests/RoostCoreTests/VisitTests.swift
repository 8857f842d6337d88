// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Simulator
import Testing

@Suite("Stays and trips")
struct VisitTests {
    private static let phone = Device("phone")!
    private func history(_ day: Day) -> (visits: [Visit], trips: [Trip]) {
        let fixes = day.messages.map { (Self.phone, $0.fix) }
        let visits = visits(
            fixes: fixes, transitions: [], places: day.town.places, until: .distantFuture)
        return (visits, trips(between: visits, fixes: fixes, places: day.town.places))
    }

    /// What fixes so many metres north of home, at some minutes, show.
    private func history(_ fixes: [(north: Double, minute: Double)]) -> (
        visits: [Visit], trips: [Trip]
    ) {
        let fixes = fixes.map { fix in
            (
                Self.phone,
                Fix(
                    coordinate: House.home.north(fix.north), accuracy: 10,
                    time: House.start.advanced(bySeconds: 60 * fix.minute))
            )
        }
        let places = House().engine.household.places.valuesInOrder
        let visits = visits(
            fixes: fixes, transitions: [], places: places, until: .distantFuture)
        return (visits, trips(between: visits, fixes: fixes, places: places))
    }

    @Test("A drive between two places is a trip with its distance and mode")
    func drive() {
        var fixes: [(north: Double, minute: Double)] = []
        for minute in 0..<10 { fixes.append((0, Double(minute))) }
        for step in 1..<10 { fixes.append((Double(step) * 222, 10 + Double(step) / 3)) }
        for minute in 0..<10 { fixes.append((2224, 13.4 + Double(minute))) }
        let (visits, trips) = history(fixes)
        #expect(visits.map(\.place.rawValue) == ["home", "office"])
        #expect(trips.count == 1)
        #expect(trips.first?.mode == .vehicle)
        #expect(trips.first.map { abs($0.metres - 2224) < 250 } ?? false)
    }

    @Test("A phone that was silent on the way shows a trip since it was last seen, and how fast")
    func silentDrive() throws {
        let (visits, trips) = history([(0, -30), (0, 0), (2224, 6), (2224, 12)])
        #expect(visits.map(\.place.rawValue) == ["home", "office"])
        let trip = try #require(trips.first)
        #expect(trip.started == House.start && trip.ended == visits.last?.arrived)
        #expect(trip.mode == .vehicle && abs(trip.metres - 2224) < 1)
    }

    @Test("Each of two trips begins where the last one ended, also at a stay of a single fix")
    func singleFixes() {
        let (visits, trips) = history([(0, -30), (0, 0), (2224, 6), (0, 12), (0, 20)])
        #expect(visits.map(\.place.rawValue) == ["home", "office", "home"])
        #expect(trips.map { $0.metres.rounded() } == [2224, 2224])
        #expect(trips.map(\.started) == [House.start, visits[1].arrived])
    }

    @Test("Of two devices that lie still in two places, one tells, and goes on to do so")
    func still() {
        func seen(_ device: String, _ coordinate: Coordinate, _ minute: Double) -> (Device, Fix) {
            let time = House.start.advanced(bySeconds: 60 * minute)
            return (Device(device)!, Fix(coordinate: coordinate, accuracy: 10, time: time))
        }
        let fixes = (0..<40).flatMap { step in
            [
                seen("phone", House.home, 15 * Double(step)),
                seen("pad", House.office, 15 * Double(step) + 7),
            ]
        }
        let visits = visits(
            fixes: fixes, transitions: [], places: House().engine.household.places.valuesInOrder,
            until: .distantFuture)
        #expect(visits.count == 1 && visits.first?.left == nil)
    }

    @Test("Stays end as the phone's own regions tell")
    func crossings() {
        func seen(_ north: Double, _ minute: Double, entering: Bool? = nil) -> (Device, Fix) {
            var fix = Fix(
                coordinate: House.home.north(north), accuracy: 10,
                time: House.start.advanced(bySeconds: 60 * minute))
            fix.crossing = entering.map { Fix.Crossing(isEntering: $0, region: "Home") }
            return (Self.phone, fix)
        }
        let visits = visits(
            fixes: [
                seen(0, 0), seen(148, 60, entering: false), seen(59, 120, entering: true),
                seen(148, 180, entering: false),
            ], transitions: [], places: House().engine.household.places.valuesInOrder,
            until: .distantFuture)
        let minutes = visits.map { stay in
            [stay.arrived, stay.left ?? .distantFuture]
                .map { $0.seconds(since: House.start) / 60 }
        }
        #expect(minutes == [[0, 60], [120, 180]])
    }

    @Test(
        "Of two devices, stays and trips are those of the one that goes along",
        arguments: ["pad", "tablet"])
    func twoDevices(other: String) throws {
        let pad = Device(other)!
        func seen(_ device: Device, _ north: Double, _ minute: Double) -> (Device, Fix) {
            let fix = Fix(
                coordinate: House.home.north(north), accuracy: 10,
                time: House.start.advanced(bySeconds: 60 * minute))
            return (device, fix)
        }
        var fixes: [(Device, Fix)] = []
        for step in 0..<40 { fixes.append(seen(pad, 0, 10 * Double(step) - 10)) }
        for step in 0..<20 { fixes.append(seen(Self.phone, 0, 10 * Double(step))) }
        for step in 0..<20 { fixes.append(seen(Self.phone, 2224, 219 + 10 * Double(step))) }
        let places = House().engine.household.places.valuesInOrder
        let visits = visits(
            fixes: fixes, transitions: [], places: places, until: .distantFuture)
        #expect(visits.map(\.place.rawValue) == ["home", "office"])
        // The pad is at home for hours after the phone came to the office.
        #expect(visits.first?.left == House.start.advanced(bySeconds: 60 * 219))
        #expect(visits.last?.left == nil)
        let trips = trips(between: visits, fixes: fixes, places: places)
        #expect(trips.map(\.to.rawValue) == ["office"])
    }

    @Test("Nobody walks ten kilometres in half an hour, however few fixes show it")
    func roundTrip() throws {
        let trip = try #require(
            history([(0, -60), (0, 0), (5000, 5), (0, 30), (0, 40)]).trips.first)
        #expect(trip.mode == .vehicle && trip.metres > 9000)
    }

    @Test("A span that ends while somebody drives past a place shows no stay there")
    func endsInPassing() {
        let fixes = (-10...10).map { step in
            let fix = Fix(
                coordinate: House.home.north(Double(step) * 40), accuracy: 10,
                time: House.start.advanced(bySeconds: Double(step) * 4))
            return (Self.phone, fix)
        }
        let places = House().engine.household.places.valuesInOrder
        for count in 1...fixes.count {
            let seen = Array(fixes.prefix(count))
            let end = House.start.advanced(bySeconds: Double(count) * 4 - 40)
            let visits = visits(
                fixes: seen, transitions: [], places: places, until: end)
            #expect(visits.isEmpty, "\(count)")
        }
    }

    @Test("The history does not depend on the order of the fixes", arguments: 0..<7)
    func order(kind: Int) {
        let day = Day(seed: 42, days: 2, phone: Phone.kinds[kind])
        let fixes = day.messages.map { (Self.phone, $0.fix) }
        let expected = history(day)
        #expect(expected.visits.count > 3)
        let turned = visits(
            fixes: fixes.reversed(), transitions: [], places: day.town.places,
            until: .distantFuture)
        #expect(turned == expected.visits)
        #expect(
            trips(between: turned, fixes: fixes.reversed(), places: day.town.places)
                == expected.trips)
    }
}
