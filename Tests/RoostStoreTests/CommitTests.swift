import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("Commits")
struct CommitTests {
    @Test("A fix that is delivered twice is one; two of one second are two")
    func fixes() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [fix(at: 0), fix(at: 0)]))
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
                #expect(try store.fixes(.all()).count == 1)
                _ = try store.commit(Changes(fixes: [fix(at: 0, latitude: 52.6)]))
                #expect(try store.fixes(.all()).count == 2)
                var named = fix(at: 0)
                named.messageID = "3f2a9c01"
                _ = try store.commit(Changes(fixes: [named, named]))
                #expect(try store.fixes(.all()).count == 3)
            }
        }
    }

    @Test("A fix of a clock that runs ahead is kept as it arrived, and once")
    func ahead() throws {
        let delivered = [10.0, 20].map { second in
            var fix = fix(at: second)
            fix.claimedTime = start.advanced(bySeconds: 86_400)
            return fix
        }
        try StoreFolder.with { folder in
            try folder.open { store in
                for fix in delivered + delivered { _ = try store.commit(Changes(fixes: [fix])) }
                #expect(try store.fixes(.all()).map(\.fix) == [delivered[0]])
            }
        }
    }

    @Test("A request that waits is there after a restart, also with what this version cannot read")
    func waiting() throws {
        let asking = WaitingRequest.Asking(
            time: start, standpoint: Standpoint(center, uncertainty: 20, place: home))
        let request = WaitingRequest(id: 7, topic: "t", payload: [1, 2], asking: asking)
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.waiting = [request]
                _ = try store.commit(changes)
            }
            try folder.open { store in
                #expect(try store.waitingRequests().map(\.asking) == [asking])
                try store.database.write { db in
                    try db.execute(sql: #"UPDATE waiting_request SET asking = '{"time":"noon"}'"#)
                }
                let kept = try store.waitingRequests()
                #expect(kept.map(\.payload) == [[1, 2]] && kept.map(\.asking) == [nil])
            }
        }
    }

    @Test("What was announced is not announced again, after a restart either")
    func announcements() throws {
        var changes = Changes()
        changes.transitions = [(transition(at: 5), message("t"))]
        changes.alerts = [(alert(at: 5), Array("{}".utf8), message("a"))]
        try StoreFolder.with { folder in
            let first = try folder.open { try $0.commit(changes) }
            #expect(first.map(\.message.topic) == ["t", "a"])
            let second = try folder.open { try $0.commit(changes) }
            #expect(second.isEmpty)
        }
    }

    @Test("An alert that must not disturb is kept and not sent")
    func quiet() throws {
        var changes = Changes()
        changes.alerts = [(alert(at: 5), Array("{}".utf8), nil)]
        try StoreFolder.with { folder in
            try folder.open { store in
                let sent = try store.commit(changes)
                #expect(sent.isEmpty)
                #expect(try store.history(.all()).alerts.count == 1)
            }
        }
    }

    @Test("The outbox keeps its order until the broker has acknowledged")
    func outbox() throws {
        try StoreFolder.with { folder in
            let sent = try folder.open { store in
                var changes = Changes()
                changes.messages = ["a", "b", "c"].map(message)
                return try store.commit(changes)
            }
            #expect(sent.map(\.message.topic) == ["a", "b", "c"])
            try folder.open { store in
                #expect(try store.outbox() == sent)
                var changes = Changes()
                changes.delivered = [sent[1].id]
                changes.messages = [message("d")]
                _ = try store.commit(changes)
                #expect(try store.outbox().map(\.message.topic) == ["a", "c", "d"])
            }
        }
    }

    @Test("A commit that fails writes nothing at all")
    func failure() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(fixes: [fix(at: 0)])
                changes.messages = [message("a")]
                // Nobody of that name exists.
                changes.household = [
                    .saveShare(Share(owner: alice, viewer: .everyone, level: .exact))
                ]
                let error = try #require(
                    #expect(throws: DatabaseError.self) { _ = try store.commit(changes) })
                #expect(Store.isContentAtFault(error))
                #expect(try store.fixes(.all()).isEmpty)
                #expect(try store.outbox().isEmpty)
            }
        }
    }

    @Test("A disk that is full is not the content's fault")
    func fullDisk() {
        #expect(!Store.isContentAtFault(DatabaseError(resultCode: .SQLITE_FULL)))
        #expect(!Store.isContentAtFault(DatabaseError(resultCode: .SQLITE_IOERR)))
    }

    @Test("A commit is on the disk when it returns")
    func durable() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                let pragmas = try store.database.writeWithoutTransaction { db in
                    try ["synchronous", "journal_mode", "foreign_keys"].map {
                        try String.fetchOne(db, sql: "PRAGMA \($0)")
                    }
                }
                #expect(pragmas == ["2", "wal", "1"])
            }
        }
    }

    @Test("What the broker keeps for us is known after a restart")
    func retained() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.retained = [("a", true), ("b", true), ("a", true), ("b", false)]
                _ = try store.commit(changes)
            }
            #expect(try folder.open { try $0.retainedTopics() } == ["a"])
        }
    }
}
