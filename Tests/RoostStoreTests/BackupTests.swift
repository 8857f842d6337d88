import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("Backups")
struct BackupTests {
    @Test("A backup holds what was committed, is for its owner alone, and replaces an earlier one")
    func whole() throws {
        try StoreFolder.with { folder in
            let file = folder.url.appending(path: "copy.sqlite")
            try folder.open { store in
                try store.letIn(alice)
                let empty = try Store.backUp(folder.url, to: file)
                _ = try store.commit(Changes(fixes: (0..<500).map { fix(at: Double($0)) }))
                let size = try Store.backUp(folder.url, to: file)
                #expect(size > empty)
                #expect(try Data(contentsOf: file).count == size)
            }
            #expect(try folder.rights(of: "copy.sqlite") == 0o600)
            #expect(try folder.files() == ["copy.sqlite", "roost.lock", "roost.sqlite"])
            try StoreFolder.with { other in
                let wasThere = try other.restore(file)
                #expect(!wasThere)
                let fixes = try other.open { try $0.fixes(.all()) }
                #expect(fixes.count == 500)
            }
        }
    }

    @Test("Data that this account may not write are said to be so")
    func notAllowed() {
        for code in [ResultCode.SQLITE_READONLY, .SQLITE_READONLY_DIRECTORY] {
            let error = StoreError.cannotOpen("/data", DatabaseError(resultCode: code))
            #expect(error == .notAllowed("/data"))
            #expect(error.description.contains("--data") && !error.description.contains("SQLite"))
        }
    }

