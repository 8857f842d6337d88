// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Calibrating rooms by walking through them")
struct CalibrationTests {
    private let kitchen: ID<Room> = ID(checked: "kitchen")
    private let hall: ID<Room> = ID(checked: "hall")

    /// Both nodes hear the tag once a second, with the same noise each time.
    private func stay(
        _ house: inout House, _ n1: Double, _ n2: Double, from start: Double, to end: Double,
        every step: Double = 1, of beacon: BeaconID = House.tag
    ) {
        var state = UInt64(start) &+ 7
        func noise() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 6 * (Double(state >> 40) / Double(1 << 24) - 0.5)
        }
        for second in stride(from: start, to: end, by: step) {
            house.hear(beacon, by: "n1", n1 + noise(), at: second)
            house.hear(beacon, by: "n2", n2 + noise(), at: second + 0.2)
        }
    }

    /// A home with a badly hearing kitchen node: both rooms are louder at the hall's node.
    private func walk(
        _ house: inout House, from start: Double = 0, seconds: Double = 60, every step: Double = 1
    ) throws -> CalibrationReport {
        house.report("n1", isOnline: true, at: start)
        house.report("n2", isOnline: true, at: start)
        for (index, room) in [kitchen, hall].enumerated() {
            let start = start + Double(index) * seconds
            house.wait(until: start)
            _ = try house.engine.markCalibration(
                of: House.alice, room, beacon: nil, place: ID(checked: "home"), at: house.engine.now
            )
            let (n1, n2) = room == kitchen ? (-75.0, -68.0) : (-85.0, -60.0)
            stay(&house, n1, n2, from: start + 0.1, to: start + seconds, every: step)
        }
        let report = try house.engine.stopCalibration(of: House.alice)
        if let change = report.change {
            house.change(change, at: start + 2 * seconds + 1)
        }
        return report
    }

    @Test("After calibration, rooms that the default model confuses are told apart")
    func learns() throws {
        var house = House()
        let report = try walk(&house)
        #expect(report.isKept && report.missing.isEmpty)
        #expect(report.before.accuracy < 0.8, "\(report.before)")
        #expect(try #require(report.after).accuracy > 0.95)
        stay(&house, -75, -68, from: 130, to: 150)
        #expect(house.alice.room == kitchen)
        stay(&house, -85, -60, from: 150, to: 170)
        #expect(house.alice.room == hall)
    }

    @Test("A walk of just enough samples is judged, although some of them are held back")
    func short() throws {
        var house = House()
        let report = try walk(&house, seconds: 12, every: 2)
        let counts = report.counts.values
        #expect(counts.allSatisfy { $0.all >= Int(Calibration.enough) }, "\(counts)")
        #expect(counts.allSatisfy { $0.all - $0.keptBack < Int(Calibration.enough) }, "\(counts)")
        #expect(report.isKept && report.after != nil, "\(report)")
    }

    @Test("A calibration that tells the rooms apart worse than before is discarded")
    func worse() throws {
        var house = House()
        _ = try walk(&house)
        let before = house.engine.household.calibrations[ID(checked: "home")]
        // Most of the measurement is from the other room; the held back part is from the right one.
        for (room, start) in [(kitchen, 200.0), (hall, 380)] {
            house.wait(until: start)
            _ = try house.engine.markCalibration(
                of: House.alice, room, beacon: nil, place: ID(checked: "home"),
                at: house.engine.now)
            for block in 0..<36 {
                let isKitchen = (room == kitchen) == (block % 3 == 1)
                let (n1, n2) = isKitchen ? (-75.0, -68.0) : (-85.0, -60.0)
                let from = start + 5 * Double(block) + 0.3
                stay(&house, n1, n2, from: from, to: from + 4.5)
            }
        }
        let report = try house.engine.stopCalibration(of: House.alice)
        #expect(try #require(report.after).accuracy < report.before.accuracy)
        #expect(!report.isKept && report.change == nil && report.calibration == before)
    }

    @Test("A calibration is kept but not used until all rooms with nodes are measured")
    func partial() throws {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        _ = try house.engine.markCalibration(
            of: House.alice, kitchen, beacon: nil, place: ID(checked: "home"), at: house.engine.now)
        stay(&house, -60, -80, from: 0.1, to: 60)
        let report = try house.engine.stopCalibration(of: House.alice)
        #expect(report.missing == [hall])
        #expect(report.after == nil && report.isKept)
        house.change(try #require(report.change), at: 61)
        #expect(house.engine.nodes.map(of: ID(checked: "home"))?.fingerprints == nil)
    }

    @Test("What was measured of a room too briefly is kept for the next walk, and not judged")
    func inParts() throws {
        var house = House()
        let report = try walk(&house, seconds: 12, every: 3)
        #expect(report.missing == [hall, kitchen] && report.after == nil && report.isKept)
        let again = try walk(&house, from: 100, seconds: 12, every: 3)
        #expect(again.missing.isEmpty && again.isKept)
    }

    @Test("While the samples of a room are too few, nothing is judged by what there is of it")
    func fewInParts() throws {
        let nodes: [ID<Node>] = [ID(checked: "n1"), ID(checked: "n2")]
        let placed = zip(nodes, [kitchen, hall]).map {
            Node(id: $0, place: ID(checked: "home"), room: $1)
        }
        var known: Calibration?
        // Ten samples are enough of a room; of three, the last is held back.
        for (walk, samples) in [6, 3, 3].enumerated() {
            let start = Timestamp(milliseconds: Int64(walk) * 60_000)
            var walk = CalibrationWalk(beacon: House.tag, place: ID(checked: "home"), at: start)
            for (index, room) in [kitchen, hall].enumerated() {
                let entered = start.advanced(bySeconds: Double(index) * 30)
                walk.mark(room, at: entered)
                for sample in 0..<samples {
                    walk.hear(
                        room == kitchen ? [-60, -80] : [-80, -60], of: nodes,
                        at: entered.advanced(bySeconds: 2.5 * Double(sample)))
                }
            }
            let report = walk.conclude(placed: placed, rooms: [kitchen, hall], known: known)
            known = report.calibration
            let all = known?.rooms[kitchen]?.count ?? 0
            #expect(report.missing.isEmpty == (all >= Calibration.enough))
            #expect((report.after != nil) == report.missing.isEmpty && report.isKept)
        }
        #expect(known?.rooms[hall]?.count == 12)
    }

    @Test("A walk that nobody stops is saved automatically, and later readings are ignored")
    func forgotten() throws {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        for (room, start) in [(kitchen, 0.0), (hall, 60)] {
            house.wait(until: start)
            _ = try house.engine.markCalibration(
                of: House.alice, room, beacon: nil, place: ID(checked: "home"),
                at: house.engine.now)
            stay(
                &house, room == kitchen ? -60 : -80, room == kitchen ? -80 : -60, from: start + 0.1,
                to: start + 60)
        }
        house.wait(until: 700)
        #expect(house.engine.household.calibrations[ID(checked: "home")]?.rooms.count == 2)
        let counts = house.engine.walks[House.alice]?.counts
        stay(&house, -60, -80, from: 700, to: 720)
        #expect(house.engine.walks[House.alice]?.counts == counts)
        house.wait(until: 8000)
        #expect(house.engine.walks.isEmpty)
    }

    @Test("A node that comes or goes during a walk leaves what was measured with the others")
    func nodesChange() throws {
        for change: HouseholdChange in [
            .saveNode(Node(id: ID(checked: "a1"), place: ID(checked: "home"), room: kitchen)),
            .deleteNode(ID(checked: "n1")),
        ] {
            var house = House()
            for (index, room) in [kitchen, hall].enumerated() {
                let start = Double(index) * 60
                house.wait(until: start)
                _ = try house.engine.markCalibration(
                    of: House.alice, room, beacon: nil, place: ID(checked: "home"),
                    at: house.engine.now)
                let (n1, n2) = room == kitchen ? (-75.0, -68.0) : (-85.0, -60.0)
                stay(&house, n1, n2, from: start + 0.1, to: start + 60)
            }
            house.change(change, at: 121)
            let report = try house.engine.stopCalibration(of: House.alice)
            #expect(try #require(report.after).accuracy > 0.9)
        }
    }

    @Test(
        "A thing is not taken to another room for a few seconds only",
        arguments: [(60.0, 5.0, false), (60, 9, true), (300, 5, false)])
    func lying(stay rest: Double, seconds: Double, hasMoved: Bool) throws {
        var house = House()
        _ = try walk(&house)
        let left = 130 + rest
        stay(&house, -75, -68, from: 130, to: left, of: House.keys)
        #expect(house.engine.track(of: House.keys)?.rooms.current?.room == kitchen)
        stay(&house, -85, -60, from: left, to: left + seconds, of: House.keys)
        #expect(
            house.engine.track(of: House.keys)?.rooms.current?.room
                == (hasMoved ? hall : kitchen))
    }

    @Test("A visitor cannot measure a place that they do not know")
    func visitor() {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "home"), name: "Home", kind: .home,
                    area: .circle(center: House.home, radius: 60), owner: House.alice)), at: 0)
        let tag = BeaconID(canonical: "mac:a4c138000009")
        house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [tag])), at: 0)
        house.hear(tag, by: "n1", -60, from: 1, to: 10, every: 1)
        #expect(throws: Engine.CalibrationRefusal.noPlace) {
            try house.engine.markCalibration(
                of: House.bob, kitchen, beacon: nil, place: nil, at: house.engine.now)
        }
    }

    @Test("A node that was deleted is not known where it is put up again")
    func deleted() throws {
        var house = House()
        _ = try walk(&house)
        let node = house.engine.household.nodes[ID(checked: "n1")]!
        house.change(.deleteNode(node.id), at: 200)
        house.change(.saveNode(node), at: 201)
        let calibration = house.engine.household.calibrations[ID(checked: "home")]
        #expect(calibration?.nodes == [ID(checked: "n2")])
    }

    @Test("Moving a node removes only that node from the calibration")
    func moved() throws {
        var house = House()
        _ = try walk(&house)
        house.change(
            .saveNode(Node(id: ID(checked: "n1"), place: ID(checked: "home"), room: hall)), at: 200)
        let calibration = try #require(
            house.engine.household.calibrations[ID(checked: "home")])
        #expect(calibration.nodes == [ID(checked: "n2")])
        let isKept = house.effects.contains { effect in
            if case .keep(.saveCalibration) = effect { true } else { false }
        }
        #expect(isKept, "a restart must not bring it back")
    }

    @Test("After a restart a walker is told that the walk is lost, until they begin anew")
    func interrupted() throws {
        let home: ID<Place> = ID(checked: "home")
        func restarted(at second: Double, isConcluded: Bool = false) throws -> House {
            var house = House()
            _ = try house.engine.markCalibration(
                of: House.alice, kitchen, beacon: nil, place: home, at: house.engine.now)
            if isConcluded { house.wait(until: 700) }
            house.engine = Engine(
                household: house.engine.household, memory: house.engine.memory)
            house.listen(at: second)
            return house
        }
        var house = try restarted(at: 60)
        let lost = Engine.CalibrationRefusal.interrupted(home)
        #expect(throws: lost) {
            try house.engine.markCalibration(
                of: House.alice, hall, beacon: nil, place: nil, at: house.engine.now)
        }
        #expect(throws: lost) { try house.engine.stopCalibration(of: House.alice) }
        _ = try house.engine.startCalibration(of: House.alice, beacon: nil, place: home)
        _ = try house.engine.stopCalibration(of: House.alice)
        #expect(throws: Engine.CalibrationRefusal.notBegun) {
            try house.engine.stopCalibration(of: House.alice)
        }
        var gone = try restarted(at: 60)
        gone.change(.deletePlace(home), at: 61)
        #expect(throws: Engine.CalibrationRefusal.notBegun) {
            try gone.engine.stopCalibration(of: House.alice)
        }
        #expect(gone.engine.users[House.alice]?.measuring == nil)
        for (second, isConcluded) in [(7300.0, false), (710, true)] {
            var later = try restarted(at: second, isConcluded: isConcluded)
            _ = try later.engine.markCalibration(
                of: House.alice, hall, beacon: nil, place: home, at: later.engine.now)
        }
    }

    @Test("Calibration is refused without a known room, a beacon, rooms or a running walk")
    func refused() {
        var house = House()
        #expect(
            throws: Engine.CalibrationRefusal.unknownRoom(ID(checked: "attic"), ID(checked: "home"))
        ) {
            try house.engine.markCalibration(
                of: House.alice, ID(checked: "attic"), beacon: nil, place: ID(checked: "home"),
                at: house.engine.now)
        }
        #expect(throws: Engine.CalibrationRefusal.noBeacon) {
            try house.engine.startCalibration(of: House.bob, beacon: nil, place: nil)
        }
        #expect(throws: Engine.CalibrationRefusal.noRooms(ID(checked: "office"))) {
            try house.engine.startCalibration(
                of: House.alice, beacon: nil, place: ID(checked: "office"))
        }
        #expect(throws: Engine.CalibrationRefusal.notBegun) {
            try house.engine.stopCalibration(of: House.bob)
        }
        let shelf: ID<Node> = ID(checked: "shelf")
        house.change(.saveNode(Node(id: shelf, place: ID(checked: "home"), room: nil)), at: 1)
        #expect(throws: Engine.CalibrationRefusal.roomless(shelf, ID(checked: "home"))) {
            try house.engine.startCalibration(
                of: House.alice, beacon: nil, place: ID(checked: "home"))
        }
    }
}
