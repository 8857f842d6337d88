import RoostCore
import RoostFormats
import Testing

@Suite("monitor")
struct MonitorTests {
    private let dialects = Dialects()
    private let topic = "monitor/first floor/AA:BB:CC:DD:EE:FF"
    private let time = Timestamp(milliseconds: 1_789_884_072_000)

    @Test(
        "A device with full confidence becomes a sighting by its machine's node",
        arguments: [
            (
                #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"100","name":"anna phone","#
                    + #""manufacturer":"Apple Inc","type":"KNOWN_MAC","retained":"false","#
                    + #""timestamp":"2026-09-20T08:01:12+0200","version":"0.2.200"}"#,
                Sighting(beacon: .mac, rssi: nil)
            ),
            (
                #"{"id":"FDA50693-A4E2-4FB1-AFCF-C6EB07647825-10-7","confidence":"100","#
                    + #""rssi":"-71","power":"-59","mac":"AA:BB:CC:DD:EE:FF","#
                    + #""type":"APPLE_IBEACON","#
                    + #""timestamp":"Sun Sep 20 2026 08:01:12 GMT+0200 (CEST)"}"#,
                Sighting(beacon: .iBeacon, alias: .mac, rssi: RSSI(dBm: -71), txPower: -59)
            ),
            (
                #"{"id":"AA:BB:CC:DD:EE:FF","confidence":100,"rssi":"","power":"x","#
                    + #""timestamp":"2026-09-20T06:01:12Z","type":"GENERIC_BEACON_PUBLIC"}"#,
                Sighting(beacon: .mac, rssi: nil)
            ),
        ] as [(String, Sighting)])
    func sightings(_ payload: String, _ expected: Sighting) {
        var expected = expected
        expected.time = time
        var batch = SightingBatch(
            node: ID(checked: "first-floor"), sightings: [expected], room: "first floor", sent: time
        )
        #expect(dialects.read(topic, payload).batch == batch)
        // All devices may share one topic.
        #expect(dialects.read("monitor/first floor", payload).batch == batch)
        batch.isRetained = true
        #expect(dialects.read(topic, payload, isRetained: true).batch == batch)
    }

    @Test(
        "A device without full confidence or a known identity is not sighted",
        arguments: [
            #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"0"}"#,
            #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"99"}"#,
            #"{"id":"Anna's phone","confidence":"100"}"#,
        ])
    func unsure(_ payload: String) {
        #expect(
            dialects.read(topic, payload).batch
                == SightingBatch(
                    node: ID(checked: "first-floor"), sightings: [], room: "first floor"))
    }

    @Test("A time in an unknown format is ignored")
    func times() {
        for time in [
            "noon", "Sun Foo 20 2026 08:01:12 GMT+0200", "Sun Sep 20 2026 08:01:12 CEST", "",
        ] {
            let payload =
                #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"100","timestamp":"\#(time)"}"#
            #expect(dialects.read(topic, payload).batch?.sent == nil)
            #expect(
                dialects.read(topic, payload).sightings == [Sighting(beacon: .mac, rssi: nil)])
        }
    }

    @Test("A machine's status becomes that of its node")
    func status() {
        let topic = "monitor/first floor/status"
        #expect(
            dialects.read(topic, "online", isRetained: true)
                == .status("first-floor", room: "first floor", isOnline: true, isRetained: true))
        #expect(
            dialects.read(topic, "offline")
                == .status("first-floor", room: "first floor", isOnline: false))
        #expect(dialects.read(topic, "") == .ignored)
        #expect(dialects.reason(topic, "perhaps") == .wrongType)
    }

    @Test(
        "Commands, echoes and other programs' messages are ignored",
        arguments: [
            ("monitor/scan/arrive", #"{"identity":"first floor"}"#), ("monitor/scan", "{}"),
            ("monitor/setup/ADD STATIC DEVICE", "AA:BB:CC:DD:EE:FF phone"),
            ("monitor/first floor/echo", "ok"),
            ("monitor/first floor/restart", #"{"identity":"first floor"}"#),
            ("monitor/first floor/AA:BB:CC:DD:EE:FF/rssi", "-5"),
            ("monitor/first floor/AA:BB:CC:DD:EE:FF/device_tracker", "home"),
            ("monitor/cpu/load", "0.7"), ("monitor/first floor/x", ""),
        ])
    func others(_ topic: String, _ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            (#"{"id":5,"confidence":"100"}"#, .wrongType),
            (#"{"id":"AA:BB:CC:DD:EE:FF"}"#, .missingField),
            (#"{"id":"AA:BB:CC:DD:EE:FF","confidence":"sure"}"#, .wrongType),
            (#"{"id":"AA:BB:CC:DD:EE:FF","confidence":1e400}"#, .outOfRange),
            (#"{"id":"#, .malformedJSON),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }
}
