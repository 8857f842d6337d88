import Testing

@testable import RoostCore

@Suite("The belief about the rooms of a place")
struct RoomBeliefTests {
    private static let home: ID<Place> = ID(checked: "home")
    private static let rooms: [ID<Room>] = ["hall", "kitchen"].map { ID(checked: $0) }

    private static let nodes = zip(["n1", "n2"], rooms).map { node, room in
        Node(id: ID(checked: node), place: home, room: room)
    }

    private static let calibration = Calibration(
        of: BeaconID(canonical: "mac:a4c138000001"), nodes: nodes.map(\.id),
        samples: (0..<60).flatMap { number in
            let body = Double(number % 7)
            return [
                (room: rooms[0], levels: [-60 - body, -80 + body]),
                (room: rooms[1], levels: [-80 + body, -60 - body]),
            ]
        }, passages: [], at: Timestamp(milliseconds: 0))

    /// How likely the hall is once it explains better what is heard of a beacon in the kitchen.
    private func hall(
        isMeasured: Bool, unlikeness: Double = 100, news: Double = 1
    ) throws -> Double {
        let map = RoomMap(nodes: Self.nodes, calibration: isMeasured ? Self.calibration : nil)
        #expect((map.fingerprints != nil) == isMeasured)
        let likelihoods = map.rooms.map { $0 == Self.rooms[0] ? 1 : 0.001 }
        var belief = RoomBelief(
            in: Self.home, map: map, room: Self.rooms[1], at: Timestamp(milliseconds: 0))
        belief.step(
            RoomLikelihood(rooms: likelihoods, offset: 0), in: Self.rooms[1], stay: 10, still: 0,
            unlikeness: unlikeness, news: news, map: map, at: Timestamp(milliseconds: 50))
        return belief.probability(of: Self.rooms[0])
    }

    @Test("In a measured place, what sounds as a moment ago tells less")
    func repeated() throws {
        let same = try hall(isMeasured: true, unlikeness: 0)
        let other = try hall(isMeasured: true, unlikeness: 100)
        #expect(same < other, "\(same) \(other)")
        #expect(
            try hall(isMeasured: false, unlikeness: 0) == hall(isMeasured: false, unlikeness: 100))
    }

    @Test("In a measured place, what only some of the nodes heard anew tells less")
    func news() throws {
        let shares = [0, 0.25, 0.5, 1]
        let told = try shares.map { try hall(isMeasured: true, news: $0) }
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 < $1 }, "\(told)")
        #expect(try Set(shares.map { try hall(isMeasured: false, news: $0) }).count == 1)
    }
}
