import Testing

@testable import RoostCore

@Suite("What the nodes of a place hear at one moment")
struct RoomSnapshotTests {
    /// The tag is heard by both nodes, then by the first alone until a moment, and then the nodes of
    /// `offline` fail.
    private func levels(offline: [String], until end: Int = 10) throws -> [Double?] {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in 1...10 {
            house.hear(House.tag, by: "n1", -50, at: Double(second))
            house.hear(House.tag, by: "n2", -70, at: Double(second) + 0.2)
        }
        for second in 11..<(end + 1) { house.hear(House.tag, by: "n1", -50, at: Double(second)) }
        for node in offline { house.report(node, isOnline: false, at: Double(end) + 1) }
        return try levels(in: house)
    }

    private func levels(in house: House) throws -> [Double?] {
        let home: ID<Place> = ID(checked: "home")
        let track = try #require(house.engine.track(of: House.tag))
        let snapshot = RoomSnapshot(
            of: track.rooms.hearings, in: home, believedIn: ID(checked: "kitchen"),
            at: house.engine.now, nodes: house.engine.nodes)
        return snapshot.tellingLevels(of: 2)
    }

    @Test("To compare with a calibration, the last word of a node that cannot hear tells nothing")
    func old() throws {
        #expect(try levels(offline: ["n1"]) == [nil, -70])
        #expect(try levels(offline: []) == [-50, -70])
    }

    @Test("Unless no node can hear: then their last words are all there is")
    func allOld() throws { #expect(try levels(offline: ["n1", "n2"]) == [-50, -70]) }

    @Test("Of a tag that is heard seldom, too, the last reading is compared, not a mean")
    func last() throws {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in stride(from: 2.0, through: 20, by: 2) {
            house.hear(House.tag, by: "n1", second == 20 ? -56 : -50, at: second)
            house.hear(House.tag, by: "n2", -70, at: second)
        }
        #expect(try levels(in: house) == [-56, -70])
    }

    @Test(
        "A node that missed two packets is silent, though what it heard stands for longer",
        arguments: [(11, -70.0), (12, -70), (13, RoomSnapshot.inaudible)])
    func missed(end: Int, level: Double) throws {
        #expect(try levels(offline: [], until: end) == [-50, level])
    }

    @Test(
        "A node that tells every five seconds what it heard is silent only after these",
        arguments: [(24, -70.0), (26, -70), (28, RoomSnapshot.inaudible)])
    func seldom(end: Int, level: Double) throws {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in 1...end {
            house.hear(House.tag, by: "n1", -50, at: Double(second))
            guard second % 5 == 0, second <= 20 else { continue }
            let sightings = (second - 4..<second + 1).map { heard in
                Sighting(
                    beacon: House.tag, rssi: RSSI(dBm: -70),
                    time: House.start.advanced(bySeconds: Double(heard)))
            }
            let now = House.start.advanced(bySeconds: Double(second) + 0.3)
            house.effects += house.engine.apply(
                .sightings(
                    SightingBatch(node: ID(checked: "n2"), sightings: sightings, sent: now)),
                at: now)
        }
        #expect(try levels(in: house) == [-50, level])
    }
}
