import Glibc
import SeededRandom

/// The power at each of a building's nodes from a sender at each spot in and around it.
///
/// Free space with a little more loss, walls, and furniture and reflections: a field that varies
/// within a metre or two and stays constant (the usual indoor model: log-distance, wall losses,
/// correlated shadowing; the variation from one packet to the next is `Fading`).
struct RadioMap: Sendable {
    /// The distance between two spots of the map, and its margin around the building, in metres.
    private static let pitch = 0.5
    private static let around = 45.0

    private let building: Building
    private let origin: Vector
    private let columns: Int
    private let rows: Int
    private let receivers: [Receiver]
    /// The loss against one metre in decibels, by node and spot; NaN if not computed yet.
    private var losses: [[Float]]

    /// The properties of a node and its walls, which differ.
    private struct Receiver: Sendable {
        let spot: Vector
        let gain: Double
        let wall: Double
        let shadow: Shadow

        init(at spot: Vector, _ chance: inout SeededRandom) {
            self.spot = spot
            gain = chance.within(-3...3)
            wall = chance.within(3...6)
            shadow = Shadow(&chance)
        }
    }

    init(of building: Building, seed: UInt64) {
        self.building = building
        let east = building.rooms.map(\.east.upperBound).max() ?? 0
        let north = building.rooms.map(\.north.upperBound).max() ?? 0
        origin = Vector(east: -Self.around, north: -Self.around)
        columns = Int((east + 2 * Self.around) / Self.pitch) + 1
        rows = Int((north + 2 * Self.around) / Self.pitch) + 1
        var chance = SeededRandom(seed: seed)
        receivers = building.rooms.compactMap(\.node).map { Receiver(at: $0, &chance) }
        losses = receivers.map { [columns, rows] _ in
            [Float](repeating: .nan, count: columns * rows)
        }
    }

    /// The loss from a spot of the frame to a node in decibels; `nil` far from the building.
    @inline(__always)
    mutating func loss(to node: Int, from spot: Vector) -> Double? {
        let column = Int((spot.east - origin.east) / Self.pitch + 0.5)
        let row = Int((spot.north - origin.north) / Self.pitch + 0.5)
        guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
        let index = row * columns + column
        if losses[node][index].isNaN { losses[node][index] = loss(to: node, column, row) }
        return Double(losses[node][index])
    }

    private func loss(to node: Int, _ column: Int, _ row: Int) -> Float {
        let receiver = receivers[node]
        let spot = origin + Vector(east: Double(column), north: Double(row)) * Self.pitch
        let walls = building.walls(from: receiver.spot, to: spot, inner: receiver.wall)
        let way = spot - receiver.spot
        // The two differ in height by a metre.
        let distance = (way.east * way.east + way.north * way.north + 1).squareRoot()
        let shadow = 4 * receiver.shadow.value(at: spot)
        return Float(22 * log10(distance) + walls + shadow - receiver.gain)
    }
}

extension Building {
    /// The loss in the walls on the straight way, in decibels.
    fileprivate func walls(from: Vector, to: Vector, inner: Double) -> Double {
        let way = to - from
        let steps = max(1, Int(way.length / 0.25))
        var (loss, last) = (0.0, room(at: from))
        for step in 1...steps {
            let next = room(at: from + way * (Double(step) / Double(steps)))
            if next != last { loss += next == nil || last == nil ? 10 : inner }
            last = next
        }
        return loss
    }
}

/// A field of numbers with mean 0 and deviation about 1 that varies within two metres.
private struct Shadow: Sendable {
    private let seed: UInt64

    init(_ chance: inout SeededRandom) {
        seed = UInt64(chance.fraction() * 4e9)
    }

    func value(at spot: Vector) -> Double {
        let (east, north) = (spot.east / 1.6, spot.north / 1.6)
        let (column, row) = (east.rounded(.down), north.rounded(.down))
        let (x, y) = (east - column, north - row)
        func corner(_ dx: Int, _ dy: Int) -> Double {
            let cell = UInt64(
                bitPattern: (Int64(column) + Int64(dx)) &* 7919 &+ Int64(row) + Int64(dy))
            var chance = SeededRandom(seed: seed &+ cell &* 0x9e37_79b9)
            return chance.bell()
        }
        let below = corner(0, 0) * (1 - x) + corner(1, 0) * x
        let above = corner(0, 1) * (1 - x) + corner(1, 1) * x
        return 1.4 * (below * (1 - y) + above * y)
    }
}

/// The differences in power between packets from the same spot: reflections (Rice, K = 4).
struct Fading: Sendable {
    private let table: [Double]

    init() {
        var chance = SeededRandom(seed: 7)
        table = (0..<4096).map { _ in
            let (direct, scattered) = ((4.0 / 5).squareRoot(), (1.0 / 10).squareRoot())
            let (x, y) = (direct + scattered * chance.bell(), scattered * chance.bell())
            return max(-25, 10 * log10(x * x + y * y))
        }
    }

    @inline(__always)
    func next(_ chance: inout SeededRandom) -> Double { table[Int(chance.fraction() * 4096)] }
}
