// swift-format-ignore-file: NeverForceUnwrap

import OrderedCollections
import Testing

@testable import RoostCore

/// What somebody changes in the household while something is going on.
@Suite("Edits move nobody")
struct EditTests {
    private static func gym(_ name: String) -> HouseholdChange {
        .savePlace(
            Place(
                id: ID(checked: "gym"), name: name,
                area: .circle(center: House.home.north(9000), radius: 50), isShared: true))
    }

    @Test(
        "A stray or coarse fix proves no leaving because somebody saves another place",
        arguments: [(metres: 200.0, accuracy: 20.0), (900, 1500)])
    func stray(metres: Double, accuracy: Double) {
        var house = House()
        house.change(Self.gym("Gym"), at: 0)
        house.fix(House.home, at: 0)
        house.fix(House.home, at: 1000)
        house.fix(House.home.north(metres), accuracy: accuracy, at: 1600)
        house.change(Self.gym("Fitness"), at: 1610)
        #expect(house.alice.place == ID(checked: "home"))
        house.fix(House.home, at: 1700)
        #expect(house.transitions.isEmpty)
        #expect(house.alerts(.arrived).isEmpty)
    }

    @Test("Keys left behind are reported although somebody saved a place as their owner went")
    func leaving() {
        var house = House()
        house.change(Self.gym("Gym"), at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 1.0, to: 500, by: 2) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second == 301 { house.fix(House.home.north(120), at: second) }
            if second == 311 { house.change(Self.gym("Fitness"), at: second) }
            if second == 341 { house.fix(House.home.north(600), at: second) }
        }
        #expect(house.transitions == ["leave home"])
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test(
        "What a node hears moves with it to the place that it is given, without a transition",
        arguments: [nil, "office"])
    func nodeMoved(before: String?) {
        func node(in place: String?) -> HouseholdChange {
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: place.map { ID(checked: $0) },
                    room: ID(checked: "study")))
        }
        var house = House()
        house.change(node(in: before), at: 0)
        for second in stride(from: 1.0, to: 400, by: 2) {
            house.hear(House.tag, by: "n3", -60, at: second)
            house.hear(House.keys, by: "n3", -60, at: second + 1)
            if second == 201 {
                #expect(house.alice.place == before.map { ID(checked: $0) })
                house.effects = []
                house.change(node(in: "home"), at: second + 1.5)
            }
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.alice.room == ID(checked: "study"))
        #expect(house.keys.room == ID(checked: "study"))
        #expect(house.keys.withOwner == .yes)
        #expect(house.transitions.isEmpty && house.itemSteps.isEmpty && house.alertIDs.isEmpty)
    }

    @Test(
        "Correcting the node of somebody who just came in does not say that they came without keys")
    func nodeMovedOnArrival() {
        func node(in place: String) -> HouseholdChange {
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: place), room: ID(checked: "study")))
        }
        var house = House()
        house.change(node(in: "home"), at: 0)
        house.report("n3", isOnline: true, at: 0)
        house.fix(House.office.north(3000), at: 0)
        house.fix(House.office.north(3000), at: 300)
        house.hear(House.keys, by: "n3", -60, from: 1, to: 400, every: 2)
        for second in stride(from: 401.0, to: 500, by: 2) {
            house.hear(House.tag, by: "n3", -58, at: second)
            house.hear(House.keys, by: "n3", -60, at: second + 1)
            if second == 451 {
                #expect(house.alice.place == ID(checked: "home"))
                #expect(house.transitions.contains("enter home"))
                #expect(house.keys.withOwner == .yes)
                house.effects = []
                house.change(node(in: "office"), at: second + 1.5)
            }
        }
        house.wait(until: 520)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.transitions.isEmpty && house.itemSteps.isEmpty && house.alertIDs.isEmpty)
    }

    @Test(
        "Nobody is heard any longer by a node that is deleted or taken out",
        arguments: [true, false])
    func nodeGone(isDeleted: Bool) {
        var house = House()
        let n1: ID<Node> = ID(checked: "n1")
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 2)
        house.hear(House.keys, by: "n1", -60, at: 60)
        #expect(house.alice.room == ID(checked: "kitchen") && house.keys.proximity != .lost)
        house.effects = []
        house.change(isDeleted ? .deleteNode(n1) : .saveNode(Node(id: n1)), at: 61)
        #expect(house.alice.room == nil)
        #expect(house.keys.node == nil)
        #expect(house.transitions.isEmpty && house.itemSteps.isEmpty && house.alertIDs.isEmpty)
    }

    @Test("A thing's beacon that a user wears from now on is followed as a worn one")
    func beaconPassedOn() {
        var house = House()
        house.hear(House.keys, by: "n1", -60, from: 0, to: 20, every: 2)
        var bob = house.engine.household.users[House.bob]!
        bob.beacons = [House.keys]
        // As an import does it: until the thing lets go of its beacon, it keeps it.
        house.change(.saveUser(bob), at: 30)
        #expect(house.engine.beacons[House.keys] != nil)
        var keys = house.engine.household.items[ID(checked: "keys")]!
        keys.beacon = nil
        house.change(.saveItem(keys), at: 30)
        #expect(house.engine.beacons[House.keys] == nil)
        house.hear(House.keys, by: "n1", -60, from: 32, to: 50, every: 2)
        #expect(house.engine.beacons[House.keys]?.rooms.recent != nil)
        #expect(house.engine.presence(of: House.bob)?.place == ID(checked: "home"))
    }

    @Test("A phone that somebody gave away no longer tells where they are")
    func soldPhone() {
        var house = House()
        house.fix(House.home, device: "old", at: 0)
        house.fix(House.office, device: "old", at: 1000)
        house.fix(House.office, device: "old", at: 1100)
        house.fix(House.home, device: "new", at: 2000)
        #expect(house.alice.place == ID(checked: "office"))
        var alice = house.engine.household.users[House.alice]!
        alice.devices = [Device("new")!]
        house.change(.saveUser(alice), at: 2010)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Regions of a phone with one long name each get an id")
    func longNames() {
        var house = House()
        let name = String(repeating: "a", count: 70)
        for number in 1...4 {
            let id = house.engine.freePlaceID(for: name, of: House.alice)!
            house.change(
                .savePlace(
                    Place(
                        id: id, name: "\(number)",
                        area: .circle(center: House.home.north(9000), radius: 50),
                        owner: House.alice)), at: 0)
        }
        #expect(house.engine.household.places.count == 6)
    }

    @Test("What is saved as it was has no effect")
    func unchanged() {
        var house = House()
        house.change(Self.gym("Gym"), at: 0)
        house.fix(House.home, at: 10)
        house.effects = []
        house.change(Self.gym("Gym"), at: 10)
        house.change(.saveUser(house.engine.household.users[House.alice]!), at: 10)
        house.change(.saveItem(house.engine.household.items[ID(checked: "keys")]!), at: 10)
        house.change(.saveNode(house.engine.household.nodes[ID(checked: "n1")]!), at: 10)
        #expect(house.effects == [])
        house.change(Self.gym("Fitness"), at: 10)
        #expect(!house.effects.isEmpty)
    }

    @Test("Each user's places stay in the order of their ids, whatever is saved and deleted")
    func placeLists() {
        var household = Household()
        for number in 0..<300 {
            let id = ID<Place>(checked: "p\(number * 7 % 40 + 10)")
            if number % 5 == 4 {
                household.apply(.deletePlace(id))
            } else {
                household.apply(
                    .savePlace(
                        Place(
                            id: id, name: "\(number)",
                            area: .circle(center: House.home, radius: 50),
                            owner: number % 3 == 0 ? nil : House.alice, isShared: number % 3 != 1)))
            }
            let sorted = household.places.valuesInOrder
            #expect(household.sharedPlaces == sorted.filter(\.isShared))
            #expect(household.ownPlaces(of: House.alice) == sorted.filter { !$0.isShared })
        }
    }
}
