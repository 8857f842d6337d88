import Foundation
import MQTT
import RoostCore
import RoostFormats
import TestBroker
import Testing

@Suite("Scanners of other systems")
struct ScannerTests {
    @Test("Each scanner moves the item to the right room", arguments: Scanner.all)
    func moves(_ scanner: Scanner) async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            for (node, room) in scanner.saved {
                try await home.save(
                    nil, "node/save", ["node": JSON(node), "place": "home", "room": JSON(room)])
            }
            home.client.post(scanner.hears("Kitchen", .far))
            try await home.waitForItem("keys", "room", "kitchen")
            home.client.post(scanner.hears("Hall", .near))
            try await home.waitForItem("keys", "room", "hall")
            try await home.client.settle()
            #expect(
                home.transitions(of: "alice") == [
                    "keys: leave home/kitchen", "keys: enter home/hall",
                ])
        }
    }

    @Test("Each scanner's status messages set the status of its node")
    func status() async throws {
        try await Home.with { home in
            for scanner in Scanner.all {
                // A device of the household becomes a node when it is saved, or heard.
                for (node, room) in scanner.saved {
                    try await home.save(
                        nil, "node/save", ["node": JSON(node), "place": "home", "room": JSON(room)])
                }
            }
            for isOnline in [true, false, true] {
                for scanner in Scanner.all {
                    if let status = scanner.status?(isOnline) { home.client.post(status) }
                }
                let nodes = try await home.save(nil, "node/list", [:])["nodes"]?.array ?? []
                for scanner in Scanner.all where scanner.status != nil {
                    let node = nodes.first { $0["node"] == JSON(scanner.node) }
                    #expect(
                        node?["status"] == (isOnline ? "online" : "offline"),
                        "\(scanner): \(node?.text ?? "no node")")
                }
            }
        }
    }

    @Test("An item that ESPresense renames is still recognised, even after a restart")
    func names() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.client.post(
                ["id": "keys:anna", "name": "Keys"],
                to: "espresense/settings/\(Home.keys)/config", retained: true)
            for (room, rssi) in [("kitchen", -75), ("hall", -50)] {
                // What waited for the gateway may come before the name that the broker retains.
                try await eventually("the keys in the \(room)") {
                    home.client.post(
                        ["id": "keys:anna", "rssi": .init(integerLiteral: rssi)],
                        to: "espresense/devices/keys:anna/\(room)")
                    return home.item("keys")?["room"] == JSON(room) ? () : nil
                }
                home.gateway.kill()
                try home.gateway.start()
                try await home.client.settle()
            }
        }
    }

    @Test("Rotating addresses leave nothing behind in the household or in memory")
    func rotation() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "room", "kitchen")
            let household = try await home.save(nil, "household/export", [:])
            let memory = try home.gateway.residentMegabytes
            for number in 0..<(RoostProcess.isFull ? 10_000 : 2000) {
                let address = String(0x4000_0000_0000 + number * 7919, radix: 16)
                home.client.post(
                    [
                        "id": JSON(address), "mac_type": 0, "rssi": -50,
                        "manufacturerdata": "4c0010060319247bbc68",
                    ], to: "home/kitchen-1/BTtoMQTT/\(address)")
            }
            try await home.client.settle()
            #expect(try await home.save(nil, "household/export", [:]) == household)
            let growth = try home.gateway.residentMegabytes - memory
            print("memory grew by \(growth) MB from \(memory) MB")
            #expect(growth < 10)
        }
    }
}

/// The messages of another system's scanner about alice's keys.
struct Scanner: Sendable, CustomTestStringConvertible {
    struct Message: Sendable {
        var topic: String
        var payload: [UInt8]

        init(_ topic: String, _ payload: JSON) {
            self.topic = topic
            self.payload = payload.jsonBytes
        }

        init(_ topic: String, text: String) {
            self.topic = topic
            payload = Array(text.utf8)
        }
    }

    enum Nearness: Sendable {
        case near, far

        var rssi: Int { self == .near ? -50 : -75 }
        var json: JSON { .init(integerLiteral: rssi) }
        var distance: JSON { self == .near ? 0.5 : 4.0 }
    }

    var name: String
    /// The node that reports for the kitchen.
    var node: String
    /// The nodes whose topics do not name their rooms.
    var saved: [(node: String, room: String)] = []
    var hears: @Sendable (_ room: String, Nearness) -> Message
    var status: (@Sendable (_ isOnline: Bool) -> Message)?

