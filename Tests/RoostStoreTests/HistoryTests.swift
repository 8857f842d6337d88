import Dispatch
import Foundation
import GRDB
import Glibc
import Synchronization
import Testing

@testable import RoostCore
@testable import RoostStore

@Suite("History")
struct HistoryTests {
    @Test("Pages hold every fix once and in order, even if many are of one second")
    func pages() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                let fixes = (0..<50).map {
                    fix(at: Double($0 / 7), latitude: 50 + Double($0) / 100)
                }
                _ = try store.commit(Changes(fixes: fixes.reversed()))
                let found = try store.pages(limit: 3).flatMap(\.fixes)
                #expect(Set(found.map(\.fix)) == Set(fixes))
                #expect(found.count == fixes.count)
                #expect(found.map(\.fix.time) == found.map(\.fix.time).sorted())
            }
        }
    }

    @Test("Pages hold all kinds of entries in order, even if many share a moment", arguments: 1...9)
    func mixedPages(limit: Int) throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(
                    fixes: (0..<6).map {
                        fix(at: Double($0 / 3), latitude: 50 + Double($0) / 100)
                    })
                for index in changes.fixes.indices {
                    let tablet = try #require(Device("a.tablet"))
                    if index % 2 == 0 { changes.fixes[index].device.device = tablet }
                }
                changes.transitions = [0, 0, 1].enumerated().map { index, second in
                    (transition(at: second, isEntering: index == 1), message("t"))
                }
                changes.alerts = [0, 1, 2].map { second in
                    (alert(at: second), Array("\(Int(second))".utf8), [])
                }
                _ = try store.commit(changes)
                let (whole, pages) = (try store.history(.all()), try store.pages(limit: limit))
                #expect(whole.next == nil)
                #expect(whole.fixes.count == 6)
                #expect(pages.flatMap(\.fixes) == whole.fixes)
                #expect(pages.flatMap(\.transitions) == whole.transitions)
                #expect(whole.transitions.map(\.isEntering) == [false, true, false])
                #expect(pages.flatMap(\.alerts) == [[48], [49], [50]])
                #expect(pages.count == (12 + limit - 1) / limit)
            }
        }
    }

    @Test("The latest alerts keep the order in which they came, also those of one moment")
    func latest() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                for number in (0..<6).reversed() {
                    var told = alert(at: 5)
                    told.cause = "cause \(number)"
                    var changes = Changes()
                    changes.alerts = [(told, Array("\(number)".utf8), [])]
                    _ = try store.commit(changes)
                }
                let latest = try store.latestAlerts(most: 5)
                #expect(latest.map(\.payload) == [[52], [51], [50], [49], [48]])
                #expect(latest.map(\.id) != latest.map(\.id).sorted(), "chance would show nothing")
            }
        }
    }

    @Test("A cursor is read back as written, and other texts are refused")
    func cursors() throws {
        let marks: [HistoryCursor.Mark] = [
            .fix(hash: -5, device: "my.phone"), .transition(row: 3), .alert(row: 4), .end,
        ]
        for mark in marks {
            let cursor = HistoryCursor(time: start, mark: mark)
            #expect(HistoryCursor(cursor.text) == cursor)
        }
        let none = [
            "", "5", "nonsense", "1.2.phone", "1.fix.x.phone", "1.fix.2", "-1.end", "1.end.2",
            "9223372036854775807.end", "2026-09-20T08:01:12.345Z",
        ]
        for text in none { #expect(HistoryCursor(text) == nil, "\(text)") }
    }

    @Test("A time span includes its start and excludes its end")
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

    @Test("A fix keeps all its members")
    func members() throws {
        var full = fix(at: 0)
        full.altitude = 310
        full.speed = 1.5
        full.course = 270
        full.battery = 55
        full.trigger = "t"
        full.crossing = Fix.Crossing(isEntering: true, region: "Home", origin: "1700000000")
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [full]))
                #expect(try store.fixes(.all()).map(\.fix) == [full])
            }
        }
    }

    @Test("The newest fixes of one device are found among those of another")
    func ofDevice() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(fixes: [0, 10, 20, 30].map { fix(at: $0) })
                let tablet = try #require(Device("tablet"))
                changes.fixes.append(
                    (fix(at: 40), DeviceKey(user: alice, device: tablet), start))
                _ = try store.commit(changes)
                let fixes = try store.fixes(
                    of: phone, since: start.advanced(bySeconds: 10), most: 2)
                #expect(fixes.map(\.fix) == [fix(at: 20), fix(at: 30)])
            }
        }
    }

    @Test("Pings that were sent since a moment are found, although their position is older")
    func pingsSince() throws {
        var pings = [0.0, 5, 15].map { fix(at: $0) }
        for (index, second) in [8.0, 10, 20].enumerated() {
            pings[index].trigger = "p"
            pings[index].pinged = start.advanced(bySeconds: second)
        }
        try StoreFolder.with { folder in
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [fix(at: 0), fix(at: 12)] + pings))
                let fixes = try store.fixes(
                    of: phone, since: start.advanced(bySeconds: 10), most: 10)
                #expect(fixes.map(\.fix) == [pings[1], fix(at: 12), pings[2]])
            }
        }
    }

    @Test(
        "What happened in one moment is told as it happened, on pages of any length",
        arguments: 1...5)
    func orderOfOneMoment(limit: Int) throws {
        // Heard once, in one room, and then no more; then somewhere else.
        let home = [true, false].map { transition(at: 0, isEntering: $0) }
        var office = transition(at: 0)
        office.place = ID(checked: "office")
        let transitions = home + [office]
        let alerts = [AlertKind.left, .arrived].map { kind in
            var alert = alert(at: 0)
            alert.kind = kind
            return alert
        }
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.transitions = transitions.map { ($0, message("t")) }
                changes.alerts = alerts.map { ($0, Array(#"{"kind":"\#($0.kind)"}"#.utf8), []) }
                _ = try store.commit(changes)
                var told: [Transition] = []
                var (kinds, next): ([String], HistoryCursor?) = ([], nil)
                repeat {
                    let page = try store.history(.all(limit: limit), after: next)
                    told += page.transitions
                    kinds += page.alerts.map { String(decoding: $0, as: UTF8.self) }
                    next = page.next
                } while next != nil
                #expect(told == transitions)
                #expect(kinds == [#"{"kind":"left"}"#, #"{"kind":"arrived"}"#])
                let later = start.advanced(bySeconds: 1)
                #expect(try store.lastSteps(of: alice, before: later) == transitions)
            }
        }
    }

    @Test("Entries older than their retention are deleted, and no others")
    func retention() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes(household: HouseholdStoreTests.changes)
                changes.fixes = [0, 86400, 2 * 86400].map { (fix(at: $0), phone, start) }
                changes.transitions = [0, 86400].map { (transition(at: $0), message("t")) }
                changes.alerts = [0, 86400].map { (alert(at: $0), Array("{}".utf8), []) }
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
                #expect(try store.history(.all()).alerts.count == 1)
                #expect(try store.transitions(.all()).count == 2)
            }
        }
    }
}