    @Test("A backup that cannot be written, or of nothing, leaves what was there")
    func failed() throws {
        try StoreFolder.with { folder in
            let file = folder.url.appending(path: "there/copy.sqlite")
            #expect(throws: StoreError.nothingThere(folder.url.path)) {
                try Store.backUp(folder.url, to: file)
            }
            try folder.open { try $0.letIn(alice) }
            #expect {
                try Store.backUp(folder.url, to: file)
            } throws: { error in
                "\(error)".contains("cannot be written")
            }
            #expect(try folder.files() == ["roost.lock", "roost.sqlite"])
        }
    }

    @Test("A backup never takes the place of the store or of what belongs to it")
    func ontoItself() throws {
        try StoreFolder.with { folder in
            let link = folder.url.appendingPathExtension("link")
            try folder.open { store in
                try store.letIn(alice)
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
                defer { try? FileManager.default.removeItem(at: link) }  // It is in /tmp.
                for name in ["roost.sqlite", "roost.sqlite-wal", "roost.sqlite.part", "roost.lock"]
                {
                    for folder in [folder.url, link] {
                        #expect(throws: StoreError.self, "\(name)") {
                            try Store.backUp(folder, to: folder.appending(path: name))
                        }
                        #expect(throws: StoreError.self, "\(name)") {
                            try Store.backUp(link, to: folder.appending(path: name))
                        }
                    }
                }
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
            }
            let fixes = try folder.open { try $0.fixes(.all()) }
            #expect(fixes.count == 1)
        }
    }

    @Test("A backup does not take the place of a device, nor of a link, whose target is written")
    func ontoOthers() throws {
        try StoreFolder.with { folder in
            try folder.open { try $0.letIn(alice) }
            let (pipe, link) = (
                folder.url.appending(path: "pipe"), folder.url.appending(path: "link")
            )
            #expect(mkfifo(pipe.path, 0o600) == 0)
            #expect(throws: StoreError.self) { try Store.backUp(folder.url, to: pipe) }
            var status = stat()
            #expect(stat(pipe.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
            let target = folder.url.appending(path: "disk.sqlite")
            try Data("old".utf8).write(to: target)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            _ = try Store.backUp(folder.url, to: link)
            #expect(lstat(link.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(try folder.rights(of: "disk.sqlite") == 0o600)
        }
    }

    @Test("What a gateway could not begin with is not sound, and is said to be damaged")
    func undecodable() throws {
        try StoreFolder.with { folder in
            try folder.open { try $0.letIn(alice) }
            _ = try Store.check(folder.url)
            try DatabaseQueue(path: folder.url.appending(path: "roost.sqlite").path).write {
                try $0.execute(
                    sql: "UPDATE user SET settings = replace(settings, 'metric', 'metrik')")
            }
            func isDamage(_ error: any Error) -> Bool {
                if case StoreError.damaged = error { true } else { false }
            }
            #expect(performing: { try Store.check(folder.url) }, throws: isDamage)
            #expect(performing: { try folder.open { try $0.household() } }, throws: isDamage)
        }
    }

    @Test("What an interrupted backup left, with whatever rights, is no part of the next")
    func interrupted() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice)
                let left = folder.url.appending(path: "copy.sqlite.part")
                #expect(FileManager.default.createFile(atPath: left.path, contents: Data("x".utf8)))
                _ = try Store.backUp(folder.url, to: folder.url.appending(path: "copy.sqlite"))
            }
            #expect(try folder.rights(of: "copy.sqlite") == 0o600)
        }
    }

    @Test("A backup is restored whole; what it replaces is kept, and can be restored as well")
    func restored() throws {
        try StoreFolder.with { folder in
            let file = folder.url.appending(path: "copy.sqlite")
            try folder.open { store in
                try store.letIn(alice)
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
                var telling = Changes()
                telling.messages = [message("roost/user/alice/alert")]
                telling.retained = [("roost/user/alice/presence", nil)]
                _ = try store.commit(telling)
                _ = try Store.backUp(folder.url, to: file)
                telling.messages = []
                telling.retained = [("roost/user/bob/presence", nil)]
                _ = try store.commit(telling)
                _ = try store.commit(Changes(fixes: [fix(at: 1)]))
            }
            let wasThere = try folder.restore(file)
            #expect(wasThere)
            try folder.open { store in
                let fixes = try store.fixes(.all())
                #expect(fixes.map(\.fix) == [fix(at: 0)])
                // What was due then is not told now.
                #expect(try store.outbox().isEmpty)
                // What the broker shows since is known, or it would show it for ever.
                let topics = ["alice", "bob"].map { "roost/user/\($0)/presence" }
                #expect(try store.retainedTopics() == RetainedTopics(kept: Set(topics)))
            }
            #expect(try folder.rights(of: "roost.sqlite") == 0o600)
            _ = try folder.restore(folder.replaced, keeping: "again.sqlite")
            let fixes = try folder.open { try $0.fixes(.all()) }
            #expect(fixes.count == 2)
        }
    }

    @Test("A damaged store can be replaced, and its log is not applied to the backup")
    func damaged() throws {
        try StoreFolder.with { folder in
            let file = folder.url.appending(path: "copy.sqlite")
            func copy(_ name: String, _ other: String) throws {
                let bytes = try Data(contentsOf: folder.url.appending(path: name))
                try bytes.write(to: folder.url.appending(path: other))
            }
            try folder.open { store in
                try store.letIn(alice)
                _ = try Store.backUp(folder.url, to: file)
                try store.checkpoint()
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
                // As after a crash.
                try copy("roost.sqlite-wal", "log")
            }
            try copy("log", "roost.sqlite-wal")
            let noise = Data(repeating: 0x5a, count: 4096)
            try noise.write(to: folder.url.appending(path: "roost.sqlite"))
            #expect(throws: StoreError.self) { try folder.open { _ in } }
            _ = try folder.restore(file)
            try folder.open { store in
                let household = try store.household()
                #expect(household.users[alice] != nil)
                #expect(try store.fixes(.all()).isEmpty)
            }
            #expect(try Data(contentsOf: folder.replaced) == noise)
            // Nor is a log whose own file is gone.
            try FileManager.default.removeItem(at: folder.url.appending(path: "roost.sqlite"))
            try copy("log", "roost.sqlite-wal")
            let wasThere = try folder.restore(file, keeping: "other.sqlite")
            #expect(!wasThere)
            let fixes = try folder.open { try $0.fixes(.all()) }
            #expect(fixes.isEmpty)
        }
    }

    @Test("What is no backup, or is in use, is refused, and everything is as before")
    func refused() throws {
        try StoreFolder.with { folder in
            func file(_ name: String) -> URL { folder.url.appending(path: name) }
            try folder.open { store in
                try store.letIn(alice)
                _ = try Store.backUp(folder.url, to: file("good"))
                #expect(throws: StoreError.inUse(folder.url.path, by: getpid())) {
                    try folder.restore(file("good"))
                }
            }
            try Data("a letter".utf8).write(to: file("letter"))
            try DatabaseQueue(path: file("strange").path).write {
                try $0.execute(sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY)")
            }
            try FileManager.default.copyItem(at: file("good"), to: file("newer"))
            try DatabaseQueue(path: file("newer").path).write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('tomorrow')")
            }
            var broken = try Data(contentsOf: file("good"))
            broken.replaceSubrange(8192..<8292, with: Data(repeating: 0xff, count: 100))
            try broken.write(to: file("broken"))
            try FileManager.default.copyItem(at: file("good"), to: file("garbled"))
            try DatabaseQueue(path: file("garbled").path).write {
                try $0.execute(
                    sql: "UPDATE user SET settings = replace(settings, 'metric', 'metrik')")
            }
            let reasons = [
                "garbled": "it is damaged", "missing": "there is no such file",
                "letter": "not a database",
                "strange": "another program", "newer": "newer version", "broken": "damaged",
            ]
            let before = try folder.files()
            for (name, reason) in reasons {
                #expect("\(name)") {
                    try folder.restore(file(name))
                } throws: { error in
                    guard case StoreError.noBackup(_, let given) = error else { return false }
                    return given.contains(reason)
                }
            }
            // The name for what is replaced is taken.
            #expect(throws: StoreError.self) { try folder.restore(file("good"), keeping: "letter") }
            let elsewhere = folder.url.appending(path: "elsewhere")
            #expect(throws: StoreError.self) {
                try Store.restore(file("letter"), to: elsewhere, keeping: elsewhere)
            }
            #expect(try folder.files() == before)
            let household = try folder.open { try $0.household() }
            #expect(household.users[alice] != nil)
        }
    }
}

extension StoreFolder {
    fileprivate var replaced: URL { url.appending(path: "replaced.sqlite") }

    fileprivate func restore(_ backup: URL, keeping name: String = "replaced.sqlite") throws -> Bool
    {
        try Store.restore(backup, to: url, keeping: url.appending(path: name))
    }

    /// The names of the files in the folder, in order, without those that SQLite keeps beside one.
    fileprivate func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
    }
}
