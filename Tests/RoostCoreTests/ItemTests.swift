// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Items")
struct ItemTests {
    @Test("Keys that fall silent beside their owner are reported lost once and found once")
    func lostAndFound() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        house.fix(House.home, at: 1000)
        house.wait(until: 1700)
        #expect(house.alerts(.itemLost).isEmpty)
        house.wait(until: 4000)
        #expect(house.alerts(.itemLost).count == 1)
        #expect(house.keys.proximity == .lost)
        house.hear(House.keys, by: "n2", -60, at: 4100)
        #expect(house.alerts(.itemFound).count == 1)
    }

    @Test("Keys are lost too if their owner's next word comes after the half hour")
    func lostLater() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        house.wait(until: 5000)
        #expect(house.alerts(.itemLost).isEmpty, "their owner may have gone out with them")
        house.fix(House.home, at: 5000)
        house.wait(until: 5301)
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("Keys unheard for days near a working node are lost even if their owner is unknown")
    func forgotten() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        house.wait(until: 250_000)
        #expect(house.alerts(.itemLost).isEmpty, "its owner may have it")
        house.wait(until: 600_000)
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("Keys that stayed behind, as was told, and then fall silent are not lost for three days")
    func leftAndSilent() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 300, every: 5)
        house.fix(House.home.north(2000), at: 300)
        house.hear(House.keys, by: "n1", -60, from: 305, to: 400, every: 5)
        #expect(house.alerts(.leftBehind).count == 1 && house.keys.withOwner == .no)
        for hour in 1...24 { house.fix(House.home.north(2000), at: Double(hour) * 3600) }
        #expect(house.keys.withOwner == .cannotTell && house.alerts(.itemLost).isEmpty)
        house.wait(until: 300_000)
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("Keys are measured from the tag that tells where their owner is, not from an old one")
    func twoBeacons() {
        let old = BeaconID(canonical: "mac:a4c138000008")
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [old, House.tag])), at: 0)
        house.change(
            .saveItem(
                Item(
                    id: ID(checked: "keys"), owner: House.alice, name: "Keys", beacon: House.keys,
                    range: 2)), at: 0)
        for second in stride(from: 0.0, to: 300, by: 2) {
            house.hear(old, by: "n1", -90, at: second)
            // She comes from the hall, with her keys in her hand.
            let (near, far) = second < 60 ? ("n2", "n1") : ("n1", "n2")
            for beacon in [House.tag, House.keys] {
                house.hear(beacon, by: near, -55, at: second + 0.2)
                house.hear(beacon, by: far, -80, at: second + 0.3)
            }
        }
        #expect(house.alice.room == ID(checked: "kitchen"))
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Keys are no longer in a place that was deleted")
    func placeless() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        #expect(house.keys.place == ID(checked: "home"))
        house.change(.deletePlace(ID(checked: "home")), at: 60)
        #expect(house.keys.place == nil)
        #expect(house.keys.withOwner == .cannotTell)
    }

    @Test("Keys are in a room since they came there, whatever becomes of their owner")
    func since() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 300, every: 5)
        let came = house.keys.since
        #expect(came.map { $0.seconds(since: House.start) < 2 } ?? false)
        for (metres, second) in [(300.0, 300.0), (900, 400), (1500, 500)] {
            house.fix(House.home.north(metres), at: second)
            house.hear(House.keys, by: "n1", -60, from: second + 1, to: second + 90, every: 5)
        }
        #expect(house.keys.withOwner == .no)
        #expect(house.keys.since == came)
    }

    @Test("Keys that stayed, or of which nobody knows, leave no place")
    func notAlong() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 1500, every: 5)
        for second in stride(from: 610.0, to: 1500, by: 60) {
            house.fix(House.home.north(900), at: second)
        }
        #expect(house.alerts(.leftBehind).count == 1)
        house.report("n1", isOnline: false, at: 1510)
        house.wait(until: 9000)
        #expect(house.itemPlaces.isEmpty && house.itemSteps.isEmpty)
    }

    @Test("Keys that went along on a long journey are not lost")
    func journey() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        for (index, second) in stride(from: 660.0, to: 1500, by: 60).enumerated() {
            house.fix(House.home.north(500 * Double(index + 1)), at: second)
        }
        #expect(house.keys.withOwner == .yes)
        house.wait(until: 600_000)
        #expect(house.alerts(.itemLost).isEmpty)
    }

    @Test("A deaf node freezes the state of items only it could hear, and is reported once")
    func deaf() {
        var house = House()
        house.fix(House.home, at: 0)
        house.report("n1", isOnline: true, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        house.report("n1", isOnline: true, isDeaf: true, at: 70)
        // It still publishes its info every half a minute.
        for second in stride(from: 100.0, to: 7200, by: 30) {
            house.wait(until: second)
            house.effects += house.engine.apply(
                .nodeInfo(ID(checked: "n1"), NodeInfo()),
                at: House.start.advanced(bySeconds: second))
        }
        #expect(house.alerts(.itemLost).isEmpty)
        #expect(house.keys.withOwner == .cannotTell)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(house.keys.proximity != .lost)
        #expect(house.alerts(.nodeOffline).map(\.title) == ["Node n1 is deaf", "Node n1 is deaf"])
        house.report("n1", isOnline: true, at: 7300)
        house.hear(House.keys, by: "n1", -60, from: 7310, to: 7360, every: 5)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("A node that goes offline freezes the state of items only it could hear")
    func frozen() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
        house.report("n1", isOnline: false, at: 70)
        house.wait(until: 7200)
        #expect(house.alerts(.itemLost).isEmpty)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(house.keys.withOwner == .cannotTell)
        #expect(house.engine.occupancy(of: ID(checked: "home"))?.items == 1)
    }

    @Test("A missing node is reported once, and again only after it came back")
    func nodeOffline() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n1", isOnline: false, at: 100)
        house.wait(until: 150)
        #expect(house.alerts(.nodeOffline).isEmpty, "it may come back within a minute")
        house.wait(until: 9000)
        // Both users who know the place.
        #expect(house.alerts(.nodeOffline).count == 2)
        house.report("n1", isOnline: true, at: 9010)
        house.report("n1", isOnline: false, at: 9020)
        house.wait(until: 9500)
        #expect(house.alerts(.nodeOffline).count == 4)
    }

    @Test("A power cut gives each user a single alert that lists all missing nodes")
    func powerCut() {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        house.report("n2", isOnline: false, at: 100)
        house.report("n1", isOnline: false, at: 120)
        house.wait(until: 9000)
        #expect(house.alerts(.nodeOffline).map(\.user) == [House.alice, House.bob])
        let alert = house.alerts(.nodeOffline)[0]
        #expect(alert.title == "2 nodes are gone")
        #expect(
            alert.text == "The nodes n2, n1 in Home no longer answer. "
                + "What only they could tell stays as it was.")
        #expect(alert.evidence.map(\.node?.rawValue) == ["n2", "n1"])
    }

    @Test("A node without a place is reported to nobody until it is given one")
    func strayNode() {
        var house = House()
        house.report("attic", isOnline: true, at: 0)
        house.report("attic", isOnline: false, at: 100)
        house.wait(until: 9000)
        #expect(house.alerts(.nodeOffline).isEmpty)
        let attic = Node(id: ID(checked: "attic"), place: ID(checked: "home"))
        house.change(.saveNode(attic), at: 9000)
        house.wait(until: 9001)
        #expect(house.alerts(.nodeOffline).map(\.node) == [attic.id, attic.id])
    }

    @Test(
        "Nodes are deaf if things of several people that lay still fall silent, and not one's own",
        arguments: [true, false])
    func deafNode(ofSeveral: Bool) {
        var house = House.withWallet()
        let things = [House.tag, House.keys, House.wallet, House.bag]
        house.change(
            .saveItem(
                Item(
                    id: ID(checked: "bag"), owner: ofSeveral ? House.bob : House.alice, name: "Bag",
                    beacon: House.bag)),
            at: 0)
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in stride(from: 1.0, to: 200, by: 2) {
            for thing in things { house.hear(thing, by: "n1", -60, at: second) }
        }
        house.wait(until: 900)
        #expect(house.alerts(.nodeOffline).isEmpty == !ofSeveral)
        #expect((house.alice.place == ID(checked: "home")) == ofSeveral)
        house.hear(House.keys, by: "n1", -60, at: 901)
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.isDeaf == false)
    }

    @Test(
        "Whoever moves off is warned of what stays, whether its node has a room or not",
        arguments: ["kitchen", nil])
    func movingOff(room: String?) {
        var house = House()
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n1"), place: ID(checked: "home"),
                    room: room.map { ID(checked: $0) })), at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 1, to: 314, every: 2)
        var fix = Fix(
            coordinate: House.home.north(110), accuracy: 10,
            time: House.start.advanced(bySeconds: 311))
        fix.speed = 1.4
        house.take(fix, at: 314)
        #expect(house.engine.users[House.alice]?.devices["phone"]?.isLeaving == true)
        #expect(house.alerts(.leavingWithout).count == 1)
    }

    @Test("A door warning that came due while nobody listened is not given afterwards")
    func interruptedAtDoor() {
        var house = House()
        for second in stride(from: 0.0, to: 40, by: 2) {
            house.hear(House.keys, by: "n1", -55, at: second)
            house.hear(
                House.tag, by: second < 30 ? "n1" : "n2", second < 30 ? -60 : -50, at: second)
        }
        #expect(house.alice.room == ID(checked: "hall"))
        house.interrupt(at: 40)
        house.listen(at: 1200)
        house.wait(until: 1300)
        #expect(house.alerts(.leavingWithout).isEmpty)
    }

    @Test("What a node heard before the battery was changed does not empty it again")
    func lateBattery() {
        var house = House()
        func sighting(_ battery: Int, at second: Double) -> Event {
            .sightings(
                SightingBatch(
                    node: ID(checked: second < 2000 ? "n2" : "n1"),
                    sightings: [
                        Sighting(
                            beacon: House.keys, rssi: RSSI(dBm: -60),
                            time: House.start.advanced(bySeconds: second), battery: battery)
                    ]))
        }
        for (battery, heard, arrival) in [(90, 3000.0, 3000.0), (10, 1000, 3100)] {
            house.wait(until: arrival)
            house.effects += house.engine.apply(
                sighting(battery, at: heard), at: House.start.advanced(bySeconds: arrival))
        }
        #expect(house.keys.battery == 90)
        #expect(house.alerts(.batteryLow).isEmpty)
    }

    @Test("A node that comes back within a minute is not missed")
    func nodeBack() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n1", isOnline: false, at: 100)
        house.report("n1", isOnline: true, at: 130)
        house.wait(until: 900)
        #expect(house.alerts(.nodeOffline).isEmpty)
    }

    @Test(
        "A low battery is reported once until it has been charged",
        arguments: [([80, 16, 15, 14, 3], 1), ([14, 26, 13], 2), ([14, 20, 14], 1), ([16], 0)])
    func battery(levels: [Int], alerts: Int) {
        var house = House()
        for (index, level) in levels.enumerated() {
            // The same alert is not repeated within the hour.
            house.hear(
                House.keys, by: "n1", -60, at: Double(index) * 4000, battery: level)
        }
        #expect(house.alerts(.batteryLow).count == alerts)
    }

    @Test("An item that moves to another room is announced to its owner")
    func moves() {
        var house = House()
        house.hear(House.keys, by: "n1", -60, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -50, from: 30, to: 90, every: 2)
        #expect(house.itemSteps == ["leave kitchen", "enter hall"])
        #expect(house.keys.room == ID(checked: "hall"))
    }

    @Test("An item watched only in some places may be left elsewhere without an alert")
    func watch() {
        var house = House()
        var keys = house.engine.household.items[ID(checked: "keys")]!
        keys.watch = .places([ID(checked: "office")])
        house.change(.saveItem(keys), at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.fix(House.home.north(2000), at: 100)
        house.hear(House.keys, by: "n1", -60, at: 110)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .no)
    }

    @Test("At the door, the user is warned about an item that is heard elsewhere inside")
    func leavingWithout() {
        var house = House()
        for second in stride(from: 0.0, to: 30, by: 2) {
            house.hear(House.keys, by: "n1", -55, at: second)
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        for second in stride(from: 30.0, to: 60, by: 2) {
            house.hear(House.keys, by: "n1", -55, at: second)
            house.hear(House.tag, by: "n2", -50, at: second)
        }
        #expect(house.alerts(.leavingWithout).count == 1)
        #expect(house.alerts(.leavingWithout).first?.room == ID(checked: "kitchen"))
    }

    @Test("Another person's coming and going does not affect alice's keys")
    func somebodyElse() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.fix(House.home, of: House.bob, at: 20)
        house.fix(House.home.north(2000), of: House.bob, at: 300)
        house.hear(House.keys, by: "n1", -60, at: 310)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }
}
