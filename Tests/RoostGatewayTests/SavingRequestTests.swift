import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Saving and deleting in the household")
struct SavingRequestTests {
    @Test("Saving is idempotent, and derives an id from the name")
    func idempotent() throws {
        try Gateway.with("item") { gateway in
            let wish: JSON = ["name": "Müller's Bag", "kind": "bag"]
            let first = try gateway.ask(alice, "save", wish)
            #expect(first["item"] == "mueller-s-bag")
            #expect(try gateway.ask(alice, "save", wish) == first)
            #expect(gateway.engine.household.items.count == 2)
        }
    }

    @Test(
        "Two names that make the same id are two things, and two groups",
        arguments: [
            (
                "item", ["Fun 🚗", "Fun 🏠", "Fun 🚗", "FUN 🏠"],
                ["fun", "alice-fun", "fun", "alice-fun"]
            ),
            ("group", ["Fun 1!", "Fun 1?", "Fun 1."], ["fun-1", "alice-fun-1", "alice-fun-1-2"]),
        ])
    func sameID(noun: String, names: [String], expected: [String]) throws {
        try Gateway.with(noun) { gateway in
            let ids = try names.map { name in
                try gateway.ask(alice, "save", ["name": .string(name)])[noun]?.string
            }
            #expect(ids == expected)
        }
    }

    @Test("A name still means its thing when another of the same id was deleted")
    func sameIDDeleted() throws {
        try Gateway.with("item") { gateway in
            for name in ["Fun 1", "Fun-1", "Fun_1!"] {
                try gateway.ask(alice, "save", ["name": .string(name)])
            }
            let third = try gateway.ask(alice, "save", ["name": "Fun 1?"])["item"]
            try gateway.ask(alice, "delete", ["item": "alice-fun-1"])
            #expect(try gateway.ask(alice, "save", ["name": "Fun 1?"])["item"] == third)
        }
    }

    @Test("A name in any case is that of one's own place, and another user may have one of it too")
    func placeNames() throws {
        try Gateway.with("place") { gateway in
            for (user, name, id) in [
                (alice, "Gym", "gym"), (alice, "gym", "gym"), (alice, "GYM", "gym"),
                (bob, "gym", "bob-gym"), (bob, "Gym", "bob-gym"),
            ] {
                let place: JSON = ["name": .string(name), "lat": 52.5, "lon": 13.4]
                let saved = try gateway.ask(user, "save", place)["place"]
                #expect(saved == .string(id))
            }
        }
    }

    @Test("A name means one's own of that name, whatever its id", arguments: ["item", "group"])
    func namesOfChosenIDs(noun: String) throws {
        try Gateway.with(noun) { gateway in
            let mine = "x1"
            try gateway.ask(alice, "save", ["name": "Attic", noun: .string(mine)])
            #expect(try gateway.ask(alice, "save", ["name": "Attic"])[noun] == .string(mine))
            let other = try gateway.ask(bob, "save", ["name": "Attic"])[noun]
            #expect(other == "attic")
        }
    }

    @Test(
        "Nobody owns more than so many of a kind, but goes on to change them",
        arguments: [("item", Item.mostOfOwner), ("place", Place.mostOfOwner)])
    func most(noun: String, count: Int) throws {
        let anywhere = try #require(Coordinate(latitude: 1, longitude: 1))
        try Gateway.with(noun) { gateway in
            let position: JSON = noun == "place" ? ["lat": 52.5, "lon": 13.4] : [:]
            let own = noun == "item" ? gateway.engine.household.items(of: alice).count : 0
            let changes = (own..<count).map { "n\($0)" }.map { name -> HouseholdChange in
                noun == "item"
                    ? .saveItem(Item(id: ID(checked: name), owner: alice, name: name))
                    : .savePlace(
                        Place(
                            id: ID(checked: name), name: name,
                            area: .circle(center: anywhere, radius: 50), owner: alice))
            }
            try gateway.apply(.household(changes), at: 1)
            let refusal = gateway.refusal(alice, "save", position.with("name", "One more"))
            #expect(refusal?.code == .tooLarge && refusal?.field == noun)
            let edit: JSON = position.with("name", "Renamed").with(noun, .string("n\(own)"))
            #expect(try gateway.ask(alice, "save", edit)["name"] == "Renamed")
            #expect(try gateway.ask(bob, "save", position.with("name", "One more"))[noun] != nil)
        }
    }

