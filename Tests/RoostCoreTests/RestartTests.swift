// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Restarts, clock changes and nodes that come back")
struct ListeningTests {
    /// alice's tag and keys heard at home, then absent while her phone is at the office.
    private func away() -> House {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 60, by: 5) {
            house.hear(House.tag, by: "n1", -60, at: second)
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        house.fix(House.home.north(1000), at: 400)
        house.fix(House.office, at: 700)
        house.fix(House.office, at: 760)
        house.wait(until: 7200)
        return house
    }

    @Test("A node does not count as missing a tag for the time in which it was offline")
    func nodeOff() {
        func house(offline: ClosedRange<Double>?) -> House {
            var house = House()
            house.report("n1", isOnline: true, at: 0)
            house.report("n2", isOnline: true, at: 0)
            house.hear(House.tag, by: "n1", -60, from: 0, to: 300, every: 1)
            house.hear(House.tag, by: "n2", -60, from: 300, to: 320, every: 1)
            if let offline {
                house.report("n2", isOnline: false, at: offline.lowerBound)
                house.report("n2", isOnline: true, at: offline.upperBound)
            }
            house.wait(until: 346)
            return house
        }
        #expect(house(offline: nil).alice.hand == .travelling)
        #expect(house(offline: 321...345).alice.place == ID(checked: "home"))
    }

