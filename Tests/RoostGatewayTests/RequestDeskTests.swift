import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests")
struct RequestDeskTests {
    @Test("Nobody takes somebody's beacon by the name that scanners give it")
    func names() throws {
        let name = BeaconID(canonical: "name:anna_keys")
        var engine = makeEngine()
        _ = engine.apply(.beaconName(name, of: keysTag), at: start)
        var desk = RequestDesk(engine: engine, store: nil)
        let wish: JSON = ["item": "mine", "name": "Mine", "beacon": .string(name.rawValue)]
        #expect(throws: RequestError.self) { try ask(&desk, .user(bob), "item/save", wish).get() }
        #expect(desk.effects.isEmpty)
        let file: JSON = [
            "items": [
                ["item": "mine", "owner": "bob", "name": "Mine", "beacon": .string(name.rawValue)]
            ]
        ]
        #expect(throws: RequestError.self) {
            try ask(&desk, .admin, "household/import", file).get()
        }
        _ = desk.engine.apply(.beaconName(nil, of: keysTag), at: start)
        #expect(throws: Never.self) { try ask(&desk, .user(bob), "item/save", wish).get() }
    }

    @Test("A fact request returns the requested fact, or any fact if none is named")
    func facts() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let asked = try ask(
            &desk, .user(alice), "fact/get", ["about": "chemistry", "value": "gold"]
        ).get()
        #expect(asked["value"] == "Au")
        #expect(asked["text"]?.string?.contains("old") == true)
        let anything = try ask(&desk, .user(alice), "fact/get", [:]).get()
        #expect(anything["text"]?.string?.isEmpty == false)
        let number = try ask(
            &desk, .user(alice), "fact/get", ["about": "number", "value": 1729]
        ).get()
        #expect(number["value"] == "1729")
        let wrong = refusal(.user(alice), "fact/get", ["about": "math", "value": "pi"])
        #expect(wrong?.code == .outOfRange && wrong?.field == "value")
        let untold = refusal(.user(alice), "fact/get", ["value": "7"])
        #expect(untold?.code == .missingField && untold?.field == "about")
    }

    @Test(
        "Another user's object is answered as nonexistent",
        arguments: [
            ("item/get", "item", "keys"), ("item/delete", "item", "keys"),
            ("place/delete", "place", "hut"),
        ])
    func another(path: String, field: String, id: String) {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let hut: JSON = ["place": "hut", "name": "Hut", "lat": 48.2, "lon": 16.3]
        _ = ask(&desk, .user(alice), "place/save", hut)
        func answer(_ id: String) -> Result<JSON, RequestError> {
            let named = JSON.object(JSONObject([.init(name: field, value: .string(id))]))
            return ask(&desk, .user(bob), path, named)
        }
        let (theirs, nobodys) = (answer(id), answer("no-such"))
        guard case .failure(let error) = theirs else {
            Issue.record("\(path) was done")
            return
        }
        #expect(error.code == .notFound && error.field == field)
        #expect(theirs == nobodys)
    }

    @Test(
        "A shared place of somebody else is there, but not to be changed or deleted",
        arguments: ["place/save", "place/delete"])
    func sharedPlace(path: String) {
        let error = refusal(.user(bob), path, ["place": "home"])
        #expect(error?.code == .forbidden && error?.field == "place")
    }

    @Test("A request of a nonexistent user is answered with not found")
    func nobody() {
        #expect(refusal(.user(ID(checked: "mallory")), "item/list", [:])?.code == .notFound)
    }

    @Test("A household place gets its id from its name, and one that is not shared needs an owner")
    func householdPlace() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let hall: JSON = ["name": "Sports Hall", "lat": 52.5, "lon": 13.4]
        for _ in 0..<2 {
            let saved = try ask(&desk, .admin, "place/save", hall).get()
            #expect(saved["place"] == "sports-hall")
        }
        let wrong = refusal(.admin, "place/save", hall.with("shared", false))
        #expect(wrong?.code == .missingField && wrong?.field == "owner")
        let hers = hall.with("place", "her-hall").with("owner", "alice")
        let saved = try ask(&desk, .admin, "place/save", hers).get()
        #expect(saved["shared"] == false && saved["owner"] == "alice")
        let open = hers.with("place", "open-hall").with("shared", true)
        #expect(try ask(&desk, .admin, "place/save", open).get()["shared"] == true)
    }

    @Test(
        "A name of any script makes an id",
        arguments: [
            ("Café Ünï", "cafe-ueni"), ("Łódź", "lodz"), ("Bob's Bag", "bob-s-bag"),
            ("Ключи", "klyuchi"), ("Κλειδιά", "kleidia"), ("東京", "id-7b2ea05d"),
            ("鍵 2", "2-b219985c"),
        ])
    func idOfName(name: String, id: String) throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let place: JSON = ["name": .string(name), "lat": 52.5, "lon": 13.4]
        #expect(try ask(&desk, .admin, "place/save", place).get()["place"]?.string == id)
    }

    @Test(
        "A replay, without history, reminders, expenses or groups, does not show that there are none",
        arguments: [
            ("history/query", [:]), ("presence/why", [:]), ("presence/why", ["at": 1_789_999_999]),
            ("reminder/list", [:]), ("reminder/delete", ["reminder": "a"]),
            ("expense/budget", [:]), ("expense/clear", ["confirm": true]),
            ("group/list", [:]), ("group/save", ["name": "Family"]),
            ("group/delete", ["group": "a"]), ("group/leave", ["group": "a"]),
            ("group/chat", ["group": "a", "text": "b"]), ("group/messages", ["group": "a"]),
        ] as [(String, JSON)])
    func unknownInReplay(path: String, json: JSON) {
        #expect(refusal(.user(alice), path, json)?.code == .unavailable)
    }

    @Test("A setting saved as null returns to its default")
    func usualSettings() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let usual = try ask(&desk, .user(alice), "settings/get", [:]).get()
        let names = try #require(usual.object).members.map(\.name)
        let others: JSON = [
            "alerts": ["left": false, "arrived": false], "quiet_hours": "22:00-06:30",
            "timezone": "Europe/Vienna", "units": "imperial", "distance_limit": 500,
            "note_scope": "mine", "default_share": "place", "currency": "EUR",
            "categories": ["Food"], "reminders": false,
        ]
        let saved = try ask(&desk, .user(alice), "settings/save", others).get()
        #expect(names.allSatisfy { saved[$0] != usual[$0] }, "\(names)")
        let unmuted = try ask(
            &desk, .user(alice), "settings/save", ["alerts": ["left": .null]]
        ).get()
        #expect(unmuted["alerts"]?["left"] == true)
        #expect(unmuted["alerts"]?["arrived"] == false)
        let nothing = JSON.object(JSONObject(names.map { .init(name: $0, value: .null) }))
        let again = try ask(&desk, .user(alice), "settings/save", nothing).get()
        #expect(again == usual)
    }

    @Test("A place that is moved keeps its radius, and a polygon has none")
    func movedPlace() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let wide: JSON = ["place": "work", "name": "Work", "lat": 48.2, "lon": 16.3, "radius": 200]
        _ = try ask(&desk, .user(alice), "place/save", wide).get()
        let moved: JSON = ["place": "work", "lat": 48.21, "lon": 16.3]
        #expect(try ask(&desk, .user(alice), "place/save", moved).get()["radius"] == 200)
        let corners: JSON = ["place": "work", "polygon": [[48, 16], [48, 17], [49, 17]]]
        _ = try ask(&desk, .user(alice), "place/save", corners).get()
        let odd = ask(&desk, .user(alice), "place/save", ["place": "work", "radius": 300])
        guard case .failure(let error) = odd else {
            Issue.record("a radius of a polygon")
            return
        }
        #expect(error.field == "radius")
    }

    @Test("null empties lists, and is refused where there must be a value")
    func nulls() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let user = try ask(&desk, .admin, "user/save", ["user": "alice", "devices": .null]).get()
        #expect(user["devices"] == [])
        let place: JSON = ["place": "home", "rooms": .null, "kind": .null, "shared": .null]
        _ = try ask(&desk, .admin, "place/save", ["place": "home", "owner": "alice"]).get()
        let saved = try ask(&desk, .admin, "place/save", place).get()
        #expect(saved["rooms"] == [] && saved["kind"] == "other" && saved["shared"] == false)
        for (path, json) in [
            ("place/save", ["place": "home", "name": .null]),
            ("place/save", ["place": "home", "radius": .null]),
            ("user/save", ["user": "alice", "name": .null]),
        ] as [(String, JSON)] {
            let name = json.object?.members.last?.name
            #expect(refusal(.admin, path, json)?.field == name, "\(json.text)")
        }
    }

    @Test(
        "Only administrators can make administrative requests",
        arguments: ["user/save", "node/save", "user/list"])
    func administration(path: String) {
        #expect(refusal(.user(alice), path, ["user": "x", "node": "x"])?.code == .unknownRequest)
    }

    @Test("A returned object can be saved again unchanged")
    func savedAgain() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let told: [(path: String, json: JSON)] = [
            ("item/save", try JSON(try #require(desk.household.items.values.first).jsonBytes)),
            ("settings/save", try JSON(Settings().jsonBytes)),
            (
                "share/save",
                ["id": 1, "user": "alice", "owner": "alice", "viewer": "bob", "level": "place"]
            ),
            ("friend/save", ["user": "alice", "friend": "bob", "order": 1]),
        ]
        for (path, json) in told {
            #expect(throws: Never.self) { try ask(&desk, .user(alice), path, json).get() }
        }
    }
}
