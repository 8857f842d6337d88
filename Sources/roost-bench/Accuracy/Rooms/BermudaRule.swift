import Foundation
import RoostCore

/// The node that Bermuda considers nearest.
///
/// Every 1.05 seconds it looks at the last reading of each node. The previous node stays until
/// another one is nearer by 30 %, or by 15 % if also its farthest of 5 looks beats the other's
/// nearest of 5.
struct BermudaRule: RoomRule {
    private var nodes: [ID<Node>: BermudaDistance] = [:]
    private var incumbent: ID<Node>?
    private var nextLook: Timestamp?

    private static let interval = 1.05
    /// In metres; a node farther away cannot win.
    private static let range = 20.0
    /// In seconds; a node that last heard it longer ago cannot win.
    private static let freshness = 10.0
    /// By what share of their mean a distance must be less, and by what share if the past agrees.
    private static let (clearly, historically) = (0.30, 0.15)
    /// How many past looks are compared, and how many a challenger must exceed.
    private static let (compared, needed) = (5, 3)

    mutating func take(_ reading: Reading) {
        look(until: reading.time)
        nodes[reading.node, default: BermudaDistance()].hear(reading)
    }

    mutating func answer(at time: Timestamp) -> Answer {
        look(until: time)
        return incumbent.map { .node($0) } ?? .unknown
    }

    /// Makes all looks up to `time`; the first is one interval after the first reading.
    private mutating func look(until time: Timestamp) {
        var next = nextLook ?? time.advanced(bySeconds: Self.interval)
        while next <= time {
            for node in nodes.keys { nodes[node]?.look(at: next) }
            choose(at: next)
            next = next.advanced(bySeconds: Self.interval)
        }
        nextLook = next
    }

    private mutating func choose(at now: Timestamp) {
        for (name, node) in nodes.sorted(by: { $0.key < $1.key }) where name != incumbent {
            guard let distance = node.distance, distance <= Self.range,
                let heard = node.lastHeard, now.seconds(since: heard) <= Self.freshness
            else { continue }
            guard let before = incumbent.flatMap({ nodes[$0] }), let previous = before.distance,
                previous <= Self.range
            else {
                incumbent = name
                continue
            }
            guard distance <= previous else { continue }
            let difference = (previous - distance) / ((previous + distance) / 2)
            let isHistorical =
                node.looks.count > Self.needed && difference > Self.historically
                && (node.looks.prefix(Self.compared).max() ?? .infinity)
                    < (before.looks.prefix(Self.compared).min() ?? -.infinity)
            if isHistorical || difference >= Self.clearly { incumbent = name }
        }
        // A tag that no node hears is nowhere.
        if let name = incumbent, nodes[name]?.distance == nil { incumbent = nil }
    }
}

/// The distance that Bermuda derives from the readings of one node.
struct BermudaDistance {
    /// Newest first, in metres.
    private var history: [(distance: Double, time: Timestamp)] = []
    /// The latest reading since the last look.
    private var pending: Reading?
    /// The result of each look, newest first, in metres.
    private(set) var looks: [Double] = []
    /// In metres; `nil` if the node has not heard the tag lately.
    private(set) var distance: Double?

    var lastHeard: Timestamp? { history.first?.time }

    /// The assumed strength of a tag at one metre, in dBm; a tag's own value is not used.
    private static let power = -55.0
    private static let exponent = 3.0
    /// In metres per second; a faster retreat is not believed.
    private static let speed = 3.0
    private static let readingsKept = 10
    private static let looksKept = 20
    /// Seconds after which the distance is unknown.
    private static let patience = 30.0

    mutating func hear(_ reading: Reading) { pending = reading }

    mutating func look(at now: Timestamp) {
        let isNew = pending != nil
        if let reading = pending {
            let raw = pow(10, (Self.power - reading.rssi) / (10 * Self.exponent))
            history.insert((raw, reading.time), at: 0)
            history = Array(history.prefix(Self.readingsKept))
            pending = nil
        }
        guard let newest = history.first else { return }
        let raw = newest.distance
        guard distance != nil else {
            guard isNew else { return }
            looks = [raw]
            distance = raw
            return
        }
        guard isNew || now.seconds(since: newest.time) <= Self.patience else {
            distance = nil
            looks = []
            return
        }
        looks.insert(retreat > Self.speed ? looks.first ?? raw : raw, at: 0)
        looks = Array(looks.prefix(Self.looksKept))
        distance = min(raw, Self.meanOfMinima(looks, from: raw))
    }

    /// The greatest speed at which the last reading retreated from an earlier one, in metres per
    /// second; negative if it is nearer than the one before.
    private var retreat: Double {
        guard let newest = history.first else { return 0 }
        let speeds = history.dropFirst().map { older -> Double in
            let elapsed = newest.time.seconds(since: older.time)
            return elapsed > 0 ? (newest.distance - older.distance) / elapsed : 0
        }
        guard let first = speeds.first, first >= 0 else { return speeds.first ?? 0 }
        return speeds.max() ?? 0
    }

    /// The mean of the running minimum from newest to oldest: noise only ever lengthens a distance.
    static func meanOfMinima(_ looks: [Double], from raw: Double) -> Double {
        var (least, total) = (raw, 0.0)
        for look in looks {
            least = min(least, look)
            total += least
        }
        return total / Double(looks.count)
    }
}