    @Test("Edits while the broker is away cause neither departures nor alerts")
    func editedMeanwhile() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 310, by: 1) {
            house.hear(House.tag, by: second < 300 ? "n1" : "n2", -60, at: second)
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        house.effects = []
        house.interrupt(at: 310)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "pool"), name: "Pool",
                    area: .circle(center: House.home.north(5000), radius: 50), isShared: true)),
            at: 910)
        house.change(
            .saveItem(
                Item(id: ID(checked: "keys"), owner: House.alice, name: "Bunch", beacon: House.keys)
            ), at: 3000)
        #expect(house.alice.place == ID(checked: "home"))
        house.listen(at: 3600)
        house.hear(House.tag, by: "n2", -60, from: 3601, to: 3640, every: 1)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("An absent user and her keys stay absent over a restart")
    func restart() {
        var house = away()
        #expect(house.keys.withOwner == .yes)
        house.effects = []
        house.listen(at: 7300)
        house.wait(until: 12_000)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.keys.withOwner == .yes)
        #expect(house.transitions.isEmpty && house.itemSteps.isEmpty)
        #expect(house.alertIDs.isEmpty)
    }

    @Test("A node that was offline and comes back brings nobody home")
    func nodeReboots() {
        var house = away()
        house.effects = []
        house.report("n1", isOnline: false, at: 7300)
        house.wait(until: 7330)
        house.report("n1", isOnline: true, at: 7340)
        house.wait(until: 12_000)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
    }

    /// alice's tag in the kitchen until second 60, and everything without power until `start`.
    private func dark(hasStatus: Bool, until start: Double) -> House {
        var house = House()
        if hasStatus { house.report("n1", isOnline: true, at: 0) }
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 1)
        house.interrupt(at: 60)
        house.listen(at: start)
        if hasStatus { house.report("n1", isOnline: true, isRetained: true, at: start) }
        return house
    }

    @Test(
        "After a power cut, the silence of a node proves nothing until the node is back",
        // A host without a clock of its own may start with an old time.
        arguments: [(true, 600.0), (false, 600), (true, 30), (false, -3000), (true, 20_000)])
    func powerCut(hasStatus: Bool, start: Double) {
        var house = dark(hasStatus: hasStatus, until: start)
        house.broker(upFor: 10, at: start + 1)
        if hasStatus { house.report("n1", isOnline: true, isRetained: true, at: start + 2) }
        house.broker(upFor: 20, at: start + 11)
        house.wait(until: start + 200)
        #expect(house.alice.room == ID(checked: "kitchen"))
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
        // Once it is back, it is believed again: alice is not there any more.
        var back = house
        back.report("n1", isOnline: true, at: start + 201)
        back.wait(until: start + 1000)
        #expect(back.alice.hand == .unknown)
        #expect(back.alertIDs.isEmpty)
        // If it stays away, somebody is told.
        house.wait(until: start + 1000)
        #expect(house.alice.room == ID(checked: "kitchen"))
        let told = house.alerts(.nodeOffline)
        #expect(Set(told.map(\.node)) == [ID(checked: "n1")])
        #expect(told.allSatisfy { $0.delivery == .pushed })
        #expect(Set(house.alertIDs).count == house.alertIDs.count)
    }

    @Test("Nodes that are still starting after a power cut are not said to be gone with another")
    func slowNodes() {
        var house = House.online()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 1)
        house.interrupt(at: 60)
        house.listen(at: 600)
        house.broker(upFor: 10, at: 601)
        house.report("n2", isOnline: true, isDeaf: true, at: 610)
        house.wait(until: 900)
        #expect(Set(house.alerts(.nodeOffline).map(\.title)) == ["Node n2 is deaf"])
        house.report("n1", isOnline: true, at: 905)
        house.wait(until: 2000)
        #expect(Set(house.alerts(.nodeOffline).map(\.title)) == ["Node n2 is deaf"])
    }

    @Test(
        "A node is not doubted if it spoke after the broker's start, or if that was long ago",
        arguments: [(70.0, 30.0), (600, 5000)])
    func brokerWasUp(start: Double, uptime: Double) {
        var house = dark(hasStatus: true, until: start)
        house.broker(upFor: uptime, at: start + 1)
        house.wait(until: start + 1000)
        #expect(house.alice.hand == .unknown)
        #expect(house.alertIDs.isEmpty)
    }

    @Test("While the broker is away nothing changes, and then silences start anew")
    func interrupted() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 60, by: 5) {
            house.hear(House.tag, by: "n1", -60, at: second)
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        let (alice, keys) = (house.alice, house.keys)
        house.effects = []
        house.interrupt(at: 60)
        #expect(house.engine.nextDeadline == nil)
        house.wait(until: 20_000)
        house.listen(at: 20_000)
        house.wait(until: 20_010)
        #expect(house.alice.place == alice.place && house.alice.room == alice.room)
        #expect(house.keys.withOwner == keys.withOwner && house.keys.proximity == keys.proximity)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
        // From now on silence means something again.
        house.wait(until: 20_000 + 600)
        #expect(house.alice.hand == .unknown)
    }

    @Test("A restart neither finds a lost item nor loses it again")
    func lost() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.fix(House.home, at: 1000)
        house.wait(until: 4000)
        #expect(house.alerts(.itemLost).count == 1)
        house.listen(at: 4100)
        house.wait(until: 9000)
        #expect(house.alerts(.itemLost).count == 1)
        #expect(house.alerts(.itemFound).isEmpty)
    }

    @Test("A tag left at home does not bring its owner home when the clock is set back")
    func stayed() {
        var house = House.tagLeft(until: 1000)
        #expect(house.alice.hand == .travelling)
        house.effects = []
        house.listen(at: -1800)
        house.hear(House.tag, by: "n1", -60, from: -1799, to: -1700, every: 5)
        #expect(house.alice.hand == .travelling)
        #expect(house.transitions.isEmpty)
    }

    @Test("A silent tag left at home, which is heard after a restart, brings nobody home")
    func silent() throws {
        var house = House.tagLeft(until: 2000)
        house.wait(until: 3000)
        var memory = house.engine.memory
        let rooms = try #require(memory.beacons[House.tag]).rooms
        #expect(rooms.isGone)
        // What the store keeps of it.
        memory.beacons[House.tag]?.rooms = RoomEstimator(
            hearings: rooms.hearings, current: rooms.current, isGone: rooms.isGone,
            wentOut: rooms.wentOut, presentSince: rooms.presentSince, returned: rooms.returned,
            roomSince: rooms.roomSince, confidence: rooms.confidence)
        house.engine = Engine(household: house.engine.household, memory: memory)
        house.effects = []
        house.listen(at: 3001)
        house.report("n1", isOnline: true, at: 3002)
        house.hear(House.tag, by: "n1", -60, from: 3010, to: 3100, every: 5)
        #expect(house.alice.hand == .travelling)
        #expect(house.transitions.isEmpty)
    }

    @Test("The confidence in a room is the same before and after a pause")
    func confidence() throws {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 60, by: 1) {
            house.hear(House.tag, by: "n1", -70, at: second)
            house.hear(House.tag, by: "n2", -71, at: second + 0.05)
        }
        let before = try #require(house.engine.track(of: House.tag)).rooms.confidence
        house.interrupt(at: 60)
        house.listen(at: 70)
        let after = try #require(house.engine.track(of: House.tag)).rooms.confidence
        #expect(after == before)
        #expect(before != RoomBelief.usual)
    }

    @Test("A room that was louder long ago does not return with a restart")
    func oldRoom() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.hear(House.tag, by: "n1", -40, from: 0, to: 60, every: 5)
        house.hear(House.tag, by: "n2", -65, from: 60, to: 1200, every: 5)
        #expect(house.alice.room == ID(checked: "hall"))
        house.listen(at: 1300)
        for second in stride(from: 1300.0, to: 1400, by: 5) {
            house.hear(House.tag, by: "n2", -65, at: second)
            #expect(house.alice.room == ID(checked: "hall"))
        }
    }

    @Test("After the clock is set back, fixes still count and alerts are still given")
    func clockSetBack() {
        var house = House()
        house.fix(House.home, at: 4000)
        house.hear(House.keys, by: "n1", -60, at: 4010)
        house.fix(House.home.north(2000), at: 4100)
        house.hear(House.keys, by: "n1", -60, at: 4110)
        #expect(house.alerts(.leftBehind).count == 1)
        house.listen(at: 600)
        house.fix(House.home, at: 700)
        house.fix(House.home, at: 720)
        house.hear(House.keys, by: "n1", -60, at: 730)
        house.fix(House.home.north(2000), at: 800)
        house.hear(House.keys, by: "n1", -60, at: 810)
        #expect(house.alerts(.leftBehind).count == 2)
    }
}

