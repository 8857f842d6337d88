import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("Commits")
struct CommitTests {
    @Test("A fix delivered twice is stored once, and different fixes of one second twice")
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

    @Test("A fix from a clock that runs ahead is stored as it arrived, and only once")
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

    @Test("A ping is stored as one, and pings that an earlier version stored are found")
    func pings() throws {
        var ping = fix(at: 0)
        ping.trigger = "p"
        ping.pinged = start.advanced(bySeconds: 900)
        try StoreFolder.with { folder in
            try folder.keep(asOf: "ways") { db in
                try db.execute(
                    sql: """
                        INSERT INTO fix (user, time, device, hash, latitude, longitude, trigger)
                        VALUES ('alice', 5, 'phone', 1, 52.5, 13.4, 'p'),
                            ('alice', 7, 'phone', 1, 52.5, 13.4, 't');
                        """)
            }
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [ping]))
                let pinged = try store.fixes(.all()).map(\.fix.pinged)
                #expect(pinged == [Timestamp(milliseconds: 5), nil, ping.pinged])
            }
        }
    }

    @Test("A waiting request survives a restart, even if part of it cannot be read")
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

    @Test("Transitions and alerts are not announced again, even after a restart")
    func announcements() throws {
        var changes = Changes()
        changes.transitions = [(transition(at: 5), message("t"))]
        changes.alerts = [(alert(at: 5), Array("{}".utf8), [message("a")])]
        try StoreFolder.with { folder in
            let first = try folder.open { try $0.commit(changes) }
            #expect(first.map(\.message.topic) == ["t", "a"])
            let second = try folder.open { try $0.commit(changes) }
            #expect(second.isEmpty)
        }
    }

    @Test("An alert that must not disturb is stored but not sent")
    func quiet() throws {
        var changes = Changes()
        changes.alerts = [(alert(at: 5), Array("{}".utf8), [])]
        try StoreFolder.with { folder in
            try folder.open { store in
                let sent = try store.commit(changes)
                #expect(sent.isEmpty)
                #expect(try store.history(.all()).alerts.count == 1)
            }
        }
    }

    @Test("The outbox keeps its order, and entries until they are acknowledged")
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

    @Test("A full disk is not blamed on the content")
    func fullDisk() {
        #expect(!Store.isContentAtFault(DatabaseError(resultCode: .SQLITE_FULL)))
        #expect(!Store.isContentAtFault(DatabaseError(resultCode: .SQLITE_IOERR)))
    }

    @Test("The database is fully synchronous, with a write-ahead log and foreign keys")
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

    @Test("Topics that the broker retains are known after a restart, and cleared ones for 30 days")
    func retained() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.retained = [
                    ("a", nil), ("b", nil), ("c", nil), ("a", nil), ("b", start), ("c", start),
                    ("c", nil),
                ]
                _ = try store.commit(changes)
            }
            try folder.open { store in
                #expect(
                    try store.retainedTopics() == RetainedTopics(kept: ["a", "c"], cleared: ["b"]))
                for (day, cleared) in [(29.0, ["b"]), (31, [])] {
                    let now = start.advanced(bySeconds: day * 86_400)
                    while try store.forget(Retention(), now: now) > 0 {}
                    #expect(
                        try store.retainedTopics()
                            == RetainedTopics(kept: ["a", "c"], cleared: Set(cleared)))
                }
            }
        }
    }
}
