import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests")
struct RequestDeskTests {
    private func ask(
        _ desk: inout RequestDesk, _ actor: Request.Actor, _ path: String, _ json: JSON
    ) -> Result<JSON, RequestError> {
        let parts = path.split(separator: "/").map(String.init)
        let request = Request(
            actor: actor, noun: parts[0], verb: parts[1],
            payload: RequestPayload(json.object ?? JSONObject()))
        do throws(RequestError) {
            let data = try desk.answer(request)
            return .success((try? JSON(data.jsonBytes)) ?? .null)
        } catch {
            return .failure(error)
        }
    }

    private func error(
        _ actor: Request.Actor, _ path: String, _ json: JSON
    ) -> (code: RequestError.Code, field: String?)? {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        guard case .failure(let error) = ask(&desk, actor, path, json) else { return nil }
        #expect(desk.effects.isEmpty, "nothing half-done is kept")
        return (error.code, error.field)
    }

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
        let wrong = error(.user(alice), "fact/get", ["about": "math", "value": "pi"])
        #expect(wrong?.code == .outOfRange && wrong?.field == "value")
        let untold = error(.user(alice), "fact/get", ["value": "7"])
        #expect(untold?.code == .missingField && untold?.field == "about")
    }

    @Test(
        "Another user's object is answered as nonexistent",
        arguments: [
            ("item/get", "item"), ("item/delete", "item"), ("place/delete", "place"),
        ])
    func another(path: String, field: String) {
        let member = path.split(separator: "/")[0]
        let real: JSON = .object(
            JSONObject([.init(name: String(member), value: member == "item" ? "keys" : "home")]))
        let none: JSON = .object(JSONObject([.init(name: String(member), value: "no-such")]))
        let (theirs, nobodys) = (error(.user(bob), path, real), error(.user(bob), path, none))
        #expect(theirs?.code == .notFound)
        #expect(theirs?.field == field)
        #expect(theirs?.code == nobodys?.code)
        #expect(theirs?.field == nobodys?.field)
    }

    @Test("A request of a nonexistent user is answered with not found")
    func nobody() {
        #expect(error(.user(ID(checked: "mallory")), "item/list", [:])?.code == .notFound)
    }

    @Test("A household place gets its id from its name, and one that is not shared needs an owner")
    func householdPlace() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let hall: JSON = ["name": "Sports Hall", "lat": 52.5, "lon": 13.4]
        for _ in 0..<2 {
            let saved = try ask(&desk, .admin, "place/save", hall).get()
            #expect(saved["place"] == "sports-hall")
        }
        let wrong = error(.admin, "place/save", hall.with("shared", false))
        #expect(wrong?.code == .missingField && wrong?.field == "owner")
    }

    @Test(
        "A name of any script makes an id",
        arguments: [
            ("Café Ünï", "cafe-ueni"), ("Łódź", "lodz"), ("Bob's Bag", "bob-s-bag"),
            ("Ключи", "klyuchi"), ("Κλειδιά", "kleidia"), ("東京", "id-7b2ea05d"),
            ("鍵 2", "2-b219985c"), ("…", "place"),
        ])
    func idOfName(name: String, id: String) throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let place: JSON = ["name": .string(name), "lat": 52.5, "lon": 13.4]
        #expect(try ask(&desk, .admin, "place/save", place).get()["place"]?.string == id)
    }

    @Test(
        "A request with a misspelt member, twice the same, blanks or two shapes is refused by field",
        arguments: [
            ("item/list", #"{"form":1}"#, "out_of_range form"),
            ("history/query", #"{"form":"2026-11-27T09:20:00Z"}"#, "out_of_range form"),
            ("presence/why", #"{"until":1}"#, "out_of_range until"),
            ("share/delete", #"{"veiwer":"bob"}"#, "out_of_range veiwer"),
            ("note/save", #"{"text":" \n\t"}"#, "out_of_range text"),
            ("item/save", #"{"name":"  "}"#, "out_of_range name"),
            ("item/save", #"{"name":"\u200b"}"#, "out_of_range name"),
            (
                "place/save", #"{"name":"A","lat":1,"lon":2,"rooms":["Hall","hall"]}"#,
                "conflict rooms[1]"
            ),
            (
                "place/save", #"{"name":"A","lat":1,"lon":2,"polygon":[[1,1],[1,2],[2,2]]}"#,
                "bad_request lat"
            ),
        ])
    func wrongMembers(path: String, json: String, complaint: String) throws {
        let payload = try JSON(Array(json.utf8))
        let refusal = error(.user(alice), path, payload)
        #expect("\(refusal?.code.rawValue ?? "–") \(refusal?.field ?? "–")" == complaint)
    }

    @Test(
        "The error for an unknown member offers those of the request, and not what any may have",
        arguments: [
            (
                "settings/save",
                "there is no foo; there are alerts, quiet_hours, timezone, units, distance_limit, "
                    + "note_scope, default_share, currency, categories, reminders"
            ),
            ("item/get", "there is no foo; there is item"), ("item/list", "there is no foo"),
        ] as [(String, String)])
    func offers(path: String, message: String) {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let answer = ask(&desk, .user(alice), path, ["id": 1, "user": "alice", "foo": 1])
        #expect(answer == .failure(RequestError(.outOfRange, message, field: "foo")))
    }

    @Test(
        "No request has members that it does not know",
        arguments: [
            "item": ["save", "delete", "list", "get"], "place": ["save", "delete", "list"],
            "friend": ["save", "remove", "list", "directory"], "share": ["save", "delete", "list"],
            "settings": ["get", "save"], "presence": ["get", "why"], "history": ["query"],
            "calibration": ["start", "mark", "stop", "get"], "fact": ["get"],
            "note": ["save", "delete", "get", "list", "search"],
            "expense": [
                "save", "delete", "clear", "list", "totals", "budget", "suggest", "import",
            ],
            "group": ["save", "delete", "leave", "list", "chat", "messages"],
            "reminder": ["save", "delete", "list", "snooze", "feedback"],
        ])
    func strays(noun: String, verbs: [String]) {
        for verb in verbs {
            #expect(error(.user(alice), "\(noun)/\(verb)", ["zzz": 1])?.field == "zzz", "\(verb)")
        }
    }

    @Test(
        "No administrator's request has members that it does not know",
        arguments: [
            "user/save", "user/delete", "user/list", "user/password", "node/save", "node/delete",
            "node/list", "place/save", "place/delete", "place/list", "household/import",
            "household/export", "gateway/backup", "gateway/reload",
        ])
    func administratorsStrays(path: String) {
        #expect(error(.admin, path, ["zzz": 1])?.field == "zzz")
    }

    @Test("A replay, which has no history, does not show an empty one")
    func historyInReplay() {
        #expect(error(.user(alice), "history/query", [:])?.code == .unavailable)
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
            #expect(error(.admin, path, json)?.field == name, "\(json.text)")
        }
    }

    @Test(
        "Only administrators can make administrative requests",
        arguments: ["user/save", "node/save", "user/list"])
    func administration(path: String) {
        #expect(error(.user(alice), path, ["user": "x", "node": "x"])?.code == .unknownRequest)
    }

    @Test(
        "A bad request names the field at fault",
        arguments: [
            ("item/save", ["name": ""], RequestError.Code.outOfRange, "name"),
            ("item/save", ["kind": "key"], .missingField, "name"),
            ("item/save", ["name": "X", "kind": "spoon"], .outOfRange, "kind"),
            ("item/save", ["name": "X", "beacon": "nonsense"], .invalidID, "beacon"),
            ("item/save", ["name": "X", "beacon": "mac:a4c138000001"], .conflict, "beacon"),
            ("item/save", ["name": "X", "range": -1], .outOfRange, "range"),
            ("item/save", ["name": "X", "watch": ["moon"]], .notFound, "watch[0]"),
            ("place/save", ["name": "X"], .missingField, "lat"),
            ("place/save", ["name": "X", "lat": 1, "lon": 181], .outOfRange, "lon"),
            ("place/save", ["name": "X", "polygon": [[1, 2], [3, 4]]], .outOfRange, "polygon"),
            ("share/save", ["viewer": "bob"], .missingField, "level"),
            ("share/save", ["viewer": "mallory", "level": "place"], .notFound, "viewer"),
            (
                "share/save", ["viewer": "bob", "level": "place", "hours": "soon"], .wrongType,
                "hours"
            ),
            (
                "share/save", ["viewer": "bob", "level": "place", "until": 1_789_999_999],
                .outOfRange,
                "until"
            ),
            ("friend/save", ["friend": "mallory"], .notFound, "friend"),
            ("friend/save", ["friend": "bob", "color": "#12345"], .outOfRange, "color"),
            ("friend/save", ["friend": "bob", "color": "#１２"], .outOfRange, "color"),
            ("settings/save", ["timezone": "Mars/Olympus"], .outOfRange, "timezone"),
            ("settings/save", ["alerts": ["nonsense": true]], .outOfRange, "alerts"),
            ("item/save", ["name": "X", "colour": "red"], .outOfRange, "colour"),
            ("item/save", ["name": "X", "owner": "bob"], .wrongUser, "owner"),
            (
                "place/save",
                ["name": "X", "lat": 1, "lon": 2, "rooms": [["room": "a", "nmae": "A"]]],
                .outOfRange, "rooms[0].nmae"
            ),
            (
                "place/save",
                ["name": "X", "polygon": [["lat": 1, "lon": 2, "alt": 3], [3, 4], [5, 6]]],
                .outOfRange, "polygon[0].alt"
            ),
            (
                "share/save", ["viewer": "bob", "level": "place", "untill": 1_900_000_000],
                .outOfRange, "untill"
            ),
            (
                "share/save",
                ["viewer": "bob", "level": "place", "hours": ["from": "8:00", "till": "9:00"]],
                .outOfRange, "hours.till"
            ),
            ("friend/save", ["friend": "bob", "colour": "#ff0000"], .outOfRange, "colour"),
            ("settings/save", ["quiet": "22:00-06:00"], .outOfRange, "quiet"),
        ] as [(String, JSON, RequestError.Code, String)])
    func badRequest(path: String, json: JSON, code: RequestError.Code, field: String) {
        let error = error(.user(alice), path, json)
        #expect(error?.code == code, "\(path) \(json.text)")
        #expect(error?.field == field)
    }

    @Test(
        "An administrator's request with an unknown member is refused, too",
        arguments: [
            ("user/save", ["user": "eve", "admn": true], "admn"),
            ("node/save", ["node": "n2", "rooom": "hall"], "rooom"),
            ("place/save", ["place": "x", "lat": 1, "lon": 2, "nmae": "X"], "nmae"),
        ] as [(String, JSON, String)])
    func unknownMember(path: String, json: JSON, field: String) {
        let error = error(.admin, path, json)
        #expect(error?.code == .outOfRange)
        #expect(error?.field == field)
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

    @Test("An error message names the values that are allowed")
    func wording() {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let color = ask(&desk, .user(alice), "friend/save", ["friend": "bob", "color": "red"])
        let error = RequestError(.outOfRange, "color must be like #3366ff", field: "color")
        #expect(color == .failure(error))
        let alerts = ask(&desk, .user(alice), "settings/save", ["alerts": ["moon_risen": true]])
        #expect(throws: RequestError.self) { try alerts.get() }
        guard case .failure(let error) = alerts else { return }
        for kind in AlertKind.allCases { #expect(error.message.contains(kind.rawValue)) }
    }

    @Test("A share that has ended counts as none")
    func endedShare() throws {
        var engine = makeEngine()
        let ended = Share(
            owner: alice, viewer: .user(bob), level: .place, until: start.advanced(bySeconds: -1))
        _ = engine.apply(.household([.saveShare(ended)]), at: start)
        var desk = RequestDesk(engine: engine, store: nil)
        let list = try ask(&desk, .user(alice), "share/list", [:]).get()
        #expect(list["shares"] == [])
        let hours = ask(
            &desk, .user(alice), "share/save", ["viewer": "bob", "hours": "08:00-09:00"])
        let error = #expect(throws: RequestError.self) { try hours.get() }
        #expect(error?.field == "level")
        let wish: JSON = ["viewer": "bob", "level": "exact"]
        let share = try ask(&desk, .user(alice), "share/save", wish).get()
        #expect(share["level"] == "exact" && share["until"] == nil)
    }

    @Test("The level of a share cannot be removed, while its hours can")
    func levelOfShare() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let share: JSON = ["viewer": "bob", "level": "place", "hours": "08:00-09:00"]
        let saved = try ask(&desk, .user(alice), "share/save", share).get()
        let none: JSON = ["viewer": "bob", "level": .null, "hours": .null]
        let refused = ask(&desk, .user(alice), "share/save", none)
        let error = RequestError(.wrongType, "level cannot be removed", field: "level")
        #expect(refused == .failure(error))
        let list = try ask(&desk, .user(alice), "share/list", [:]).get()
        #expect(list["shares"] == .array([saved]))
        let always = try ask(
            &desk, .user(alice), "share/save", ["viewer": "bob", "hours": .null]
        ).get()
        #expect(always["level"] == "place" && always["hours"] == nil)
    }

    @Test("A user cannot change a friend's share through their own requests")
    func shares() {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        _ = ask(&desk, .user(alice), "share/save", ["viewer": "bob", "level": "place"])
        #expect(desk.household.shares[alice]?[.user(bob)]?.level == .place)
        _ = ask(
            &desk, .user(bob), "share/save", ["owner": "alice", "viewer": "bob", "level": "exact"])
        #expect(desk.household.shares[alice]?[.user(bob)]?.level == .place)
    }
}

extension JSON {
    var text: String { String(decoding: jsonBytes, as: UTF8.self) }
}
