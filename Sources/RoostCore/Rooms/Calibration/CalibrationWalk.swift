/// A walk through the rooms of a place with a beacon: the walker says which room they are in.
public struct CalibrationWalk: Hashable, Sendable {
    public let beacon: BeaconID
    public let place: ID<Place>
    let began: Timestamp
    /// Whether conclusions were drawn since the last mark.
    private(set) var isConcluded = false
    /// The last report on what was kept.
    private var kept: CalibrationReport?
    /// What was known before anything of the walk was kept: a walk with pauses is judged as a whole.
    private var knownBefore: Calibration?
    /// How many passages were kept with it.
    private var keptPassages = 0
    private var marks: [Mark] = []
    /// What was heard while the same nodes stood in the same spots.
    private var parts: [Part] = []

    private struct Mark: Hashable, Sendable {
        var time: Timestamp
        /// `nil` for a pause.
        var room: ID<Room>?
    }

    private struct Part: Hashable, Sendable {
        /// Without those moved since.
        var nodes: [ID<Node>]
        var samples: [Sample] = []
    }

    private struct Sample: Hashable, Sendable {
        var time: Timestamp
        /// For each node of its part, in dBm.
        var levels: [Double]
        /// Whether it is in the household's calibration already.
        var isKept = false
    }

    /// After this long without a mark the walker is elsewhere, in seconds.
    static let patience = 600.0
    /// Somebody who comes back within this time continues the same walk, in seconds.
    static let longestPause = 7200.0
    /// The most samples that are kept: four a second, for an hour and a half.
    private static let mostSamples = 21_600
    /// The most marks that are kept.
    private static let mostMarks = 1000
    /// Of each 15 s in a room, the second 5 s are held back to judge the others, in seconds.
    private static let stretch = 5.0

    init(beacon: BeaconID, place: ID<Place>, at time: Timestamp) {
        self.beacon = beacon
        self.place = place
        began = time
    }

    var lastWord: Timestamp { max(began, marks.map(\.time).max() ?? began) }

    /// When conclusions are drawn if nothing more is said.
    var pause: Timestamp { lastWord.advanced(bySeconds: Self.patience) }
    /// When the walk is over if nothing more is said.
    var end: Timestamp { lastWord.advanced(bySeconds: Self.longestPause) }

    /// The time of the last sample that is in the household's calibration already.
    var keptUntil: Timestamp? {
        parts.flatMap(\.samples).filter(\.isKept).map(\.time).max()
    }

    /// Whether it takes no more marks.
    var isFull: Bool { marks.count >= Self.mostMarks }

    mutating func mark(_ room: ID<Room>?, at time: Timestamp) {
        isConcluded = false
        let index = marks.firstIndex { $0.time > time } ?? marks.endIndex
        marks.insert(Mark(time: time, room: room), at: index)
    }

    /// - Parameter levels: For each node of the place's map, in dBm.
    mutating func hear(_ levels: [Double], of nodes: [ID<Node>], at time: Timestamp) {
        guard parts.reduce(0, { $0 + $1.samples.count }) < Self.mostSamples else { return }
        if parts.last?.nodes != nodes { parts.append(Part(nodes: nodes)) }
        parts[parts.count - 1].samples.append(Sample(time: time, levels: levels))
    }

    /// Forgets what a node heard so far: it was moved.
    mutating func forget(_ node: ID<Node>) {
        for index in parts.indices {
            guard let column = parts[index].nodes.firstIndex(of: node) else { continue }
            parts[index].nodes.remove(at: column)
            for sample in parts[index].samples.indices {
                parts[index].samples[sample].levels.remove(at: column)
            }
        }
        parts.removeAll { $0.nodes.isEmpty }
        _ = knownBefore?.forget(node)
    }

    /// A sample of a room.
    private struct Labelled {
        var room: ID<Room>
        var levels: [Double]
        /// Whether it judges the others.
        var isKeptBack: Bool
    }

    /// What was heard in each room during a part.
    private func labelled(_ part: Part, isAll: Bool) -> [Labelled] {
        part.samples.compactMap { sample in
            guard isAll || !sample.isKept, let (room, stay) = room(of: sample) else { return nil }
            return Labelled(
                room: room, levels: sample.levels, isKeptBack: Int(stay / Self.stretch) % 3 == 1)
        }
    }

