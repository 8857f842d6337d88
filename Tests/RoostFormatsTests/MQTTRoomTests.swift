import RoostCore
import RoostFormats
import Testing

@Suite("mqtt_room")
struct MQTTRoomTests {
    private let dialects = Dialects()
    private let topic = "room_presence/Living Room"
    private let node = ID<Node>(checked: "living-room")

    @Test(
        "A device in a room becomes a sighting by the room's node",
        arguments: [
            // From Home Assistant's documentation.
            (#"{"id":"123testid","name":"Test Device","distance":5.678}"#, "name:123testid", nil),
            (
                #"{"id":"\#(BeaconID.uuid)-10-7","distance":"1","rssi":-71.5}"#,
                BeaconID.iBeacon.rawValue, -71.5
            ),
            (#"{"id":"AA:BB:CC:DD:EE:FF","distance":1}"#, BeaconID.mac.rawValue, -59),
            (#"{"id":"aabbccddeeff","distance":10}"#, BeaconID.mac.rawValue, -86),
            (#"{"id":"aabbccddeeff","distance":0}"#, BeaconID.mac.rawValue, -32),
            (#"{"id":"ble-aabbccddeeff","distance":0.1}"#, BeaconID.mac.rawValue, -32),
            (#"{"id":"keys:anna","rssi":-60}"#, "keys:anna", -60),
        ] as [(String, String, Double?)])
    func sightings(_ payload: String, _ beacon: String, _ dBm: Double?) throws {
        let batch = try #require(dialects.read(topic, payload).batch)
        #expect(batch.node == node)
        #expect(batch.room == "Living Room")
        #expect(batch.sightings.map(\.beacon.rawValue) == [beacon])
        let rssi = try #require(batch.sightings.first?.rssi?.dBm)
        if let dBm { #expect(abs(rssi - dBm) < 1e-9) }
        #expect(dialects.read(topic, payload, isRetained: true).batch?.isRetained == true)
    }

    @Test("A reported distance is converted to a signal strength and back without loss")
    func distance() throws {
        for metres in [0.1, 0.5, 1, 2.5, 5.678, 16, 100] {
            let level = try #require(RSSI(metres: metres)).dBm
            #expect(abs(BeaconTrack().distance(level: level) - metres) < 1e-9)
        }
        for metres in [-1, 1e9, .infinity, .nan] { #expect(RSSI(metres: metres) == nil) }
    }

    @Test("A device too far away for a signal strength is still sighted")
    func far() {
        #expect(
            dialects.read(topic, #"{"id":"aabbccddeeff","distance":1e9}"#).sightings
                == [Sighting(beacon: .mac, rssi: nil)])
    }

    @Test(
        "A message without an identifiable device is ignored",
        arguments: [
            "", "online", "-60", "[]", #""home""#, #"{"id":"apple:1005:9-24","distance":2}"#,
            #"{"id":"!","distance":2}"#, #"{"id":"","distance":2}"#,
        ])
    func others(_ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            ("{}", .missingField), (#"{"id":"aabbccddeeff"}"#, .missingField),
            (#"{"id":5,"distance":1}"#, .wrongType),
            (#"{"id":"aabbccddeeff","distance":"far"}"#, .wrongType),
            (#"{"id":"aabbccddeeff","distance":1e400}"#, .outOfRange), ("{", .malformedJSON),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test("The base topic can lie below that of another dialect")
    func nested() {
        var bases = TopicBases()
        bases.mqttRoom = "home/presence"
        let dialects = Dialects(bases: bases)
        let payload = #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-78,"distance":7.85}"#
        #expect(
            dialects.read("home/presence/OpenMQTTGateway", payload).batch?.node.rawValue
                == "openmqttgateway")
        #expect(dialects.read("home/x/presence", payload) == .ignored)
        #expect(dialects.read("home/presence/x/y", payload) == .ignored)
    }

    @Test(
        "Strengths and distances that cannot be are refused",
        arguments: [#""rssi":9999"#, #""distance":-5"#])
    func impossible(_ member: String) {
        #expect(
            dialects.reason("room_presence/kitchen", #"{"id":"aabbccddeeff",\#(member)}"#)
                == .outOfRange)
    }
}
