import Glibc
import RoostCore
import RoostFormats
import TestBroker
import Testing

@Suite("Enrolling an item")
struct EnrolmentTests {
    private static let tag = "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:9:9"

    private static func answers(to verb: String) -> String {
        "roost/user/alice/response/item/\(verb)"
    }

    /// Lets a node hear beacons until there is an answer that is not an interim report.
    private func answer(
        _ home: Home, to verb: String = "enrol", hearing signals: [(beacon: String, rssi: Int)]
    ) async throws -> JSON {
        let batch: JSON = [
            "sightings": .array(
                signals.map {
                    ["beacon": JSON($0.beacon), "rssi": .init(integerLiteral: $0.rssi)]
                })
        ]
        func hear() { home.client.post(batch, to: "roost/node/kitchen-1/sightings") }
        // Enough to be sure, however slow this machine is.
        for _ in 0..<10 { hear() }
        return try await eventually("an answer") {
            hear()
            return home.client.messages(on: Self.answers(to: verb)).last {
                $0["status"] != "listening"
            }
        }
    }

    @Test("The beacon held against a node becomes the item's, with progress reports meanwhile")
    func enrols() async throws {
        try await Home.with { home in
            home.client.post(Array("online".utf8), to: "roost/node/kitchen-1/status")
            home.client.post(
                ["id": "7", "name": "Keys", "kind": "key"],
                to: "roost/user/alice/request/item/enrol")
            let answer = try await answer(
                home, hearing: [(Self.tag, -40), ("mac:a4c138000009", -75)])
            #expect(answer["status"] == "ok", "\(answer.text)")
            #expect(answer["id"] == "7")
            #expect(answer["data"]?["beacon"] == JSON(Self.tag))
            #expect(answer["data"]?["node"] == "kitchen-1")
            let reports = home.client.messages(on: Self.answers(to: "enrol")).filter {
                $0["status"] == "listening"
            }
            #expect(reports.last?["data"]?["heard"]?.array?.first?["beacon"] == JSON(Self.tag))
            home.node("kitchen-1").hears(Self.tag)
            try await home.waitForItem("keys", "room", "kitchen")
        }
    }

    @Test("Enrolment does not take a phone that scanners call by a name")
    func named() async throws {
        try await Home.with { home in
            let phone = "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:2"
            _ = try await home.roost("user", "add", "alice", "--beacon", phone)
            home.client.post(
                ["id": "alices_phone"], to: "espresense/settings/\(phone)/config", retained: true)
            home.client.post(Array("online".utf8), to: "espresense/rooms/kitchen/status")
            home.client.post(["name": "Keys"], to: "roost/user/alice/request/item/enrol")
            let answer = try await eventually("an answer") {
                for (id, rssi) in [("alices_phone", -35), (Self.tag, -40)] {
                    home.client.post(
                        ["id": JSON(id), "rssi": .init(integerLiteral: rssi)],
                        to: "espresense/devices/\(id)/kitchen")
                }
                return home.client.messages(on: Self.answers(to: "enrol")).last {
                    $0["status"] != "listening"
                }
            }
            #expect(answer["data"]?["beacon"] == JSON(Self.tag), "\(answer.text)")
        }
    }

    @Test("Enrolment takes neither of two beacons that are about equally close")
    func tie() async throws {
        try await Home.with { home in
            home.client.post(Array("online".utf8), to: "roost/node/kitchen-1/status")
            home.client.post(
                ["name": "Keys", "seconds": 7], to: "roost/user/alice/request/item/enrol")
            let answer = try await answer(
                home, hearing: [(Self.tag, -40), ("mac:a4c138000009", -43)])
            #expect(answer["error"]?["code"] == "conflict", "\(answer.text)")
            let items = try await home.save("alice", "item/list", [:])
            #expect(items["items"]?.array?.isEmpty == true)
        }
    }

    @Test("Interrupting the enrol command cancels the enrolment and saves nothing")
    func cancels() async throws {
        try await Home.with { home in
            home.client.post(Array("online".utf8), to: "roost/node/kitchen-1/status")
            let command = RoostProcess(
                [
                    "item", "enrol", "--user", "alice", "--name", "Keys", "--broker",
                    home.broker.url,
                ],
                log: "\(home.broker.directory)/enrol.log")
            try command.start()
            defer { command.kill() }
            try await eventually("the command to listen") {
                command.log.contains("nothing yet") ? () : nil
            }
            if let id = command.id { kill(id, SIGINT) }
            #expect(try await command.end() == 1)
            #expect(command.log.contains("cancelled"))
            let again = try await home.client.ask("alice", "item/enrol", ["cancel": true])
            #expect(again.data["cancelled"] == false)
            let items = try await home.save("alice", "item/list", [:])
            #expect(items["items"]?.array?.isEmpty == true)
        }
    }

    @Test("An enrolment ends with its user, and gives the next one of that name nothing")
    func deletedUser() async throws {
        try await Home.with { home in
            home.client.post(Array("online".utf8), to: "roost/node/kitchen-1/status")
            home.client.post(["name": "Keys"], to: "roost/user/bob/request/item/enrol")
            let topic = "roost/user/bob/response/item/enrol"
            try await home.client.wait(for: topic) { $0["status"] == "listening" }
            try await home.save(nil, "user/delete", ["user": "bob"])
            try await home.save(nil, "user/save", ["user": "bob"])
            let again = try await home.client.ask("bob", "item/enrol", ["cancel": true])
            #expect(again.data["cancelled"] == false)
            let end = try await home.client.wait(for: topic) { $0["status"] == "error" }
            #expect(end["error"]?["message"]?.string?.contains("you were deleted") == true)
        }
    }

    @Test("An item calibrated one metre away is reported at that distance")
    func calibrates() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears(Home.keys, -75)
            try await home.waitForItem("keys", "room", "kitchen")
            let without = try await home.client.ask("bob", "item/calibrate", ["item": "keys"])
            #expect(without.complaint == "not_found item")
            home.client.post(
                ["item": "keys", "seconds": 5], to: "roost/user/alice/request/item/calibrate")
            let answer = try await answer(home, to: "calibrate", hearing: [(Home.keys, -75)])
            #expect(answer["data"]?["tx_power"] == -75, "\(answer.text)")
            try await home.client.wait(for: "roost/item/keys/state") {
                $0["distance"] == 1 && $0["proximity"] == "immediate"
            }
        }
    }

    @Test("An enrolment that cannot succeed is refused at once")
    func refused() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.node("kitchen-1").hears(Home.keys)
            try await home.waitForItem("keys", "room", "kitchen")
            home.node("hall-1").status("offline")
            for (payload, complaint) in [
                (["kind": "key"], "missing_field name"), (["item": "nope"], "missing_field name"),
                (["name": "K", "beacon": "mac:a4c138000001"], "out_of_range beacon"),
                (["name": "K", "seconds": 1], "out_of_range seconds"),
                (["name": "K", "node": "attic"], "not_found node"),
                (["name": "K", "node": "hall-1"], "unavailable"),
                (["name": "K", "kind": "spoon"], "out_of_range kind"),
            ] as [(JSON, String)] {
                let answer = try await home.client.ask("alice", "item/enrol", payload)
                let told = answer.complaint ?? "no complaint"
                #expect(told.hasPrefix(complaint), "\(payload.text): \(told)")
            }
            let taken = try await home.client.ask(
                "bob", "item/enrol", ["item": "keys", "name": "K"])
            #expect(taken.complaint == "conflict item")
        }
    }
}
