// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Scanners that nobody set up")
struct StrangeNodeTests {
    private static let home = ID<Place>(checked: "home")

    private static func hear(_ node: String, in room: String, _ house: inout House) {
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: node), sightings: [], room: room)),
            at: House.start)
    }

    @Test("Of a flood of scanners with names of rooms only some are taken into the home")
    func flood() {
        var house = House()
        for number in 0..<1100 { Self.hear("s\(number)", in: "Room \(number)", &house) }
        let nodes = house.engine.household.nodes
        #expect(nodes.count == 1002 && nodes.values.count { $0.place == Self.home } == 102)
        // Whoever sets one up makes room for it.
        house.change(
            .saveNode(Node(id: ID(checked: "s500"), place: Self.home, room: ID(checked: "attic"))),
            at: 1)
        Self.hear("late", in: "Attic", &house)
        #expect(house.engine.household.nodes[ID(checked: "late")] != nil)
    }

    private static func cabin(_ owner: ID<User>? = nil) -> HouseholdChange {
        .savePlace(
            Place(
                id: ID(checked: "cabin"), name: "Cabin", kind: .home,
                area: .circle(center: House.home.north(90_000), radius: 50), owner: owner,
                isShared: true))
    }

    private static func place(of node: String, _ house: House) -> ID<Place>? {
        house.engine.household.nodes[ID(checked: node)]?.place
    }

    @Test("A scanner stands in the home once there is but one", arguments: [nil, House.bob])
    func oneHomeLeft(owner: ID<User>?) {
        var house = House()
        house.change(Self.cabin(owner), at: 0)
        Self.hear("study", in: "Study", &house)
        #expect(Self.place(of: "study", house) == nil)
        house.change(
            owner.map(HouseholdChange.deleteUser) ?? .deletePlace(ID(checked: "cabin")), at: 1)
        #expect(Self.place(of: "study", house) == Self.home)
    }

    @Test("A scanner goes from a home that is deleted to the next one that is made")
    func nextHome() {
        var house = House()
        Self.hear("study", in: "Study", &house)
        #expect(Self.place(of: "study", house) == Self.home)
        house.change(.deletePlace(Self.home), at: 1)
        house.change(Self.cabin(), at: 2)
        #expect(Self.place(of: "study", house) == ID(checked: "cabin"))
    }

    @Test("What only a node without a place hears tells nothing of a thing")
    func nowhere() {
        var house = House()
        house.change(.saveNode(Node(id: ID(checked: "spare"))), at: 0)
        house.hear(House.keys, by: "spare", -30, from: 1, to: 10, every: 1)
        #expect(house.keys.interval == nil && house.keys.proximity == .lost)
        house.hear(House.keys, by: "n1", -50, from: 11, to: 20, every: 1)
        #expect(house.keys.interval != nil && house.keys.node == ID(checked: "n1"))
    }

    @Test("What a broker retains of a scanner that is gone makes none")
    func gone() {
        var house = House()
        let old = ID<Node>(checked: "old-room")
        house.report("old-room", isOnline: false, isRetained: true, at: 1)
        #expect(house.engine.household.nodes[old] == nil)
        house.report("old-room", isOnline: true, isRetained: true, at: 2)
        #expect(house.engine.household.nodes[old] != nil)
    }

    @Test("Maps that were kept are those that would be drawn anew")
    func maps() {
        var house = House()
        var book = house.engine.nodes
        for step in 0..<30 {
            let place = ["home", "office", nil][step % 3]
            let node = Node(
                id: ID(checked: "n\(step % 7)"), place: place.map { ID(checked: $0) },
                room: ID(checked: "room\(step % 4)"), isExit: step % 5 == 0)
            house.change(.saveNode(node), at: Double(step))
            book.place(house.engine.household)
            #expect(
                book
                    == NodeBook(
                        household: house.engine.household, tracks: book.tracks,
                        settings: book.settings))
        }
    }
}
