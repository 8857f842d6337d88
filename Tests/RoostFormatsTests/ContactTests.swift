import RoostCore
import RoostFormats
import Testing

@Suite("Contact sensors at doors")
struct ContactTests {
    private static let hall = ID<Node>(checked: "hall-1")
    private static let dialects = Dialects(doors: [
        "zigbee2mqtt/front_door": [hall], "zigbee2mqtt/front_door/contact": [hall],
        "zigbee2mqtt/gate": [hall, ID(checked: "porch-1")], "owntracks/alice/phone": [hall],
    ])

    @Test(
        "A door's state is read in every common spelling",
        arguments: [
            (#"{"battery":97,"contact":false,"linkquality":72,"voltage":2995}"#, true),
            (#"{"contact":true}"#, false), (#"{"contact":"true"}"#, false),
            (#"{"contact":"open"}"#, true), (#"{"state":"ON"}"#, true),
            (#"{"state":"closed"}"#, false), (#"{"open":1}"#, true), (#"{"door":"OPEN"}"#, true),
            (#"{"opening":true,"contact":true}"#, false), (#"{"window":0}"#, false),
            ("ON", true), ("off", false), ("open", true), (" Closed\n", false), ("true", true),
            ("\"open\"", true), ("0", false),
        ])
    func words(payload: String, isOpen: Bool) {
        #expect(
            Self.dialects.read("zigbee2mqtt/front_door", payload)
                == .events([.door(at: Self.hall, isOpen: isOpen)]))
    }

    @Test(
        "On a contact topic, true means that the door is closed",
        arguments: [("true", false), ("false", true), ("open", true), ("closed", false)])
    func contact(payload: String, isOpen: Bool) {
        #expect(
            Self.dialects.read("zigbee2mqtt/front_door/contact", payload)
                == .events([.door(at: Self.hall, isOpen: isOpen)]))
    }

    @Test(
        "A message about something else is ignored",
        arguments: ["", " ", "{}", #"{"battery":97}"#, #"{"contact":null}"#, #"{"state":"idle"}"#])
    func silent(payload: String) {
        #expect(Self.dialects.read("zigbee2mqtt/front_door", payload) == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            ("ajar", Refusal.Reason.wrongType), ("2", .wrongType), ("[true]", .wrongType),
            (#"{"contact":false"#, .malformedJSON),
        ])
    func refused(payload: String, reason: Refusal.Reason) {
        guard case .refused(let refusal) = Self.dialects.read("zigbee2mqtt/front_door", payload)
        else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.reason == reason)
    }

    @Test("One door can have two nodes, and a retained state is marked as such")
    func two() {
        #expect(
            Self.dialects.read("zigbee2mqtt/gate", "open", isRetained: true)
                == .events([
                    .door(at: Self.hall, isOpen: true, isRetained: true),
                    .door(at: ID(checked: "porch-1"), isOpen: true, isRetained: true),
                ]))
    }

    @Test("A topic of another dialect is still read by that dialect")
    func shared() {
        let fix = #"{"_type":"location","lat":52.5,"lon":13.4,"acc":10,"tst":1790000000}"#
        let before = Dialects().read("owntracks/alice/phone", fix)
        #expect(Self.dialects.read("owntracks/alice/phone", fix) == before)
        #expect(before != .ignored)
    }

    @Test("Exactly the doors' topics are subscribed to in addition")
    func subscriptions() {
        let more = Set(Self.dialects.subscriptions).subtracting(Dialects().subscriptions)
        #expect(more == Set(Self.dialects.doors.keys))
    }

    @Test("A sensor that does not tell says nothing, and is no mistake")
    func unavailable() {
        for word in ["unavailable", "unknown"] {
            #expect(Self.dialects.read("zigbee2mqtt/front_door", word) == .ignored)
        }
    }

    @Test("Whoever names a topic of requests as a door's does not keep them from being answered")
    func request() {
        let topic = "roost/user/alice/request/presence/get"
        let dialects = Dialects(doors: [topic: [Self.hall]])
        #expect(dialects.read(topic, "{}").request?.noun == "presence")
        #expect(dialects.read(topic, "{").refusal?.request?.noun == "presence")
    }
}
