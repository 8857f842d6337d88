import RoostCore
import RoostFormats
import Testing

@Suite("Ruuvi Gateway")
struct RuuviGatewayTests {
    private let dialects = Dialects()
    private let topic = "ruuvi/C8:25:2D:8E:9C:2C/AA:BB:CC:DD:EE:FF"
    private let node = ID<Node>(checked: "c8-25-2d-8e-9c-2c")
    private let sent = Timestamp(milliseconds: 1_790_000_002_000)
    private let time = Timestamp(milliseconds: 1_790_000_001_000)

    @Test(
        "A relayed advertisement is recognized like one heard directly, at its own time",
        arguments: [
            (
                iBeaconAdvertisement,
                Sighting(beacon: .iBeacon, alias: .mac, rssi: nil, txPower: -59)
            ),
            // A RuuviTag repeats its address.
            (
                "0201061BFF990405" + "12FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
                Sighting(beacon: BeaconID(canonical: "mac:cbb8334c884f"), alias: .mac, rssi: nil)
            ),
            ("", Sighting(beacon: .mac, rssi: nil)), ("ff", Sighting(beacon: .mac, rssi: nil)),
        ] as [(String, Sighting)])
    func sightings(_ data: String, _ expected: Sighting) {
        var expected = expected
        expected.rssi = RSSI(dBm: -66)
        expected.time = time
        let payload =
            #"{"gw_mac":"C8:25:2D:8E:9C:2C","rssi":-66,"aoa":[],"gwts":1790000002,"#
            + #""ts":1790000001,"data":"\#(data)","coords":""}"#
        #expect(
            dialects.read(topic, payload).batch
                == SightingBatch(node: node, sightings: [expected], sent: sent))
        #expect(dialects.read(topic, payload, isRetained: true).batch?.isRetained == true)
    }

    @Test("Messages of older firmware, without a clock, or only decoded are read, too")
    func forms() {
        let text = #"{"rssi":-66,"gwts":"1790000002","ts":"1790000001","data":"020106"}"#
        #expect(dialects.read(topic, text).batch?.sent == sent)
        #expect(dialects.read(topic, text).sightings?.first?.time == time)
        let heard = [Sighting(beacon: .mac, rssi: RSSI(dBm: -66))]
        #expect(
            dialects.read(topic, #"{"rssi":-66,"aoa":[],"cnt":"17","data":"020106"}"#).batch
                == SightingBatch(node: node, sightings: heard))
        let decoded = #"{"rssi":-66,"dataFormat":5,"temperature":24.3,"id":"AA:BB:CC:DD:EE:FF"}"#
        #expect(dialects.read(topic, decoded).sightings == heard)
    }

    @Test("A tag that hides its address yields an empty batch")
    func hidden() {
        let airTag = "1eff4c001219" + String(repeating: "00", count: 25)
        #expect(
            dialects.read(topic, #"{"rssi":-66,"data":"\#(airTag)"}"#).batch
                == SightingBatch(node: node, sightings: []))
    }

    @Test("The gateway's status becomes that of its node")
    func status() {
        let topic = "ruuvi/C8:25:2D:8E:9C:2C/gw_status"
        #expect(
            dialects.read(topic, #"{"state": "online"}"#, isRetained: true)
                == .status(node.rawValue, isOnline: true, isRetained: true))
        #expect(
            dialects.read(topic, #"{"state":"offline"}"#)
                == .status(node.rawValue, isOnline: false))
        #expect(dialects.reason(topic, #"{"state":5}"#) == .wrongType)
        #expect(dialects.reason(topic, "offline") == .malformedJSON)
        #expect(dialects.read(topic, "") == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            ("[]", .wrongType), ("{}", .missingField), (#"{"rssi":[]}"#, .wrongType),
            (#"{"rssi":-66,"data":"0g"}"#, .wrongType), (#"{"rssi":-66,"data":"0"}"#, .wrongType),
            (#"{"rssi":-66,"data":7}"#, .wrongType), (#"{"rssi":-66,"ts":"noon"}"#, .wrongType),
            (#"{"rssi":-66,"ts":-5}"#, .wrongType), (#"{"rssi":"#, .malformedJSON),
            (#"{"rssi":1e400}"#, .outOfRange),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test("Other topics below the base are ignored")
    func others() {
        #expect(dialects.read("ruuvi/C8:25:2D:8E:9C:2C/command", "{}") == .ignored)
        #expect(dialects.read("ruuvi/C8:25:2D:8E:9C:2C", "{}") == .ignored)
        #expect(dialects.read(topic, "") == .ignored)
        #expect(dialects.reason("ruuvi/!/AA:BB:CC:DD:EE:FF", #"{"rssi":-6}"#) == .invalidID)
    }
}
