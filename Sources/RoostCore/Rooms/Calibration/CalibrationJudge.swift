/// Judges calibrations of a place by the samples that a walk kept back, and by what was known of the
/// rooms that it did not visit: these must not be taken for the others.
struct CalibrationJudge {
    private let sender: Transmitter
    private let placed: [Node]
    private var samples: [Sample]

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
        guard let known, !samples.isEmpty else { return }
        let visited = Set(samples.map(\.room))
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

    private func confusion(by map: RoomMap) -> Confusion {
        Confusion(
            samples.map { sample in (sample.room, map.nodes.map { sample.levels[$0] }) },
            of: sender, told: map)
    }
}
