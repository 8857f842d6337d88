import RoostFormats
import SeededRandom

/// Messages that nobody should send, without effect on any topic.
enum HostileMessage {
    /// All kinds of topics of the gateway, and some that belong to nobody.
    static let topics =
        [
            "", "/event", "/waypoint", "/waypoints", "/card", "/status", "/lwt", "/cmd", "/more/x",
        ].map { "owntracks/alice/phone\($0)" }
        + ["owntracks/ALICE/phone", "owntracks/mallory/phone", "owntracks/alice"]
        + ["sightings", "info", "status", "nonsense"].map { "roost/node/kitchen-1/\($0)" }
        + ["roost/node/K!/sightings", "roost/node/K!/status"]
        + [
            "item/save", "item/delete", "item/list/more", "place/save", "friend/save", "share/save",
            "settings/save", "history/query", "presence/why", "nonsense/save", "item",
        ].map { "roost/user/alice/request/\($0)" }
        + ["roost/user/ALICE/request/item/save", "roost/user/mallory/request/item/save"]
        + ["user/save", "user/delete", "node/save", "place/save", "household/import", "x"]
        .map { "roost/admin/request/\($0)" }
        + ["espresense/devices/known:a4c138000001/kitchen", "espresense/devices/x"]
        + ["espresense/rooms/kitchen/status", "espresense/rooms/kitchen/telemetry"]
        + ["BTtoMQTT/AABBCCDDEEFF", "LWT", "SYStoMQTT"].map { "home/kitchen-1/\($0)" }
        + ["AA:BB:CC:DD:EE:FF", "gw_status"].map { "ruuvi/kitchen-1/\($0)" }
        + ["events/rpc", "online"].map { "kitchen-1/\($0)" }
        + ["room_presence/kitchen-1", "monitor/kitchen-1/x", "monitor/kitchen-1/status"]
        + ["status/hall-1", "mqtt-room/hall-1", "entity/a/b/c"].map { "room-assistant/\($0)" }

    private static let spot = #""lat":47.2,"lon":15.7"#

    /// Texts that are invalid on any topic.
    private static let texts = [
        "", "null", "[]", "5", #""text""#, "{", "{}}", #"{"_type":}"#, "nonsense", "\u{0}\u{0}",
        "NaN", "1e400", #"{"lat":1e400,"name":1e400,"user":1e400,"place":1e400}"#,
        #"{"_type":"location",\#(spot),"tst":NaN}"#, #"{"_type":"location","lat":1e400,"lon":2}"#,
        #"{"_type":"location","lat":"x","lon":[],"tst":{}}"#,
        #"{"_type":"location","lat":91,"lon":15,"tst":1790000000}"#,
        #"{"_type":"location","lat":0,"lon":0,"tst":1790000000}"#,
        #"{"_type":"location",\#(spot),"tst":0}"#, #"{"_type":"location"}"#,
        #"{"_type":"location",\#(spot),"tst":1e300}"#,
        #"{"_type":"location",\#(spot),"tst":1790000000,"topic":"owntracks/mallory/phone"}"#,
        #"{"_type":"encrypted","data":"AAAA"}"#, #"{"_type":"encrypted","data":5}"#,
        #"{"_type":"transition","event":"explode",\#(spot),"tst":1790000000}"#,
        #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"X","tst":"y"}]}"#,
        #"{"sightings":[{"rssi":-50}]}"#, #"{"sightings":{"beacon":5}}"#,
        #"{"beacon":"nonsense","rssi":-50}"#, #"{"beacon":"mac:a4c138000001","rssi":"loud"}"#,
        #"{"sightings":[{"beacon":"mac:a4c138000001","time":"yesterday"}]}"#,
        #"{"user":"Mallory!","name":"X"}"#, #"{"node":"Kitchen 1","place":"home"}"#,
        #"{"name":""}"#, #"{"name":"X","beacon":"nonsense"}"#, #"{"item":["keys"]}"#,
        #"{"place":"../etc","lat":1,"lon":2}"#, #"{"place":"x","lat":47,"lon":"here"}"#,
        #"{"place":"x","polygon":[[1,2],[3]]}"#, #"{"viewer":"mallory","level":"exact"}"#,
        #"{"viewer":"bob","level":"everything"}"#, #"{"friend":"mallory"}"#,
        #"{"viewer":"bob","level":"exact","until":"tomorrow"}"#,
        #"{"users":[{"user":"eve"},{"user":"Eve!"}]}"#, #"{"alerts":{"left":"never"}}"#,
        #"{"quiet_hours":"25:00-26:00"}"#,
    ]

    /// - Returns: The payload for a topic: one large one in each hundred, otherwise each kind in
    ///   turn.
    static func payload(
        _ number: Int, for topic: String, _ random: inout SeededRandom
    ) -> [UInt8] {
        if number % 100 == 99 { return large(number / 100) }
        switch number % 5 {
        case 0, 1: return Array(texts[(number / 2) % texts.count].utf8)
        case 2:
            let count = Int.random(in: 1...400, using: &random)
            // The first byte cannot begin JSON, which the random bytes might otherwise form.
            return [0xff] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 3:
            let whole = Phone.location(.street, time: Age.now.time).jsonBytes
            var part = Array(whole.prefix(Int.random(in: 1..<whole.count, using: &random)))
            part[Int.random(in: 0..<part.count, using: &random)] =
                UInt8.random(in: 128...255, using: &random)
            return part
        default:
            guard topic.hasPrefix("owntracks/alice") else { return Array("{\"lat\":".utf8) }
            // A client that claims to be another one.
            return Phone.location(.street, time: Age.now.time)
                .with("topic", "owntracks/mallory/phone").jsonBytes
        }
    }

    /// Five megabytes, or ten thousand levels, in turn.
    private static func large(_ number: Int) -> [UInt8] {
        switch number % 4 {
        case 0: Array(repeating: UInt8(ascii: " "), count: 5_000_000)
        case 1: Array(repeating: UInt8(ascii: "["), count: 10_000)
        case 2:
            Array((String(repeating: #"{"a":"#, count: 10_000) + "1").utf8)
                + Array(repeating: UInt8(ascii: "}"), count: 10_000)
        default:
            Array(#"{"_type":"location","tid":""#.utf8) + Array(repeating: 0x61, count: 900_000)
        }
    }
}
