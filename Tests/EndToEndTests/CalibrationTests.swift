import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Room calibration")
struct CalibrationTests {
    @Test("A calibration of two rooms reports progress, is kept, and survives a crash")
    func measures() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            for node in ["kitchen-1", "hall-1"] { home.node(node).status("online") }
            home.node("kitchen-1").hears(Home.keys)
            try await home.waitForItem("keys", "room", "kitchen")
            let begun = try await home.save(
                "alice", "calibration/start", ["beacon": JSON(Home.keys)])
            #expect(begun["place"] == "home")
            for (room, near, far) in [
                ("kitchen", "kitchen-1", "hall-1"), ("hall", "hall-1", "kitchen-1"),
            ] {
                _ = try await home.save("alice", "calibration/mark", ["room": JSON(room)])
                var used: Int64 = 0
                var keptBack: Int64 = 0
                let began = ContinuousClock.now
                while used < 30 || keptBack < 5 {
                    try #require(ContinuousClock.now - began < .seconds(120))
                    home.node(near).hears(Home.keys, -55)
                    home.node(far).hears(Home.keys, -80)
                    let progress = try await home.save("alice", "calibration/get", [:])
                    let counted = progress["rooms"]?.array?.first { $0["room"] == JSON(room) }
                    keptBack = counted?["kept_back"]?.number?.integer ?? 0
                    used = (counted?["samples"]?.number?.integer ?? 0) - keptBack
                }
            }
            let report = try await home.save("alice", "calibration/stop", [:])
            #expect(
                report["kept"] == true && report["missing"]?.array?.isEmpty == true,
                "\(report.text)")
            let own = try await home.save("alice", "calibration/get", [:])
            #expect(own["places"]?.array?.first?["report"]?["beacon"] == JSON(Home.keys))
            let others = try await home.save("bob", "calibration/get", ["place": "home"])
            let told = others["places"]?.array?.first?["report"]
            #expect(told?["kept"] == true && told?["beacon"] == nil, "whose it is, is hers alone")
            let again = try await home.client.ask("alice", "calibration/stop", [:])
            #expect(again.complaint == "conflict")
            home.gateway.kill()
            try home.gateway.start()
            let kept = try await home.save("alice", "calibration/get", [:])
            #expect(kept["places"]?.array?.first?["rooms"] == ["hall", "kitchen"])
            #expect(kept["places"]?.array?.first?["missing"] == [])
            try await home.save(nil, "node/save", ["node": "shelf", "place": "home"])
            let idle = try await home.save("alice", "calibration/get", [:])
            #expect(idle["places"]?.array?.first?["roomless"] == ["shelf"])
        }
    }

    @Test("After a crash during a walk, the walker is told to begin again")
    func interrupted() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let walk: JSON = ["beacon": JSON(Home.keys), "place": "home"]
            let mark = walk.with("room", "kitchen")
            try await home.save("alice", "calibration/mark", mark)
            home.gateway.kill()
            try home.gateway.start()
            for (verb, payload) in [("mark", mark), ("stop", [:])] as [(String, JSON)] {
                let answer = try await home.client.ask("alice", "calibration/\(verb)", payload)
                #expect(answer.complaint == "conflict", "\(verb)")
                #expect(answer.json.text.contains("begin again"), "\(answer.json.text)")
            }
            try await home.save("alice", "calibration/start", walk)
            try await home.save("alice", "calibration/mark", mark)
        }
    }

    @Test("The command fails if nothing was heard, and says so")
    func unheard() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.node("kitchen-1").status("online")
            home.node("kitchen-1").hears(Home.keys)
            try await home.waitForItem("keys", "room", "kitchen")
            let walk = try await RoostProcess.result(
                of: [
                    "calibrate", "--user", "alice", "--broker", home.broker.url, "--beacon",
                    Home.keys,
                    "--seconds", "10", "kitchen",
                ], typing: "\n")
            #expect(walk.status == 1, "\(walk.output)")
            #expect(
                walk.output.contains("Not used: the beacon was heard in none"), "\(walk.output)")
        }
    }

    @Test("Calibration refuses invalid requests, and treats another user's beacon as unknown")
    func refused() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            for (payload, complaint) in [
                (["beacon": "mac:0000deadbeef"], "not_found beacon"),
                (["beacon": JSON(Home.keys), "place": "nowhere"], "not_found place"),
                (["room": "kitchen"], "missing_field beacon"),
                (["beacon": JSON(Home.keys), "place": "home", "room": "attic"], "not_found room"),
                (["beacon": JSON(Home.keys), "place": "home"], "missing_field room"),
            ] as [(JSON, String)] {
                let answer = try await home.client.ask("alice", "calibration/mark", payload)
                #expect(answer.complaint == complaint, "\(payload.text)")
            }
            let stranger = try await home.client.ask(
                "bob", "calibration/start", ["beacon": JSON(Home.keys), "place": "home"])
            #expect(stranger.complaint == "not_found beacon")
        }
    }
}
