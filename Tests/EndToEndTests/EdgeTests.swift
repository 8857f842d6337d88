import Foundation
import RoostCore
import RoostFormats
import TestBroker
import Testing

/// The built `roost-edge`, without a radio: its input comes from captures.
@Suite("The edge node")
struct EdgeTests {
    @Test("Sightings from an edge node place an item in the node's room")
    func placesItem() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let edge = try home.edge("hall-1", hearing: Capture.keys(count: 5))
            try edge.start()
            try await home.waitForItem("keys", "room", "hall")
            #expect(try await edge.end() == 0)
            let batches = home.client.messages(on: "roost/node/hall-1/sightings")
            let sightings = batches.flatMap { $0["sightings"]?.array ?? [] }
            #expect(sightings.compactMap { $0["count"]?.number?.double }.reduce(0, +) == 5)
            #expect(Set(sightings.map { $0["beacon"]?.string }) == [Home.keys])
            #expect(sightings.last?["rssi"] == -60)
            #expect(sightings.last?["tx_power"] == -59)
            #expect(sightings.last?["address"] == "C0:11:22:33:44:55")
            try await home.client.wait(for: "roost/node/hall-1/status") { $0 == "offline" }
        }
    }

    @Test("A node without a radio reports that it is deaf, and why")
    func deaf() async throws {
        try await Home.with { home in
            let edge = try home.edge("hall-1", arguments: ["--adapter", "hci9"])
            try edge.start()
            defer { edge.kill() }
            try await home.client.wait(for: "roost/node/hall-1/status") { $0 == "deaf" }
            try await home.client.wait(for: "roost/node/hall-1/info") {
                $0["problems"]?.array?.first?.string?.contains("Bluetooth") == true
            }
        }
    }

    @Test("A node that is killed is reported offline by its last will")
    func will() async throws {
        try await Home.with { home in
            let edge = try home.edge("hall-1")
            try edge.start()
            try await home.client.wait(for: "roost/node/hall-1/info") { $0["node"] == "hall-1" }
            edge.kill()
            try await home.client.wait(for: "roost/node/hall-1/status") { $0 == "offline" }
        }
    }

    @Test("Settings change over MQTT and outlast a restart, and invalid ones are explained")
    func settings() async throws {
        try await Home.with { home in
            let edge = try home.edge("attic-1")
            try edge.start()
            defer { edge.kill() }
            let info = "roost/node/attic-1/info"
            try await home.client.wait(for: info) { $0["room"] == nil }
            home.client.post(Array("Attic".utf8), to: "roost/node/attic-1/set/node.room")
            try await home.client.wait(for: info) { $0["room"] == "Attic" }
            home.client.post(Array("loud".utf8), to: "roost/node/attic-1/set/publish.weakest_dbm")
            try await home.client.wait(for: info) { info in
                info["problems"]?.array?.contains {
                    $0.string?.contains("publish.weakest_dbm: must be a number") == true
                } == true
            }
            #expect(try await edge.stop() == 0)
            try edge.start()
            try await home.client.wait(for: info) {
                $0["room"] == "Attic" && $0["problems"]?.array?.count == 1
            }
        }
    }

    @Test("Sightings made while the broker was away arrive when it is back")
    func brokerAway() async throws {
        try await TestBroker.with { broker in
            broker.stop()
            let edge = try Home.edge(
                "hall-1", at: broker, hearing: Capture.keys(count: 30, every: 0.1))
            try edge.start()
            defer { edge.kill() }
            try await eventually("the edge to notice") {
                edge.log.contains("no connection to the broker") ? () : nil
            }
            try broker.start()
            let client = try await Client("everybody", at: broker.url)
            defer { client.close() }
            try await eventually("all that was heard") {
                let sightings = client.messages(on: "roost/node/hall-1/sightings")
                    .flatMap { $0["sightings"]?.array ?? [] }
                let count = sightings.compactMap { $0["count"]?.number?.double }.reduce(0, +)
                return count == 30 ? () : nil
            }
            #expect(try await edge.end() == 0)
        }
    }

    @Test("A batch too large for the broker is logged and dropped, and later ones still arrive")
    func largeBatch() async throws {
        try await TestBroker.with(config: ["max_packet_size 700"]) { broker in
            let client = try await Client("everybody", at: broker.url)
            defer { client.close() }
            let edge = try Home.edge("hall-1", at: broker, hearing: Capture.crowd + Capture.later)
            try edge.start()
            defer { edge.kill() }
            #expect(try await edge.end() == 0)
            #expect(edge.log.contains("is larger than the broker takes"))
            let sightings = client.messages(on: "roost/node/hall-1/sightings")
                .flatMap { $0["sightings"]?.array ?? [] }
            #expect(sightings.contains { $0["beacon"] == JSON(Home.keys) })
        }
    }

    @Test("A node that the broker does not let publish says so in its log")
    func forbidden() async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        let acl = "\(directory)/acl"
        try write("topic read #\n", to: acl)
        try await TestBroker.with(config: ["acl_file \(acl)"]) { broker in
            let edge = try Home.edge("hall-1", at: broker, hearing: Capture.keys(count: 3))
            try edge.start()
            defer { edge.kill() }
            #expect(try await edge.end() == 0)
            #expect(edge.log.contains("the broker refuses what this node publishes"))
        }
    }

    @Test("A retained setting does not undo a later change after a restart")
    func retainedSetting() async throws {
        try await Home.with { home in
            let (info, set) = ("roost/node/attic-1/info", "roost/node/attic-1/set/node.room")
            home.client.post(Array("Attic".utf8), to: set, retained: true)
            let edge = try home.edge("attic-1")
            try edge.start()
            defer { edge.kill() }
            try await home.client.wait(for: info) { $0["room"] == "Attic" }
            home.client.post(Array("Loft".utf8), to: set)
            try await home.client.wait(for: info) { $0["room"] == "Loft" }
            #expect(try await edge.stop() == 0)
            let reports = home.client.messages(on: info).count
            try edge.start()
            try await eventually("a report of the new start") {
                home.client.messages(on: info).count > reports ? () : nil
            }
            #expect(home.client.messages(on: info).last?["room"] == "Loft")
        }
    }

    @Test("A 15 MB message does not fill a node's memory")
    func giantSetting() async throws {
        try await Home.with { home in
            let edge = try home.edge("attic-1")
            try edge.start()
            defer { edge.kill() }
            try await home.client.wait(for: "roost/node/attic-1/info") { $0["node"] == "attic-1" }
            let before = try edge.residentMegabytes
            home.client.post(
                [UInt8](repeating: 0x61, count: 15_000_000),
                to: "roost/node/attic-1/set/node.room")
            home.client.post(Array("Attic".utf8), to: "roost/node/attic-1/set/node.room")
            try await home.client.wait(for: "roost/node/attic-1/info") { $0["room"] == "Attic" }
            #expect(try edge.residentMegabytes - before < 10)
        }
    }

    @Test("An invalid setting is an error that names it, its flag, and the allowed values")
    func wrongSetting() async throws {
        let (status, output) = try await RoostProcess.result(
            of: ["scan", "--adapter", "bluetooth"], by: .edge)
        #expect(status != 0)
        #expect(output.contains("radio.adapter: must be any, all, or an adapter such as hci0"))
        #expect(output.contains("--adapter"))
    }

    @Test("A file that is not a btsnoop capture is reported as such")
    func noCapture() async throws {
        let (status, output) = try await RoostProcess.result(
            of: ["scan", "--replay", "/proc/self/cmdline"], by: .edge)
        #expect(status == 1)
        #expect(output.contains("btsnoop"))
    }

    @Test("scan shows a capture's beacons as a table, or each advertisement as JSON")
    func scan() async throws {
        try await withTemporaryFile(Capture.keys(count: 3)) { file in
            let table = try await RoostProcess.result(of: ["scan", "--replay", file], by: .edge)
            #expect(table.status == 0)
            #expect(table.output.contains("3 advertisements"))
            #expect(table.output.contains(Home.keys))
            let lines = try await RoostProcess.result(
                of: ["scan", "--json", "--replay", file], by: .edge)
            #expect(lines.output.split(separator: "\n").count == 3)
            #expect(lines.output.contains("\"kind\":\"iBeacon\""))
        }
    }
}

