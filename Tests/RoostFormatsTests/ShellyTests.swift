import RoostCore
import RoostFormats
import Testing

@Suite("Shelly")
struct ShellyTests {
    private let dialects = Dialects()
    private let topic = "shellyplus1-a8032ab12345/events/rpc"
    private let node = ID<Node>(checked: "shellyplus1-a8032ab12345")
    private let time = Timestamp(milliseconds: 1_790_000_000_120)
    /// The iBeacon's advertisement.
    private static let data = "AgEGGv9MAAIV/aUGk6TiT7Gvz8brB2R4JQAKAAfF"

    private func event(_ data: String, ts: String = #","ts":1790000000.12"#) -> String {
        #"{"src":"shellyplus1-a8032ab12345","dst":"shellyplus1-a8032ab12345/events","#
            + #""method":"NotifyEvent","params":{"ts":1790000001.5,"events":[{"#
            + #""component":"script:1","id":1,"event":"ble.scan_result","data":\#(data)\#(ts)}]}}"#
    }

    @Test(
        "Scan results of both script versions become sightings by the Shelly's node",
        arguments: [
            #"[1,"aa:bb:cc:dd:ee:ff",-63,"\#(data)",""]"#,
            #"[2,[["aa:bb:cc:dd:ee:ff",-63,"\#(data)",""]]]"#,
            // The advertisement has padding, and what matters is in the scan response.
            #"[2,[["AA:BB:CC:DD:EE:FF",-63,"AgEGAAAA","\#(data)"]]]"#,
            #"[2,[["aa:bb:cc:dd:ee:ff",-63,"\#(data)"]]]"#,
        ])
    func sightings(_ data: String) {
        let expected = Sighting(
            beacon: .iBeacon, alias: .mac, rssi: RSSI(dBm: -63), txPower: -59, time: time)
        var batch = SightingBatch(
            node: node, sightings: [expected], sent: Timestamp(milliseconds: 1_790_000_001_500))
        #expect(dialects.read(topic, event(data)).batch == batch)
        batch.isRetained = true
        #expect(dialects.read(topic, event(data), isRetained: true).batch == batch)
    }

    @Test("A batch holds many reports, which default to the message's time")
    func batch() {
        // As the library's own test has it: data that is no advertisement.
        let odd = #"["AA:BB:CC:DD:EE:FF",-50,"AQIDBAUGBwgJCg==","AQIDBAUGBwgJCg=="]"#
        let read = dialects.read(topic, event("[2,[\(odd),\(odd)]]", ts: "")).batch
        let expected = Sighting(
            beacon: .mac, rssi: RSSI(dBm: -50), time: Timestamp(milliseconds: 1_790_000_001_500))
        #expect(read?.sightings == [expected, expected])
        #expect(dialects.read(topic, event("[2,[]]")).sightings == [])
        #expect(dialects.read(topic, event(#"[3,{"new":true}]"#)).sightings == [])
    }

    @Test("An unreadable report does not affect the others")
    func mixed() {
        let data = #"[2,[["anybody",-5,""],["aa:bb:cc:dd:ee:ff",-63,"\#(Self.data)"]]]"#
        let read = dialects.read(topic, event(data))
        #expect(read.batch?.sightings.map(\.beacon) == [.iBeacon])
        #expect(read.reason == .invalidID)
    }

    @Test("An address that may change is marked as rotating if a phone sends from it")
    func phone() {
        // Apple's message about what a device nearby does.
        let nearby = "AgEaCv9MABAFVByOSl0="
        for (address, isRotating) in [("4a:1f:0c:22:b7:e1", true), ("aa:bb:cc:dd:ee:ff", false)] {
            let data = #"[2,[["\#(address)",-63,"\#(nearby)"]]]"#
            let sightings = dialects.read(topic, event(data)).batch?.sightings
            #expect(sightings?.map(\.isRotating) == [isRotating], "\(address)")
        }
        let tag = #"[2,[["4a:1f:0c:22:b7:e1",-63,"\#(Self.data)"]]]"#
        #expect(dialects.read(topic, event(tag)).batch?.sightings.map(\.isRotating) == [false])
    }

    @Test(
        "A Shelly's other notifications are ignored",
        arguments: [
            #"{"src":"x","method":"NotifyStatus","params":{"ts":1.5,"switch:0":{"id":0}}}"#,
            #"{"method":"NotifyEvent","params":{"events":[{"component":"input:0","event":"btn"}]}}"#,
            #"{"method":"NotifyEvent","params":{"events":[{"event":"shelly-blu","data":{}}]}}"#,
            "{}", "5", "[]", "",
        ])
    func others(_ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test(
        "A scan without any readable report is refused",
        arguments: [
            ("[2,[5]]", .wrongType), (#"[2,[["aa:bb:cc:dd:ee:ff"]]]"#, .wrongType),
            (#"[2,[["aa:bb:cc:dd:ee:ff","loud",""]]]"#, .wrongType),
            (#"[2,[["aa:bb:cc:dd:ee:ff",-5,"*"]]]"#, .wrongType),
            (#"[2,[["aa:bb:cc:dd:ee:ff",-5,7]]]"#, .wrongType),
            (#"[2,[["anybody",-5,""]]]"#, .invalidID), (#"[1,5,-5,""]"#, .invalidID),
            (#"[2,[["aa:bb:cc:dd:ee:ff",1e400,""]]]"#, .outOfRange), ("[2,", .malformedJSON),
        ] as [(String, Refusal.Reason)])
    func refusals(_ data: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, event(data)) == reason)
    }

    @Test("The online topic sets the status of a known node only")
    func online() {
        let topic = "shellyplus1-a8032ab12345/online"
        #expect(
            dialects.read(topic, "false", isRetained: true)
                == .events([.deviceStatus(node, isOnline: false, isRetained: true)]))
        #expect(dialects.read(topic, "true") == .events([.deviceStatus(node, isOnline: true)]))
        for payload in ["", "1", "yes", "{}"] {
            #expect(dialects.read(topic, payload) == .ignored)
        }
        #expect(dialects.read("!/online", "true") == .ignored)
        #expect(dialects.reason("a/b/online", "true") == .unknownTopic)
    }

    @Test("The Shelly base topic can be changed or switched off")
    func bases() {
        var bases = TopicBases()
        bases.shelly = "home/shelly/+"
        let nested = Dialects(bases: bases)
        #expect(
            nested.subscriptions.suffix(2) == ["home/shelly/+/events/rpc", "home/shelly/+/online"])
        #expect(
            nested.read("home/shelly/Bad/online", "true")
                == .events([.deviceStatus(ID(checked: "bad"), isOnline: true)]))
        bases.shelly = nil
        let without = Dialects(bases: bases)
        #expect(!without.subscriptions.contains { $0.hasSuffix("/online") })
        #expect(without.reason(topic, "{}") == .unknownTopic)
    }
}
