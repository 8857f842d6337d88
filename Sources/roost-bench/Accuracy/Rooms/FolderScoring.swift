import Foundation
import RoostCore
import RoostFormats

/// Plays the walks of a folder to all rules.
struct FolderScoring {
    private let data: DataFolder
    private let roost: BuiltRoost
    private let tag: FollowedTag
    private let calibration: Calibration?
    private let fingerprints: [Fingerprint]
    private let workspace: URL
    private let say: (String) -> Void

    /// A walk that teaches where rooms are.
    private struct Calibration {
        var recording: Recording
        /// The walk as passed to `roost`, ended even if no message in it does that.
        var bytes: [UInt8]
    }

    /// - Parameters:
    ///   - user: The user of the tag; needed if several users carry one.
    ///   - workspace: An empty folder for temporary files.
    init(_ data: DataFolder, user: String?, workspace: URL, say: @escaping (String) -> Void) throws
    {
        self.data = data
        self.workspace = workspace
        self.say = say
        roost = try BuiltRoost(in: workspace.appending(path: "roost"))
        let household = data.path(of: DataFolder.household)
        tag = try FollowedTag(
            household: try roost.takeIn(household: household), user: user, file: household)
        calibration = try Self.calibration(of: data, tag, workspace)
        fingerprints = try Self.fingerprints(of: data, tag, calibration?.recording)
    }

    func board() throws -> RoomBoard {
        let named = rules
        var scores = [RoomScore](repeating: RoomScore(), count: named.count)
        var (alone, calibrated) = (RoomScore(), RoomScore())
        for walk in data.walks {
            say("\(data.folder.lastPathComponent): \(walk)")
            let truth = try truth(walk)
            guard let (bytes, file) = try data.recording(walk, workspace: workspace) else {
                continue
            }
            let recording = try Recording(bytes, name: file)
            let readings = recording.readings(of: tag)
            guard let first = readings.first, let last = readings.last else {
                throw Problem(
                    "\(file): no node of the household hears a tag of \(tag.user.rawValue)")
            }
            guard
                truth.moments.contains(where: { (first.arrival...last.arrival).contains($0.time) })
            else {
                throw Problem(
                    "\(file) and \(walk).truth.csv tell of different times, "
                        + "\(first.arrival.rfc3339) and \(truth.moments[0].time.rfc3339)")
            }
            for (index, rule) in named.enumerated() {
                scores[index].add(claims(rule.rule, readings, truth), truth)
            }
            alone.add(try claims(ofRoostFor: bytes), truth)
            guard let calibration else { continue }
            try check(calibration.recording, before: recording)
            calibrated.add(try claims(ofRoostFor: calibration.bytes + bytes), truth)
        }
        var rows = zip(named, scores).map { RoomBoard.Row(rule: $0.name, score: $1) }
        rows.append(.init(rule: "Roost, told only household.yaml", score: alone))
        if calibration != nil {
            rows.append(.init(rule: "Roost, calibrated by walking", score: calibrated))
        }
        let learned = calibration == nil ? [] : [DataFolder.calibration]
        let positions = [DataFolder.fingerprints, DataFolder.calibrationTruth]
            .prefix(1 + learned.count).first(where: data.has)
        return RoomBoard(
            name: data.folder.lastPathComponent,
            measured: learned + (positions.map { [$0] } ?? []), walks: data.walks.count, rows: rows)
    }

    private var rules: [(name: String, rule: any RoomRule)] {
        var rules: [(String, any RoomRule)] = [
            ("the strongest node now", StrongestRule.now),
            ("the strongest mean of 5 s", StrongestRule.mean),
            ("ESPresense's rule", ESPresenseRule()),
            ("Bermuda's rule", BermudaRule()),
        ]
        if !fingerprints.isEmpty {
            rules.append(
                (
                    "5 nearest neighbours on what was measured",
                    NearestNeighbours(fingerprints, nodes: tag.nodes.keys)
                ))
        }
        return rules
    }