@Suite("Conflicting evidence")
struct EvidenceTests {
    @Test("A node that reports again after a long time updates its items at once")
    func recovered() {
        var house = House()
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 2)
        house.wait(until: 1000)
        #expect(house.keys.withOwner == .cannotTell)
        house.effects = []
        house.hear(BeaconID(canonical: "mac:a4c138000099"), by: "n1", -60, at: 1001)
        #expect(
            house.effects.contains {
                if case .changed(.item(ID(checked: "keys")), _) = $0 { true } else { false }
            })
    }

    @Test("A node that goes offline does not bring home a user who is at the office")
    func frozenElsewhere() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 5)
        house.fix(House.office, at: 300)
        house.fix(House.office, at: 330)
        house.report("n1", isOnline: false, at: 340)
        house.wait(until: 3000)
        #expect(house.alice.place == ID(checked: "office"))
        #expect(house.transitions.suffix(1) == ["enter office"])
    }

    @Test("A node elsewhere that hears a user outweighs the last report of a dead one")
    func heardElsewhere() {
        var house = House()
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "desk"), place: ID(checked: "office"), room: ID(checked: "desk")
                )
            ), at: 0)
        house.hear(House.tag, by: "n1", -45, from: 0, to: 60, every: 5)
        house.report("n1", isOnline: false, at: 70)
        house.hear(House.tag, by: "desk", -70, from: 600, to: 800, every: 5)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("The last report of a dead node is believed for an hour but not for two weeks")
    func frozenForLong() {
        var house = House()
        house.hear(House.tag, by: "n1", -45, at: 0)
        house.report("n1", isOnline: false, at: 20)
        house.wait(until: 3600)
        #expect(house.alice.room == ID(checked: "kitchen"))
        house.wait(until: 14 * 86_400)
        #expect(house.alice.place == nil)
        #expect(house.transitions.isEmpty)
    }

    @Test("A tag that falls silent has not left just because a door node heard it faintly")
    func faintDoor() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        for second in stride(from: 0.0, to: 60, by: 5) {
            house.hear(House.tag, by: "n1", -50, at: second)
            house.hear(House.tag, by: "n2", -92, at: second + 0.1)
            house.hear(House.keys, by: "n1", -50, at: second + 0.2)
        }
        house.hear(House.keys, by: "n1", -50, from: 60, to: 600, every: 5)
        #expect(house.alice.hand != .travelling)
        #expect(house.transitions.isEmpty)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("A fix of absurd accuracy proves nothing and breaks nothing")
    func absurdAccuracy() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.office, accuracy: 1e300, at: 300)
        house.fix(House.office, accuracy: .greatestFiniteMagnitude, at: 600)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(!house.decisions.isEmpty)
    }

    @Test("The number of devices is limited")
    func mostDevices() {
        var house = House()
        for number in 0..<60 {
            house.fix(House.home, device: "phone-\(number)", at: Double(number))
        }
        #expect(house.engine.household.users[House.alice]?.devices.count == 50)
    }

    @Test("The number of places that a phone's regions make is limited")
    func mostPlaces() {
        var house = House()
        for number in 0..<600 {
            house.effects += house.engine.apply(
                .waypoint(
                    Waypoint(
                        name: "Place \(number)", area: .circle(center: House.home, radius: 50),
                        origin: "\(1_700_000_000 + number)"), of: House.alice),
                at: House.start.advanced(bySeconds: 100))
        }
        let own = house.engine.household.places.values.filter { $0.owner == House.alice }
        #expect(own.count == Place.mostOfOwner)
    }
}
