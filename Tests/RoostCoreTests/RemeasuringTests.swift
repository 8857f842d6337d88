// swift-format-ignore-file: NeverForceUnwrap

import SeededRandom
import Testing

@testable import RoostCore

@Suite("Measuring rooms anew")
struct RemeasuringTests {
    private static let home: ID<Place> = ID(checked: "home")
    private static let rooms: [ID<Room>] = ["bed", "hall", "kitchen"].map { ID(checked: $0) }
    private static let nodes: [ID<Node>] = ["n1", "n2", "n3"].map { ID(checked: $0) }
    private static let placed = zip(nodes, rooms).map { Node(id: $0, place: home, room: $1) }
    private let bed: ID<Room> = ID(checked: "bed")
    private let hall: ID<Room> = ID(checked: "hall")
    private let kitchen: ID<Room> = ID(checked: "kitchen")
    private let n1: ID<Node> = ID(checked: "n1")
    private let n2: ID<Node> = ID(checked: "n2")

    private var walk = CalibrationWalk(
        beacon: House.tag, place: Self.home, at: House.start)
    private var known: Calibration?
    private var second = 0.0

    private var now: Timestamp { House.start.advanced(bySeconds: second) }

    /// Hears the tag once a second for a minute where it is, and the node of each room best there.
    private mutating func stay(
        in room: ID<Room>, really: ID<Room>? = nil, seconds: Int = 60,
        by nodes: [Node] = Self.placed
    ) {
        walk.mark(room, at: now)
        hear(in: really ?? room, seconds: seconds, by: nodes)
    }

    private mutating func hear(
        in room: ID<Room>, seconds: Int = 60, by nodes: [Node] = Self.placed
    ) {
        for step in 0..<seconds {
            let levels = nodes.enumerated().map { index, node in
                (node.room == room ? -60.0 : -78) + Double((step * 7 + index * 5) % 5)
            }
            walk.hear(levels, of: nodes.map(\.id), at: now)
            second += 1
        }
    }

    private mutating func begin(afterDays days: Double = 0) {
        second += days * 86_400
        walk = CalibrationWalk(beacon: House.tag, place: Self.home, at: now)
    }

    @discardableResult
    private mutating func stop(_ rooms: [ID<Room>] = Self.rooms) -> CalibrationReport {
        let report = walk.conclude(placed: Self.placed, rooms: Set(rooms), known: known)
        known = report.calibration
        return report
    }

    private mutating func measureAll() {
        for room in Self.rooms { stay(in: room) }
        stop()
    }

    private func nodes(_ room: ID<Room>) -> [ID<Node>]? { known?.rooms[room]?.nodes }

    @Test("A walk with pauses is judged as a whole, not by each part against those before")
    mutating func judgedAsAWhole() {
        for lap in 1...3 {
            for room in Self.rooms { stay(in: room, seconds: 40) }
            // As always, the walker is in the hall before they say so.
            stay(in: kitchen, really: hall, seconds: 20)
            let report = stop()
            #expect(report.isKept, "lap \(lap)")
            #expect(known?.rooms[bed]?.count == Double(40 * lap))
        }
    }

