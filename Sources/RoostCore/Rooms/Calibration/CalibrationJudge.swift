/// Judges calibrations of a place by the samples that a walk kept back, and by what was known of the
/// rooms that it did not visit: these must not be taken for the others.
struct CalibrationJudge {
    private let sender: Transmitter
    private let placed: [Node]
    private var samples: [Sample]
    /// For each room in which somebody walked, the mean level at the loudest of each room's nodes,
    /// in dBm.
    private let levels: [ID<Room>: [ID<Room>: Double]]
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
        levels = Dictionary(grouping: samples, by: \.room).mapValues { samples in
            Self.levels(of: samples, at: placed)
        }
        guard let known, !samples.isEmpty else { return }
        for (room, measurement) in known.rooms.sorted(by: { $0.key < $1.key })
        where levels[room] == nil && measurement.count >= Calibration.enough {
            samples += measurement.typical.map { Self.sample(of: room, measurement.nodes, $0) }
        }
    }

    private static func levels(of samples: [Sample], at placed: [Node]) -> [ID<Room>: Double] {
        placed.reduce(into: [:]) { loudest, node in
            let levels = samples.compactMap { $0.levels[node.id] }
            guard let room = node.room, !levels.isEmpty else { return }
            let mean = levels.reduce(0, +) / Double(levels.count)
            loudest[room] = max(loudest[room] ?? mean, mean)
        }
    }

    private static func sample(
        of room: ID<Room>, _ nodes: [ID<Node>], _ levels: [Double]
    ) -> Sample {
        Sample(room: room, levels: Dictionary(zip(nodes, levels)) { first, _ in first })
    }

    /// How the rooms are told by what was known, or without any; and those that seem to be marked
    /// wrongly: nearly all of their samples are, by what was known, those of another room, at whose
    /// nodes they are loudest too.
    func judgement(
        by known: Calibration?
    ) -> (told: Confusion, mismarked: [CalibrationReport.Mismark]) {
        let map = RoomMap(nodes: placed, calibration: known)
        let told = confusion(by: map)
        guard map.fingerprints != nil else { return (told, []) }
        return (
            told,
            levels.keys.sorted().compactMap { mismark(of: $0) }
                .filter { told.share(of: $0.room, takenFor: $0.sounding) >= Self.nearlyAll }
        )
    }

    /// How the rooms are told by a new calibration; `nil` if that cannot be judged.
    func confusion(byNew calibration: Calibration, enough: Double) -> Confusion? {
        let map = RoomMap(nodes: placed, calibration: calibration, enough: enough)
        let rooms = Set(samples.map(\.room))
        return rooms.count > 1 && map.fingerprints != nil ? confusion(by: map) : nil
    }

    /// A room in which the beacon was far louder at the nodes of another one.
    private func mismark(of room: ID<Room>) -> CalibrationReport.Mismark? {
        let levels = levels[room] ?? [:]
        guard let own = levels[room],
            let other = levels.filter({ $0.key != room }).inOrder.max(by: { $0.value < $1.value }),
            other.value > own + Self.muchLouder
        else { return nil }
        return .init(
            room: room, sounding: other.key, isUnheard: own <= RoomSnapshot.inaudible)
    }

    private func confusion(by map: RoomMap) -> Confusion {
        Confusion(
            samples.map { sample in (sample.room, map.nodes.map { sample.levels[$0] }) },
            of: sender, told: map)
    }
}
