/// What the nodes of one place hear of one beacon at one moment.
struct RoomSnapshot {
    /// What is heard, by nodes in the order of their columns.
    private(set) var heard: [Reading] = []
    /// Columns of nodes that listen but do not hear it.
    private(set) var silent: [Int] = []

    struct Reading {
        /// The node's column in its `RoomMap`.
        var column: Int
        /// The level now in dBm, less what the silence since then takes away.
        var level: Double
        /// The last reading, to compare with what was measured, in dBm; the level of silence soon
        /// after the node should have heard it again.
        var measured: Double
        /// The same from the mean of several readings, in any case.
        var mean: Double
        /// By how many seconds another node heard it later.
        var age: Double
        /// Whether the node can no longer hear, so that this is its last word.
        var isOld: Bool
    }

    /// Below this level no node hears reliably, in dBm.
    static let sensitivity = -92.0
    /// A weaker beacon may be missed while it is there, as in a garden, so its silence tells
    /// nothing, in dBm.
    static let plain = sensitivity + 4

    /// - Parameter room: Where the beacon is believed to be: silence of a node there counts only
    ///   since it listens, so that nothing is lost while nobody could hear.
    init(
        of hearings: [Hearing], in place: ID<Place>, believedIn room: ID<Room>?,
        at time: Timestamp, nodes: NodeBook
    ) {
        let newest = hearings.map(\.lastHeard).max() ?? time
        let seats = nodes.seats(in: place)
        var isHeard = [Bool](repeating: false, count: seats.count)
        for hearing in hearings where hearing.isAudible {
            guard let column = nodes.column(of: hearing.node, in: place) else { continue }
            let seat = seats[seats.startIndex + column]
            let node = seat.view(at: time)
            let time = nodes.backlogs[place]?.readUntil(of: hearing.node, at: time) ?? time
            let silence =
                node.spot.room == room
                ? hearing.silence(at: time, listeningSince: node.listeningSince)
                : time.seconds(since: hearing.lastHeard)
            let faded = node.isHealthy ? hearing.fading(ofSilence: silence) : 0
            let level = hearing.current - faded
            guard level > Self.sensitivity || faded == 0 else { continue }
            isHeard[column] = true
            heard.append(
                Reading(
                    column: column, level: level,
                    measured: !node.isHealthy
                        || hearing.isUnbroken(afterSilence: silence - seat.delay)
                        ? hearing.lastReading : Self.inaudible,
                    mean: hearing.level - faded,
                    age: newest.seconds(since: hearing.lastHeard), isOld: !node.isHealthy))
        }
        // In column order, whichever node heard it first, so that sums agree to the last bit.
        heard.sort { $0.column < $1.column }
        silent = seats.indices.compactMap { index in
            let column = index - seats.startIndex
            return !isHeard[column] && seats[index].isHealthy(at: time) ? column : nil
        }
    }

    /// The reverse: a snapshot from levels measured at one moment; `nil` for a node that was not
    /// there.
    init(_ levels: [Double?]) {
        for (column, level) in levels.enumerated() {
            guard let level else { continue }
            if level > Self.inaudible {
                heard.append(
                    Reading(
                        column: column, level: level, measured: level, mean: level, age: 0,
                        isOld: false))
            } else {
                silent.append(column)
            }
        }
    }

    /// What is measured and compared when somebody walks through a place: a level in dBm for each
    /// node, that of silence for a node that does not hear the beacon.
    func levels(of count: Int) -> [Double] {
        var levels = [Double](repeating: Self.inaudible, count: count)
        for reading in heard { levels[reading.column] = reading.measured }
        return levels
    }

    /// The same for nodes that can hear; `nil` for one that cannot, unless that holds for all, and
    /// their last words are all there is.
    func tellingLevels(of count: Int) -> [Double?] {
        let isAllOld = !heard.isEmpty && heard.allSatisfy(\.isOld)
        var levels = [Double?](repeating: isAllOld ? Self.inaudible : nil, count: count)
        for column in silent { levels[column] = Self.inaudible }
        for reading in heard where isAllOld || !reading.isOld {
            levels[reading.column] = reading.measured
        }
        return levels
    }

    /// The level of silence, in dBm.
    static let inaudible = -97.0
}