    /// The room of a sample, and how long the walker had been there, in seconds.
    private func room(of sample: Sample) -> (room: ID<Room>, stay: Double)? {
        guard let mark = marks.last(where: { $0.time <= sample.time }), let room = mark.room else {
            return nil
        }
        let stay = sample.time.seconds(since: mark.time)
        return stay < Self.patience ? (room, stay) : nil
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
        parts.flatMap { labelled($0, isAll: true) }.reduce(into: [:]) { counts, sample in
            counts[sample.room, default: Count()].add(isKeptBack: sample.isKeptBack)
        }
    }

    /// Draws the conclusions.
    ///
    /// - Parameters:
    ///   - placed: The nodes of the place.
    ///   - rooms: The rooms of the place: others are gone; `nil` if nobody listed them.
    ///   - known: What is known of it by now: somebody else may have measured it meanwhile.
    mutating func conclude(
        placed: [Node], rooms: Set<ID<Room>>?, known: Calibration?
    ) -> CalibrationReport {
        isConcluded = true
        let known = rooms.map { known?.keeping($0) } ?? known
        let heard = parts.map { part in
            let samples = labelled(part, isAll: false)
            return (nodes: part.nodes, samples: samples.filter { rooms?.contains($0.room) ?? true })
        }
        if var kept, heard.allSatisfy(\.samples.isEmpty) {
            kept.calibration = known
            return kept
        }
        let whole = calibration(heard, addedTo: known)
        // What stays known of a room is judged by that, not by a few new samples of it.
        let judged = whole.rooms.filter { room, measurement in
            measurement.count >= Calibration.enough && measurement != known?.rooms[room]
        }
        let judging = heard.map { part in
            (nodes: part.nodes, samples: part.samples.filter { judged[$0.room] != nil })
        }
        // A walk of just enough samples must be judged too.
        let half = Calibration.enough / 2
        let trial = calibration(
            judging.map { part in (part.nodes, part.samples.filter { !$0.isKeptBack }) },
            addedTo: known, enough: half)
        let judge = CalibrationJudge(
            of: beacon, placed: placed, known: known,
            keptBack: judging.flatMap { part in
                part.samples.filter(\.isKeptBack).map { (part.nodes, $0.room, $0.levels) }
            })
        let earlier = kept == nil ? known : knownBefore
        let (before, mismarked) = judge.judgement(by: earlier)
        let report = CalibrationReport(
            walk: self, whole: whole, known: known, earlier: earlier, placed: placed,
            isHeard: heard.contains { !$0.samples.isEmpty }, mismarked: mismarked,
            before: before,
            after: whole.missing(among: placed).isEmpty
                ? judge.confusion(byNew: trial, enough: half) : nil)
        if report.isKept {
            knownBefore = earlier
            keep(report, of: rooms)
        }
        return report
    }

    /// - Parameter rooms: Those whose samples are kept; `nil` for all.
    private mutating func keep(_ report: CalibrationReport, of rooms: Set<ID<Room>>?) {
        kept = report
        keptPassages = passages.count
        for part in parts.indices {
            for sample in parts[part].samples.indices {
                guard let room = room(of: parts[part].samples[sample])?.room,
                    rooms?.contains(room) ?? true
                else { continue }
                parts[part].samples[sample].isKept = true
            }
        }
    }

    private var passages: [(from: ID<Room>, to: ID<Room>)] {
        let rooms = marks.compactMap(\.room)
        return zip(rooms, rooms.dropFirst()).map { (from: $0, to: $1) }
    }

    private func calibration(
        _ parts: [(nodes: [ID<Node>], samples: [Labelled])], addedTo known: Calibration?,
        enough: Double = Calibration.enough
    ) -> Calibration {
        let time = marks.last?.time ?? began
        var walked = Calibration(
            of: beacon, passages: Array(passages.dropFirst(keptPassages)), at: time)
        for part in parts {
            let samples = part.samples.map { (room: $0.room, levels: $0.levels) }
            let new = Calibration(
                of: beacon, nodes: part.nodes, samples: samples, passages: [], at: time)
            walked = walked.adding(new, enough: enough)
        }
        return known?.adding(walked, enough: enough) ?? walked
    }
}
