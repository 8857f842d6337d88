// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import GRDB
import RoostCore

@testable import RoostStore

/// A folder of a test's own, and the store in it as often as the test opens it.
struct StoreFolder {
    let url: URL

    static func with<Result>(_ body: (StoreFolder) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "roost-store-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }  // What stays is in /tmp.
        return try body(StoreFolder(url: url))
    }

    /// Who may do what with a file of the folder, or with the folder itself.
    func rights(of file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.appending(path: file).path)[
            .posixPermissions] as? Int
    }

    /// Writes what an earlier version kept, whose newest migration was `last`.
    func keep(asOf last: String, _ body: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let old = try DatabaseQueue(path: url.appending(path: "roost.sqlite").path)
        try Schema.migrator.migrate(old, upTo: last)
        try old.write(body)
        try old.close()
    }

    /// Opens the store, and lets go of it afterwards.
    func open<Result>(_ body: (Store) throws -> Result) throws -> Result {
        let store = try Store(directory: url)
        let result = try body(store)
        try store.close()
        return result
    }
}

let start = Timestamp(milliseconds: 1_790_000_000_000)
let alice = ID<User>(checked: "alice")
let bob = ID<User>(checked: "bob")
let home = ID<Place>(checked: "home")
let keys = ID<Item>(checked: "keys")
let phone = DeviceKey(user: alice, device: Device("phone")!)
let center = Coordinate(latitude: 52.5163, longitude: 13.3777)!

func fix(at second: Double, latitude: Double = 52.5) -> Fix {
    Fix(
        coordinate: Coordinate(latitude: latitude, longitude: 13.4)!, accuracy: 12,
        time: start.advanced(bySeconds: second))
}

func transition(at second: Double, isEntering: Bool = true) -> Transition {
    Transition(
        subject: .user, user: alice, isEntering: isEntering, place: home, room: nil,
        time: start.advanced(bySeconds: second))
}

func alert(at second: Double) -> Alert {
    Alert(
        user: alice, kind: .arrived, cause: "arrived at \(second)", title: "Arrived", text: "Home.",
        place: home, time: start.advanced(bySeconds: second), evidence: [])
}

func message(_ topic: String) -> OutgoingMessage {
    OutgoingMessage(topic: topic, payload: Array("{}".utf8))
}

extension Changes {
    init(household: [HouseholdChange]) {
        self.init()
        self.household = household
    }

    init(fixes: [Fix]) {
        self.init()
        self.fixes = fixes.map { ($0, phone, start) }
    }
}

extension Store {
    func letIn(_ users: ID<User>...) throws {
        _ = try commit(
            Changes(household: users.map { .saveUser(User(id: $0, name: "\($0)")) }))
    }

    /// All of alice's history, so many entries at a time.
    func pages(limit: Int) throws -> [HistoryPage] {
        var pages: [HistoryPage] = []
        repeat {
            pages.append(try history(.all(limit: limit), after: pages.last?.next))
        } while pages.last?.next != nil
        return pages
    }
}

extension HistoryQuery {
    /// All that alice's history holds.
    static func all(of user: ID<User> = alice, limit: Int = 1000) -> HistoryQuery {
        HistoryQuery(
            user: user, from: Timestamp(milliseconds: 0),
            to: .distantFuture, limit: limit)
    }
}
