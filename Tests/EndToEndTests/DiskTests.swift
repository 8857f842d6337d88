import Foundation
import RoostFormats
import TestBroker
import Testing

/// Every write succeeds, but not for long, or to no avail.
@Suite("A disk in danger")
struct DiskTests {
    @Test("Little room is told in the health and by the doctor, until there is more")
    func room() async throws {
        try await Home.with { home in
            let healthy = try await home.client.wait(for: "roost/gateway/health")
            #expect((healthy["disk_free"]?.number?.integer ?? 0) > 0)
            let file = "\(home.broker.directory)/roost-gateway.yaml"
            // More than any disk has.
            try write("disk: { low_megabytes: 100000000 }\n", to: file)
            let reloaded = try await home.save(nil, "gateway/reload", [:])
            #expect(reloaded["changed"] == ["disk.low_megabytes"])
            let problem = try await home.disk { $0 != nil }
            #expect(problem?.contains("are free on the disk: make room") == true)
            let (status, output) = try await RoostProcess.result(of: [
                "doctor", "--broker", home.broker.url, "--data", "\(home.broker.directory)/data",
                "--config", file,
            ])
            #expect(status == 1)
            #expect(output.contains("error    data      only"))

            try write("disk: { low_megabytes: 1 }\n", to: file)
            let again = try await home.save(nil, "gateway/reload", [:])
            #expect(again["changed"] == ["disk.low_megabytes"])
            _ = try await home.disk { $0 == nil }
        }
    }

    @Test("A database that was moved away is missed, until it is back", arguments: [false, true])
    func moved(isReplaced: Bool) async throws {
        try await Home.with { home in
            let file = URL(filePath: "\(home.broker.directory)/data/roost.sqlite")
            let elsewhere = file.appendingPathExtension("moved")
            try FileManager.default.moveItem(at: file, to: elsewhere)
            if isReplaced { try FileManager.default.copyItem(at: elsewhere, to: file) }
            // Home Assistant asks for everything.
            home.client.post(Array("online".utf8), to: "homeassistant/status")
            let problem = try await home.disk { $0 != nil }
            #expect(problem?.contains("was moved, deleted or replaced") == true)
            // Nothing is answered that nobody would find; the broker keeps it.
            let note: JSON = ["text": "Kept", "lat": 47, "lon": 15]
            home.client.post(note, to: "roost/user/alice/request/note/save")
            try await home.client.wait(for: "roost/gateway/health") {
                $0["problems"]?["store"]?.string?.contains("nothing more is taken") == true
            }
            #expect(home.client.state(of: "roost/user/alice/response/note/save") == nil)

            if isReplaced { try FileManager.default.removeItem(at: file) }
            try FileManager.default.moveItem(at: elsewhere, to: file)
            home.client.post(Array("online".utf8), to: "homeassistant/status")
            _ = try await home.disk { $0 == nil }
            try await home.client.wait(for: "roost/user/alice/response/note/save") {
                $0["status"] == "ok"
            }
            let notes = try await home.save("alice", "note/list", [:])["notes"]?.array
            #expect(notes?.count == 1)
        }
    }
}

extension Home {
    /// The problem of the disk in the health, once it is one that fits.
    fileprivate func disk(_ fits: (String?) -> Bool) async throws -> String? {
        let health = try await client.wait(for: "roost/gateway/health") {
            fits($0["problems"]?["disk"]?.string)
        }
        return health["problems"]?["disk"]?.string
    }
}
