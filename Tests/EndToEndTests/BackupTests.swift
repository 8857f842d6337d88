import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Backups")
struct BackupTests {
    @Test("What was lost since a backup is back once that is restored, and is told")
    func roundTrip() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            let note = try await home.save(
                "alice", "note/save", ["text": "Mind the step", "place": "home"])
            let backup = try await home.save(nil, "gateway/backup", [:])
            let file = try #require(backup["file"]?.string)
            #expect(file.hasPrefix("\(home.broker.directory)/data/backups/roost-"))
            #expect(backup["bytes"]?.number?.integer.map(Int.init) == (try size(of: file)))

            try await home.save("alice", "note/delete", ["note": try #require(note["note"])])
            try await home.save(nil, "user/save", ["user": "carol"])
            try await home.client.wait(for: "roost/user/carol/presence")
            let inUse = try await Self.restore(file, home)
            #expect(inUse.status > 0)
            #expect(inUse.output.contains("is in use by another roost"), "\(inUse.output)")
            #expect(try await home.gateway.stop() == 0)
            let restored = try await Self.restore(file, home)
            #expect(restored.status == 0, "\(restored.output)")

            try home.gateway.start()
            // Nobody of this name was ever there.
            try await home.client.waitForClearing(of: "roost/user/carol/presence")
            let notes = try await home.save("alice", "note/list", [:])["notes"]?.array
            #expect(notes?.map { $0["text"] } == ["Mind the step"])
            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(home.transitions(of: "alice").isEmpty)
        }
    }

    @Test("On another machine a gateway clears what it did not know that the broker has")
    func otherMachine() async throws {
        try await Home.with { home in
            home.client.post("mine", to: "roost/user/carol/mood", retained: true)
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            let backup = try await home.save(nil, "gateway/backup", [:])
            let file = "\(home.broker.directory)/moved.sqlite"
            try run("cp", try #require(backup["file"]?.string), file)
            try await home.save(nil, "user/save", ["user": "carol"])
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            let others = ["roost/user/bob/friends/alice", "roost/user/carol/presence"]
            for topic in others { try await home.client.wait(for: topic) }
            #expect(try await home.gateway.stop() == 0)
            try run("rm", "-r", "\(home.broker.directory)/data")
            let restored = try await Self.restore(file, home)
            #expect(restored.status == 0, "\(restored.output)")

            try home.gateway.start()
            for topic in others { try await home.client.waitForClearing(of: topic) }
            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(home.client.state(of: "roost/user/carol/mood") == "mine", "nobody else's")
        }
    }

    @Test("The newest backups are kept, and nothing else in their folder is touched")
    func newest() async throws {
        try await Home.with(settings: ["backups: { keep: 2 }"], isFurnished: false) { home in
            let folder = "\(home.broker.directory)/data/backups"
            let old = ["roost-20200101T000000Z.sqlite", "roost-20210101T000000Z.sqlite"]
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for name in old + ["letter.txt"] { try write("", to: "\(folder)/\(name)") }
            let line = try await home.roost("backup")
            let new = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder)
                    .first { $0.hasPrefix("roost-20") && !old.contains($0) })
            #expect(line.hasPrefix("wrote \(folder)/\(new) ("))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    == ["letter.txt", old[1], new])
        }
    }

    @Test("Each request for a backup is answered, and what an interrupted one left is removed")
    func twice() async throws {
        try await Home.with(isFurnished: false) { home in
            let folder = "\(home.broker.directory)/data/backups"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for name in ["roost-20200101T000000Z.sqlite.part", "notes.sqlite.part"] {
                try write("", to: "\(folder)/\(name)")
            }
            // Asked twice at once: one is made, and the other is not forgotten.
            home.client.post([:], to: "roost/admin/request/gateway/backup")
            let other = try await home.client.ask(nil, "gateway/backup", ["id": 2])
            #expect(other.isGood || other.errorCode == "unavailable")
            let first = try await home.client.wait(for: "roost/admin/response/gateway/backup")
            #expect(first["status"] == "ok")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.filter { $0.hasSuffix(".part") } == ["notes.sqlite.part"])
        }
    }

    @Test("A backup that cannot be made is an answer with the reason")
    func failed() async throws {
        try await Home.with(isFurnished: false) { home in
            try write("", to: "\(home.broker.directory)/data/backups")
            let answer = try await home.client.ask(nil, "gateway/backup", [:])
            #expect(answer.errorCode == "unavailable")
            #expect(answer.errorMessage?.contains("cannot be written") == true)
        }
    }

    private static func restore(
        _ file: String, _ home: Home
    ) async throws -> (status: Int32, output: String) {
        try await RoostProcess.result(
            of: "restore", file, "--data", "\(home.broker.directory)/data")
    }

    private func size(of file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
    }
}
