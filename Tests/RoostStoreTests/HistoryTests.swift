import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("History")
struct HistoryTests {
    @Test("Pages hold every fix once and in order, however many are of one second")
    func pages() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                let fixes = (0..<50).map {
                    fix(at: Double($0 / 7), latitude: 50 + Double($0) / 100)
                }
                _ = try store.commit(Changes(fixes: fixes.reversed()))
                var found: [RecordedFix] = []
                var cursor: String?
                repeat {
                    let page = try store.fixes(.all(limit: 3), after: cursor)
                    found += page
                    cursor = page.last?.cursor
                } while cursor != nil
                #expect(Set(found.map(\.fix)) == Set(fixes))
                #expect(found.count == fixes.count)
                #expect(found.map(\.fix.time) == found.map(\.fix.time).sorted())
            }
        }
    }

    @Test("A span begins with its start and ends before its end")
    func span() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [0, 10, 20].map { fix(at: $0) }))
                let query = HistoryQuery(
                    user: alice, from: start, to: start.advanced(bySeconds: 20), limit: 10)
                #expect(try store.fixes(query).map(\.fix.time) == [0, 10].map { fix(at: $0).time })
            }
        }
    }

    @Test("A fix keeps all that it said")
    func members() throws {
        var full = fix(at: 0)
        full.altitude = 310
        full.speed = 1.5
        full.course = 270
        full.battery = 55
        full.trigger = "t"
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [full]))
                #expect(try store.fixes(.all()).map(\.fix) == [full])
            }
        }
    }

    @Test("The newest fixes of one device are found beside those of another")
    func ofDevice() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(fixes: [0, 10, 20, 30].map { fix(at: $0) })
                let tablet = try #require(Device("tablet"))
                changes.fixes.append((fix(at: 40), DeviceKey(user: alice, device: tablet)))
                _ = try store.commit(changes)
                let fixes = try store.fixes(
                    of: phone, since: start.advanced(bySeconds: 10), most: 2)
                #expect(fixes == [fix(at: 20), fix(at: 30)])
            }
        }
    }

    @Test("Of one moment, leaving comes before entering, rooms are left first and entered last")
    func orderOfTransitions() throws {
        let hall = ID<Room>(checked: "hall")
        let steps: [(Bool, ID<Room>?)] = [(false, hall), (false, nil), (true, nil), (true, hall)]
        let transitions = steps.map { isEntering, room in
            Transition(
                subject: .user, user: alice, isEntering: isEntering, place: home, room: room,
                time: start)
        }
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.transitions = transitions.reversed().map { ($0, message("t")) }
                _ = try store.commit(changes)
                #expect(try store.transitions(.all()) == transitions)
            }
        }
    }

    @Test("What has been kept long enough goes, and nothing else")
    func retention() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(household: HouseholdStoreTests.changes)
                changes.fixes = [0, 86400, 2 * 86400].map { (fix(at: $0), phone) }
                changes.transitions = [0, 86400].map { (transition(at: $0), message("t")) }
                changes.alerts = [0, 86400].map { (alert(at: $0), Array("{}".utf8), nil) }
                _ = try store.commit(changes)
                var retention = Retention()
                retention.fixes = 1
                retention.alerts = 1
                retention.transitions = 2
                let now = start.advanced(bySeconds: 2 * 86400)
                while try store.forget(retention, now: now) > 0 {}
                #expect(
                    try store.fixes(.all()).map(\.fix.time)
                        == [86400, 2 * 86400].map { fix(at: $0).time })
                #expect(try store.alerts(.all()).count == 1)
                #expect(try store.transitions(.all()).count == 2)
            }
        }
    }
}

@Suite("Opening the store")
struct OpeningTests {
    @Test("Two gateways cannot have one folder, and the second is told who has it")
    func inUse() throws {
        try StoreFolder.with { folder in
            let error = #expect(throws: StoreError.self) {
                try folder.open { _ in _ = try Store(directory: folder.url) }
            }
            #expect(error == .inUse(folder.url.path, by: getpid()))
            // Once the first has let go, another may have it.
            try Store(directory: folder.url).close()
        }
    }

    @Test("A file that is no database is left as it is")
    func damaged() throws {
        try StoreFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder.url, withIntermediateDirectories: true)
            let file = folder.url.appending(path: "roost.sqlite")
            let text = Data(String(repeating: "not a database ", count: 100).utf8)
            try text.write(to: file)
            #expect(throws: StoreError.self) { _ = try Store(directory: folder.url) }
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test("What an earlier version kept is kept, and what a later one wrote is not touched")
    func versions() throws {
        try StoreFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder.url, withIntermediateDirectories: true)
            let file = folder.url.appending(path: "roost.sqlite").path
            let old = try DatabaseQueue(path: file)
            try Schema.migrator.migrate(old, upTo: "outbox")
            try old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO fix (user, time, device, hash, latitude, longitude)
                        VALUES ('alice', 1790000000000, 'phone', 1, 52.5, 13.4);
                        INSERT INTO beacon VALUES ('mac:a4c138000001', NULL, NULL, -59, 80);
                        INSERT INTO hearing VALUES ('mac:a4c138000001', 'n1', -60, 4, -61, 1, 5);
                        """)
            }
            try old.close()
            try folder.open { store in
                #expect(try store.fixes(.all()).count == 1)
                let beacons = try store.memory().beacons
                #expect(beacons.values.first?.rooms.hearings.first?.level == -60)
                #expect(beacons.values.first?.battery == 80)
            }

            let new = try DatabaseQueue(path: file)
            try new.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('later')") }
            try new.close()
            #expect(throws: StoreError.tooNew(folder.url.path)) {
                _ = try Store(directory: folder.url)
            }
        }
    }

    @Test("Nobody else may read what is kept")
    func permissions() throws {
        try StoreFolder.with { folder in
            try folder.open { _ in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path)
                #expect(attributes[.posixPermissions] as? Int == 0o700)
            }
        }
    }
}
