import RoostCore
import RoostFormats
import Testing

@Suite("Messages of Roost's own nodes")
struct NodeTopicTests {
    private let dialects = Dialects()
    private let topic = "roost/node/hall-1/sightings"
    private let beacon = BeaconID(canonical: "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:1")
    private let node = ID<Node>(checked: "hall-1")

    @Test("A batch becomes sightings")
    func batch() {
        let payload = #"""
            {"sent":"2021-08-03T16:28:20Z","extra":{"a":[1]},"sightings":[
            {"beacon":"ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:1","rssi":-72.6,"tx_power":-59,
             "time":"2021-08-03T16:28:19.976000Z","address":"AA:BB:CC:DD:EE:FF","name":"x"},
            {"beacon":"AA:BB:CC:DD:EE:FF","rssi":"-60","time":1628008100.5,"battery":"87"},
            {"beacon":"apple:1005:9-24","rssi":-50},
            {"address":"AA:BB:CC:DD:EE:00","rssi":127,"time":null}]}
            """#
        let expected = [
            Sighting(
                beacon: beacon, alias: BeaconID(canonical: "mac:aabbccddeeff"),
                rssi: RSSI(dBm: -72.6), txPower: -59,
                time: Timestamp(milliseconds: 1_628_008_099_976)),
            Sighting(
                beacon: BeaconID(canonical: "mac:aabbccddeeff"), rssi: RSSI(dBm: -60),
                time: Timestamp(milliseconds: 1_628_008_100_500), battery: 87),
            Sighting(
                beacon: BeaconID(canonical: "mac:aabbccddee00"), rssi: nil,
                time: Timestamp(milliseconds: 1_628_008_100_000)),
        ]
        var batch = SightingBatch(
            node: node, sightings: expected, sent: Timestamp(milliseconds: 1_628_008_100_000))
        #expect(dialects.read(topic, payload) == .events([.sightings(batch)]))
        batch.isRetained = true
        #expect(dialects.read(topic, payload, isRetained: true) == .events([.sightings(batch)]))
    }

    @Test("A single sighting or a bare array is read as a batch")
    func tolerance() {
        let sighting = #"{"beacon":"aabbccddeeff","rssi":-60,"sent":1628008100}"#
        let expected = Sighting(
            beacon: BeaconID(canonical: "mac:aabbccddeeff"), rssi: RSSI(dBm: -60),
            time: Timestamp(milliseconds: 1_628_008_100_000))
        #expect(dialects.read(topic, sighting).sightings == [expected])
        let array = dialects.read(topic, "[\(sighting),\(sighting)]").sightings
        #expect(array?.map(\.beacon) == [expected.beacon, expected.beacon])
        #expect(dialects.read(topic, #"{"sightings":[]}"#).sightings == [])
        #expect(dialects.read(topic, "") == .ignored)
    }

    @Test(
        "A malformed batch is refused as a whole",
        arguments: [
            ("1", .wrongType), ("\"x\"", .wrongType), ("{}", .missingField),
            (#"{"sightings":{}}"#, .wrongType), (#"{"sightings":[1]}"#, .wrongType),
            (#"{"sightings":null}"#, .wrongType), (#"{"sightings":[{}]}"#, .missingField),
            (#"{"sightings":[{"beacon":"aabbccddeeff","rssi":[]}]}"#, .wrongType),
            (#"{"sightings":[{"beacon":"aabbccddeeff","rssi":"loud"}]}"#, .wrongType),
            (#"{"sightings":[{"beacon":5}]}"#, .wrongType),
            (#"{"sightings":[{"beacon":"aabbccddeeff","time":"noon"}]}"#, .wrongType),
            (#"{"sightings":[{"beacon":"nothing"}]}"#, .invalidID),
            (#"{"sightings":[{"beacon":"aabbccddeeff","rssi":1e400}]}"#, .outOfRange),
            (#"{"sightings":[{"beacon":"aabbccddeeff","rssi":400}]}"#, .outOfRange),
            (#"{"sightings":[{"beacon":"aabbccddeeff","rssi":NaN}]}"#, .malformedJSON),
            (#"{"sightings":[]} x"#, .malformedJSON),
            (String(repeating: "[", count: 40), .tooDeep),
            (String(repeating: " ", count: 1 << 20 + 1), .tooLarge),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test("A sighting with an impossible strength is left out, and one without any counts")
    func impossibleStrength() {
        let others = #"{"beacon":"aabbccddee01"},{"beacon":"aabbccddee02","rssi":127}"#
        let payload = #"{"sightings":[{"beacon":"aabbccddee00","rssi":21},\#(others)]}"#
        let sightings = dialects.read(topic, payload).sightings
        #expect(
            sightings?.map(\.beacon.rawValue) == ["mac:aabbccddee01", "mac:aabbccddee02"])
        #expect(sightings?.allSatisfy { $0.rssi == nil } == true)
    }

    @Test("A written batch is read back unchanged")
    func roundTrip() {
        let sightings = [
            Sighting(
                beacon: beacon, rssi: RSSI(dBm: -63.5), txPower: -59,
                time: Timestamp(milliseconds: 1_628_008_099_976), battery: 40),
            Sighting(beacon: beacon, rssi: nil, time: Timestamp(milliseconds: 1)),
        ]
        let batch = SightingBatch(
            node: node, sightings: sightings, sent: Timestamp(milliseconds: 5))
        #expect(
            dialects.read(topic: topic, payload: batch.jsonBytes, isRetained: false)
                == .events([.sightings(batch)]))
    }

    @Test("The broker says how long it has been running")
    func brokerUptime() {
        let topic = "$SYS/broker/uptime"
        #expect(dialects.subscriptions.contains(topic))
        #expect(dialects.read(topic, "86 seconds") == .events([.brokerUptime(86)]))
        #expect(dialects.read(topic, "0") == .events([.brokerUptime(0)]))
        for payload in ["", "-1 seconds", "soon", "1e3 seconds"] {
            #expect(dialects.reason(topic, payload) == .wrongType, "\(payload)")
        }
    }

    @Test("A status is a word, bare or quoted, retained or not")
    func status() {
        let topic = "roost/node/hall-1/status"
        let online = Incoming.events([.nodeStatus(node, .online)])
        #expect(
            dialects.read(topic, "online", isRetained: true)
                == .events([.nodeStatus(node, .online, isRetained: true)]))
        #expect(dialects.read(topic, "\"online\"") == online)
        #expect(dialects.read(topic, " online\n") == online)
        #expect(dialects.read(topic, "offline") == .events([.nodeStatus(node, .offline)]))
        #expect(dialects.read(topic, "") == .ignored)
        #expect(dialects.reason(topic, "on") == .wrongType)
        #expect(dialects.reason(topic, "\"") == .wrongType)
        #expect(
            dialects.read(topic: topic, payload: [0xff], isRetained: false).reason == .invalidUTF8)
    }

    @Test("A node's info gives its place, room and exit")
    func info() throws {
        let topic = "roost/node/hall-1/info"
        let payload =
            #"{"adapter":"hci0","version":"1","place":"home","room":"Hall","exit":"true"}"#
        var info = NodeInfo(place: ID<Place>("home"), room: "Hall", isExit: true)
        #expect(dialects.read(topic, payload) == .events([.nodeInfo(node, info)]))
        info.isRetained = true
        #expect(
            dialects.read(topic: topic, payload: info.jsonBytes, isRetained: true)
                == .events([.nodeInfo(node, info)]))
        #expect(
            dialects.read(topic, #"{"place":null,"room":""}"#)
                == .events([.nodeInfo(node, NodeInfo())]))
        #expect(dialects.reason(topic, #"{"place":"My Home"}"#) == .invalidID)
        #expect(dialects.reason(topic, #"{"exit":"perhaps"}"#) == .wrongType)
        #expect(dialects.reason(topic, "[]") == .wrongType)
    }
}
