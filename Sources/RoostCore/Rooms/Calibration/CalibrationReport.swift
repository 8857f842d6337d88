/// The result of a walk through the rooms.
public struct CalibrationReport: Hashable, Sendable {
    public let place: ID<Place>
    public let beacon: BeaconID
    /// What is known of the place now; `nil` for nothing.
    var calibration: Calibration?
    /// Why the measurement is not kept; `nil` if it is: it tells the rooms apart better than before,
    /// or nothing can be told yet and rooms are missing.
    public let reason: Reason?
    /// How well the rooms of the held-back samples were told apart before; nothing can be said of
    /// rooms without such samples.
    public let before: Confusion
    /// The same with the new measurement; `nil` while rooms are missing, or if no samples were held
    /// back.
    public let after: Confusion?
    /// The rooms with nodes that were not measured, or too briefly.
    public let missing: [ID<Room>]
    /// The nodes that do not count yet, and the rooms that have to be measured with them: they came
    /// or were moved since.
    public let waiting: [Waiting]
    /// Samples of this walk.
    public let counts: [ID<Room>: CalibrationWalk.Count]
    /// Pairs of rooms mistaken for each other, the worst first, and what would help.
    public let advice: [Advice]

    /// Why a measurement is not kept.
    public enum Reason: Hashable, Sendable {
        /// The beacon was heard in no room.
        case unheard
        /// Each of these rooms was heard too few times to replace what is known of it.
        case brief([ID<Room>])
        /// Nothing was heard of them in the moments that are kept back to judge by.
        case unjudged
        /// The rooms are told apart no better than by guessing.
        case contradictory
        /// The walker seems to have been in other rooms than were marked.
        case mismarked([Mismark])
        case noBetter
    }

    /// A room that was marked, and the one whose nodes heard the beacon far louder.
    public struct Mismark: Hashable, Sendable {
        public var room: ID<Room>
        public var sounding: ID<Room>
        /// Whether the nodes of the room that was marked never heard it: perhaps they are off.
        public var isUnheard: Bool
    }

    public struct Waiting: Hashable, Sendable {
        public var node: ID<Node>
        public var rooms: [ID<Room>]
    }

    public struct Advice: Hashable, Sendable {
        public var room: ID<Room>
        /// The room that it is mistaken for.
        public var other: ID<Room>
        /// How often, in 0...1.
        public var confusion: Double
        /// Whether the other is mistaken for it as well.
        public var isMutual: Bool
        /// The node to move away from the other room; `nil` if a room needs a node of its own.
        public var node: ID<Node>?
        /// The room that has no node.
        public var bare: ID<Room>?
    }

    public var isKept: Bool { reason == nil }

    /// What is to be kept; `nil` for nothing.
    public var change: HouseholdChange? {
        isKept ? calibration.map { .saveCalibration($0, of: place) } : nil
    }

    /// Rooms mistaken for each other more often than this need help.
    private static let muchConfusion = 0.15

    /// - Parameters:
    ///   - whole: What is known together with the walk.
    ///   - known: What was known without it.
    ///   - earlier: What was known before the walk.
    ///   - isHeard: Whether anything was heard that is not kept yet.
    init(
        walk: CalibrationWalk, whole: Calibration, known: Calibration?, earlier: Calibration?,
        placed: [Node], isHeard: Bool, mismarked: [Mismark], before: Confusion,
        after: Confusion?
    ) {
        place = walk.place
        beacon = walk.beacon
        missing = whole.missing(among: placed)
        counts = walk.counts
        reason =
            if !isHeard {
                .unheard
            } else if whole == known {
                .brief(counts.keys.sorted())
            } else if !missing.isEmpty {
                nil
            } else if !mismarked.isEmpty {
                .mismarked(mismarked)
            } else if let after, after.isGuessing {
                .contradictory
            } else if let after {
                after.isBetter(than: before, knowsMore: whole.knowsMore(than: earlier))
                    ? nil : .noBetter
            } else {
                .unjudged
            }
        self.before = before
        self.after = after
        let calibration = reason == nil ? whole : known
        self.calibration = calibration
        waiting = calibration?.waiting(among: placed) ?? []
        // Of rooms in which nobody walked the mistakes say nothing.
        let isDoubtful = after?.isGuessing ?? false || !mismarked.isEmpty
        advice =
            isDoubtful ? [] : Self.advice(on: after ?? before, by: calibration, placed: placed)
    }

    private static func advice(
        on confusion: Confusion, by calibration: Calibration?, placed: [Node]
    ) -> [Advice] {
        let rooms = confusion.rooms
        return rooms.indices.flatMap { index in
            rooms[(index + 1)...].compactMap { other in
                let (there, back) = (
                    confusion.share(of: rooms[index], takenFor: other),
                    confusion.share(of: other, takenFor: rooms[index])
                )
                guard max(there, back) > muchConfusion else { return nil }
                let (a, b) = there >= back ? (rooms[index], other) : (other, rooms[index])
                let bare: ID<Room>? = [a, b].first { room in !placed.contains { $0.room == room } }
                return Advice(
                    room: a, other: b, confusion: max(there, back),
                    isMutual: min(there, back) > muchConfusion,
                    node: bare == nil ? calibration?.leastTelling(a, b, of: placed) : nil,
                    bare: bare)
            }
        }.sorted { $0.confusion > $1.confusion }
    }
}

extension Calibration {
    /// The nodes that do not count yet, and the rooms that were not measured with them.
    public func waiting(among placed: [Node]) -> [CalibrationReport.Waiting] {
        placed.map(\.id).sorted().compactMap { node in
            let without = rooms.filter {
                $0.value.count >= Self.enough && !$0.value.nodes.contains(node)
            }
            return without.isEmpty ? nil : .init(node: node, rooms: without.keys.sorted())
        }
    }

    /// Of the nodes in two rooms, the one whose levels differ least between them.
    func leastTelling(_ a: ID<Room>, _ b: ID<Room>, of placed: [Node]) -> ID<Node>? {
        let nodes = nodes(in: [a, b])
        guard let first = rooms[a]?.of(nodes), let second = rooms[b]?.of(nodes) else { return nil }
        func difference(_ node: ID<Node>) -> Double {
            guard let column = nodes.firstIndex(of: node) else { return .infinity }
            let spread = first.covariance(column, column) + second.covariance(column, column)
            return abs(first.mean(column) - second.mean(column)) / max(1, spread).squareRoot()
        }
        return placed.filter { $0.room == a || $0.room == b }.map(\.id).sorted()
            .min { difference($0) < difference($1) }
    }
}
