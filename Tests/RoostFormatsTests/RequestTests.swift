import RoostCore
import RoostFormats
import Testing

@Suite("Requests")
struct RequestTests {
    private let dialects = Dialects()
    private let topic = "roost/user/anna/request/item/save"

    @Test("A request has an actor, a noun, a verb and a payload")
    func envelope() throws {
        let request = try #require(
            dialects.read(topic, #"{"id":7,"item":"keys","user":"anna"}"#).request)
        #expect(request.actor == .user(ID(checked: "anna")))
        #expect(request.noun == "item" && request.verb == "save")
        #expect(request.id == 7)
        #expect(request.payload.object["item"] == "keys")
        #expect(
            dialects.read("roost/admin/request/user/list", "")
                == .request(Request(actor: .admin, noun: "user", verb: "list")))
        #expect(
            dialects.read("roost/user/anna/request/presence/get", "{}").request?.id == nil)
    }

    @Test("The error for claiming another user's name explains the rule")
    func claim() {
        let error = RequestError(Refusal(.wrongUser, "user"))
        #expect(error.message == "user must be the asker: a user can only speak for themself")
        #expect(error.field == "user")
    }

    @Test(
        "A malformed request is refused, and can still be answered",
        arguments: [
            ("[]", .wrongType), ("\"x\"", .wrongType), ("{", .malformedJSON),
            (#"{"id":{}}"#, .wrongType), (#"{"id":true}"#, .wrongType),
            (#"{"user":"bob"}"#, .wrongUser), (#"{"a":1e400}"#, .outOfRange),
            (#"{"id":"\#(String(repeating: "x", count: 257))"}"#, .outOfRange),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        guard case .refused(let refusal) = dialects.read(topic, payload) else {
            Issue.record("was taken")
            return
        }
        #expect(refusal.reason == reason)
        #expect(refusal.request?.noun == "item")
        #expect(refusal.request?.payload == RequestPayload())
    }

    @Test(
        "The error for a request that cannot be read says what the field must be",
        arguments: [
            ("[]", "payload must be a JSON object", "payload"),
            ("5", "payload must be a JSON object", "payload"),
            (#"{"id":{}}"#, "id must be a string or a number", "id"),
            (#"{"id":true}"#, "id must be a string or a number", "id"),
            (
                #"{"id":"\#(String(repeating: "x", count: 257))"}"#,
                "id must be at most 256 bytes long", "id"
            ),
            (
                #"{"id":\#(String(repeating: "1", count: 257))}"#,
                "id must be at most 256 bytes long", "id"
            ),
        ] as [(String, String, String)])
    func expectations(payload: String, message: String, field: String) throws {
        let refusal = try #require(dialects.read(topic, payload).refusal)
        let error = RequestError(refusal)
        #expect(error.message == message)
        #expect(error.field == field)
    }

    @Test("A retained request is not run, and the answer bears its id")
    func retained() {
        #expect(dialects.reason(topic, "{}", isRetained: true) == .retainedRequest)
        #expect(dialects.reason(topic, "oops", isRetained: true) == .retainedRequest)
        let refusal = dialects.read(topic, #"{"id":7,"item":"keys"}"#, isRetained: true).refusal
        #expect(refusal?.reason == .retainedRequest)
        #expect(refusal?.request?.id == 7)
        #expect(dialects.read(topic, "", isRetained: true) == .ignored)
    }

    @Test("Only a request with a picture can be large")
    func size() {
        let picture = #"{"picture":"\#(String(repeating: "A", count: 2 << 20))"}"#
        #expect(dialects.read(topic, picture).request != nil)
        #expect(dialects.reason("roost/user/anna/request/place/save", picture) == .tooLarge)
        let huge = [UInt8](repeating: 0x20, count: 1 << 24 + 1)
        #expect(
            dialects.read(topic: topic, payload: huge, isRetained: false).reason == .tooLarge)
    }

    @Test(
        "A topic that almost matches is refused",
        arguments: [
            ("roost/user/anna/request", .unknownTopic),
            ("roost/user/anna/request/", .unknownTopic),
            ("roost/user/Anna/request/item/save", .invalidID),
            ("roost/user//request/item/save", .invalidID),
            ("roost/admin/request/", .unknownTopic), ("roost", .unknownTopic),
            ("roost/node/a1", .unknownTopic), ("roost/node/a1/other", .unknownTopic),
            ("roost/node/A1/status", .invalidID), ("other/topic", .unknownTopic),
            ("", .unknownTopic),
            ("roostx/node/a1/status", .unknownTopic),
        ] as [(String, Refusal.Reason)])
    func topics(_ topic: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, "{}") == reason)
    }

    @Test(
        "A request with a level too few or too many is answered on the topic that mirrors its own",
        arguments: ["item", "item/save/x", "item/", "/", "a/b/c/d/e/f/g/h/i/j"])
    func levels(_ path: String) throws {
        for root in ["roost/user/anna", "roost/admin"] {
            let request = dialects.read("\(root)/request/\(path)", #"{"id":7}"#).request
            #expect(request?.id == 7)
            let response = request.map { Topics().response(to: $0) }
            #expect(response == "\(root)/response/\(path)")
            let refusal = dialects.read("\(root)/request/\(path)", "{").refusal
            #expect(refusal?.request.map { Topics().response(to: $0) } == response)
        }
    }

    @Test(
        "Roost's own publications are ignored",
        arguments: [
            "roost/user/anna/presence", "roost/user/anna/response/item/save",
            "roost/gateway/status", "roost/item/keys/state", "roost/admin/response/user/list",
        ])
    func ownOutput(_ topic: String) {
        #expect(dialects.read(topic, "{}") == .ignored)
    }

    @Test("The base topics can be configured")
    func bases() {
        var bases = TopicBases()
        bases.roost = "home/roost"
        bases.ownTracks = "ot"
        bases.espresense = "esp"
        bases.homeAssistant = "ha"
        bases.ruuvi = "home/ruuvi"
        bases.mqttRoom = "home/presence"
        bases.monitor = "mon"
        bases.roomAssistant = "ra"
        bases.shelly = "shelly/+"
        let dialects = Dialects(bases: bases)
        #expect(
            dialects.subscriptions == [
                "home/roost/node/+/sightings", "home/roost/node/+/status", "home/roost/node/+/info",
                "home/roost/user/+/request/+/+", "home/roost/user/+/request/+",
                "home/roost/user/+/request/+/+/+/#", "home/roost/admin/request/+/+",
                "home/roost/admin/request/+", "home/roost/admin/request/+/+/+/#",
                "$SYS/broker/uptime", "ha/status", "ot/+/+", "ot/+/+/+", "esp/devices/+/+",
                "esp/rooms/+/status",
                "esp/rooms/+/telemetry", "esp/settings/+/config", "home/+/BTtoMQTT/+", "home/+/LWT",
                "home/+/SYStoMQTT",
                "home/ruuvi/+/+", "home/presence/+", "mon/+", "mon/+/+", "ra/status/+",
                "ra/mqtt-room/+", "ra/entity/+/+/+", "shelly/+/events/rpc", "shelly/+/online",
            ])
        #expect(dialects.read("home/roost/user/anna/request/item/list", "").request != nil)
        #expect(dialects.reason("roost/user/anna/request/item/list", "") == .unknownTopic)
    }

    @Test("Home Assistant's birth message is recognized, and a retained one is ignored")
    func birth() {
        #expect(dialects.read("homeassistant/status", "online") == .birth)
        #expect(dialects.read("homeassistant/status", "offline") == .ignored)
        #expect(dialects.read("homeassistant/status", "online", isRetained: true) == .ignored)
    }

    @Test("Responses repeat the id, and errors name the field")
    func responses() {
        #expect(
            text(Response.ok(id: "q1", data: ["n": 1] as JSON))
                == #"{"id":"q1","status":"ok","data":{"n":1}}"#)
        #expect(text(Response.ok(id: nil, data: [] as [String])) == #"{"status":"ok","data":[]}"#)
        let error = RequestError(Refusal(.missingField, "lat"))
        let expected =
            #"{"id":7,"status":"error","error":{"code":"missing_field","#
            + #""message":"lat is missing","field":"lat"}}"#
        #expect(text(Response.error(id: 7, error)) == expected)
    }

    @Test("A request that can be no request is answered all the same")
    func strange() {
        let request = dialects.read("roost/user/alice/request/Item/list", #"{"id":"7"}"#).request
        #expect(request?.noun == "Item" && request?.id == "7")
        let endless = String(repeating: "x", count: 125)
        #expect(dialects.reason("roost/user/alice/request/\(endless)/list", "{}") == .invalidID)
        let long = String(repeating: "1", count: 300)
        let refusal = dialects.read("roost/user/alice/request/item/list", #"{"id":\#(long)}"#)
            .refusal
        #expect(refusal?.reason == .outOfRange && refusal?.request?.id == nil)
    }
}
