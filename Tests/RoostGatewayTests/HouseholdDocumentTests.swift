import Foundation
import RoostCore
import RoostFormats
import RoostSettings
import Testing

@testable import RoostGateway

@Suite("The household as a file")
struct HouseholdDocumentTests {
    private func read(_ yaml: String) throws -> RequestPayload {
        try withFolder { folder in
            let file = folder.appending(path: "household.yaml")
            try Data(yaml.utf8).write(to: file)
            return RequestPayload(try HouseholdFile.read(file.path).object ?? JSONObject())
        }
    }

    private func household(_ changes: [HouseholdChange]) -> Household {
        var household = Household()
        for change in changes { household.apply(change) }
        return household
    }

    private func changes(
        _ document: RequestPayload, to household: Household = Household(),
        at time: Timestamp = start
    ) throws(RequestError) -> [HouseholdChange] {
        try HouseholdDocument.changes(
            document, to: household, usual: Settings(), at: time
        ) { [$0] }
    }

    /// What is read of a file that was written of it.
    private func reread(_ first: Household) throws -> Household {
        let exported = HouseholdFile.yaml(try JSON(HouseholdDocument(first, at: start).jsonBytes))
        return household(
            try changes(read(exported)))
    }

    private static let yaml = """
        users:
          - {user: alice, name: Alice, devices: [phone], beacons: ["mac:A4:C1:38:00:00:09"]}
          - {user: bob}
        places:
          - place: home
            name: Home
            kind: home
            lat: 52.5163
            lon: 13.3777
            radius: 60
            shared: true
            rooms: [{room: kitchen, name: Kitchen}, Hall]
          - place: field
            owner: alice
            polygon: [[47, 15], [47, 15.01], [47.01, 15.01]]
            origin: "1700000001"
        nodes:
          - {node: n1, place: home, room: kitchen, position: [1, 2, 0.5]}
          - {node: n2, place: home, room: hall, exit: true, door: zigbee2mqtt/front_door}
        items:
          - {item: keys, owner: alice, kind: key, beacon: "mac:a4c138000001", watch: [home], range: 3}
        shares:
          - {owner: alice, viewer: bob, level: place, hours: "08:00-18:00"}
        friends:
          - {user: bob, friend: alice, color: "#ff8800", order: 1}
        groups:
          - {group: purse, name: Household purse, owner: bob, members: [alice, bob]}
        """

    @Test("An exported household is the same after import")
    func roundTrip() throws {
        let changes = try self.changes(read(Self.yaml))
        let first = household(changes)
        #expect(first.users.count == 2)
        #expect(first.places.count == 2)
        #expect(first.nodes.count == 2)
        #expect(first.items.count == 1)
        #expect(first.shares[alice]?.count == 1)
        #expect(first.groups(of: alice) == [ID(checked: "purse")])
        #expect(try reread(first) == first)
    }

    @Test("Hours need no quotes, and names may contain characters that YAML refuses")
    func spelling() throws {
        let yaml = """
            users:
              - {user: alice, name: "A\\u0085\\u007f\\u2028\\ufffe\\u200d\\u00ad\\U000e0067"}
              - {user: bob}
            shares:
              - {owner: alice, viewer: bob, level: place, hours: {from: 22:00, to: 07:30}}
            """
        let changes = try self.changes(read(yaml))
        let first = household(changes)
        #expect(first.users[alice]?.name == "A\u{85}\u{7f}\u{2028}\u{fffe}\u{200d}\u{ad}\u{e0067}")
        // A terminal that shows the file takes nothing out of it.
        let written = HouseholdFile.yaml(try JSON(HouseholdDocument(first, at: start).jsonBytes))
        #expect(written.unicodeScalars.allSatisfy { $0 == "\n" || 0x20...0x7e ~= $0.value })
        #expect(first.shares[alice]?[.user(bob)]?.hours == DailyHours(from: 1320, to: 450))
        #expect(try reread(first) == first)
    }

    @Test("An item watched in a deleted place can be read back, without that place")
    func watchedNowhere() throws {
        let changes = try self.changes(read(Self.yaml))
        var first = household(changes)
        let home: ID<Place> = ID(checked: "home")
        let field: ID<Place> = ID(checked: "field")
        var keys = try #require(first.items[ID(checked: "keys")])
        keys.watch = .places([home, field])
        first.apply(.saveItem(keys))
        first.apply(.deletePlace(field))
        #expect(try reread(first).items[keys.id]?.watch == .places([home]))
    }

