// The lists below are not empty: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import Glibc
import RoostCore
import SeededRandom

/// Hours of two people at home and out, with whatever goes wrong.
///
/// There are phones without a network, watches and tablets, nodes that die, a broker that is away, a
/// door with a sensor, a quarter around the home, and a place that only one of them knows.
/// What is told of the home is held against the truth.
struct RandomDay {
    static let length = 4.0 * 3600
    private static let bobTag = BeaconID(canonical: "mac:a4c138000009")
    private static let nodes = ["n1", "n2"]

    private(set) var witness = Witness()
    private var random: SeededRandom
    private var house = House.online()
    private var people: [Wanderer]
    private var phones: [WanderersPhone] = []
    /// A second device of each person, which goes along or lies at home.
    private var others: [OtherDevice?] = []
    private var second = 0.0
    private var nextPackets: [BeaconID: Double] = [:]
    /// When each node is out of order.
    private var outages: [String: [ClosedRange<Double>]] = [:]
    /// When the gateway has no broker.
    private var gaps: [ClosedRange<Double>] = []
    /// Whether nodes keep meanwhile what they hear.
    private let nodesQueue: Bool
    private var queued: [SightingBatch] = []
    private let hasDoorSensor: Bool
    private var doorShuts: Double?
    private var takesKeys = false
    private let keysInterval: Double

