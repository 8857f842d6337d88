/// The result of a walk through the rooms.
public struct CalibrationReport: Hashable, Sendable {
    public let place: ID<Place>
    public let beacon: BeaconID
    /// What is known of the place now; `nil` for nothing.
    let calibration: Calibration?
    /// Whether the measurement is kept: it tells the rooms apart no worse than before, or nothing
    /// can be told yet and rooms are missing.
    public let isKept: Bool
    /// How well the rooms of the held-back samples were told apart before; nothing can be said of
    /// rooms without such samples.
    public let before: Confusion
    /// The same with the new measurement; `nil` while rooms are missing, or if samples were held
    /// back in fewer than two.
    public let after: Confusion?
    /// The rooms with nodes that were not measured, or too briefly.
    public let missing: [ID<Room>]
    /// Samples of this walk.
    public let counts: [ID<Room>: CalibrationWalk.Count]
    /// Pairs of rooms mistaken for each other, the worst first, and what would help.
    public let advice: [Advice]

    public struct Advice: Hashable, Sendable {
        public var rooms: [ID<Room>]
        /// How often one is mistaken for the other, in 0...1.
        public var confusion: Double
        /// The node to move away from the other room; `nil` if a room needs a node of its own.
        public var node: ID<Node>?
        /// The room that has no node.
        public var bare: ID<Room>?
    }

    /// What is to be kept; `nil` for nothing.
    public var change: HouseholdChange? {
        isKept ? calibration.map { .saveCalibration($0, of: place) } : nil
    }

    /// Rooms mistaken for each other more often than this need help.
    private static let muchConfusion = 0.15

    init(
        walk: CalibrationWalk, calibration: Calibration?, isKept: Bool, before: Confusion,
        after: Confusion?, missing: [ID<Room>], placed: [Node]
    ) {
        place = walk.place
        beacon = walk.beacon
        self.calibration = calibration
        self.isKept = isKept
        self.before = before
        self.after = after
        self.missing = missing
        counts = walk.counts
        let confusion = after ?? before
        var advice: [Advice] = []
        let rooms = confusion.rooms
        for (index, a) in rooms.enumerated() {
            for b in rooms[(index + 1)...] {
                let share = max(
                    confusion.share(of: a, takenFor: b), confusion.share(of: b, takenFor: a))
                guard share > Self.muchConfusion else { continue }
                let bare: ID<Room>? = [a, b].first { room in
                    !placed.contains(where: { $0.room == room })
                }
                let node =
                    bare == nil ? calibration?.leastTelling(a, b, of: placed) : nil
                advice.append(Advice(rooms: [a, b], confusion: share, node: node, bare: bare))
            }
        }
        self.advice = advice.sorted { $0.confusion > $1.confusion }
    }
}

extension Calibration {
    /// Of the nodes in two rooms, the one whose levels differ least between them.
    func leastTelling(_ a: ID<Room>, _ b: ID<Room>, of placed: [Node]) -> ID<Node>? {
        guard let first = rooms[a], let second = rooms[b] else { return nil }
        func difference(_ node: ID<Node>) -> Double {
            guard let column = nodes.firstIndex(of: node) else { return .infinity }
            let spread = first.covariance(column, column) + second.covariance(column, column)
            return abs(first.mean(column) - second.mean(column)) / max(1, spread).squareRoot()
        }
        return placed.filter { $0.room == a || $0.room == b }.map(\.id).sorted()
            .min { difference($0) < difference($1) }
    }
}
