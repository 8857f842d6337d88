/// What the nodes of a place hear of a beacon in each room, as measured by walking through them.
///
/// It holds sums and no readings: later measurements are added.
public struct Calibration: Hashable, Sendable, Codable {
    /// So many readings of a room say something; a tag that speaks every five seconds gives them in
    /// the minute that somebody stays.
    public static let enough = 10.0

    /// The beacons that were walked with; `nil` if that was not kept.
    public private(set) var beacons: [BeaconID]?
    public private(set) var rooms: [ID<Room>: Measurement]
    /// How often somebody went from one room to another.
    private(set) var passages: [Passage]
    /// When it was last measured.
    public private(set) var measured: Timestamp

    struct Passage: Hashable, Sendable, Codable {
        var from: ID<Room>
        var to: ID<Room>
        var count: Double
    }

    init(of beacon: BeaconID, passages: [(from: ID<Room>, to: ID<Room>)], at time: Timestamp) {
        beacons = [beacon]
        measured = time
        rooms = [:]
        self.passages = []
        for passage in passages where passage.from != passage.to {
            note(Passage(from: passage.from, to: passage.to, count: 1))
        }
    }

    /// - Parameters:
    ///   - beacon: What was walked with.
    ///   - samples: Levels for each of `nodes`, in dBm, and the room they were heard in, by time.
    ///   - passages: From which room to which somebody went.
    init(
        of beacon: BeaconID, nodes: [ID<Node>],
        samples: [(room: ID<Room>, levels: [Double])],
        passages: [(from: ID<Room>, to: ID<Room>)], at time: Timestamp
    ) {
        self.init(of: beacon, passages: passages, at: time)
        for sample in samples {
            rooms[sample.room, default: Measurement(nodes: nodes, at: time)].add(sample.levels)
        }
    }

    /// As it was kept before each room had its own nodes and time.
    private enum EarlierKey: CodingKey {
        case nodes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        beacons = try values.decodeIfPresent([BeaconID].self, forKey: .beacons)
        passages = try values.decode([Passage].self, forKey: .passages)
        measured = try values.decode(Timestamp.self, forKey: .measured)
        rooms = try values.decode([ID<Room>: Measurement].self, forKey: .rooms)
        let nodes = try decoder.container(keyedBy: EarlierKey.self)
            .decodeIfPresent([ID<Node>].self, forKey: .nodes)
        guard let nodes else { return }
        rooms = rooms.mapValues { $0.of(nodes, at: measured) }.filter { !$0.value.nodes.isEmpty }
    }

    /// The nodes measured in each of some rooms, whose levels tell these apart.
    func nodes(in rooms: some Sequence<ID<Room>>) -> [ID<Node>] {
        let measured = rooms.compactMap { self.rooms[$0]?.nodes }
        return (measured.first ?? []).filter { node in measured.allSatisfy { $0.contains(node) } }
    }

    /// The nodes measured in all rooms of which there is enough: one that came or was moved since is
    /// among them once it has been measured in all.
    public var nodes: [ID<Node>] {
        nodes(in: rooms.keys.sorted().filter { rooms[$0].map { $0.count >= Self.enough } ?? false })
    }

    /// The rooms with nodes of which there is too little: until there is more, nothing is used.
    ///
    /// - Parameter placed: The nodes of the place.
    public func missing(among placed: some Sequence<Node>) -> [ID<Room>] {
        Set(placed.compactMap(\.room)).filter { rooms[$0]?.count ?? 0 < Self.enough }.sorted()
    }

    /// Whether it knows a room, or a node in a room, that `other` does not.
    func knowsMore(than other: Calibration?) -> Bool {
        rooms.contains { room, measurement in
            let known = other?.rooms[room]?.nodes ?? []
            return measurement.count >= Self.enough
                && measurement.nodes.contains { !known.contains($0) }
        }
    }

    /// Together with a later walk; what that did not measure stays known.
    ///
    /// A second walk on the same day adds to what there is; a later one finds a changed home, so
    /// its rooms replace the earlier measurements.
    ///
    /// - Parameter enough: How many samples of a room replace earlier ones.
    func adding(_ new: Calibration, enough: Double = Calibration.enough) -> Calibration {
        var sum = self
        for (room, measurement) in new.rooms {
            sum.rooms[room] = rooms[room]?.followed(by: measurement, enough: enough) ?? measurement
        }
        for passage in new.passages { sum.note(passage) }
        if rooms.keys.allSatisfy({ sum.rooms[$0] == new.rooms[$0] }) {
            // Nothing is left of what was heard of others.
            sum.beacons = new.beacons
        } else if new.rooms.keys.contains(where: { sum.rooms[$0] != rooms[$0] }) {
            sum.beacons = beacons.map { known in
                known + (new.beacons ?? []).filter { !known.contains($0) }
            }
        } else {
            return self
        }
        sum.measured = max(measured, new.measured)
        return sum
    }

    private mutating func note(_ passage: Passage) {
        let known = passages.firstIndex { $0.from == passage.from && $0.to == passage.to }
        if let known {
            passages[known].count += passage.count
        } else {
            passages.append(passage)
        }
    }

    /// Forgets what a node heard: it was moved.
    ///
    /// - Returns: Whether anything was known of the node.
    mutating func forget(_ node: ID<Node>) -> Bool {
        guard rooms.values.contains(where: { $0.nodes.contains(node) }) else { return false }
        rooms = rooms.mapValues { $0.of($0.nodes.filter { $0 != node }) }
            .filter { !$0.value.nodes.isEmpty }
        return true
    }

    /// Without rooms that are gone.
    func keeping(_ rooms: Set<ID<Room>>) -> Calibration {
        var kept = self
        kept.rooms = self.rooms.filter { rooms.contains($0.key) }
        kept.passages = passages.filter { rooms.contains($0.from) && rooms.contains($0.to) }
        return kept
    }
}