    @Test("Phones and tags of a user count once, however often they are named")
    func namedTwice() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let wish: JSON = [
            "user": "carol", "devices": ["phone", "watch", "phone"],
            "beacons": ["mac:a4c138000009", "A4:C1:38:00:00:09"],
        ]
        let saved = try ask(&desk, .admin, "user/save", wish).get()
        #expect(saved["devices"] == ["phone", "watch"])
        #expect(saved["beacons"] == ["mac:a4c138000009"])
    }

    @Test("A name of an administrator's place means that of the owner they name")
    func namedPlaces() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        func save(_ owner: JSON?) throws -> JSON? {
            let gym: JSON = ["name": "Gym", "lat": 52.5, "lon": 13.4]
            let wish = owner.map { gym.with("owner", $0) } ?? gym
            return try ask(&desk, .admin, "place/save", wish).get()["place"]
        }
        for _ in 1...2 {
            #expect(try save(nil) == "gym")
            #expect(try save("bob") == "bob-gym")
        }
        #expect(desk.engine.household.places[ID(checked: "gym")]?.owner == nil)
    }

    @Test("A name without a letter or a digit makes no id", arguments: ["item", "place", "group"])
    func noID(noun: String) throws {
        try Gateway.with(noun) { gateway in
            let wish: JSON = ["name": "🍺", "lat": 52.5, "lon": 13.4]
            let named: JSON = noun == "place" ? wish : ["name": "🍺"]
            let error = gateway.refusal(alice, "save", named)
            #expect(error?.code == .invalidID && error?.field == "name")
        }
    }

    @Test("A tag that was heard is in use by each of its names, but can be saved again as it is")
    func otherNames() throws {
        try Gateway.with("item") { gateway in
            let frame = BeaconID(canonical: "ibeacon:e5ca1ade-f007-ba11-0000-0000000000aa:3:3")
            let sighting = Sighting(beacon: frame, alias: keysTag, rssi: RSSI(dBm: -60))
            let batch = SightingBatch(node: ID(checked: "n1"), sightings: [sighting])
            let wish: JSON = ["name": "MB", "beacon": .string(frame.rawValue)]
            try gateway.apply(.sightings(batch), at: 0)
            let refused = gateway.refusal(bob, "save", wish)
            #expect(refused?.code == .conflict && refused?.field == "beacon")
            let tag = JSON.string(keysTag.rawValue)
            try gateway.ask(alice, "save", ["item": "keys", "beacon": tag, "range": 3])
            try gateway.ask(alice, "save", ["item": "keys", "beacon": .string(frame.rawValue)])
        }
    }

    @Test("A phone's key is in use in either order of its bytes")
    func reversedKey() throws {
        let key = "00112233445566778899aabbccddeeff"
        let reversed = "ffeeddccbbaa99887766554433221100"
        try Gateway.with("item") { gateway in
            var user = try #require(gateway.engine.household.users[bob])
            user.beacons = [BeaconID(canonical: "irk:\(key)")]
            try gateway.change(.saveUser(user))
            for spelling in [key, reversed] {
                let refused = gateway.refusal(
                    alice, "save", ["name": "Spy", "beacon": .string("irk:\(spelling)")])
                #expect(refused?.code == .conflict && refused?.field == "beacon")
            }
        }
    }

    @Test("In a place that its owner does not know, a thing and its notes are nowhere")
    func privatePlace() throws {
        try Gateway.with("item") { gateway in
            for change in hideout { try gateway.change(change) }
            for second in stride(from: 0.0, to: 5, by: 1) {
                try gateway.apply(heard(at: second, by: "spy-1"), at: second)
            }
            try gateway.wait(until: 6)
            #expect(gateway.engine.view(of: ID(checked: "keys"))?.coordinate != nil)
            let item = try gateway.ask(alice, "get", ["item": "keys"])["state"]
            #expect(item?["place"] == .null && item?["lat"] == .null && item?["node"] == .null)
            let why = try gateway.ask(alice, "why", ["item": "keys"], noun: "presence")
            #expect(why["state"] == item && !why.text.contains("ideout"))
            let note = try gateway.ask(alice, "save", ["text": "x", "item": "keys"], noun: "note")
            #expect(note["item"] == "keys" && note["lat"] == nil)
        }
    }

    @Test("A node in a place that somebody does not know is none for their enrolments")
    func privateNode() throws {
        var engine = makeEngine()
        _ = engine.apply(.household(hideout), at: start)
        let desk = RequestDesk(engine: engine, store: nil)
        func listens(_ user: ID<User>, at node: JSON) -> Bool {
            let wish: JSON = ["name": "Bag", "node": node]
            let request = Request(
                actor: .user(user), noun: "item", verb: "enrol",
                payload: RequestPayload(wish.object ?? JSONObject()))
            return (try? desk.listening(request, of: user, at: start)) != nil
        }
        #expect(listens(bob, at: "spy-1") && !listens(alice, at: "spy-1"))
        #expect(listens(alice, at: "n1"))
    }

    @Test("A thing is no longer watched in a deleted place, and can be saved as it was read")
    func watchedPlace() throws {
        try Gateway.with("item") { gateway in
            try gateway.ask(alice, "save", ["name": "Hut", "lat": 50, "lon": 10], noun: "place")
            try gateway.ask(alice, "save", ["item": "keys", "watch": ["home", "hut"]])
            try gateway.ask(alice, "delete", ["place": "hut"], noun: "place")
            let keys = try gateway.ask(alice, "get", ["item": "keys"])["definition"]
            #expect(keys?["watch"] == ["home"])
            try gateway.ask(alice, "save", ["item": "keys", "watch": keys?["watch"] ?? .null])
        }
    }

    @Test("A thing is no longer watched in a place that is no longer shared with its owner")
    func watchedPrivatePlace() throws {
        try Gateway.with("item") { gateway in
            let hut: JSON = ["name": "Hut", "lat": 50, "lon": 10, "shared": true]
            try gateway.ask(bob, "save", hut, noun: "place")
            try gateway.ask(alice, "save", ["item": "keys", "watch": ["home", "hut"]])
            try gateway.ask(bob, "save", ["item": "bag", "name": "Bag", "watch": ["hut"]])
            try gateway.ask(bob, "save", hut.with("shared", false), noun: "place")
            let keys = try gateway.ask(alice, "get", ["item": "keys"])["definition"]
            #expect(keys?["watch"] == ["home"])
            let bag = try gateway.ask(bob, "get", ["item": "bag"])["definition"]
            #expect(bag?["watch"] == ["hut"])
        }
    }

    @Test("A place in which a thing is watched is one, however often it is named")
    func watchedTwice() throws {
        try Gateway.with("item") { gateway in
            let keys = try gateway.ask(
                alice, "save", ["item": "keys", "watch": ["home", "home"]])
            #expect(keys["watch"] == ["home"])
        }
    }

    @Test("A node's own place is its own until an administrator gives it one, which no import does")
    func ownPlace() throws {
        let node: ID<Node> = ID(checked: "n9")
        var engine = makeEngine()
        _ = engine.apply(.nodeInfo(node, NodeInfo(place: home, room: "Hall")), at: start)
        var desk = RequestDesk(engine: engine, store: nil)
        let file = try ask(&desk, .admin, "household/export", [:]).get()
        _ = try ask(&desk, .admin, "household/import", file).get()
        #expect(desk.household.nodes[node] == engine.household.nodes[node])
        _ = try ask(&desk, .admin, "node/save", ["node": "n9", "place": "home"]).get()
        #expect(desk.household.nodes[node]?.place == home)
        #expect(desk.household.nodes[node]?.ownPlace == nil)
    }

    @Test("A node that is put into another place leaves the room behind that it named itself")
    func movedNode() throws {
        let (node, hut): (ID<Node>, ID<Place>) = (ID(checked: "n9"), ID(checked: "hut"))
        var engine = makeEngine()
        _ = engine.apply(.nodeInfo(node, NodeInfo(place: home, room: "Hall")), at: start)
        var desk = RequestDesk(engine: engine, store: nil)
        let area: JSON = ["place": "hut", "name": "Hut", "lat": 50, "lon": 10, "shared": true]
        _ = try ask(&desk, .admin, "place/save", area).get()
        _ = try ask(&desk, .admin, "node/save", ["node": "n9", "exit": true]).get()
        #expect(desk.household.nodes[node]?.room != nil)
        _ = try ask(&desk, .admin, "node/save", ["node": "n9", "place": "hut"]).get()
        #expect(desk.household.nodes[node]?.place == hut)
        #expect(desk.household.nodes[node]?.room == nil)
        #expect(desk.household.nodes[node]?.ownRoomName == nil)
    }

    @Test("Who ends a share is told what the viewer goes on to see, as everyone does")
    func endedShare() throws {
        try Gateway.with("share") { gateway in
            try gateway.ask(alice, "save", ["viewer": "everyone", "level": "exact"])
            try gateway.ask(alice, "save", ["viewer": "bob", "level": "presence"])
            let first = try gateway.ask(alice, "delete", ["viewer": "bob"])
            #expect(first == ["viewer": "bob", "share": "exact"])
            try gateway.ask(alice, "save", ["friend": "bob"], noun: "friend")
            let friend = try gateway.ask(alice, "remove", ["friend": "bob"], noun: "friend")
            #expect(friend == ["friend": "bob", "share": "exact"])
            try gateway.ask(alice, "delete", ["viewer": "everyone"])
            try gateway.ask(alice, "save", ["viewer": "bob", "level": "presence"])
            let last = try gateway.ask(alice, "delete", ["viewer": "bob"])
            #expect(last == ["viewer": "bob"])
        }
    }

    @Test("Who removes a friend is told what the friend still sees")
    func removedFriend() throws {
        try Gateway.with("friend") { gateway in
            try gateway.ask(alice, "save", ["default_share": "place"], noun: "settings")
            try gateway.ask(alice, "save", ["friend": "bob"])
            let answer = try gateway.ask(alice, "remove", ["friend": "bob"])
            #expect(answer == ["friend": "bob", "share": "place"])
        }
    }
}
