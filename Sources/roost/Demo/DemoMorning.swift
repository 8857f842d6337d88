import RoostCore
import RoostFormats
import SeededRandom

/// The messages of the demo's household to the broker: phones and nodes, second by second.
///
/// A value with its own random generator: the same seed and the same seconds give the same
/// messages.
struct DemoMorning {
    struct Message: Hashable {
        var topic: String
        var payload: [UInt8]
        var qos: Int
        var isRetained: Bool
    }

    private var random: SeededRandom
    private let base: String
    private let ownTracksBase: String
    private var phones: [ID<User>: Phone] = [:]
    private var told = -1.0

    /// The story's seconds between two fixes, on the way and at rest.
    private static let movingInterval = 2.0
    private static let restingInterval = 8.0
    /// The least time between two fixes: phones report whole seconds.
    private static let leastInterval = 1.0

    private struct Phone {
        var lastFix: Double
        var isMoving: Bool
    }

    init(seed: UInt64, base: String, ownTracksBase: String) {
        random = SeededRandom(seed: seed)
        self.base = base
        self.ownTracksBase = ownTracksBase
    }

    /// The nodes' messages on starting.
    func opening() -> [Message] {
        DemoHousehold.posts.flatMap { post -> [Message] in
            let topics = NodeTopics(base: base, node: post.id)
            return [
                Message(
                    topic: topics.status, payload: Array("online".utf8), qos: 1, isRetained: true),
                Message(
                    topic: topics.info,
                    payload: NodeInfo(
                        place: post.place, room: post.room.rawValue, isExit: post.isExit
                    ).jsonBytes, qos: 1, isRetained: true),
            ]
        }
    }

    /// The messages of a second of the story, at the moment `now`.
    mutating func messages(at second: Double, now: Timestamp) -> [Message] {
        nodeMessages(at: second, now: now) + phoneMessages(at: second, now: now)
    }

    /// The narrator's lines since the last call.
    mutating func narration(at second: Double) -> [String] {
        defer { told = second }
        return DemoScript.narration.filter { $0.second > told && $0.second <= second }.map(\.text)
    }

    // MARK: Nodes

    private mutating func nodeMessages(at second: Double, now: Timestamp) -> [Message] {
        let tags = tags(at: second)
        return DemoHousehold.posts.compactMap { post in
            let sightings = tags.compactMap { tag -> Sighting? in
                let reading = DemoRadio.reading(of: tag.point, at: post.point, &random)
                return reading.flatMap { RSSI(dBm: $0) }.map {
                    Sighting(beacon: tag.beacon, rssi: $0, txPower: DemoRadio.txPower, time: now)
                }
            }
            guard !sightings.isEmpty else { return nil }
            return Message(
                topic: NodeTopics(base: base, node: post.id).sightings,
                payload: SightingBatch(node: post.id, sightings: sightings, sent: now).jsonBytes,
                qos: 0, isRetained: false)
        }
    }

    private func tags(at second: Double) -> [(beacon: BeaconID, point: DemoPoint)] {
        let household = DemoHousehold.household
        let worn = household.users.valuesInOrder.flatMap { user in
            user.beacons.map { ($0, DemoScript.state(of: user.id, at: second).point) }
        }
        let attached = household.items.valuesInOrder.compactMap { item in
            item.beacon.flatMap { beacon in
                DemoScript.point(of: item.id, at: second).map { (beacon, $0) }
            }
        }
        return worn + attached
    }

    // MARK: Phones

    private mutating func phoneMessages(at second: Double, now: Timestamp) -> [Message] {
        let users = DemoHousehold.household.users.keys.sorted()
        return users.enumerated().compactMap { index, user in
            let (point, pace) = DemoScript.state(of: user, at: second)
            let isMoving = pace.map { $0.speed > 0 } ?? false
            if let phone = phones[user] {
                let pause = second - phone.lastFix
                let interval = isMoving ? Self.movingInterval : Self.restingInterval
                guard
                    pause >= interval || isMoving != phone.isMoving && pause >= Self.leastInterval
                else { return nil }
            }
            // Initially each phone is at another point of its own rhythm.
            let shift = phones[user] == nil ? Double(index) : 0
            phones[user] = Phone(lastFix: second - shift, isMoving: isMoving)
            return fix(of: user, at: point, pace: pace, second: second, now: now)
        }
    }

    private mutating func fix(
        of user: ID<User>, at point: DemoPoint, pace: DemoScript.Pace?, second: Double,
        now: Timestamp
    ) -> Message? {
        let noise = DemoPoint(4 * random.bell(), 4 * random.bell())
        let seen = DemoPoint(point.east + noise.east, point.north + noise.north)
        guard let coordinate = seen.coordinate else { return nil }
        let accuracy = 8 + (8 * random.fraction()).rounded()
        var fix = Fix(coordinate: coordinate, accuracy: accuracy, time: now)
        fix.speed = pace?.speed ?? 0
        fix.battery = DemoScript.battery(of: user, at: second)
        fix.isCharging = false
        fix.trigger = "t"
        return Message(
            topic: "\(ownTracksBase)/\(user)/\(DemoHousehold.phone(of: user))",
            payload: fix.ownTracksLocation(trackerID: String(user.rawValue.prefix(2))), qos: 1,
            isRetained: true)
    }
}
