import RoostCore
import RoostFormats
import SeededRandom
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    private static let dialects = Dialects(
        secrets: Secrets(users: [ID(checked: "anna"): "s3cr3t"]),
        doors: ["zigbee2mqtt/front_door": [ID(checked: "a1")]])

    private static let good: [(topic: String, payload: String)] = [
        (
            "roost/node/a1/sightings",
            #"{"sent":"2021-08-03T16:28:19.976Z","sightings":[{"beacon":"aabbccddeeff","rssi":-60}]}"#
        ),
        ("roost/node/a1/sightings", #"[{"beacon":"keys:zoë","rssi":"-60.5","time":1628008100}]"#),
        ("roost/node/a1/info", #"{"place":"home","room":"H\u00e4\"ll","exit":true}"#),
        (
            "roost/user/anna/request/place/save",
            #"{"id":"q","name":"Café","polygon":[[1,2],[3.5,4e0],[5,-6]],"shared":true,"x":null}"#
        ),
        (
            "owntracks/anna/pixel",
            #"{"_type":"location","lat":52.516275,"lon":13.377704,"tst":1790000000,"acc":14,"batt":71}"#
        ),
        (
            "owntracks/anna/pixel/event",
            #"{"_type":"transition","event":"leave","desc":"Home","tst":17,"lat":5,"lon":1,"t":"c"}"#
        ),
        (
            "owntracks/anna/pixel/waypoints",
            #"{"_type":"waypoints","waypoints":[{"desc":"a","tst":1,"lat":1,"lon":2,"rad":9}]}"#
        ),
        ("owntracks/anna/pixel/info", #"{"_type":"card","name":"Anna","tid":"an"}"#),
        (
            "espresense/devices/x/hall",
            #"{"mac":"4a1f0c22b7e1","id":"eddy:00010203040506070809-aabbccddeeff","rssi":-71.50}"#
        ),
        (
            "home/gw/BTtoMQTT/AABBCCDDEEFF",
            #"{"id":"AA:BB:CC:DD:EE:FF","mac_type":1,"rssi":-7,"manufacturerdata":"4c00021500"}"#
        ),
        (
            "ruuvi/c8/AA:BB:CC:DD:EE:FF",
            #"{"rssi":-66,"gwts":"1790000002","ts":1790000001,"data":"0201060303aafe"}"#
        ),
        (
            "shelly1/events/rpc",
            #"{"params":{"ts":1.5,"events":[{"event":"ble.scan_result","data":[2,[["aa:bb:cc:dd:ee:f"#
                + #"f",-63,"AgEG",""]]]}]}}"#
        ),
        ("zigbee2mqtt/front_door", #"{"battery":97,"contact":false,"state":"open","x":null}"#),
        ("room_presence/hall", #"{"id":"AA:BB:CC:DD:EE:FF","distance":1.5,"rssi":"-60"}"#),
        (
            "monitor/hall/x",
            #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"100","timestamp":"2026-09-20T08:01:12+0200"}"#
        ),
        (
            "room-assistant/entity/a/b/c",
            #"{"entity":{"id":"ble-x","distances":{"a":{"distance":1}}},"hasAuthority":true}"#
        ),
    ]

    @Test("Every truncation of a valid payload is refused", arguments: good.indices)
    func truncations(_ index: Int) {
        let (topic, payload) = Self.good[index]
        let whole = bytes(payload)
        #expect(Self.dialects.read(topic, payload).reason == nil)
        for count in 1..<whole.count {
            let incoming = Self.dialects.read(
                topic: topic, payload: Array(whole[..<count]), isRetained: false)
            let reason = incoming.reason
            #expect(reason == .malformedJSON || reason == .invalidUTF8, "\(count) bytes")
        }
    }

    @Test(
        "Valid payloads with broken bytes are read within bounds",
        arguments: 0..<30 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let (topic, payload) = Self.good[Int(seed) % Self.good.count]
        let whole = bytes(payload)
        for _ in 0..<1500 {
            var broken = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: broken.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: broken[place] = UInt8.random(in: 0...255, using: &random)
                case 1: broken.remove(at: place)
                case 2: broken.insert(broken.randomElement(using: &random) ?? 0, at: place)
                default: broken.swapAt(place, Int.random(in: broken.indices, using: &random))
                }
            }
            check(Self.dialects.read(topic: topic, payload: broken, isRetained: false))
        }
    }

    @Test("Random payloads are read within bounds", arguments: 0..<10 as Range<UInt64>)
    func noise(seed: UInt64) {
        var random = SeededRandom(seed: 1000 + seed)
        let alphabet = Array(#"{}[]",:\u0123456789eE+-.truefalsn "#.utf8) + [0xff, 0xc3, 0xa9, 0]
        for turn in 0..<1500 {
            let (topic, _) = Self.good[turn % Self.good.count]
            let count = Int.random(in: 0..<80, using: &random)
            let payload = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            check(Self.dialects.read(topic: topic, payload: payload, isRetained: false))
        }
    }

    @Test("Random topics are read within bounds", arguments: 0..<4 as Range<UInt64>)
    func topics(seed: UInt64) {
        var random = SeededRandom(seed: 2000 + seed)
        let levels = [
            "roost", "user", "anna", "request", "owntracks", "node", "", "é", "+", "#", "admin",
            "espresense", "devices", "rooms", "status", "sightings", "roost-x", "\u{0}", "e\u{301}",
            "home", "BTtoMQTT", "LWT", "ruuvi", "gw_status", "events", "rpc", "online", "monitor",
            "room_presence", "room-assistant", "entity", "mqtt-room",
            String(repeating: "x", count: 70_000),
        ]
        for _ in 0..<500 {
            let count = Int.random(in: 0..<10, using: &random)
            let topic = (0..<count).map { _ in levels.randomElement(using: &random) ?? "" }
                .joined(separator: "/")
            check(Self.dialects.read(topic, "{}"))
            check(Self.dialects.read(topic, ""))
        }
    }

    /// Whatever came through is within its bounds, and no reason for the log is long.
    private func check(_ incoming: Incoming) {
        if case .refused(let refusal) = incoming { #expect(refusal.detail.utf8.count < 80) }
        for case .sightings(let batch) in incoming.events {
            #expect(batch.sightings.allSatisfy { $0.beacon.rawValue.utf8.count <= 160 })
            #expect(batch.sightings.allSatisfy { $0.txPower?.isFinite != false })
        }
        if let fix = incoming.fix {
            #expect(fix.accuracy.map { $0 > 0 && $0.isFinite } != false)
        }
    }
}
