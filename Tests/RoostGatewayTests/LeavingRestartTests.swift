import RoostCore
import Testing

@testable import RoostGateway

/// Somebody without a phone goes out by the door while the gateway stops and starts.
@Suite("Restarts while somebody goes out")
struct LeavingRestartTests {
    private static let tag = BeaconID(canonical: "mac:a4c138000002")

    private static func changes(door: String?) -> [HouseholdChange] {
        householdChanges + [
            .saveUser(User(id: alice, name: "Alice", beacons: [tag])),
            .saveNode(
                Node(
                    id: ID(checked: "n2"), place: home, room: ID(checked: "hall"), isExit: true,
                    door: door)),
            .saveNode(Node(id: ID(checked: "n3"), place: home, room: ID(checked: "bedroom"))),
        ]
    }

    /// Through the kitchen and the hall, and out by the door at second 72.
    struct Way: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Since which second which level is heard in the kitchen, the hall and the bedroom, in dBm.
        var levels: [(second: Int, kitchen: Double?, hall: Double?, bedroom: Double?)]
        /// When the door was opened and fell shut, if it has a sensor.
        var door: ClosedRange<Int>?
    }

    private static let inside: [(second: Int, kitchen: Double?, hall: Double?, bedroom: Double?)] =
        [(1, -60, -78, -84), (60, -76, -58, -79)]

    private static let ways = [
        Way(
            testDescription: "fading behind the door",
            levels: inside + [
                (72, -88, -74, -86), (74, nil, -80, -84), (76, nil, -86, -86), (78, nil, -90, nil),
                (79, nil, nil, nil),
            ]),
        Way(
            testDescription: "on past the bedroom's window",
            levels: inside + [
                (72, -86, -72, -78), (74, nil, -80, -78), (76, nil, -86, -80), (78, nil, -90, -84),
                (79, nil, nil, -88), (80, nil, nil, -90), (81, nil, nil, nil),
            ]),
    ]

    private static let street = Way(
        testDescription: "heard from the street",
        levels: inside + [
            (72, -86, -70, -88), (74, nil, -84, -90), (84, nil, -86, nil), (94, nil, nil, nil),
        ], door: 70...73)

    /// The steps that are told.
    ///
    /// - Parameter stop: The second after which the gateway stops, for two seconds.
    private static func steps(_ way: Way, stop: Int?) throws -> [Transition] {
        try RestartedGateway.with(changes(door: way.door.map { _ in "door" })) { gateway in
            func time(_ second: Double) -> Timestamp { start.advanced(bySeconds: second) }
            for node in ["n1", "n2", "n3"] {
                gateway.apply(.nodeStatus(ID(checked: node), .online), at: start)
            }
            for second in 1..<200 {
                let now = time(Double(second))
                if let stop, stop < second, second < stop + 3 { continue }
                if let stop, second == stop + 3 {
                    try gateway.stop(at: time(Double(stop) + 0.5))
                    try gateway.restart(at: time(Double(stop) + 2.5))
                }
                if let door = way.door, second == door.lowerBound || second == door.upperBound {
                    let isOpen = second == door.lowerBound
                    gateway.apply(.door(at: ID(checked: "n2"), isOpen: isOpen), at: now)
                }
                let heard = way.levels.last { $0.second <= second }
                let levels = [heard?.kitchen, heard?.hall, heard?.bedroom]
                for (node, level) in zip(["n1", "n2", "n3"], levels) {
                    // The keys lie in the kitchen.
                    let beacons = [(tag, level), (keysTag, node == "n1" ? -60 : nil)]
                    let sightings = beacons.compactMap { beacon, level in
                        level.map { Sighting(beacon: beacon, rssi: RSSI(dBm: $0)) }
                    }
                    gateway.apply(
                        .sightings(SightingBatch(node: ID(checked: node), sightings: sightings)),
                        at: now)
                }
            }
            return gateway.steps(of: alice)
        }
    }

    private static func names(_ steps: [Transition]) -> [String] {
        steps.map { "\($0.isEntering ? "enter" : "leave") \($0.room?.rawValue ?? "\($0.place)")" }
    }

    private static let out = ["leave kitchen", "enter hall", "leave hall", "leave home"]

    @Test(
        "Whoever goes out while the gateway restarts has left, and went to no other room",
        arguments: ways)
    func restart(way: Way) throws {
        let undisturbed = try Self.steps(way, stop: nil)
        #expect(Self.names(undisturbed) == Self.out)
        for stop in 60...86 {
            let disturbed = try Self.steps(way, stop: stop)
            #expect(Self.names(disturbed) == Self.out, "stopped after \(stop) s")
            // What nobody listened to dates nothing.
            let times = [undisturbed, disturbed].map { $0.last?.time.seconds(since: start) ?? 0 }
            #expect(abs(times[0] - times[1]) < 3, "stopped after \(stop) s: \(times)")
        }
    }

    @Test("Who was seen to leave, and is heard from the street, is not back by a restart")
    func street() throws {
        for stop in [nil] + (81...92).map(Optional.init) {
            let steps = try Self.steps(Self.street, stop: stop)
            #expect(Self.names(steps) == Self.out, "stopped after \(stop ?? 0) s")
        }
    }
}
