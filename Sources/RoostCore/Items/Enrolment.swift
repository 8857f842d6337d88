/// Finds the beacon that somebody holds against a node: the strongest that has no owner yet.
///
/// Batches and time go in; a verdict can be asked for at any time.
public struct Enrolment: Hashable, Sendable {
    /// A beacon that may be the one.
    public struct Candidate: Hashable, Sendable {
        public let beacon: BeaconID
        /// The node that heard it best.
        public internal(set) var node: ID<Node>
        /// The strongest that its smoothed signal has become there, in dBm.
        public internal(set) var level: Double
        /// How often all nodes together heard it.
        public internal(set) var count: Int

        /// Whether it was heard often enough for its level to mean something.
        public var isMeasured: Bool { count > 1 }
    }

    public enum Verdict: Hashable, Sendable {
        case listening
        case found(Candidate)
        case refused(Refusal)
    }

    /// Why no beacon can be named.
    public enum Refusal: Hashable, Sendable {
        /// No beacon without an owner was heard often enough.
        case nothingHeard
        /// The strongest is too weak to be held against a node.
        case tooFar(Candidate)
        /// Two are equally close.
        case tied(Candidate, Candidate)
    }

    let began: Timestamp
    /// Until when it listens, if nothing is clear earlier.
    public let end: Timestamp
    /// The only node that counts; `nil` for whichever hears best.
    private let node: ID<Node>?
    private var hearings: [BeaconID: [Hearing]] = [:]
    private var candidates: [BeaconID: Candidate] = [:]
    /// The other names of the candidates.
    private var aliases: [BeaconID: BeaconID] = [:]

    /// A tag against a node's case is stronger than the first, in dBm; one across the room is
    /// weaker than the second.
    private static let near = -60.0
    private static let far = -75.0
    /// How many decibels the first must be ahead of the next to be named at once, and at the end.
    private static let clearMargin = 12.0
    private static let margin = 6.0
    /// A slow tag sends every few seconds, and one reading alone may be a reflection: the fewest
    /// readings that count.
    private static let leastCount = 3
    /// Seconds before anything is named: the right one may still be in a pocket.
    private static let leastTime = 6.0
    private static let mostCandidates = 2000
    /// The most nodes that are compared for one candidate.
    private static let mostNodes = 16
    /// The level of a candidate that was heard only once: weaker than any radio receives, in dBm.
    private static let unmeasured = -127.0

    public init(node: ID<Node>? = nil, at now: Timestamp, seconds: Double) {
        self.node = node
        began = now
        end = now.advanced(bySeconds: seconds)
    }

    /// Takes in what a node heard.
    ///
    /// - Parameter isOwned: Whether a beacon already has an owner.
    public mutating func hear(
        _ batch: SightingBatch, at now: Timestamp, isOwned: (BeaconID) -> Bool
    ) {
        guard !batch.isRetained, node == nil || batch.node == node else { return }
        // A changing address would soon be somebody else's.
        for sighting in batch.sightings where sighting.rssi != nil && !sighting.isRotating {
            guard !isOwned(sighting.beacon), !(sighting.alias.map(isOwned) ?? false) else {
                continue
            }
            take(sighting, by: batch.node, at: now)
        }
    }

    /// The candidates, the strongest first.
    public var heard: [Candidate] {
        candidates.values.sorted { ($0.level, $1.beacon) > ($1.level, $0.beacon) }
    }

    public func verdict(at now: Timestamp) -> Verdict {
        let isOver = now >= end
        guard isOver || now.seconds(since: began) >= Self.leastTime else { return .listening }
        let ranked = heard.filter { $0.count >= Self.leastCount }
        guard let best = ranked.first else {
            return isOver ? .refused(.nothingHeard) : .listening
        }
        let ahead = ranked.dropFirst().first.map { best.level - $0.level } ?? .infinity
        if best.level >= Self.near, ahead >= Self.clearMargin { return .found(best) }
        guard isOver else { return .listening }
        guard best.level >= Self.far else { return .refused(.tooFar(best)) }
        guard ahead >= Self.margin else { return .refused(.tied(best, ranked[1])) }
        return .found(best)
    }

    private mutating func take(_ sighting: Sighting, by node: ID<Node>, at now: Timestamp) {
        // One scanner knows the tag by what it sends, another by its address.
        let names = [sighting.beacon, sighting.alias].compactMap { $0 }
        let known = names.first { candidates[$0] != nil } ?? names.compactMap { aliases[$0] }.first
        let beacon = known ?? sighting.beacon
        guard candidates[beacon] != nil || candidates.count < Self.mostCandidates else { return }
        for name in names where name != beacon { aliases[name] = beacon }

        var nodes = hearings[beacon] ?? []
        // The nodes' own times do not help here: readings are compared as they come.
        if let index = nodes.firstIndex(where: { $0.node == node }) {
            _ = nodes[index].hear(sighting.rssi, at: now)
        } else if nodes.count < Self.mostNodes {
            nodes.append(Hearing(node: node, rssi: sighting.rssi, at: now))
        }
        hearings[beacon] = nodes
        let best = nodes.max { $0.level < $1.level }
        var candidate =
            candidates[beacon]
            ?? Candidate(beacon: beacon, node: node, level: Self.unmeasured, count: 0)
        candidate.count += 1
        if let best, candidate.isMeasured, best.level > candidate.level {
            candidate.level = best.level
            candidate.node = best.node
        }
        candidates[beacon] = candidate
    }
}
