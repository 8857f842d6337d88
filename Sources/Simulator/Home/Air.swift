import Glibc
import RoostCore
import SeededRandom

/// What the nodes hear of all senders, second by second.
struct Air: Sendable {
    private var maps: [RadioMap]
    private let buildings: [Building]
    private let family: Family
    private let nodes: [[ID<Node>]]
    private let spots: [[Vector]]
    private let fading = Fading()
    /// When each thing sends next.
    private var next: [Double]
    private var cursors: [ThingCursor]
    private var chance: SeededRandom

    /// How long a thing far from all nodes is not looked at, in seconds.
    private static let pause = 5.0

    init(of life: Life, seed: UInt64) {
        buildings = life.buildings
        family = life.family
        maps = buildings.enumerated().map { RadioMap(of: $1, seed: seed &* 31 &+ UInt64($0)) }
        nodes = buildings.map { building in
            building.rooms.compactMap { room in room.node.map { _ in building.node(in: room) } }
        }
        spots = buildings.map { $0.rooms.compactMap(\.node) }
        var chance = SeededRandom(seed: seed)
        next = family.things.map { _ in chance.within(0...5) }
        cursors = family.things.indices.map { ThingCursor($0) }
        self.chance = chance
    }

    /// Another day was lived.
    mutating func turnPage() {
        cursors = cursors.map { ThingCursor($0.thing) }
    }

    /// Skips all transmissions before that time.
    mutating func skip(to time: Double) {
        for index in next.indices where next[index] < time {
            let interval = family.things[index].interval
            next[index] += ((time - next[index]) / interval).rounded(.up) * interval
        }
    }

    /// The batches of the nodes for the second before `end`.
    mutating func batches(
        until end: Double, in life: Life, outages: Outages, at timestamp: (Double) -> Timestamp
    ) -> [SightingBatch] {
        var heard: [[[Sighting]]] = nodes.map { $0.map { _ in [] } }
        for index in family.things.indices {
            let thing = family.things[index]
            guard let beacon = thing.beacon else { continue }
            while next[index] < end {
                let time = next[index]
                guard let (spot, bearing) = position(of: index, at: time, in: life),
                    let (building, frame) = near(spot),
                    !Outages.holds(outages.things[index], at: time)
                else {
                    next[index] = time + Self.pause
                    continue
                }
                next[index] = time + thing.interval * (0.99 + 0.02 * chance.fraction())
                for node in nodes[building].indices {
                    let level = level(
                        of: thing.power, at: frame, bearing, heardBy: node, in: building)
                    guard let level else { continue }
                    heard[building][node].append(
                        Sighting(
                            beacon: beacon, rssi: RSSI(dBm: level.rounded()), time: timestamp(time))
                    )
                }
            }
        }
        return batches(of: heard, at: end, outages)
    }

    /// How strongly a node hears one packet; `nil` if it misses it.
    private mutating func level(
        of power: Double, at frame: Vector, _ bearing: Vector?, heardBy node: Int, in building: Int
    ) -> Double? {
        guard let loss = maps[building].loss(to: node, from: frame) else { return nil }
        var level = power - loss + fading.next(&chance)
        if let bearing {
            // The body attenuates what lies behind it.
            let way = spots[building][node] - frame
            let cosine =
                (way.east * bearing.east + way.north * bearing.north) / max(0.1, way.length)
            level -= 2 + 3.5 * (1 - cosine)
        }
        // Some packets are lost in collisions, and weak ones in noise.
        guard level > -101, chance.fraction() < 0.75 / (1 + exp(-(level + 95) / 1.5)) else {
            return nil
        }
        return level
    }

    /// One for each node that works and has heard something, in order.
    private func batches(
        of heard: [[[Sighting]]], at end: Double, _ outages: Outages
    ) -> [SightingBatch] {
        var batches: [SightingBatch] = []
        var number = 0
        for (building, sightings) in heard.enumerated() {
            for (node, sightings) in sightings.enumerated() {
                defer { number += 1 }
                guard !sightings.isEmpty, !Outages.holds(outages.nodes[number], at: end) else {
                    continue
                }
                batches.append(SightingBatch(node: nodes[building][node], sightings: sightings))
            }
        }
        return batches
    }

    /// The thing's position and its bearer's direction; `nil` if it is out of reach.
    private mutating func position(
        of thing: Int, at time: Double, in life: Life
    ) -> (Vector, bearing: Vector?)? {
        switch cursors[thing].spot(at: time, in: life) {
        case nil: return nil
        case .lying(_, _, let spot): return (spot, nil)
        case .carried(let leg):
            let way = leg.end - leg.start
            // A standing or sitting person looks roughly in one direction.
            let turn = leg.from * 0.7 + 0.6 * sin((time / 40).rounded(.down) * 12.9898)
            let bearing =
                way.length > 0.1
                ? way * (1 / way.length) : Vector(east: cos(turn), north: sin(turn))
            return (leg.position(at: time), bearing)
        }
    }

    private func near(_ spot: Vector) -> (building: Int, frame: Vector)? {
        for index in buildings.indices {
            let frame = spot - buildings[index].corner
            if abs(frame.east - 5) < 55, abs(frame.north - 5) < 55 { return (index, frame) }
        }
        return nil
    }
}