/// Captures made for tests.
private enum Capture {
    /// Twenty devices at once: more than a small packet holds.
    static let crowd: [UInt8] =
        BtsnoopWriter().header
        + (0..<20 as Range<UInt64>).flatMap { device in
            records(
                of: Advertisement(
                    address: BluetoothAddress(0xa4c1_3800_0000 + device, isRandom: false),
                    rssi: RSSI(dBm: -60), data: AdvertisingData([2, 1, 6])), at: 0)
        }

    /// Alice's keys, more than a second later, without a header.
    static let later = Array(keys(count: 1, from: 1.5).dropFirst(16))

    private static func records(
        of advertisement: Advertisement, at seconds: Double
    ) -> [UInt8] {
        let time = Timestamp(milliseconds: 1_795_000_000_000).advanced(bySeconds: seconds)
        return advertisement.hciEvents.flatMap { BtsnoopWriter().record(event: $0, at: time) }
    }

    /// Alice's keys, heard at −60 dBm.
    static func keys(
        count: Int, every seconds: Double = 0.1, from start: Double = 0
    ) -> [UInt8] {
        let uuid: [UInt8] = [
            0xf7, 0x82, 0x6d, 0xa6, 0x4f, 0xa2, 0x4e, 0x98, 0x80, 0x24, 0xbc, 0x5b, 0x71, 0xe0,
            0x89, 0x3e,
        ]
        let advertisement = Advertisement(
            address: BluetoothAddress(0xc011_2233_4455, isRandom: true), rssi: RSSI(dBm: -60),
            data: AdvertisingData(
                [2, 1, 6, 26, 0xff, 0x4c, 0, 2, 21] + uuid + [0, 1, 0, 7, 0xc5]))
        return BtsnoopWriter().header
            + (0..<count).flatMap {
                records(of: advertisement, at: start + seconds * Double($0))
            }
    }
}

private func withTemporaryFile(
    _ bytes: [UInt8], _ body: (String) async throws -> Void
) async throws {
    let directory = try temporaryDirectory()
    defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
    let file = "\(directory)/capture.btsnoop"
    try Data(bytes).write(to: URL(filePath: file))
    try await body(file)
}

extension Home {
    fileprivate func edge(
        _ node: String, hearing capture: [UInt8]? = nil, arguments: [String] = []
    ) throws -> RoostProcess {
        try Self.edge(node, at: broker, hearing: capture, arguments: arguments)
    }

    fileprivate static func edge(
        _ node: String, at broker: TestBroker, hearing capture: [UInt8]? = nil,
        arguments: [String] = []
    ) throws -> RoostProcess {
        var further = arguments
        if let capture {
            let file = "\(broker.directory)/\(node).btsnoop"
            try Data(capture).write(to: URL(filePath: file))
            further += ["--replay", file]
        }
        return RoostProcess(
            [
                "run", "--node", node, "--broker", broker.url, "--data",
                "\(broker.directory)/\(node)",
            ] + further, by: .edge, log: "\(broker.directory)/\(node).log")
    }
}
