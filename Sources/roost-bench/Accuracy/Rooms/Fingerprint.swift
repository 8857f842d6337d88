import RoostCore

/// What is heard at a known spot.
struct Fingerprint: Hashable {
    var whereabouts: Whereabouts
    /// What each node hears there, in dBm; a missing node hears nothing.
    var levels: [ID<Node>: Double]
}

extension Fingerprint {
    /// Seconds between two fingerprints of a walk.
    private static let interval = 1.0

    /// The fingerprints of a walk, once a second, in the marked rooms and with known positions.
    static func walked(
        _ readings: [(arrival: Timestamp, reading: Reading)],
        marks: [(time: Timestamp, room: ID<Room>?)], positions: Truth?
    ) -> [Fingerprint] {
        guard let first = readings.first?.arrival, let last = readings.last?.arrival else {
            return []
        }
        var window = ReadingWindow(seconds: NearestNeighbours.window)
        var fingerprints: [Fingerprint] = []
        var next = 0
        var now = first
        while now <= last {
            while next < readings.count, readings[next].arrival <= now {
                window.add(readings[next].reading)
                next += 1
            }
            window.forget(at: now)
            let room = marks.last { $0.time <= now }?.room
            if let room, !window.isEmpty {
                let position = positions?.whereabouts(at: now)?.position
                fingerprints.append(
                    Fingerprint(
                        whereabouts: Whereabouts(room: room, position: position),
                        levels: window.means))
            }
            // A long silence is not stepped through.
            let pause = next < readings.count && window.isEmpty
            now = pause ? readings[next].arrival : now.advanced(bySeconds: interval)
        }
        return fingerprints
    }

    /// The fingerprints of a table `node,x,y,mean_rssi`: measured at points, over time.
    static func measured(_ table: CSVTable, nodes: Set<ID<Node>>) throws -> [Fingerprint] {
        var levels: [Position: [ID<Node>: Double]] = [:]
        for row in table.rows {
            let name = row["node"] ?? ""
            guard let node = ID<Node>(String(name)), nodes.contains(node) else {
                throw row.problem("node must be one of household.yaml, not \"\(name)\"")
            }
            guard let x = try row.number("x"), let y = try row.number("y"),
                let mean = try row.number("mean_rssi")
            else { continue }
            levels[Position(x: x, y: y), default: [:]][node] = mean
        }
        return levels.sorted { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }.map {
            Fingerprint(whereabouts: Whereabouts(position: $0.key), levels: $0.value)
        }
    }
}
