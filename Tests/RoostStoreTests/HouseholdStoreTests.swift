// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import RoostStore
import Testing

@Suite("The household on disk")
struct HouseholdStoreTests {
    /// Every kind of thing, with every member set.
    static let changes: [HouseholdChange] = {
        var settings = Settings()
        settings.mutedAlerts = [.arrived, .nodeOffline]
        settings.quietHours = DailyHours(from: 1320, to: 390)
        settings.timezone = "Europe/Vienna"
        settings.units = .imperial
        settings.distanceLimit = 10_000
        settings.defaultShare = .place
        let polygon = [(0.0, 0.0), (0, 0.001), (0.001, 0.001)].map {
            Coordinate(latitude: 47 + $0.0, longitude: 15 + $0.1)!
        }
        let tag = BeaconID(canonical: "ibeacon:00112233445566778899aabbccddeeff:1:2")
        return [
            .saveUser(
                User(
                    id: alice, name: "Alice Ä", isAdmin: true, devices: [phone.device],
                    beacons: [tag], settings: settings)),
            .saveUser(User(id: bob, name: "Bob")),
            .savePlace(
                Place(
                    id: home, name: "Home", kind: .home,
                    area: .circle(center: center, radius: 60), isShared: true,
                    address: "1 Main St", rooms: [Room(id: ID(checked: "hall"), name: "Hall")])),
            .savePlace(
                Place(
                    id: ID(checked: "field"), name: "Field", area: .polygon(polygon), owner: alice,
                    origin: "1700000000",
                    former: [.init(area: .circle(center: center, radius: 9), until: start)])),
            .saveNode(
                Node(
                    id: ID(checked: "n1"), place: home, room: ID(checked: "hall"), isExit: true,
                    door: "zigbee2mqtt/front_door", position: [1, 2.5, 0], ownPlace: home)),
            .saveNode(
                Node(
                    id: ID(checked: "n2"), ownPlace: ID(checked: "cabin"), ownRoomName: "Kitchen")),
            .saveItem(
                Item(
                    id: keys, owner: alice, name: "Keys", kind: .key,
                    beacon: BeaconID(canonical: "mac:a4c138000001"), watch: .places([home]),
                    range: 2.5)),
            .saveItem(Item(id: ID(checked: "bag"), owner: bob, name: "Bag", kind: .bag)),
            .saveShare(
                Share(
                    owner: alice, viewer: .user(bob), level: .exact, until: start,
                    hours: DailyHours(from: 480, to: 1080), since: start)),
            .saveShare(Share(owner: bob, viewer: .everyone, level: .presence)),
            .saveFriend(Friend(user: bob, friend: alice, color: "#ff8800", order: 3)),
            .noteDeletion(Deletion(name: .max - 7, time: start)),
        ]
    }()

    @Test("The whole household is there again after a restart")
    func roundTrip() throws {
        try StoreFolder.with { folder in
            var expected = Household()
            for change in Self.changes { expected.apply(change) }
            try folder.open { _ = try $0.commit(Changes(household: Self.changes)) }
            #expect(try folder.open { try $0.household() } == expected)
            #expect(try Store.household(in: folder.url) == expected)
        }
    }

    @Test("Saving twice is the same as saving once")
    func idempotent() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(household: Self.changes))
                let once = try store.household()
                _ = try store.commit(Changes(household: Self.changes))
                #expect(try store.household() == once)
            }
        }
    }

    @Test(
        "Deleting something also deletes everything that belonged only to it",
        arguments: [
            HouseholdChange.deleteUser(alice), .deleteUser(bob), .deletePlace(home),
            .deletePlace(ID(checked: "field")), .deleteNode(ID(checked: "n1")), .deleteItem(keys),
            .deleteShare(owner: alice, viewer: .user(bob)),
            .deleteShare(owner: bob, viewer: .everyone), .deleteFriend(user: bob, friend: alice),
        ])
    func deletion(_ change: HouseholdChange) throws {
        try StoreFolder.with { folder in
            var expected = Household()
            for change in Self.changes + [change] { expected.apply(change) }
            try folder.open { store in
                _ = try store.commit(Changes(household: Self.changes))
                _ = try store.commit(Changes(household: [change]))
                #expect(try store.household() == expected)
            }
        }
    }

    @Test("A deleted user's history is deleted, too")
    func history() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(household: Self.changes))
                var changes = Changes(fixes: [fix(at: 0)])
                changes.transitions = [(transition(at: 0), message("t"))]
                changes.alerts = [(alert(at: 0), Array("{}".utf8), [])]
                _ = try store.commit(changes)
                _ = try store.commit(Changes(household: [.deleteUser(alice)]))
                #expect(try store.fixes(.all()).isEmpty)
                #expect(try store.transitions(.all()).isEmpty)
                #expect(try store.history(.all()).alerts.isEmpty)
            }
        }
    }

    @Test("What others were told of a deleted user is deleted, too", arguments: [false, true])
    func toldOthers(inOneBatch: Bool) throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(household: Self.changes))
                var changes = Changes()
                let kinds: [AlertKind] = [.friendArrived, .noteNearby, .arrived]
                changes.alerts = zip(kinds, ["friend", "author", "place"]).map { kind, member in
                    var told = alert(at: 0)
                    (told.user, told.kind) = (bob, kind)
                    return (told, Array(#"{"\#(member)":"alice"}"#.utf8), [])
                }
                if !inOneBatch { _ = try store.commit(changes) }
                changes = inOneBatch ? changes : Changes()
                changes.household = [.deleteUser(alice)]
                _ = try store.commit(changes)
                let left = try store.history(.all(of: bob)).alerts
                #expect(left == [Array(#"{"place":"alice"}"#.utf8)])
            }
        }
    }

    @Test("A deletion also covers what came with it in the same batch")
    func oneBatch() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(household: Self.changes + [.deleteItem(keys)])
                changes.pictures = [(keys, [1, 2, 3])]
                _ = try store.commit(changes)
                #expect(try store.picture(of: keys) == nil)
                changes = Changes(fixes: [fix(at: 0)])
                changes.alerts = [(alert(at: 0), Array("{}".utf8), [])]
                changes.household = [.deleteUser(alice)]
                _ = try store.commit(changes)
                #expect(try store.fixes(.all()).isEmpty)
                #expect(try store.history(.all()).alerts.isEmpty)
            }
        }
    }

    @Test("An item's picture is deleted with the item")
    func picture() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(household: Self.changes)
                changes.pictures = [(keys, [1, 2, 3])]
                _ = try store.commit(changes)
                #expect(try store.picture(of: keys) == [1, 2, 3])
                _ = try store.commit(Changes(household: [.deleteItem(keys)]))
                #expect(try store.picture(of: keys) == nil)
            }
        }
    }
}