    init(seed: Int) {
        random = SeededRandom(seed: UInt64(seed))
        people = [
            Wanderer(House.alice, tag: House.tag, using: &random),
            Wanderer(House.bob, tag: Self.bobTag, using: &random),
        ]
        keysInterval = [1.0, 3, 10].randomElement(using: &random)!
        nodesQueue = random.fraction() < 0.5
        hasDoorSensor = random.fraction() < 0.4
        func times(_ most: Int, upTo seconds: Double) -> [ClosedRange<Double>] {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                let start = random.fraction() * Self.length
                return start...(start + 5 + random.fraction() * seconds)
            }
        }
        phones = people.map { _ in WanderersPhone(offline: times(3, upTo: 1800)) }
        if random.fraction() < 0.5 {
            for node in Self.nodes { outages[node] = times(3, upTo: 900) }
        }
        if random.fraction() < 0.4 { gaps = times(4, upTo: 200) }
        others = people.map { person in
            guard person.hasPhone else { return nil }
            return OtherDevice(offline: times(3, upTo: 1800), using: &random)
        }
        if random.fraction() < 0.3 { house.draw("quarter", "Quarter", at: House.home, radius: 800) }
        if random.fraction() < 0.3 {
            let cafe = Area.circle(center: House.home.north(400), radius: 40)
            house.change(
                .savePlace(
                    Place(id: ID(checked: "cafe"), name: "Cafe", area: cafe, owner: House.bob)),
                at: 0)
        }
        for person in people {
            let beacons = person.tag.map { [$0] } ?? []
            house.change(
                .saveUser(
                    User(id: person.user, name: person.user.rawValue, beacons: beacons)), at: 0)
        }
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: ID(checked: "office"),
                    room: ID(checked: "desk"))), at: 0)
        house.report("n3", isOnline: true, at: 0)
    }

    mutating func live() {
        var (wasAway, dead): (Bool, Set<String>) = (false, [])
        while second < Self.length {
            second += 1
            let isAway = gaps.contains { $0.contains(second) }
            if isAway != wasAway { isAway ? interrupt() : resume(without: dead) }
            wasAway = isAway
            for node in Self.nodes where !isAway {
                let isDead = outages[node]?.contains { $0.contains(second) } ?? false
                guard isDead != dead.contains(node) else { continue }
                if isDead { dead.insert(node) } else { dead.remove(node) }
                house.report(node, isOnline: !isDead, at: second)
            }
            if !isAway, second.truncatingRemainder(dividingBy: 30) == 0 {
                // Whatever it hears, a node tells of itself.
                for node in Self.nodes where !dead.contains(node) {
                    apply(.signOfLife(of: ID(checked: node)))
                }
            }
            goOn(isAway: isAway)
            hearAll(dead: dead, isAway: isAway)
            for index in people.indices where people[index].hasPhone {
                phones[index].look(at: people[index], second, &random)
                guard !isAway else { continue }
                for fix in phones[index].send(at: second) {
                    report(fix, of: people[index], by: "phone")
                }
            }
            for index in others.indices {
                others[index]?.look(at: people[index], second, &random)
                guard !isAway, let other = others[index] else { continue }
                for fix in others[index]?.phone.send(at: second) ?? [] {
                    report(fix, of: people[index], by: other.name)
                }
            }
            house.wait(until: second + 0.9)
            witness.listen(to: house, second, people)
            if !isAway, dead.isEmpty { witness.look(at: house, second, people) }
        }
    }

    // MARK: What happens

    private mutating func interrupt() {
        house.wait(until: second)
        house.interrupt(at: second)
    }

    private mutating func resume(without dead: Set<String>) {
        house.wait(until: second)
        house.listen(at: second)
        for node in Self.nodes where !dead.contains(node) {
            house.report(node, isOnline: true, isRetained: true, at: second)
        }
        for batch in queued { apply(.sightings(batch)) }
        queued = []
    }

    private mutating func goOn(isAway: Bool) {
        let before = people.map(\.isHome)
        for index in people.indices { people[index].go(at: second, using: &random) }
        if before[0] != people[0].isHome {
            // What she took comes home with her.
            takesKeys = before[0] && random.fraction() < 0.6
            witness.alice(isHome: people[0].isHome, with: takesKeys)
        }
        guard hasDoorSensor, !isAway else { return }
        if let shut = doorShuts {
            guard second >= shut else { return }
            house.door(isOpen: false, at: second)
            doorShuts = nil
        } else if before != people.map(\.isHome) || random.fraction() < 0.0005 {
            house.door(isOpen: true, at: second)
            doorShuts = second + 2 + random.fraction() * 6
        }
    }

    private mutating func report(_ fix: Fix, of person: Wanderer, by device: String) {
        if device != "tablet" { witness.see(fix, of: person.user, isPhone: device == "phone") }
        apply(.fix(fix, of: DeviceKey(user: person.user, device: Device(device)!)))
    }

    private mutating func apply(_ event: Event) {
        house.effects += house.engine.apply(event, at: House.start.advanced(bySeconds: second))
    }

    // MARK: What is heard

    private mutating func hearAll(dead: Set<String>, isAway: Bool) {
        func isDue(_ beacon: BeaconID, every interval: Double) -> Bool {
            guard second >= nextPackets[beacon] ?? 0 else { return false }
            nextPackets[beacon] = second + interval
            return true
        }
        for person in people {
            guard let tag = person.tag, isDue(tag, every: person.interval),
                person.isAwake(at: second)
            else { continue }
            send(tag, of: person, from: person.spot, dead: dead, isAway: isAway)
        }
        if isDue(House.keys, every: keysInterval) {
            let spot = takesKeys ? people[0].spot : .kitchen
            send(House.keys, of: nil, from: spot, dead: dead, isAway: isAway)
        }
    }

    private mutating func send(
        _ beacon: BeaconID, of person: Wanderer?, from spot: Wanderer.Spot, dead: Set<String>,
        isAway: Bool
    ) {
        let fading = 3 * random.bell()
        for (node, level) in Self.levels(at: spot) where !dead.contains(node) {
            let dBm = (level + fading + 2 * random.bell()).rounded()
            guard random.fraction() > 0.12, dBm > -95, !isAway || nodesQueue else { continue }
            if let person { witness.hear(person, at: second) }
            let time = isAway ? House.start.advanced(bySeconds: second) : nil
            let batch = SightingBatch(
                node: ID(checked: node),
                sightings: [Sighting(beacon: beacon, rssi: RSSI(dBm: dBm), time: time)],
                sent: time)
            if isAway { queued.append(batch) } else { apply(.sightings(batch)) }
        }
    }

    private static func levels(at spot: Wanderer.Spot) -> [(node: String, dBm: Double)] {
        switch spot {
        case .kitchen: [("n1", -58), ("n2", -76)]
        case .hall: [("n1", -77), ("n2", -56)]
        case .out(let metres) where abs(metres - Wanderer.office) < 2: [("n3", -60)]
        case .out(let metres): [("n2", -66 - 30 * log10(max(metres, 2) / 2))]
        }
    }
}
