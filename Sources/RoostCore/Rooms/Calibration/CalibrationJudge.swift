/// Judges calibrations of a place by the samples that a walk kept back, and by what was known of the
/// rooms that it did not visit: these must not be taken for the others.
struct CalibrationJudge {
    private let sender: Transmitter
    private let placed: [Node]
    private var samples: [Sample]
    /// The rooms in which somebody walked.
    private let visited: Set<ID<Room>>
    /// So much louder at another room's nodes than at its own no room is, in dB: more than a wall.
    private static let muchLouder = 6.0
    /// A room of which this share of the samples is taken for another was not the one that was
    /// marked.
    private static let nearlyAll = 0.8

    private struct Sample {
        var room: ID<Room>
        /// In dBm; a node that is not among them was not there.
        var levels: [ID<Node>: Double]
    }

    /// - Parameters:
    ///   - beacon: What was walked with.
    ///   - placed: The nodes of the place.
    ///   - known: What was measured before.
    ///   - keptBack: The nodes, the room and the levels of each sample.
    init(
        of beacon: BeaconID, placed: [Node], known: Calibration?,
        keptBack: [(nodes: [ID<Node>], room: ID<Room>, levels: [Double])]
    ) {
        sender = Transmitter(beacon: beacon, power: BeaconTrack.usualTxPower)
        self.placed = placed
        samples = keptBack.map { Self.sample(of: $0.room, $0.nodes, $0.levels) }
        visited = Set(samples.map(\.room))
        guard let known, !samples.isEmpty else { return }
        for (room, measurement) in known.rooms.sorted(by: { $0.key < $1.key })
        where !visited.contains(room) && measurement.count >= Calibration.enough {
            samples += measurement.typical.map { Self.sample(of: room, measurement.nodes, $0) }
        }
    }

    private static func sample(
        of room: ID<Room>, _ nodes: [ID<Node>], _ levels: [Double]
    ) -> Sample {
        Sample(room: room, levels: Dictionary(zip(nodes, levels)) { first, _ in first })
    }

    /// How the rooms are told by what was known, or without any.
    func confusion(by known: Calibration?) -> Confusion {
        confusion(by: RoomMap(nodes: placed, calibration: known))
    }

    /// How the rooms are told by a new calibration; `nil` if that cannot be judged.
    func confusion(byNew calibration: Calibration, enough: Double) -> Confusion? {
        let map = RoomMap(nodes: placed, calibration: calibration, enough: enough)
        let rooms = Set(samples.map(\.room))
        return rooms.count > 1 && map.fingerprints != nil ? confusion(by: map) : nil
    }

    /// The rooms whose samples are, by what was known, nearly all those of another room, at whose
    /// nodes they are loudest too.
    func mismarked(by known: Calibration?, told: Confusion) -> [CalibrationReport.Mismark] {
        guard RoomMap(nodes: placed, calibration: known).fingerprints != nil else { return [] }
        return visited.sorted().compactMap { mismark(of: $0) }
            .filter { told.share(of: $0.room, takenFor: $0.sounding) >= Self.nearlyAll }
    }

    /// A room in which the beacon was far louder at the nodes of another one.
    func mismark(of room: ID<Room>) -> CalibrationReport.Mismark? {
        guard visited.contains(room), let own = level(of: room, at: room) else { return nil }
        let others = Set(placed.compactMap(\.room)).subtracting([room]).sorted()
            .compactMap { other in level(of: room, at: other).map { (room: other, level: $0) } }
        return others.max { $0.level < $1.level }.flatMap { loudest in
            loudest.level > own + Self.muchLouder
                ? .init(room: room, sounding: loudest.room) : nil
        }
    }

    /// The mean level of a room's samples at the loudest of the nodes in `place`, in dBm.
    private func level(of room: ID<Room>, at place: ID<Room>) -> Double? {
        placed.filter { $0.room == place }.compactMap { node in
            let levels = samples.filter { $0.room == room }.compactMap { $0.levels[node.id] }
            return levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
        }.max()
    }

    private func confusion(by map: RoomMap) -> Confusion {
        Confusion(
            samples.map { sample in (sample.room, map.nodes.map { sample.levels[$0] }) },
            of: sender, told: map)
    }
}
