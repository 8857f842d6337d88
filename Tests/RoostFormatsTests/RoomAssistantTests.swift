import RoostCore
import RoostFormats
import Testing

@Suite("room-assistant")
struct RoomAssistantTests {
    private let dialects = Dialects()
    private let topic = "room-assistant/entity/hall/bluetooth-low-energy-presence-sensor/ble-x"
    private let time = Timestamp(milliseconds: 1_789_884_072_500)

    private func entity(
        _ members: String, id: String = "ble-fda50693a4e24fb1afcfc6eb07647825-10-7",
        hasAuthority: String = "true"
    ) -> String {
        #"{"entity":{"id":"\#(id)","name":"Keys","distributed":true,"stateLocked":true,"#
            + #""state":"living-room",\#(members)},"diff":[],"hasAuthority":\#(hasAuthority)}"#
    }

    @Test("The leader's message yields every instance's recent distances, and no older ones")
    func measurements() {
        let payload = entity(
            #""distances":{"#
                + #""living-room":{"distance":1.5,"outOfRange":false,"#
                + #""lastUpdatedAt":"2026-09-20T06:01:12.500Z"},"#
                + #""Hall":{"distance":10,"lastUpdatedAt":"2026-09-20T06:01:10.500Z"},"#
                + #""attic":{"distance":3,"lastUpdatedAt":"2026-09-20T05:50:00.000Z"},"#
                + #""cellar":{"distance":30,"outOfRange":true,"#
                + #""lastUpdatedAt":"2026-09-20T06:01:12.000Z"}},"#
                + #""measuredValues":{"living-room":{"rssi":-63.5,"measuredPower":-59}}"#)
        func batch(_ node: String, _ room: String, _ sighting: Sighting) -> Event {
            .sightings(
                SightingBatch(
                    node: ID(checked: node), sightings: [sighting], room: room, sent: time))
        }
        #expect(
            dialects.read(topic, payload)
                == .events([
                    batch(
                        "living-room", "living-room",
                        Sighting(
                            beacon: .iBeacon, rssi: RSSI(dBm: -63.5), txPower: -59, time: time)),
                    batch(
                        "hall", "Hall",
                        Sighting(
                            beacon: .iBeacon, rssi: RSSI(dBm: -86),
                            time: time.advanced(bySeconds: -2))),
                ]))
        for case .sightings(let batch) in dialects.read(topic, payload, isRetained: true).events {
            #expect(batch.isRetained)
        }
    }

    @Test(
        "The charge of the tag's battery is read, where it is one",
        arguments: [("9", 9), ("100", 100), ("255", nil), ("null", nil), (#""9""#, nil)])
    func battery(level: String, expected: Int?) {
        let payload = entity(#""distances":{"hall":{"distance":1}},"batteryLevel":\#(level)"#)
        #expect(dialects.read(topic, payload).sightings?.map(\.battery) == [expected])
    }

    @Test("Ids are recognized in any spelling, with or without the prefix")
    func identities() {
        let distances = #""distances":{"hall":{"distance":1}}"#
        for (id, beacon) in [
            ("ble-aabbccddeeff", "mac:aabbccddeeff"), ("aabbccddeeff", "mac:aabbccddeeff"),
            ("ble-keys", "name:keys"),
            ("bluetooth-classic-aa-bb-cc-dd-ee-ff", "mac:aabbccddeeff"),
        ] {
            #expect(
                dialects.read(topic, entity(distances, id: id)).sightings
                    == [Sighting(beacon: BeaconID(canonical: beacon), rssi: RSSI(dBm: -59))])
        }
    }

    @Test("A phone with Bluetooth Classic that is closer than close by is as near as can be")
    func classic() {
        func level(_ distance: Int) -> [RSSI?]? {
            dialects.read(
                topic,
                entity(
                    #""distances":{"hall":{"distance":\#(distance)}}"#,
                    id: "bluetooth-classic-aa-bb-cc-dd-ee-ff")
            ).sightings?.map(\.rssi)
        }
        #expect(level(-3) == level(0) && level(0) != level(4))
        #expect(level(0)?.compactMap(\.self).isEmpty == false)
    }

    @Test("An instance's status becomes that of its node, and its mqtt_room messages are read")
    func status() {
        #expect(
            dialects.read("room-assistant/status/hall", "online")
                == .status("hall", room: "hall", isOnline: true))
        #expect(
            dialects.read("room-assistant/status/hall", "offline")
                == .status("hall", room: "hall", isOnline: false))
        // As its own test has it.
        let batch = dialects.read(
            "room-assistant/mqtt-room/living-room", #"{"id":"test","name":"Test","distance":4.2}"#
        ).batch
        #expect(batch?.node.rawValue == "living-room")
        #expect(batch?.sightings.map(\.beacon.rawValue) == ["name:test"])
    }

    @Test("Messages of instances other than the leader, or not about tags, are ignored")
    func others() {
        let distances = #""distances":{"hall":{"distance":1}}"#
        #expect(dialects.read(topic, entity(distances, hasAuthority: "false")) == .ignored)
        #expect(dialects.read(topic, entity(distances, hasAuthority: #""yes""#)) == .ignored)
        #expect(dialects.read(topic, entity(#""timeout":60"#)) == .ignored)
        #expect(dialects.read(topic, entity(#""distances":{}"#)) == .ignored)
        #expect(dialects.read(topic, entity(#""distances":[]"#)) == .ignored)
        for topic in [
            topic, "room-assistant/status/hall", "room-assistant/mqtt-room/hall",
        ] {
            #expect(dialects.read(topic, "") == .ignored)
        }
        #expect(dialects.read(topic, "5") == .ignored)
        #expect(dialects.read("room-assistant/sensor/x/state", "hall") == .ignored)
        #expect(dialects.read("room-assistant/entity/hall/x", "{}") == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            (#"{"hasAuthority":true,"entity":{"distances":{"a":{}}}}"#, .missingField),
            (#"{"hasAuthority":true,"entity":{"id":"ble-x","distances":{"a":5}}}"#, .wrongType),
            (
                #"{"hasAuthority":true,"entity":{"id":"ble-x","distances":{"!":{"distance":1}}}}"#,
                .invalidID
            ),
            ("{", .malformedJSON), (String(repeating: "[", count: 40), .tooDeep),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
        #expect(dialects.reason("room-assistant/status/hall", "perhaps") == .wrongType)
    }

    @Test("A message of more instances than a house has rooms is refused")
    func crowd() {
        func payload(_ count: Int) -> String {
            let distances = (0..<count).map { #""n\#($0)":{"distance":1}"# }
            return entity(#""distances":{\#(distances.joined(separator: ","))}"#)
        }
        #expect(dialects.read(topic, payload(100)).events.count == 100)
        #expect(dialects.reason(topic, payload(101)) == .outOfRange)
    }
}
