import RoostCore
import RoostFormats
import Testing

@Suite("ESPresense")
struct ESPresenseTests {
    private let dialects = Dialects()
    private let topic = "espresense/devices/iBeacon:x/living_room"
    private let node = ID<Node>(checked: "living_room")

    @Test("A device becomes a sighting by its room's node")
    func sighting() {
        let payload =
            #"{"mac":"4a1f0c22b7e1","id":"iBeacon:e5ca1ade-f007-ba11-0000-0000000000aa-1-7","#
            + #""rssi@1m":-65,"rssi":-71.50,"rxAdj":0,"distance":1.74,"int":240,"batt":88}"#
        let expected = Sighting(
            beacon: BeaconID(canonical: "ibeacon:e5ca1ade-f007-ba11-0000-0000000000aa:1:7"),
            alias: BeaconID(canonical: "mac:4a1f0c22b7e1"),
            rssi: RSSI(dBm: -71.5), txPower: -65, battery: 88)
        #expect(
            dialects.read(topic, payload)
                == .events([
                    .sightings(
                        SightingBatch(node: node, sightings: [expected], room: "living_room"))
                ]))
    }

    @Test("A name from the scanners' settings is the beacon, and its address an alias")
    func named() throws {
        let payload = #"{"mac":"4a1f0c22b7e1","id":"Keys_Anna","rssi":-71.5}"#
        let heard = try #require(dialects.read(topic, payload).sightings?.first)
        #expect(heard.beacon.rawValue == "name:keys_anna")
        #expect(heard.alias?.rawValue == "mac:4a1f0c22b7e1")
        #expect(!heard.isRotating)
    }

    @Test("Without an id the address counts, and a mere device type is ignored")
    func identity() {
        #expect(
            dialects.read(topic, #"{"mac":"4a1f0c22b7e1"}"#).sightings?.map(\.beacon.rawValue)
                == ["mac:4a1f0c22b7e1"])
        let type = #"{"id":"apple:1005:9-24","mac":"4a1f0c22b7e1","rssi":-50}"#
        #expect(
            dialects.read(topic, type).sightings?.map(\.beacon.rawValue) == ["mac:4a1f0c22b7e1"])
        #expect(dialects.read(topic, #"{"id":"apple:1005:9-24","rssi":-50}"#) == .ignored)
        // These change their addresses on purpose, which look stable.
        for hidden in ["apple:findmy", "smarttag:20", "exp:20"] {
            let tag = #"{"id":"\#(hidden)","mac":"f1a2b3c4d5e6","rssi":-50}"#
            #expect(dialects.read(topic, tag) == .ignored)
        }
        #expect(dialects.read(topic, "") == .ignored)
        #expect(dialects.reason(topic, "{}") == .missingField)
        #expect(dialects.reason(topic, #"{"id":5}"#) == .wrongType)
        #expect(dialects.reason(topic, "[]") == .wrongType)
        #expect(dialects.reason("espresense/devices/x/!", #"{"id":"k:a"}"#) == .invalidID)
    }

    @Test("A room's status becomes that of its node")
    func status() {
        let kitchen = ID<Node>(checked: "the-kitchen")
        #expect(
            dialects.read("espresense/rooms/The Kitchen/status", "online", isRetained: true)
                == .events([
                    .nodeInfo(kitchen, NodeInfo(room: "The Kitchen", isRetained: true)),
                    .nodeStatus(kitchen, .online, isRetained: true),
                ]))
        // It may have another name by now.
        #expect(
            dialects.read("espresense/rooms/The Kitchen/status", "offline", isRetained: true)
                == .events([.nodeStatus(kitchen, .offline, isRetained: true)]))
        // A last will is no sign of life.
        #expect(
            dialects.read("espresense/rooms/The Kitchen/status", "offline")
                == .events([.nodeStatus(kitchen, .offline)]))
        let telemetry = "espresense/rooms/living_room/telemetry"
        #expect(
            dialects.read(telemetry, #"{"ip":"1"}"#)
                == .events([.nodeInfo(node, NodeInfo(room: "living_room"))]),
            "a sign of life, and no start")
        #expect(dialects.read(telemetry, "{}", isRetained: true) == .ignored)
        #expect(dialects.reason(telemetry, "[[[") == .malformedJSON)
        #expect(dialects.reason(telemetry, "5") == .wrongType)
    }

    @Test("A beacon's configured name is reported until it is removed")
    func names() {
        let topic = "espresense/settings/iBeacon:\(BeaconID.uuid)-10-7/config"
        let setting = #"{"id":"keys:anna","name":"Keys","rssi@1m":-59}"#
        #expect(
            dialects.read(topic, setting, isRetained: true)
                == .events([.beaconName(BeaconID(canonical: "keys:anna"), of: .iBeacon)]))
        #expect(
            dialects.read(topic, #"{"id":"keys_anna"}"#)
                == .events([.beaconName(BeaconID(canonical: "name:keys_anna"), of: .iBeacon)]))
        for payload in ["", #"{"name":"Keys"}"#, #"{"id":5}"#, #"{"id":"apple:1005:9-24"}"#] {
            #expect(dialects.read(topic, payload) == .events([.beaconName(nil, of: .iBeacon)]))
        }
        #expect(dialects.reason(topic, "5") == .wrongType)
        #expect(dialects.reason(topic, "{") == .malformedJSON)
    }

    @Test(
        "Settings and query responses are ignored",
        arguments: [
            "espresense/rooms/hall/max_distance", "espresense/rooms/hall/max_distance/set",
            "espresense/rooms/*/absorption/set", "espresense/settings/x/config",
            "espresense/settings/aabbccddeeff/config/set",
            "espresense/devices/x/hall/battery", "espresense/companion/status",
        ])
    func ignored(_ topic: String) {
        #expect(dialects.read(topic, "1") == .ignored)
    }

    @Test("A strength that no radio has is refused, and one that is not known is not")
    func strengths() {
        func device(_ rssi: String) -> Incoming {
            dialects.read(
                "espresense/devices/x/kitchen", #"{"id":"mac:aabbccddeeff","rssi":\#(rssi)}"#)
        }
        #expect(device("9999").reason == .outOfRange)
        #expect(device("127").sightings?.first?.rssi == nil && device("127").reason == nil)
        #expect(device("-60").sightings?.first?.rssi == RSSI(dBm: -60))
    }
}
