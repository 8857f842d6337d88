/// A walk through the rooms of a place with a beacon: the walker says which room they are in.
public struct CalibrationWalk: Hashable, Sendable {
    public let beacon: BeaconID
    public let place: ID<Place>
    let began: Timestamp
    private let nodes: [ID<Node>]
    /// What was measured before.
    private let known: Calibration?
    /// Whether conclusions were drawn since the last mark.
    private(set) var isConcluded = false
    private var marks: [Mark] = []
    private var samples: [Sample] = []

    private struct Mark: Hashable, Sendable {
        var time: Timestamp
        /// `nil` for a pause.
        var room: ID<Room>?
    }

    private struct Sample: Hashable, Sendable {
        var time: Timestamp
        var levels: [Double]
    }

    /// After this long without a mark the walker is elsewhere, in seconds.
    private static let patience = 600.0
    /// Somebody who comes back within this time continues the same walk, in seconds.
    static let longestPause = 7200.0
    /// The most samples that are kept: four a second, for an hour and a half.
    private static let mostSamples = 21_600
    /// The most marks that are kept.
    private static let mostMarks = 1000
    /// Of each 15 s in a room, the second 5 s are held back to judge the others, in seconds.
    private static let stretch = 5.0

    init(
        beacon: BeaconID, place: ID<Place>, nodes: [ID<Node>], known: Calibration?,
        at time: Timestamp
    ) {
        self.known = known
        self.beacon = beacon
        self.place = place
        self.nodes = nodes
        began = time
    }

    var lastWord: Timestamp { max(began, marks.map(\.time).max() ?? began) }

    /// When conclusions are drawn if nothing more is said.
    var pause: Timestamp { lastWord.advanced(bySeconds: Self.patience) }
    /// When the walk is over if nothing more is said.
    var end: Timestamp { lastWord.advanced(bySeconds: Self.longestPause) }

    mutating func mark(_ room: ID<Room>?, at time: Timestamp) {
        guard marks.count < Self.mostMarks else { return }
        isConcluded = false
        let index = marks.firstIndex { $0.time > time } ?? marks.endIndex
        marks.insert(Mark(time: time, room: room), at: index)
    }

    /// - Parameter levels: For each node of the place's map, in dBm.
    mutating func hear(_ levels: [Double], of nodes: [ID<Node>], at time: Timestamp) {
        guard nodes == self.nodes, samples.count < Self.mostSamples else { return }
        samples.append(Sample(time: time, levels: levels))
    }

    /// What was heard in each room, and whether it is held back.
    private var labelled: [(room: ID<Room>, levels: [Double], isKeptBack: Bool)] {
        samples.compactMap { sample in
            guard let mark = marks.last(where: { $0.time <= sample.time }), let room = mark.room
            else { return nil }
            let stay = sample.time.seconds(since: mark.time)
            guard stay < Self.patience else { return nil }
            return (room, sample.levels, Int(stay / Self.stretch) % 3 == 1)
        }
    }

    /// What is held back, with a level for each node of `map`: nodes may have come or gone since.
    private func keptBack(for map: RoomMap) -> [(room: ID<Room>, levels: [Double])] {
        let columns = map.nodes.map { nodes.firstIndex(of: $0) }
        return labelled.filter(\.isKeptBack).map { sample in
            let levels = columns.map { $0.map { sample.levels[$0] } ?? RoomSnapshot.inaudible }
            return (sample.room, levels)
        }
    }

    /// How many samples a room has.
    public struct Count: Hashable, Sendable {
        public private(set) var all = 0
        /// Of all, those by which the others are judged.
        public private(set) var keptBack = 0

        fileprivate mutating func add(isKeptBack: Bool) {
            all += 1
            keptBack += isKeptBack ? 1 : 0
        }
    }

    /// How many samples each room has so far.
    public var counts: [ID<Room>: Count] {
        labelled.reduce(into: [:]) { counts, sample in
            counts[sample.room, default: Count()].add(isKeptBack: sample.isKeptBack)
        }
    }

    /// Draws the conclusions.
    ///
    /// - Parameter placed: The nodes of the place.
    mutating func conclude(placed: [Node]) -> CalibrationReport {
        isConcluded = true
        let labelled = labelled
        let time = marks.last?.time ?? began
        let rooms = marks.compactMap(\.room)
        let passages = zip(rooms, rooms.dropFirst()).map { (from: $0, to: $1) }
        func calibration(_ samples: [(room: ID<Room>, levels: [Double])]) -> Calibration {
            let new = Calibration(
                of: beacon, nodes: nodes, samples: samples, passages: passages, at: time)
            return known?.adding(new) ?? new
        }
        let whole = calibration(labelled.map { ($0.room, $0.levels) })
        let few = Set(whole.rooms.filter { $0.value.count < Calibration.enough }.keys)
        let trial = calibration(
            labelled.filter { !$0.isKeptBack && !few.contains($0.room) }
                .map { ($0.room, $0.levels) })
        // A walk of just enough samples must be judged too.
        let new = RoomMap(nodes: placed, calibration: trial, enough: Calibration.enough / 2)
        let keptBack = keptBack(for: new)
        let sender = Transmitter(beacon: beacon, power: BeaconTrack.usualTxPower)
        let before = Confusion(
            keptBack, of: sender, told: RoomMap(nodes: placed, calibration: known))
        // While a room is missing nothing can be told yet, and without samples held back in two
        // rooms nothing can be judged.
        let missing = whole.missing(among: placed)
        let canTell =
            missing.isEmpty && new.fingerprints != nil && Set(keptBack.map(\.room)).count > 1
        let after = canTell ? Confusion(keptBack, of: sender, told: new) : nil
        let isKept =
            after.map { $0.accuracy >= before.accuracy }
            ?? (!missing.isEmpty && !labelled.isEmpty)
        return CalibrationReport(
            walk: self, calibration: isKept ? whole : known, isKept: isKept, before: before,
            after: after, missing: missing, placed: placed)
    }
}
