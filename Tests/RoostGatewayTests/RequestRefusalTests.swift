import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Refused requests")
struct RequestRefusalTests {
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
        let error = refusal(.user(alice), path, payload)
        #expect("\(error?.code.rawValue ?? "–") \(error?.field ?? "–")" == complaint)
    }

    @Test(
        "The error for an unknown member offers those of the request, and not what any may have",
        arguments: [
            (
                "settings/save",
                "there is no member foo; there are alerts, quiet_hours, timezone, units, distance_limit, "
                    + "note_scope, default_share, currency, categories, reminders"
            ),
            ("item/get", "there is no member foo; there is item"),
            ("item/list", "there is no member foo; the request takes none but id"),
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
            #expect(refusal(.user(alice), "\(noun)/\(verb)", ["zzz": 1])?.field == "zzz", "\(verb)")
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
        #expect(refusal(.admin, path, ["zzz": 1])?.field == "zzz")
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
        let error = refusal(.user(alice), path, json)
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
        let error = refusal(.admin, path, json)
        #expect(error?.code == .outOfRange)
        #expect(error?.field == field)
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
}
