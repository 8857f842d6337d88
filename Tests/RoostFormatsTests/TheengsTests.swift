import RoostCore
import RoostFormats
import Testing

@Suite("Theengs and OpenMQTTGateway")
struct TheengsTests {
    private let dialects = Dialects()
    private let topic = "home/OMG_Kitchen/BTtoMQTT/D31122334455"
    private let node = ID<Node>(checked: "omg_kitchen")

    /// Messages from the documentation of both programs, and such as their sources make.
    @Test(
        "A device becomes a sighting by its gateway's node",
        arguments: [
            // An iBeacon behind an address that changes.
            (
                #"{"id":"60:87:57:4C:9B:C2","mac_type":1,"rssi":-78,"distance":7.85288,"#
                    + #""brand":"GENERIC","model":"iBeacon","model_id":"IBEACON","mfid":"4c00","#
                    + #""uuid":"1de4b189115e45f6b44e509352269977","major":0,"minor":0,"#
                    + #""txpower":-66}"#,
                Sighting(
                    beacon: BeaconID(
                        canonical: "ibeacon:1de4b189-115e-45f6-b44e-509352269977:0:0"),
                    alias: BeaconID(canonical: "mac:6087574c9bc2"), rssi: RSSI(dBm: -78),
                    txPower: -66)
            ),
            // The same with its UUID in the place of the address (presuseuuid).
            (
                #"{"id":"1de4b189115e45f6b44e509352269977","mac_type":1,"rssi":-78,"#
                    + #""model_id":"IBEACON","mfid":"4c00","#
                    + #""uuid":"1de4b189115e45f6b44e509352269977","major":0,"minor":0,"#
                    + #""txpower":-66,"mac":"60:87:57:4C:9B:C2"}"#,
                Sighting(
                    beacon: BeaconID(
                        canonical: "ibeacon:1de4b189-115e-45f6-b44e-509352269977:0:0"),
                    alias: BeaconID(canonical: "mac:6087574c9bc2"), rssi: RSSI(dBm: -78),
                    txPower: -66)
            ),
            // An address that stays is a second identity; the last byte is taken for a voltage.
            (
                #"{"id":"D3:11:22:33:44:55","mac_type":1,"rssi":-67,"model_id":"IBEACON","#
                    + #""mfid":"4c00","uuid":"fda50693a4e24fb1afcfc6eb07647825","major":10,"#
                    + #""minor":7,"volt":3.1}"#,
                Sighting(
                    beacon: .iBeacon, alias: BeaconID(canonical: "mac:d31122334455"),
                    rssi: RSSI(dBm: -67))
            ),
            // The advertisement itself counts, not what was made of it.
            (
                #"{"id":"AA:BB:CC:DD:EE:FF","mac_type":0,"rssi":"-67","uuid":"00","major":1,"#
                    + #""minor":1,"manufacturerdata":"#
                    + #""4c000215fda50693a4e24fb1afcfc6eb07647825000a0007c5"}"#,
                Sighting(
                    beacon: .iBeacon, alias: .mac, rssi: RSSI(dBm: -67), txPower: -59)
            ),
            // A sensor with all that is known of it (pubadvdata).
            (
                #"{"id":"11:22:33:44:55:66","mac_type":0,"adv_type":0,"#
                    + #""name":"Qingping Motion & Light","rssi":-93,"#
                    + #""servicedata":"88121122334455660201520f0126090403000000","#
                    + #""servicedatauuid":"0xfdcd","brand":"Qingping","model_id":"CGPR1","#
                    + #""lux":3,"batt":82}"#,
                Sighting(
                    beacon: BeaconID(canonical: "mac:112233445566"), rssi: RSSI(dBm: -93),
                    battery: 82)
            ),
            // A BTHome button tells its battery itself.
            (
                #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60,"servicedatauuid":"fcd2","#
                    + #""servicedata":"44000601623a01","batt":"low"}"#,
                Sighting(beacon: .mac, rssi: RSSI(dBm: -60), battery: 98)
            ),
            // Old firmware with other hardware writes service data that is no hex.
            (
                #"{"id":"c7:fa:ad:13:2c:00","rssi":-68,"distance":2.799256,"#
                    + #""servicedata":"drfgdrgdsrgesrdgdrgdregesrgtrhtyhtfyhdtyhh"}"#,
                Sighting(beacon: BeaconID(canonical: "mac:c7faad132c00"), rssi: RSSI(dBm: -68))
            ),
            // A phone, as undecoded data are handed on: whoever has its key may know it.
            (
                #"{"id":"54:94:5E:9F:64:C4","mac_type":1,"rssi":-74,"txpower":12,"#
                    + #""manufacturerdata":"4c0010060319247bbc68"}"#,
                Sighting(
                    beacon: BeaconID(canonical: "mac:54945e9f64c4"), rssi: RSSI(dBm: -74),
                    isRotating: true)
            ),
            // The power of the radio is not that at one metre.
            (
                #"{"id":"45:F6:8A:76:86:C5","rssi":-55,"txpower":12,"distance":0.495572}"#,
                Sighting(beacon: BeaconID(canonical: "mac:45f68a7686c5"), rssi: RSSI(dBm: -55))
            ),
        ] as [(String, Sighting)])
    func sightings(_ payload: String, _ expected: Sighting) {
        #expect(
            dialects.read(topic, payload).batch
                == SightingBatch(node: node, sightings: [expected]))
    }

    @Test(
        "An untrackable device yields an empty batch",
        arguments: [
            #"{"id":"15:94:5E:9F:64:C4","mac_type":1,"rssi":-74}"#,
            // An AirTag's address looks static and is none.
            #"{"id":"D4:94:5E:9F:64:C4","mac_type":1,"rssi":-74,"manufacturerdata":"4c001219"#
                + #"00000000000000000000000000000000000000000000000000"}"#,
            #"{"id":"nothing","rssi":-60}"#,
        ])
    func strangers(_ payload: String) {
        #expect(
            dialects.read(topic, payload).batch == SightingBatch(node: node, sightings: []))
    }

    @Test(
        "A message that is not an advertisement is ignored",
        arguments: [
            #"{"id":"AA:BB:CC:DD:EE:FF","presence":"absent","unlocked":false}"#,
            #"{"id":"AA:BB:CC:DD:EE:FF","service":"cba20d00","write":"TEST","success":true}"#,
            #"{"hum":"52.6","tempc":"19.2","tempf":"66.56"}"#, "{}", "",
        ])
    func answers(_ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test("Retained messages are marked as such, and undecoded ones are read alike")
    func topics() {
        let payload = #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60}"#
        #expect(dialects.read(topic, payload, isRetained: true).batch?.isRetained == true)
        #expect(
            dialects.read("home/gw/BTtoMQTT/undecoded", payload).batch?.node.rawValue == "gw")
        #expect(
            dialects.read("home/gw/BTtoMQTT/fda50693a4e24fb1afcfc6eb07647825", payload)
                .sightings?.map(\.beacon) == [.mac])
    }

    @Test("A gateway's will and telemetry tell of a known node only")
    func status() {
        func device(_ isOnline: Bool, isRetained: Bool = false) -> Incoming {
            .events([.deviceStatus(node, isOnline: isOnline, isRetained: isRetained)])
        }
        #expect(
            dialects.read("home/OMG_Kitchen/LWT", "offline", isRetained: true)
                == device(false, isRetained: true))
        #expect(dialects.read("home/OMG_Kitchen/LWT", "online") == device(true))
        let telemetry = "home/OMG_Kitchen/SYStoMQTT"
        let uptime = #"{"uptime":7472,"freeMem":42560,"rssi":-42,"SSID":"x","modules":["BT"]}"#
        #expect(dialects.read(telemetry, uptime) == .events([.signOfLife(of: node)]))
        #expect(dialects.read(telemetry, uptime, isRetained: true) == .ignored)
    }

    @Test(
        "Other topics below the same base are ignored",
        arguments: [
            "home/OMG/LWT", "home/OMG/BTtoMQTT", "home/OMG/433toMQTT/1", "home/x", "home/",
            "home/OMG/commands/MQTTtoBT/config", "home/presence/OMG", "home/OMG/BTtoMQTT/x/y",
        ])
    func others(_ topic: String) {
        #expect(dialects.read(topic, "on") == .ignored)
    }

    @Test(
        "A malformed message is refused",
        arguments: [
            ("[]", .wrongType), ("5", .wrongType), (#"{"rssi":-60}"#, .missingField),
            (#"{"id":5,"rssi":-60}"#, .wrongType), (#"{"id":null,"rssi":-60}"#, .missingField),
            (#"{"id":"AA:BB:CC:DD:EE:FF","rssi":"loud"}"#, .wrongType),
            (#"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60,"manufacturerdata":7}"#, .wrongType),
            (#"{"id":"AA:BB:CC:DD:EE:FF","rssi":1e999}"#, .outOfRange), ("{", .malformedJSON),
            (String(repeating: " ", count: 1 << 20 + 1), .tooLarge),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test(
        "An invalid value does not affect the rest of the message",
        arguments: [
            #""uuid":"fda50693a4e24fb1afcfc6eb07647825","major":70000,"minor":-1"#,
            #""uuid":"fda50693","major":1,"minor":1"#, #""uuid":"","major":{},"minor":[]"#,
            #""manufacturerdata":"4c0","servicedatauuid":"0x","servicedata":"00""#,
            #""servicedatauuid":"0xfcd2é","servicedata":"""#, #""batt":-1,"mac_type":"public""#,
            #""manufacturerdata":""# + String(repeating: "ff", count: 300) + #"""#,
        ])
    func hostile(_ members: String) {
        let payload = #"{"id":"AA:BB:CC:DD:EE:FF","rssi":-60,\#(members)}"#
        #expect(
            dialects.read(topic, payload).sightings
                == [Sighting(beacon: .mac, rssi: RSSI(dBm: -60))])
    }
}
