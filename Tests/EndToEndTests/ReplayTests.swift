import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Replay")
struct ReplayTests {
    @Test("Replaying a recording twice gives identical output that matches what was published")
    func replay() async throws {
        try await Home.with { home in
            let recording = "\(home.broker.directory)/day.ndjson"
            let recorder = try spawn(
                [
                    "mosquitto_sub", "-p", "\(home.broker.port)", "-F", "%j", "-q", "1", "-t",
                    "owntracks/#", "-t", "roost/node/#", "-t", "marks",
                ], output: recording)
            defer {
                kill(recorder, SIGKILL)
                waitpid(recorder, nil, 0)
            }
            try await eventually("the recorder") {
                home.client.post(Array("listening".utf8), to: "marks")
                return try read(recording).isEmpty ? nil : ()
            }
            try await home.giveAliceKeys()
            let house = "\(home.broker.directory)/house.yaml"
            let exported = try await RoostProcess.result(of: "export", "--broker", home.broker.url)
            try #require(exported.status == 0, "\(exported.output)")
            try write(exported.output, to: house)

            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "no")
            home.phone("alice").at(.home)
            try await home.waitForItem("keys", "with_owner", "yes")
            try await home.client.settle()
            try await eventually("the last line") {
                try read(recording).components(separatedBy: "batt").count == 4 ? () : nil
            }

            let data = "\(home.broker.directory)/replayed"
            let imported = try await RoostProcess.result(of: "import", house, "--data", data)
            try #require(imported.status == 0, "\(imported.output)")
            let first = try await RoostProcess.result(of: "replay", recording, "--data", data)
            let second = try await RoostProcess.result(of: "replay", recording, "--data", data)
            #expect(first.status == 0, "\(first.output)")
            #expect(first.output == second.output)
            let compared = try await RoostProcess.result(
                of: "replay", recording, "--data", data, "--set", "belief.absence_min_seconds=90")
            #expect(
                compared.status == 0 && compared.output.contains("0 no more, 0 new"),
                "\(compared.output)")
            let unknown = try await RoostProcess.result(
                of: "replay", recording, "--data", data, "--set", "belief.patience=90")
            #expect(
                unknown.status != 0 && unknown.output.contains("there is no such setting"),
                "\(unknown.output)")

            let twice = try await RoostProcess.result(
                of: "replay", recording, "--data", data, "--set", "belief.room_certainty=0.8",
                "--set", "belief.room_certainty=0.9")
            #expect(
                twice.status != 0 && twice.output.contains("belief.room_certainty twice"),
                "\(twice.output)")

            let lines = first.output.split(separator: "\n").compactMap {
                try? JSON(Array($0.utf8))
            }
            func replayed(_ topic: String) -> [JSON] {
                lines.filter { $0["topic"]?.string == topic }
                    .compactMap { $0["payload"]?.string }.compactMap { try? JSON(Array($0.utf8)) }
            }
            #expect(
                replayed("roost/user/alice/transition").map(Home.step)
                    == home.transitions(of: "alice"))
            #expect(
                replayed("roost/user/alice/transition").map { $0["id"] }
                    == home.client.messages(on: "roost/user/alice/transition").map { $0["id"] })
            #expect(
                replayed("roost/user/alice/alert").map { $0["id"] }
                    == home.alerts("alice").map { $0["id"] })
        }
    }

    @Test("A line that is not a message is skipped and named, and makes the exit status 1")
    func badLines() async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        let file = "\(directory)/day.ndjson"
        try write(
            """
            {"tst":"2026-09-20T08:00:00.000000Z+0000","topic":"owntracks/alice/phone","qos":1,"retain":0,"payload":"{}"}

            nonsense
            {"topic":"owntracks/alice/phone","payload":"{}"}

            """, to: file)
        let result = try await RoostProcess.result(of: "replay", file)
        #expect(result.status == 1)
        #expect(result.output.contains("day.ndjson:3:"))
        #expect(result.output.contains("day.ndjson:4:"))
        #expect(!result.output.contains("day.ndjson:1:"))
        try run("gzip", file)
        let compressed = try await RoostProcess.result(of: "replay", "\(file).gz")
        #expect(compressed.status != 0)
        #expect(compressed.output.contains("\(file).gz is compressed: unpack it"))
    }
}
