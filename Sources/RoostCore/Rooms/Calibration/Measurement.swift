extension Calibration {
    /// The levels of one room.
    public struct Measurement: Hashable, Sendable, Codable {
        /// The nodes that were there when it was measured, without those moved since.
        public private(set) var nodes: [ID<Node>]
        /// When it was last measured.
        private(set) var measured: Timestamp
        /// How many samples there are.
        public private(set) var count = 0.0
        /// For each node, in dBm.
        private var sums: [Double]
        /// For each pair of nodes.
        private var products: [Double]

        init(nodes: [ID<Node>], at time: Timestamp) {
            self.nodes = nodes
            measured = time
            sums = [Double](repeating: 0, count: nodes.count)
            products = [Double](repeating: 0, count: nodes.count * nodes.count)
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            // Earlier ones have neither: they are the calibration's.
            nodes = try values.decodeIfPresent([ID<Node>].self, forKey: .nodes) ?? []
            measured =
                try values.decodeIfPresent(Timestamp.self, forKey: .measured)
                ?? Timestamp(milliseconds: 0)
            count = try values.decode(Double.self, forKey: .count)
            sums = try values.decode([Double].self, forKey: .sums)
            products = try values.decode([Double].self, forKey: .products)
        }

        /// An earlier one, with the nodes and the time of its calibration.
        func of(_ nodes: [ID<Node>], at time: Timestamp) -> Measurement {
            guard self.nodes.isEmpty, sums.count == nodes.count else { return self }
            var whole = self
            whole.nodes = nodes
            whole.measured = time
            return whole
        }

        /// The mean level at a node, in dBm.
        func mean(_ node: Int) -> Double { sums[node] / count }

        func covariance(_ a: Int, _ b: Int) -> Double {
            products[a * sums.count + b] / count - mean(a) * mean(b)
        }

        mutating func add(_ levels: [Double]) {
            count += 1
            for a in levels.indices {
                sums[a] += levels[a]
                for b in levels.indices {
                    products[a * levels.count + b] += levels[a] * levels[b]
                }
            }
        }

        /// The same for some of its nodes.
        func of(_ nodes: [ID<Node>]) -> Measurement {
            guard nodes != self.nodes else { return self }
            let columns = nodes.compactMap { self.nodes.firstIndex(of: $0) }
            var kept = self
            kept.nodes = columns.map { self.nodes[$0] }
            kept.sums = columns.map { sums[$0] }
            kept.products = columns.flatMap { a in columns.map { products[a * sums.count + $0] } }
            return kept
        }

        private static let day = 86_400.0

        /// Together with a later one, or that one alone if it is of another day, or knows nodes
        /// that this does not: those are of use only by themselves.
        ///
        /// - Parameter enough: How many samples say something: fewer replace no more than that.
        func followed(by new: Measurement, enough: Double) -> Measurement {
            if new.measured.seconds(since: measured) >= Self.day {
                return new.count >= enough || count < enough ? new : self
            }
            let common = nodes.filter { new.nodes.contains($0) }
            if common.isEmpty || new.count >= enough && common.count < new.nodes.count {
                return new
            }
            var sum = of(common)
            let other = new.of(common)
            sum.count += other.count
            for index in sum.sums.indices { sum.sums[index] += other.sums[index] }
            for index in sum.products.indices { sum.products[index] += other.products[index] }
            sum.measured = max(measured, new.measured)
            return sum
        }

        /// Levels with the same mean and covariance, which stand for its samples where these are
        /// gone (sigma points).
        var typical: [[Double]] {
            let size = nodes.count
            let covariance = (0..<size).flatMap { a in
                // A node that never heard it varies by nothing.
                (0..<size).map { self.covariance(a, $0) + (a == $0 ? 1 : 0) }
            }
            guard count > 0, let root = LowerTriangle(rootOf: covariance, size: size) else {
                return []
            }
            let scale = Double(size).squareRoot()
            return (0..<size).flatMap { column in
                [scale, -scale].map { scale in
                    (0..<size).map { node in
                        max(RoomSnapshot.inaudible, mean(node) + scale * root[node, column])
                    }
                }
            }
        }
    }
}