    /// A rule's answer at each moment of the truth, from what has arrived until then.
    private func claims(
        _ rule: any RoomRule, _ readings: [(arrival: Timestamp, reading: Reading)], _ truth: Truth
    ) -> [RoomScore.Claim] {
        var rule = rule
        var next = 0
        return truth.moments.map { moment in
            while next < readings.count, readings[next].arrival <= moment.time {
                rule.take(readings[next].reading)
                next += 1
            }
            return RoomScore.Claim(
                time: moment.time, whereabouts: tag.whereabouts(rule.answer(at: moment.time)))
        }
    }

    /// What Roost publishes about the tag's user for a recording.
    private func claims(ofRoostFor recording: [UInt8]) throws -> [RoomScore.Claim] {
        let file = workspace.appending(path: "recording.ndjson")
        try Data(recording).write(to: file)
        let published = try Recording(try roost.replay(file.path), name: "roost replay")
        let topic = Topics().presence(tag.user)
        return published.messages.filter { $0.topic == topic }.compactMap { message in
            guard let presence = try? JSON(message.payload) else { return nil }
            let metres = (presence["position"]?.array ?? []).compactMap { $0.number?.double }
            return RoomScore.Claim(
                time: message.time,
                whereabouts: Whereabouts(
                    room: presence["room"]?.string.flatMap { ID<Room>($0) },
                    position: metres.count == 2 ? Position(x: metres[0], y: metres[1]) : nil))
        }
    }

    private func truth(_ walk: String) throws -> Truth {
        try Truth(
            try data.table("\(walk).truth.csv", required: ["time"]), rooms: tag.rooms)
    }

    /// Checks the order: both are replayed one after the other, and time only moves forward.
    private func check(_ calibration: Recording, before walk: Recording) throws {
        guard let end = calibration.messages.map(\.time).max(),
            let start = walk.messages.first?.time, end < start
        else {
            throw Problem(
                "\(walk.name) begins before \(calibration.name) ends: a calibration is recorded "
                    + "before the walks")
        }
    }
}

extension FolderScoring {
    private static func calibration(
        of data: DataFolder, _ tag: FollowedTag, _ workspace: URL
    ) throws -> Calibration? {
        let found = try data.recording(DataFolder.calibration, workspace: workspace)
        guard let (bytes, file) = found else { return nil }
        let recording = try Recording(bytes, name: file)
        let marks = recording.marks(of: tag.user)
        guard marks.contains(where: { $0.room != nil }) else {
            throw Problem(
                "\(file) marks no room: roost/user/\(tag.user.rawValue)/request/calibration/mark "
                    + "with {\"room\":…} is expected at each room's beginning")
        }
        var calibration = Calibration(recording: recording, bytes: bytes)
        if calibration.bytes.last != UInt8(ascii: "\n") {
            calibration.bytes.append(UInt8(ascii: "\n"))
        }
        if let last = recording.messages.map(\.time).max() {
            // The following walk must not be learned from.
            let stop = RecordedMessage(
                time: last,
                topic: Topics().request(.user(tag.user), "calibration", "stop"),
                payload: Array("{}".utf8), isRetained: false)
            calibration.bytes += stop.line + [UInt8(ascii: "\n")]
        }
        return calibration
    }

    /// Positions come from measured points, if there are any.
    private static func fingerprints(
        of data: DataFolder, _ tag: FollowedTag, _ calibration: Recording?
    ) throws -> [Fingerprint] {
        var fingerprints: [Fingerprint] = []
        let hasPoints = data.has(DataFolder.fingerprints)
        if hasPoints {
            let table = try data.table(
                DataFolder.fingerprints, required: ["node", "x", "y", "mean_rssi"])
            fingerprints += try Fingerprint.measured(table, nodes: Set(tag.nodes.keys))
        }
        if let calibration {
            let file = DataFolder.calibrationTruth
            let positions =
                try !hasPoints && data.has(file)
                ? Truth(try data.table(file, required: ["time"]), rooms: tag.rooms) : nil
            fingerprints += Fingerprint.walked(
                calibration.readings(of: tag), marks: calibration.marks(of: tag.user),
                positions: positions)
        }
        return fingerprints
    }
}
