import Glibc

/// Tells the rooms of a place apart by what was measured in them.
///
/// Each room is a Student's distribution of the levels at all nodes, with the room's own mean and
/// covariance, so that a drop at all nodes at once, behind a body, is not taken for another room.
struct RoomFingerprints: Hashable, Sendable {
    private let prints: [Print]
    /// The columns of the map's nodes that were measured.
    private let columns: [Int]
    /// For each pair of rooms, how often somebody leaving the first goes to the second.
    private let passages: [[Double]]

    private struct Print: Hashable, Sendable {
        var mean: [Double]
        /// The lower triangle whose square is the covariance, row by row.
        var root: [Double]
        var logDeterminant: Double
    }

    /// Degrees of freedom of Student's distribution.
    private static let freedom = 5.0
    /// Variance present in every measurement, in dB².
    private static let noise = 4.0
    /// Variance of a tag's power against that of the measured one, in dB².
    private static let power = 4.0
    /// The share of each room's covariance taken from all rooms, and the samples it counts for.
    private static let shared = 0.15
    private static let sharedSamples = 10.0
    /// Nobody has walked every way: this many passages are assumed for each.
    private static let usualPassages = 0.2

    /// - Returns: `nil` if no measured node is left.
    init?(_ calibration: Calibration, rooms: [ID<Room>], nodes: [ID<Node>]) {
        let known = nodes.indices.compactMap { column in
            calibration.nodes.firstIndex(of: nodes[column]).map { (column: column, index: $0) }
        }
        let measured = rooms.compactMap { calibration.rooms[$0] }
        guard !known.isEmpty, measured.count == rooms.count else { return nil }
        columns = known.map(\.column)
        let pairs = known.map(\.index).flatMap { a in known.map { (a, $0.index) } }
        let total = measured.reduce(0) { $0 + $1.count }
        let pooled = pairs.map { a, b in
            measured.reduce(0) { $0 + $1.count * $1.covariance(a, b) } / total
        }
        var prints: [Print] = []
        for room in measured {
            let covariance = zip(pairs, pooled).map { pair, pooled in
                let isDiagonal = pair.0 == pair.1
                let few = isDiagonal ? Self.sharedSamples * pooled / 2 : 0
                let own =
                    (room.count * room.covariance(pair.0, pair.1) + few)
                    / (room.count + Self.sharedSamples) + (isDiagonal ? Self.noise : 0)
                return (1 - Self.shared) * own + Self.shared * pooled + Self.power
            }
            guard let root = Self.root(of: covariance, size: known.count) else { return nil }
            let diagonal = (0..<known.count).map { root[$0 * known.count + $0] }
            prints.append(
                Print(
                    mean: known.map { room.mean($0.index) }, root: root,
                    logDeterminant: 2 * diagonal.reduce(0) { $0 + log($1) }))
        }
        self.prints = prints
        passages = rooms.map { from in
            let counts = rooms.map { to in
                from == to
                    ? 0
                    : calibration.passages.reduce(Self.usualPassages) { sum, passage in
                        let isMeant =
                            passage.from == from && passage.to == to
                            || passage.from == to && passage.to == from
                        return sum + (isMeant ? passage.count : 0)
                    }
            }
            let sum = max(1e-9, counts.reduce(0, +))
            return counts.map { $0 / sum }
        }
    }

    /// How well each room explains what the nodes of the map hear, up to a common factor.
    func likelihoods(of levels: [Double]) -> [Double] {
        let logs = prints.map { logDensity($0, levels) }
        let best = logs.max() ?? 0
        return logs.map { exp($0 - best) }
    }

    func arrivals(from probabilities: [Double]) -> [Double] {
        probabilities.indices.map { to in
            probabilities.indices.reduce(0) { $0 + probabilities[$1] * passages[$1][to] }
        }
    }

    private func logDensity(_ print: Print, _ levels: [Double]) -> Double {
        let size = columns.count
        // The deviation in units of the covariance, by forward substitution.
        var deviation = [Double](repeating: 0, count: size)
        var square = 0.0
        for row in 0..<size {
            var value = levels[columns[row]] - print.mean[row]
            for column in 0..<row { value -= print.root[row * size + column] * deviation[column] }
            deviation[row] = value / print.root[row * size + row]
            square += deviation[row] * deviation[row]
        }
        return -(Self.freedom + Double(size)) / 2 * log1p(square / Self.freedom)
            - print.logDeterminant / 2
    }

    /// Cholesky's decomposition; `nil` if this is no covariance.
    private static func root(of covariance: [Double], size: Int) -> [Double]? {
        var root = [Double](repeating: 0, count: size * size)
        for row in 0..<size {
            for column in 0...row {
                var value = covariance[row * size + column]
                for inner in 0..<column {
                    value -= root[row * size + inner] * root[column * size + inner]
                }
                if row == column {
                    guard value > 0 else { return nil }
                    root[row * size + row] = value.squareRoot()
                } else {
                    root[row * size + column] = value / root[column * size + column]
                }
            }
        }
        return root
    }
}
