// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RoostCore
import RoostFormats
import RoostStore

@testable import RoostGateway

let start = Timestamp(milliseconds: 1_790_000_000_000)
let alice = ID<User>(checked: "alice")
let bob = ID<User>(checked: "bob")
let home = ID<Place>(checked: "home")
let homeCenter = Coordinate(latitude: 52.5163, longitude: 13.3777)!
let phone = DeviceKey(user: alice, device: Device("phone")!)
let keysTag = BeaconID(canonical: "mac:a4c138000001")

/// alice with keys, bob, a home with a kitchen and a node in it.
let householdChanges: [HouseholdChange] = [
    .saveUser(User(id: alice, name: "Alice", devices: [phone.device])),
    .saveUser(User(id: bob, name: "Bob")),
    .savePlace(
        Place(
            id: home, name: "Home", kind: .home, area: .circle(center: homeCenter, radius: 60),
            isShared: true, rooms: [Room(id: ID(checked: "kitchen"), name: "Kitchen")])),
    .saveNode(Node(id: ID(checked: "n1"), place: home, room: ID(checked: "kitchen"))),
    .saveItem(Item(id: ID(checked: "keys"), owner: alice, name: "Keys", beacon: keysTag)),
]

func makeEngine() -> Engine {
    var engine = Engine()
    _ = engine.apply(.listening, at: start)
    _ = engine.apply(.household(householdChanges), at: start)
    return engine
}

/// A fix of alice's phone so many metres north of her home.
func fix(north: Double, at second: Double) -> Fix {
    Fix(
        coordinate: Coordinate(
            latitude: homeCenter.latitude + north / 111_195, longitude: homeCenter.longitude)!,
        accuracy: 10, time: start.advanced(bySeconds: second))
}

/// The same as the app writes it.
func location(_ north: Double, at second: Double) -> JSON {
    let fix = fix(north: north, at: second)
    return [
        "_type": "location", "acc": 10, "lon": number(fix.coordinate.longitude),
        "lat": number(fix.coordinate.latitude),
        "tst": number(Double(fix.time.milliseconds / 1000)),
    ]
}

func number(_ number: Double) -> JSON { JSONNumber(number).map { .number($0) } ?? .null }

/// bob's place, which he does not share, and its node.
let hideout: [HouseholdChange] = [
    .savePlace(
        Place(
            id: ID(checked: "hideout"), name: "Hideout",
            area: .circle(
                center: Coordinate(latitude: 52.55, longitude: 13.3777)!, radius: 60),
            owner: bob)),
    .saveNode(Node(id: ID(checked: "spy-1"), place: ID(checked: "hideout"))),
]

func heard(at second: Double, dBm: Double = -60, by node: String = "n1") -> Event {
    .sightings(
        SightingBatch(
            node: ID(checked: node),
            sightings: [
                Sighting(
                    beacon: keysTag, rssi: RSSI(dBm: dBm), time: start.advanced(bySeconds: second))
            ]))
}

/// Runs `body` with a folder of the test's own.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "roost-gateway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }  // What stays is in /tmp.
    return try body(url)
}
