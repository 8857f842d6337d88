import Testing

@testable import RoostCore

@Suite("What the nodes of a place hear at one moment")
struct RoomSnapshotTests {
    /// The tag is heard by both nodes, and then the nodes of `offline` fail.
    private func levels(offline: [String]) throws -> [Double?] {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in 1...10 {
            house.hear(House.tag, by: "n1", -50, at: Double(second))
            house.hear(House.tag, by: "n2", -70, at: Double(second) + 0.2)
        }
        for node in offline { house.report(node, isOnline: false, at: 11) }
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
}