    @Test("Who stops later leaves what somebody else measured meanwhile")
    func together() throws {
        var house = House()
        let tag = BeaconID(canonical: "mac:a4c138000009")
        house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [tag])), at: 0)
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        func mark(_ user: ID<User>, _ room: String) throws {
            _ = try house.engine.markCalibration(
                of: user, ID(checked: room), beacon: nil, place: Self.home, at: house.engine.now)
        }
        try mark(House.bob, "kitchen")
        for (start, room, near, far) in [(0, "kitchen", "n1", "n2"), (60, "hall", "n2", "n1")] {
            house.wait(until: Double(start))
            try mark(House.alice, room)
            for second in start..<(start + 60) {
                house.hear(House.tag, by: near, -60, at: Double(second) + 0.2)
                house.hear(House.tag, by: far, -78, at: Double(second) + 0.4)
                house.hear(tag, by: "n1", -60, at: Double(second) + 0.6)
                house.hear(tag, by: "n2", -78, at: Double(second) + 0.8)
            }
        }
        let hers = try house.engine.stopCalibration(of: House.alice)
        house.change(try #require(hers.change), at: 121)
        let his = try house.engine.stopCalibration(of: House.bob)
        #expect(Set(try #require(his.calibration).rooms.keys) == [hall, kitchen])
        #expect(his.missing.isEmpty)
    }

    @Test("What is used after ten minutes is not added a second time at the end")
    mutating func pauses() {
        measureAll()
        let once = known
        #expect(stop().isKept && known == once)
        stay(in: bed)
        #expect(stop().isKept)
        #expect(known?.rooms[bed]?.count == 120 && known?.rooms[hall]?.count == 60)
        #expect(walk.counts[bed]?.all == 120)
    }

    @Test("What was heard in a pause may be marked after the rest was used")
    mutating func markedLate() {
        for room in Self.rooms { stay(in: room) }
        let pause = now
        walk.mark(nil, at: pause)
        hear(in: bed)
        hear(in: hall, seconds: 30)
        stop()
        #expect(walk.keptUntil == pause.advanced(bySeconds: -1))
        walk.mark(bed, at: pause)
        walk.mark(hall, at: pause.advanced(bySeconds: 60))
        #expect(stop().isKept)
        #expect(known?.rooms[bed]?.count == 120 && known?.rooms[hall]?.count == 90)
        #expect(walk.counts[bed]?.all == 120 && walk.counts[hall]?.all == 90)
    }

    @Test("What was used of a room cannot be marked as that of another")
    func keptAlready() throws {
        var house = House.online()
        func mark(_ room: ID<Room>, at second: Double) throws {
            _ = try house.engine.markCalibration(
                of: House.alice, room, beacon: nil, place: Self.home,
                at: House.start.advanced(bySeconds: second))
        }
        try mark(kitchen, at: 0)
        for second in stride(from: 1.0, through: 60, by: 1) {
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        house.wait(until: 700)
        let walks = house.engine.walks
        #expect(house.engine.household.calibrations[Self.home]?.rooms[kitchen]?.count == 60)
        let last = House.start.advanced(bySeconds: 60)
        #expect(throws: Engine.CalibrationRefusal.kept(until: last)) { try mark(hall, at: 60) }
        #expect(house.engine.walks == walks)
        try mark(hall, at: 61)
    }

    @Test("One room is measured anew, judged together with what is known of the others")
    mutating func oneRoom() throws {
        measureAll()
        begin(afterDays: 30)
        stay(in: bed, seconds: 50)
        let report = stop()
        #expect(report.reason == nil && report.after?.accuracy == 1)
        #expect(Set(report.before.rooms) == Set(Self.rooms))
        #expect(known?.rooms[bed]?.count == 50 && known?.rooms[hall]?.count == 60)
    }

    @Test("Rooms measured one by one on several walks are used once the last is")
    mutating func oneByOne() {
        for (index, room) in Self.rooms.enumerated() {
            begin()
            stay(in: room)
            let report = stop()
            #expect(report.isKept && report.missing.count == 2 - index)
            #expect((report.after == nil) == (index < 2))
        }
    }

    @Test("A measurement as good as the earlier one is kept only where nothing could be better")
    mutating func asGood() {
        measureAll()
        begin()
        for room in Self.rooms { stay(in: room) }
        #expect(stop().isKept)
        let before = known
        begin()
        stay(in: bed, seconds: 24)
        stay(in: hall, seconds: 24)
        // Some of what judges the rest was heard through the open door.
        stay(in: kitchen, seconds: 5)
        hear(in: bed, seconds: 3)
        hear(in: kitchen, seconds: 16)
        let report = stop()
        #expect(report.after?.accuracy == report.before.accuracy)
        #expect(report.reason == .noBetter && known == before)
    }

    @Test("A walk that tells the rooms apart no better than by guessing is not kept")
    mutating func guessing() {
        for (room, other) in [(kitchen, hall), (hall, bed), (bed, kitchen)] {
            stay(in: room, seconds: 5)
            hear(in: other, seconds: 5)
            hear(in: room, seconds: 10)
        }
        #expect(stop().reason == .contradictory && known == nil)
    }

    @Test(
        "A walk through other rooms than those that were marked is not kept, and says where it was",
        arguments: [
            ["kitchen", "hall", "bed"], ["bed", "bed", "kitchen"], ["kitchen", "hall", "kitchen"],
        ])
    mutating func wrongRooms(names: [String]) {
        let really: [ID<Room>] = names.map { ID(checked: $0) }
        measureAll()
        let before = known
        begin()
        for (room, really) in zip(Self.rooms, really) {
            stay(in: room, really: really, seconds: 24)
        }
        let wrong = zip(Self.rooms, really).filter { $0 != $1 }
        let report = stop()
        let marks = wrong.map { room, really in
            CalibrationReport.Mismark(room: room, sounding: really, isUnheard: false)
        }
        #expect(report.reason == .mismarked(marks))
        #expect(known == before && report.advice.isEmpty)
    }

    @Test("Rooms that were marked wrongly at first are measured rightly on a later day")
    mutating func wrongAtFirst() {
        for (room, really) in [(kitchen, bed), (hall, hall), (bed, kitchen)] {
            stay(in: room, really: really)
        }
        #expect(stop().isKept)
        begin(afterDays: 2)
        for room in Self.rooms { stay(in: room) }
        let report = stop()
        #expect(report.isKept && report.after?.accuracy == 1 && report.before.accuracy < 0.5)
    }

    @Test("A room whose node is off is not said to be another without asking for the node")
    mutating func nodeOff() {
        measureAll()
        let before = known
        begin()
        stay(in: hall, seconds: 24)
        walk.mark(kitchen, at: now)
        for step in 0..<24 {
            // As in the hall, but that the kitchen's node hears nothing.
            walk.hear(
                [-78, -60 + Double(step % 3), RoomSnapshot.inaudible], of: Self.nodes, at: now)
            second += 1
        }
        let report = stop()
        let mark = CalibrationReport.Mismark(room: kitchen, sounding: hall, isUnheard: true)
        #expect(report.reason == .mismarked([mark]) && known == before)
    }

    @Test("Where nothing was measured before, a walk in one room alone is hardly ever kept")
    mutating func onlyOneRoom() {
        var chance = SeededRandom(seed: 7)
        var kept = 0
        for _ in 0..<100 {
            begin()
            known = nil
            for room in Self.rooms {
                walk.mark(room, at: now)
                for _ in 0..<60 {
                    let levels = [-70.0, -75, -60].map { $0 + 4 * chance.bell() }
                    walk.hear(levels, of: Self.nodes, at: now)
                    second += 1
                }
            }
            let report = stop()
            #expect(report.isKept || report.reason == .contradictory && report.advice.isEmpty)
            if report.isKept { kept += 1 }
        }
        #expect(kept <= 5)
    }

    @Test("Too short a visit on a later day replaces nothing, and says so")
    mutating func brief() {
        measureAll()
        let before = known
        begin(afterDays: 2)
        stay(in: bed, seconds: 9)
        #expect(stop().reason == .brief([bed]) && known == before)
        begin()
        #expect(stop().reason == .unheard && known == before)
    }

    @Test("A room that was visited too briefly does not spoil what was measured of another")
    mutating func briefBeside() {
        measureAll()
        let before = known
        begin(afterDays: 30)
        stay(in: kitchen)
        stay(in: hall, really: kitchen, seconds: 8)
        let report = stop()
        #expect(report.before.accuracy == 1 && report.after?.accuracy == 1)
        #expect(report.isKept)
        #expect(known?.rooms[kitchen]?.measured == now.advanced(bySeconds: -8))
        #expect(known?.rooms[hall] == before?.rooms[hall])
    }

    @Test("After a node was moved, the other rooms stay known while they are measured one by one")
    mutating func moved() {
        measureAll()
        #expect(known?.forget(n1) == true)
        for (index, room) in Self.rooms.enumerated() {
            begin()
            stay(in: room)
            let report = stop()
            #expect(report.isKept && report.missing.isEmpty)
            #expect(known?.rooms.count == 3)
            #expect(nodes(room) == Self.nodes)
            let left = Array(Self.rooms.dropFirst(index + 1))
            #expect(report.waiting == (left.isEmpty ? [] : [.init(node: n1, rooms: left)]))
            #expect(known?.nodes == (left.isEmpty ? Self.nodes : [n2, Self.nodes[2]]))
        }
    }

    @Test("A node that is new does not make the rooms unknown")
    mutating func added() {
        let two = [Self.placed[0], Self.placed[1]]
        for room in [bed, hall] { stay(in: room, by: two) }
        known = walk.conclude(placed: two, rooms: [bed, hall], known: nil).calibration
        begin()
        stay(in: kitchen)
        #expect(stop().isKept)
        #expect(known?.rooms.count == 3 && known?.nodes == [n1, n2])
    }

    @Test("What a node heard before it was moved in the middle of a walk does not count")
    mutating func movedMeanwhile() {
        measureAll()
        begin(afterDays: 2)
        stay(in: bed)
        stay(in: hall, seconds: 30)
        walk.forget(n2)
        #expect(known?.forget(n2) == true)
        stay(in: hall, seconds: 30)
        #expect(stop().isKept)
        #expect(nodes(bed) == [n1, Self.nodes[2]] && nodes(hall) == Self.nodes)
        #expect(known?.rooms[hall]?.count == 30 && nodes(kitchen) == [n1, Self.nodes[2]])
    }

    @Test("A node that was moved after a part was kept is not known from before the walk")
    mutating func movedAfterPart() {
        measureAll()
        begin(afterDays: 2)
        for room in Self.rooms { stay(in: room) }
        #expect(stop().isKept)
        walk.forget(n2)
        #expect(known?.forget(n2) == true)
        for room in Self.rooms { stay(in: room) }
        stay(in: kitchen, really: hall, seconds: 10)
        let report = stop()
        #expect(report.after?.accuracy == report.before.accuracy && report.before.accuracy < 1)
        #expect(report.isKept && known?.nodes == Self.nodes)
    }

    @Test("The engine tells a running walk that a node was moved")
    func movedNode() throws {
        var house = House.online()
        _ = try house.engine.markCalibration(
            of: House.alice, kitchen, beacon: nil, place: Self.home, at: house.engine.now)
        for second in 0..<60 {
            house.hear(House.tag, by: "n1", -60, at: Double(second) + 0.2)
            house.hear(House.tag, by: "n2", -78, at: Double(second) + 0.4)
        }
        house.change(
            .saveNode(Node(id: n1, place: Self.home, room: kitchen, position: [1, 1, 1])), at: 61)
        let report = try house.engine.stopCalibration(of: House.alice)
        #expect(report.calibration?.rooms[kitchen]?.nodes == [n2])
    }

    @Test("A room that is gone is forgotten by the next walk")
    mutating func gone() {
        measureAll()
        begin()
        stay(in: bed)
        stay(in: kitchen)
        stop([bed, hall])
        #expect(known.map { Set($0.rooms.keys) } == [bed, hall])
    }
}