    @Test("A thing is watched after import where it was, even if its owner does not know the place")
    func watchedUnknown() throws {
        var first = household(try changes(read(Self.yaml)))
        let field: ID<Place> = ID(checked: "field")
        #expect(first.places[field]?.isKnown(to: bob) == false)
        first.apply(
            .saveItem(
                Item(
                    id: ID(checked: "bag"), owner: bob, name: "Bag", watch: .places([home, field])))
        )
        #expect(try reread(first) == first)
    }

    @Test("Importing twice changes nothing the second time")
    func idempotent() throws {
        let once = household(
            try changes(read(Self.yaml)))
        var twice = once
        for change in try changes(
            read(Self.yaml), to: once, at: start.advanced(bySeconds: 9))
        {
            twice.apply(change)
        }
        #expect(twice == once)
    }

    @Test(
        "An error names the entry and the field at fault",
        arguments: [
            ("user: []\n", "user"),
            ("users:\n  - {name: X}\n", "users[0].user"),
            ("users:\n  - {user: a}\n  - {user: A B}\n", "users[1].user"),
            ("users:\n  - {user: a}\n  - {user: b, name: null}\n", "users[1].name"),
            ("users:\n  - {user: everyone}\n", "users[0].user"),
            ("places:\n  - {place: x, lat: 1, lon: 0, shared: false}\n", "places[0].owner"),
            ("places:\n  - {place: x}\n", "places[0].lat"),
            ("places:\n  - {place: x, lat: 91, lon: 0}\n", "places[0].lat"),
            ("nodes:\n  - {node: n, place: nowhere}\n", "nodes[0].place"),
            ("items:\n  - {item: i, owner: nobody}\n", "items[0].owner"),
            (
                "users:\n  - {user: a}\nitems:\n  - {item: i, owner: a, beacon: x}\n",
                "items[0].beacon"
            ),
            (
                "users:\n  - {user: a}\nshares:\n  - {owner: a, viewer: b, level: all}\n",
                "shares[0].viewer"
            ),
            (
                "users:\n  - {user: a}\nshares:\n  - {owner: a, viewer: a, level: place}\n",
                "shares[0].viewer"
            ),
            ("users:\n  - {user: a}\nfriends:\n  - {user: a, friend: a}\n", "friends[0].friend"),
            (
                "users:\n  - {user: a}\ngroups:\n  - {group: g, owner: a, members: [a, b]}\n",
                "groups[0].members[1]"
            ),
            ("groups:\n  - {group: g, members: []}\n", "groups[0].owner"),
            ("users:\n  - {user: a, beacon: x}\n", "users[0].beacon"),
            ("places:\n  - {place: x, lat: 1, lon: 0, shard: true}\n", "places[0].shard"),
            (
                "places:\n  - {place: x, lat: 1, lon: 0, shared: true, rooms: [{room: a, nam: A}]}\n",
                "places[0].rooms[0].nam"
            ),
            ("nodes:\n  - {node: n, exits: true}\n", "nodes[0].exits"),
            ("nodes:\n  - {node: n, door: a/+}\n", "nodes[0].door"),
            ("nodes:\n  - {node: n, exit: false, door: a}\n", "nodes[0].exit"),
            (
                "users:\n  - {user: a}\nitems:\n  - {item: i, owner: a, picture: x}\n",
                "items[0].picture"
            ),
            (
                "users:\n  - {user: a}\nshares:\n  - {owner: a, viewer: everyone, level: place, untill: x}\n",
                "shares[0].untill"
            ),
        ])
    func refused(yaml: String, field: String) throws {
        let payload = try read(yaml)
        let error = #expect(throws: RequestError.self) {
            _ = try changes(payload)
        }
        #expect(error?.field == field)
    }

    @Test("A file whose aliases multiply is refused, and soon")
    func aliases() throws {
        try withFolder { folder in
            let file = folder.appending(path: "bomb.yaml")
            var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
            for level in 1...12 {
                let nine = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
                lines.append("a\(level): &a\(level) [\(nine)]")
            }
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            let error = #expect(throws: ConfigurationError.self) {
                try HouseholdFile.read(file.path)
            }
            #expect(error?.reason == "has too many entries")
        }
    }

    @Test("Two beacons may be swapped, but a beacon still has one bearer in the end")
    func swap() throws {
        func file(_ keys: String, _ wallet: String) throws -> RequestPayload {
            try read(
                """
                users: [{user: alice, beacons: ["name:watch"]}]
                items:
                  - {item: keys, owner: alice, beacon: "\(keys)"}
                  - {item: wallet, owner: alice, beacon: "\(wallet)"}
                """)
        }
        let before = household(try changes(file("name:one", "name:two")))
        let swapped = household(try changes(file("name:two", "name:one"), to: before))
        #expect(swapped.items[ID(checked: "keys")]?.beacon?.rawValue == "name:two")
        let third = try read("items: [{item: bag, owner: alice, beacon: \"name:one\"}]")
        for (document, known) in [
            (try file("name:one", "name:one"), Household()),
            (try file("name:watch", "name:two"), Household()), (third, before),
        ] {
            let error = #expect(throws: RequestError.self) {
                _ = try HouseholdDocument.changes(
                    document, to: known, usual: Settings(), at: start
                ) { [$0] }
            }
            #expect(error?.code == .conflict && error?.field?.contains("beacon") == true)
        }
    }

    @Test(
        "Two entries about the same are refused, and the error names both",
        arguments: [
            ("users: [{user: c}, {user: d}, {user: c, name: C}]", "users[2].user", "users[0].user"),
            (
                "places: [{place: p, lat: 1, lon: 2, shared: true}, {place: p, name: P}]",
                "places[1].place", "places[0].place"
            ),
            ("nodes: [{node: n}, {node: n, exit: true}]", "nodes[1].node", "nodes[0].node"),
            (
                "items: [{item: i, owner: alice}, {item: i, owner: bob}]", "items[1].item",
                "items[0].item"
            ),
            (
                "shares: [{owner: alice, viewer: bob, level: exact}, "
                    + "{owner: alice, viewer: everyone, level: place}, "
                    + "{owner: alice, viewer: bob, level: place}]",
                "shares[2].viewer", "shares[0].viewer"
            ),
            (
                "friends: [{user: alice, friend: bob}, {user: bob, friend: alice}, "
                    + "{user: alice, friend: bob, order: 1}]",
                "friends[2].friend", "friends[0].friend"
            ),
            (
                "groups: [{group: g, owner: alice}, {group: g, owner: bob}]", "groups[1].group",
                "groups[0].group"
            ),
        ] as [(String, String, String)])
    func twice(yaml: String, field: String, first: String) throws {
        let known = household([
            .saveUser(User(id: alice, name: "Alice")), .saveUser(User(id: bob, name: "Bob")),
        ])
        let document = try read(yaml)
        let error = #expect(throws: RequestError.self) { _ = try changes(document, to: known) }
        #expect(error?.code == .conflict && error?.field == field)
        #expect(error?.message.hasPrefix("\(field) is about the same as \(first): ") == true)
    }

    @Test(
        "A user whose phone would publish in Roost's own name is refused",
        arguments: ["roost-bob", "roost"])
    func reserved(name: String) throws {
        let document = try read("users: [{user: \(name)}]")
        let error = #expect(throws: RequestError.self) { _ = try changes(document) }
        #expect(error?.code == .invalidID && error?.field == "users[0].user")
    }

    @Test("A share that has ended is not written, and lends nothing to the next that is read")
    func endedShare() throws {
        let yaml = """
            users: [{user: alice}, {user: bob}]
            shares: [{owner: alice, viewer: bob, level: exact, until: 2020-01-01T00:00:00Z}]
            """
        let first = household(try changes(read(yaml)))
        #expect(first.shares[alice]?[.user(bob)]?.until != nil)
        #expect(try reread(first).shares.isEmpty)
        let again = try read("shares: [{owner: alice, viewer: bob, level: place}]")
        let expected = Share(owner: alice, viewer: .user(bob), level: .place)
        #expect(try changes(again, to: first) == [.saveShare(expected)])
    }

    @Test("JSON is read as JSON, with the escapes that YAML does not know")
    func json() throws {
        let document = try read(#"{"users":[{"user":"a","name":"Anna \ud83d\ude00\u0085"}]}"#)
        #expect(
            try changes(document)
                == [.saveUser(User(id: ID(checked: "a"), name: "Anna \u{1f600}\u{85}"))])
    }

    @Test("A null owner makes it a place of the household")
    func noOwner() throws {
        let owned = household([
            .saveUser(User(id: alice, name: "Alice")),
            .savePlace(
                Place(
                    id: home, name: "Home", area: .circle(center: homeCenter, radius: 60),
                    owner: alice)),
        ])
        let document = try read("places: [{place: home, owner: null, shared: true}]")
        let place = household(try changes(document, to: owned)).places[home]
        #expect(place?.owner == nil && place?.isShared == true && place?.name == "Home")
    }
}
