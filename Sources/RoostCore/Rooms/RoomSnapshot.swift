/// What the nodes of one place hear of one beacon at one moment.
struct RoomSnapshot {
    /// What is heard, by nodes in the order of their columns.
    private(set) var heard: [Reading] = []
    /// Columns of nodes that listen, and do not hear it.
    private(set) var silent: [Int] = []

    struct Reading {
        /// Of the node, in its `RoomMap`.
        var column: Int
        /// What is heard now in dBm, less what the silence since then takes away.
        var level: Double
        /// The mean of several in any case.
        var mean: Double
        /// Seconds by which another node heard it later.
        var age: Double
        /// Whether the node cannot hear any more, so that this is its last word.
        var isOld: Bool
    }

    /// Weaker than this no node hears reliably, in dBm.
    static let sensitivity = -92.0

    /// - Parameter room: Where the beacon is believed to be: of a node there, silence counts only since
    ///   it listens, so that nothing is lost while nobody could hear it.
    init(
        of hearings: [Hearing], in map: RoomMap, believedIn room: ID<Room>?, at time: Timestamp,
        nodes: (ID<Node>) -> NodeView?
    ) {
        let newest = hearings.map(\.lastHeard).max() ?? time
        for (column, id) in map.nodes.enumerated() {
            guard let node = nodes(id) else { continue }
            guard let hearing = hearings.first(where: { $0.node == id }), hearing.isAudible else {
                if node.isHealthy { silent.append(column) }
                continue
            }
            let isHere = node.spot.room == room
            let silence =
                isHere
                ? hearing.silence(at: time, listeningSince: node.listeningSince)
                : time.seconds(since: hearing.lastHeard)
            let faded = node.isHealthy ? hearing.fading(ofSilence: silence) : 0
            let level = hearing.current - faded
            guard level > Self.sensitivity || faded == 0 else {
                silent.append(column)
                continue
            }
            heard.append(
                Reading(
                    column: column, level: level, mean: hearing.level - faded,
                    age: newest.seconds(since: hearing.lastHeard), isOld: !node.isHealthy))
        }
    }

    /// The other way round: what was measured at one moment.
    init(_ levels: [Double]) {
        for (column, level) in levels.enumerated() {
            if level > Self.inaudible {
                heard.append(
                    Reading(column: column, level: level, mean: level, age: 0, isOld: false))
            } else {
                silent.append(column)
            }
        }
    }

    /// What is measured and compared of a place that somebody walks through: a level for each node in
    /// dBm, that of silence for a node that does not hear the beacon.
    func levels(of count: Int) -> [Double] {
        var levels = [Double](repeating: Self.inaudible, count: count)
        for reading in heard { levels[reading.column] = reading.level }
        return levels
    }

    private static let inaudible = -97.0
}