@Suite("Opening the store")
struct OpeningTests {
    @Test("A second gateway cannot open the same folder, and is told which process has it")
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

    @Test("Opening a folder in use closes no file that another thread has opened")
    func refusals() throws {
        try StoreFolder.with { folder in
            try folder.open { _ in
                let lost = Mutex(0)
                DispatchQueue.concurrentPerform(iterations: 2) { thread in
                    for _ in 0..<1000 where thread == 0 { _ = try? Store(directory: folder.url) }
                    for _ in 0..<50_000 where thread == 1 {
                        let file = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
                        if fcntl(file, F_GETFD) < 0 || close(file) < 0 { lost.withLock { $0 += 1 } }
                    }
                }
                #expect(lost.withLock { $0 } == 0)
            }
        }
    }

    @Test("A file that is not a database is left untouched")
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

    @Test("Data of an earlier version is read, and that of a later version is refused")
    func versions() throws {
        try StoreFolder.with { folder in
            let file = folder.url.appending(path: "roost.sqlite").path
            try folder.keep(asOf: "outbox") { db in
                try db.execute(
                    sql: """
                        INSERT INTO fix (user, time, device, hash, latitude, longitude)
                        VALUES ('alice', 1790000000000, 'phone', 1, 52.5, 13.4);
                        INSERT INTO beacon VALUES ('mac:a4c138000001', NULL, NULL, -59, 80);
                        INSERT INTO hearing VALUES ('mac:a4c138000001', 'n1', -60, 4, -61, 1, 5);
                        INSERT INTO track VALUES ('item', 'keys', '{"isHeard":true,\
                        "withOwner":"no","spot":{"place":"home","room":"hall"},"isLost":false,\
                        "isLowBatteryReported":true,"since":1790000000000,\
                        "departure":{"place":"home","time":1790000000001,\
                        "outOfHearing":1790000000002,"until":1790000000003,\
                        "verdictDue":1790000000004,"wasHeard":true,"isAlerted":true,\
                        "evidence":[]},\
                        "explained":{"spot":4294967295,"answer":"no","busyUntil":1790000005}}');
                        INSERT INTO track VALUES ('item', 'bag', '{"isHeard":false,\
                        "withOwner":"cannot_tell","isLost":true,"isLowBatteryReported":false}');
                        """)
            }
            try folder.open { store in
                #expect(try store.fixes(.all()).count == 1)
                let beacons = try store.memory().beacons
                #expect(beacons.values.first?.rooms.hearings.first?.level == -60)
                #expect(beacons.values.first?.battery == 80)
                let items = try store.memory().items
                let moments = (0..<5).map { Timestamp(milliseconds: 1_790_000_000_000 + $0) }
                let departure = ItemTrack.Departure(
                    place: ID(checked: "home"), time: moments[1], outOfHearing: moments[2],
                    until: moments[3], verdictDue: moments[4], wasHeard: true, hasStayed: true,
                    evidence: [])
                let keys = ItemTrack(
                    spot: .init(place: ID(checked: "home"), room: ID(checked: "hall")),
                    isHeard: true, heardSince: nil, lastHeard: nil, withOwner: .no,
                    since: moments[0], departure: departure, along: nil, isLost: false,
                    isLowBatteryReported: true,
                    explained: ItemTrack.Explained(
                        spot: .max, answer: .no, busyUntil: 1_790_000_005))
                #expect(items[ID(checked: "keys")] == keys)
                #expect(items[ID(checked: "bag")]?.isLost == true)
                #expect(items[ID(checked: "bag")]?.explained == nil)
            }

            let new = try DatabaseQueue(path: file)
            try new.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('later')") }
            try new.close()
            #expect(throws: StoreError.tooNew(folder.url.path)) {
                _ = try Store(directory: folder.url)
            }
        }
    }

    @Test("The folder is accessible only to its owner")
    func permissions() throws {
        try StoreFolder.with { folder in
            let rights = try folder.open { _ in try folder.rights(of: "") }
            #expect(rights == 0o700)
        }
    }

    @Test("Files are readable only by their owner, even if they or the folder were open before")
    func permissionsOfFiles() throws {
        try StoreFolder.with { folder in
            let open: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
            try FileManager.default.createDirectory(
                at: folder.url, withIntermediateDirectories: true, attributes: open)
            let files = ["roost.sqlite", "roost.sqlite-wal", "roost.sqlite-shm"]
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [fix(at: 0)]))
                for file in files { #expect(try folder.rights(of: file) == 0o600, "\(file)") }
                // As an earlier version left them.
                for file in files {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: 0o644],
                        ofItemAtPath: folder.url.appending(path: file).path)
                }
            }
            try folder.open { store in
                _ = try store.commit(Changes(fixes: [fix(at: 1)]))
                for file in files { #expect(try folder.rights(of: file) == 0o600, "\(file)") }
            }
        }
    }
}
