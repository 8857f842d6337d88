import RoostCore
import RoostFormats
import Testing

/// Every scanner writes the same tag in another way.
@Suite("One beacon for all spellings of a tag")
struct OneBeaconTests {
    private static let hex = BeaconID.uuid.replacing("-", with: "")
    private static let payloads: [(topic: String, payload: String)] = [
        ("roost/node/n/sightings", #"{"beacon":"\#(BeaconID.iBeacon)","rssi":-60}"#),
        (
            "espresense/devices/x/n",
            #"{"id":"iBeacon:\#(BeaconID.uuid)-10-7","mac":"aabbccddeeff","rssi":-60}"#
        ),
        (
            "home/n/BTtoMQTT/AABBCCDDEEFF",
            #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60,"uuid":"\#(hex)","major":10,"minor":7}"#
        ),
        ("ruuvi/n/AA:BB:CC:DD:EE:FF", #"{"rssi":-60,"data":"\#(iBeaconAdvertisement)"}"#),
        (
            "n/events/rpc",
            #"{"params":{"events":[{"event":"ble.scan_result","data":[2,[["aa:bb:cc:dd:ee:ff","#
                + #"-60,"AgEGGv9MAAIV/aUGk6TiT7Gvz8brB2R4JQAKAAfF",""]]]}]}}"#
        ),
        ("room_presence/n", #"{"id":"\#(hex)-10-7","distance":1.1}"#),
        (
            "monitor/n/x",
            #"{"id":"\#(BeaconID.uuid.uppercased())-10-7","confidence":"100","rssi":"-60"}"#
        ),
        ("room-assistant/mqtt-room/n", #"{"id":"ble-\#(hex)-10-7","distance":1.1}"#),
    ]

    @Test("Every scanner's message about an iBeacon gives the same beacon", arguments: payloads)
    func iBeacon(_ topic: String, _ payload: String) {
        let batch = Dialects().read(topic, payload).batch
        #expect(batch?.node.rawValue == "n")
        #expect(batch?.sightings.map(\.beacon) == [.iBeacon])
    }

    @Test(
        "Every scanner's message about a bare address gives the same beacon",
        arguments: [
            ("roost/node/n/sightings", #"{"beacon":"aa-bb-cc-dd-ee-ff","rssi":-60}"#),
            ("espresense/devices/x/n", #"{"id":"known:aabbccddeeff","rssi":-60}"#),
            ("home/n/BTtoMQTT/AABBCCDDEEFF", #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60}"#),
            ("ruuvi/n/AA:BB:CC:DD:EE:FF", #"{"rssi":-60,"data":"020106"}"#),
            ("room_presence/n", #"{"id":"AABBCCDDEEFF","distance":1.1}"#),
            ("monitor/n/x", #"{"id":"AA:BB:CC:DD:EE:FF","confidence":"100"}"#),
            ("room-assistant/mqtt-room/n", #"{"id":"ble-aabbccddeeff","distance":1.1}"#),
        ])
    func address(_ topic: String, _ payload: String) {
        #expect(Dialects().read(topic, payload).sightings?.map(\.beacon) == [.mac])
    }

    @Test("An Eddystone is the same beacon despite ESPresense's extra namespace byte")
    func eddystone() {
        let id = "eddystone:00010203040506070809:aabbccddeeff"
        let payload = #"{"id":"eddy:0001020304040506070809-aabbccddeeff","rssi":-60}"#
        #expect(
            Dialects().read("espresense/devices/x/n", payload).sightings?.map(\.beacon.rawValue)
                == [id])
        // 00 is the frame, f4 the power where it leaves the tag: −12 dBm, so −53 a metre away.
        let data = "1716aafe00f400010203040506070809aabbccddeeff0000"
        let sighting = Dialects().read(
            "ruuvi/n/C0:FF:EE:00:00:01", #"{"rssi":-60,"data":"\#(data)"}"#
        ).sightings?.first
        #expect(sighting?.beacon.rawValue == id)
        #expect(sighting?.txPower == -53)
    }
}
