import Glibc

/// Tells the rooms of a place apart by what was measured in them.
///
/// Each room is a Student's distribution of the levels at all nodes, with the room's own mean and
/// covariance, so that a drop at all nodes at once, behind a body, is not taken for another room.
struct RoomFingerprints: Hashable, Sendable {
    /// For the beacons that were walked with.
    private let prints: [Print]
    /// For others, whose power is not known as well.
    private let printsOfOthers: [Print]
    private let beacons: [BeaconID]
    /// The columns of the map's nodes that were measured.
    private let columns: [Int]
    /// For each pair of rooms, how often somebody leaving the first goes to the second.
    private let passages: [[Double]]

    private struct Print: Hashable, Sendable {
        var mean: [Double]
        /// The inverse of the covariance, row by row.
        var precision: [Double]
        /// The logarithm of the covariance's determinant.
        var logDeterminant: Double

        init?(mean: [Double], covariance: [Double]) {
            guard let root = LowerTriangle(rootOf: covariance, size: mean.count) else { return nil }
            self.mean = mean
            precision = root.inverseOfSquare
            logDeterminant = root.logDeterminantOfSquare
        }
    }

    /// Degrees of freedom of Student's distribution.
    private static let freedom = 5.0
    /// Variance present in every measurement, in dB².
    private static let noise = 2.0
    /// Variance of a beacon's power against what was measured with it, in dB²: a body turns.
    private static let power = 4.0
    /// The same of a beacon that was not walked with.
    private static let powerOfOthers = 16.0
    /// Variance of a room's mean at a node, in dB², if few samples of it come from a few spots.
    private static let uncertainty = 8.0
    /// So many samples are few; with more, that variance falls as their number grows.
    private static let fewSamples = 120.0
    /// The share of each room's covariance taken from all rooms: a minute's walk shows little of
    /// how levels vary (Friedman's regularized discriminant analysis).
    private static let shared = 0.5
    /// The samples for which the variances of all rooms count in each.
    private static let sharedSamples = 10.0
    /// How likely a node that should hear a beacon plainly hears nothing: it has failed without a
    /// word, or somebody stands before it.
    private static let failure = 0.003
    /// Nobody has walked every way: this many passages are assumed for each.
    private static let usualPassages = 0.2

    /// - Returns: `nil` if no measured node is left.
    init?(_ calibration: Calibration, rooms: [ID<Room>], nodes: [ID<Node>]) {
        let common = Set(calibration.nodes(in: rooms))
        let columns = nodes.indices.filter { common.contains(nodes[$0]) }
        let known = columns.map { nodes[$0] }
        let measured = rooms.compactMap { calibration.rooms[$0]?.of(known) }
        guard !known.isEmpty, measured.count == rooms.count else { return nil }
        self.columns = columns
        beacons = calibration.beacons ?? []
        let covariances = Self.covariances(of: measured)
        // A beacon's power shifts all levels together, so its variance is in every entry.
        func all(power: Double) -> [Print] {
            zip(measured, covariances).compactMap { room, covariance in
                Print(
                    mean: known.indices.map { room.mean($0) },
                    covariance: covariance.map { $0 + power })
            }
        }
        prints = all(power: Self.power)
        printsOfOthers = all(power: Self.powerOfOthers)
        passages = Self.passages(of: calibration, among: rooms)
        guard min(prints.count, printsOfOthers.count) == rooms.count else { return nil }
    }

    /// How the levels at the nodes vary together in each room, in dB² and row by row, but for what
    /// the power of a beacon adds.
    ///
    /// - Parameter rooms: Measured with the same nodes.
    private static func covariances(of rooms: [Calibration.Measurement]) -> [[Double]] {
        let nodes = rooms.first?.nodes.indices ?? 0..<0
        let pairs = nodes.flatMap { a in nodes.map { (a, $0) } }
        let total = rooms.reduce(0) { $0 + $1.count }
        let pooled = pairs.map { a, b in
            rooms.reduce(0) { $0 + $1.count * $1.covariance(a, b) } / total
        }
        return rooms.map { room in
            zip(pairs, pooled).map { pair, pooled in
                let isDiagonal = pair.0 == pair.1
                let few = isDiagonal ? Self.sharedSamples * pooled / 2 : 0
                let own =
                    (room.count * room.covariance(pair.0, pair.1) + few)
                    / (room.count + Self.sharedSamples)
                let noise = Self.noise + Self.uncertainty * min(1, Self.fewSamples / room.count)
                return (1 - Self.shared) * own + Self.shared * pooled + (isDiagonal ? noise : 0)
            }
        }
    }

    /// For each pair of rooms, the share of those who leave the first that goes to the second.
    private static func passages(
        of calibration: Calibration, among rooms: [ID<Room>]
    ) -> [[Double]] {
        rooms.map { from in
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
    ///
    /// - Parameters:
    ///   - levels: For each node of the map, in dBm; `nil` for one that cannot hear, which tells
    ///     nothing.
    ///   - beacon: What they hear.
    func likelihoods(of levels: [Double?], from beacon: BeaconID) -> [Double] {
        let prints = beacons.contains(beacon) ? prints : printsOfOthers
        let missing = columns.indices.filter { levels[columns[$0]] == nil }
        guard missing.count < columns.count else { return prints.map { _ in 1 } }
        let silent = columns.indices.filter { levels[columns[$0]] == RoomSnapshot.inaudible }
        let logs = prints.map { print in
            let all = logDensity(print, levels, missing)
            let failed = silent.filter { print.mean[$0] >= RoomSnapshot.plain }
            guard !failed.isEmpty else { return all }
            let others = logDensity(print, levels, missing + failed)
            return max(all, others + Double(failed.count) * log(Self.failure))
        }
        let best = logs.max() ?? 0
        return logs.map { exp($0 - best) }
    }

    func arrivals(from probabilities: [Double]) -> [Double] {
        probabilities.indices.map { to in
            probabilities.indices.reduce(0) { $0 + probabilities[$1] * passages[$1][to] }
        }
    }

    /// The logarithm of the density of what is known of the levels, whatever the missing ones are.
    private func logDensity(_ print: Print, _ levels: [Double?], _ missing: [Int]) -> Double {
        let size = columns.count
        let deviations = columns.indices.map { index in
            levels[columns[index]].map { $0 - print.mean[index] } ?? 0
        }
        let weighed = columns.indices.map { row in
            (0..<size).reduce(0.0) { $0 + print.precision[row * size + $1] * deviations[$1] }
        }
        var square = zip(deviations, weighed).reduce(0.0) { $0 + $1.0 * $1.1 }
        var logDeterminant = print.logDeterminant
        if !missing.isEmpty {
            // The part of the inverse that belongs to the missing levels tells what knowing them
            // would have added (Schur's complement).
            let part = missing.flatMap { row in missing.map { print.precision[row * size + $0] } }
            guard let root = LowerTriangle(rootOf: part, size: missing.count) else {
                return -.infinity
            }
            square -= root.squareOfSolution(missing.map { weighed[$0] })
            logDeterminant += root.logDeterminantOfSquare
        }
        let known = Double(size - missing.count)
        let exponent = (Self.freedom + known) / 2
        return lgamma(exponent) - known / 2 * log(Self.freedom * .pi) - logDeterminant / 2
            - exponent * log1p(max(0, square) / Self.freedom)
    }
}