    var testDescription: String { name }

    private static let uuid = "f7826da64fa24e988024bc5b71e0893e"
    private static let address = "AA:BB:CC:DD:EE:FF"
    private static let advertisement = "0201061aff4c000215\(uuid)00010007c5"
    private static func word(_ isOnline: Bool) -> String { isOnline ? "online" : "offline" }

    static let all: [Scanner] = [
        Scanner(
            name: "ESPresense", node: "kitchen",
            hears: {
                Message(
                    "espresense/devices/iBeacon:x/\($0.lowercased())",
                    ["id": JSON("iBeacon:\(uuid)-1-7"), "rssi": $1.json])
            },
            status: { Message("espresense/rooms/kitchen/status", text: word($0)) }),
        Scanner(
            name: "Theengs", node: "omg_kitchen",
            saved: [("omg_kitchen", "kitchen"), ("omg_hall", "hall")],
            hears: {
                Message(
                    "home/OMG_\($0)/BTtoMQTT/AABBCCDDEEFF",
                    [
                        "id": JSON(address), "mac_type": 1, "rssi": $1.json, "model_id": "IBEACON",
                        "uuid": JSON(uuid), "major": 1, "minor": 7, "txpower": -59,
                    ])
            }, status: { Message("home/OMG_Kitchen/LWT", text: word($0)) }),
        Scanner(
            name: "Ruuvi Gateway", node: "c8-25-2d-00-00-0a",
            saved: [("c8-25-2d-00-00-0a", "kitchen"), ("c8-25-2d-00-00-0b", "hall")],
            hears: {
                Message(
                    "ruuvi/C8:25:2D:00:00:0\($0 == "Kitchen" ? "A" : "B")/\(address)",
                    [
                        "rssi": $1.json, "gwts": JSON(Age.now.time), "ts": JSON(Age(1).time),
                        "data": JSON(advertisement),
                    ])
            },
            status: {
                Message("ruuvi/C8:25:2D:00:00:0A/gw_status", ["state": JSON(word($0))])
            }),
        Scanner(
            name: "Shelly", node: "shelly-kitchen",
            saved: [("shelly-kitchen", "kitchen"), ("shelly-hall", "hall")],
            hears: {
                let data = Data(hex: advertisement).base64EncodedString()
                let report: JSON = [JSON(address), $1.json, JSON(data), ""]
                return Message(
                    "shelly-\($0.lowercased())/events/rpc",
                    [
                        "method": "NotifyEvent",
                        "params": [
                            "ts": JSON(Age.now.time),
                            "events": [["event": "ble.scan_result", "data": [2, [report]]]],
                        ],
                    ])
            }, status: { Message("shelly-kitchen/online", text: "\($0)") }),
        Scanner(
            name: "mqtt_room", node: "kitchen",
            hears: {
                Message(
                    "room_presence/\($0)", ["id": JSON("\(uuid)-1-7"), "distance": $1.distance])
            }),
        Scanner(
            name: "monitor", node: "kitchen",
            hears: {
                Message(
                    "monitor/\($0)/\(uuid)-1-7",
                    [
                        "id": JSON("\(uuid)-1-7"), "confidence": "100", "rssi": JSON("\($1.rssi)"),
                        "timestamp": JSON(Timestamp.now(agedBy: 0).rfc3339),
                    ])
            }, status: { Message("monitor/Kitchen/status", text: word($0)) }),
        Scanner(
            name: "room-assistant", node: "kitchen",
            hears: {
                let reading: JSON = [
                    "distance": $1.distance,
                    "lastUpdatedAt": JSON(Timestamp.now(agedBy: 0).rfc3339),
                ]
                return Message(
                    "room-assistant/entity/leader/ble-presence-sensor/ble-x",
                    [
                        "entity": [
                            "id": JSON("ble-\(uuid)-1-7"),
                            "distances": .object(.init([.init(name: $0, value: reading)])),
                        ], "hasAuthority": true,
                    ])
            }, status: { Message("room-assistant/status/kitchen", text: word($0)) }),
    ]
}

extension Client {
    fileprivate func post(_ message: Scanner.Message) {
        post(message.payload, to: message.topic)
    }
}

extension Timestamp {
    fileprivate static func now(agedBy seconds: Double) -> Timestamp {
        Timestamp(milliseconds: Int64(Age(seconds).time * 1000))
    }
}

extension Data {
    fileprivate init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            })
    }
}
