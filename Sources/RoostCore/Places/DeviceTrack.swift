/// What the fixes of one device prove about where it is.
///
/// Entering is quick, leaving is confirmed, and a fix proves only what its accuracy allows.
public struct DeviceTrack: Hashable, Sendable, Codable {
    /// The newest fix that was believed.
    public private(set) var last: Fix?
    /// When it last spoke only to show that it is alive.
    private(set) var pinged: Timestamp?
    /// When it last repeated its newest fix, while nothing made that doubtful.
    var stayedUntil: Timestamp?
    /// An exact fix, while coarser later ones agree with it.
    @Rare private(set) var exacter: Fix?
    /// Per cent, from the newest word that gave it: not every message does.
    var battery: Int?
    var batteryWord: BatteryWord?
    /// Where the device is by its own fixes.
    public internal(set) var standing: Standing = .unknown
    /// The fix that decided `standing`, and why.
    public internal(set) var verdict: Verdict?
    /// When a believed fix was last inside a place, or on its network.
    public internal(set) var lastInside: Timestamp?
    /// The place that was left last.
    public internal(set) var left: Leaving?
    /// When the device last moved by more than its noise: a tablet on the sofa never does.
    private(set) var movedAt: Timestamp?
    /// When a fix was first elsewhere, until the next one shows whether it was right.
    @Rare private(set) var strayedAt: Timestamp?
    /// When its first fix was taken, until it moves; `nil` if an earlier version met it.
    @Rare private(set) var appearedAt: Timestamp?
    /// The believed fixes of recent minutes, oldest first, without a radio cell's guesses where
    /// better fixes are known.
    private(set) var trail: [TrailPoint] = []
    /// Late fixes waiting to be taken in the order of their own time.
    private(set) var queue: [Fix] = []
    @Rare private var waiting: Waiting?
    var isLowBatteryReported = false

    /// `nil` until one was met.
    var networks: KnownNetworks?
    /// `nil` until it stayed somewhere.
    var frequent: FrequentPlaces?
    /// The shortest of the latest steps from fix to fix, in metres: a shorter move may go
    /// unreported.
    var stride: Double?

    /// Since its last fix outside.
    @Rare var walk: Walk?

    private var anchor: Coordinate?
    /// The newest fix that is not a radio cell's guess, if the newest of all is one.
    @Rare private var lastFine: Fix?
    /// Fixes outside the place that is not yet left.
    @Rare var excursion: Excursion?
    /// Fixes inside a place that is not yet entered.
    @Rare var approach: Approach?
    /// The place it is in if it stays silent, until a fix proves or refutes that.
    @Rare var presumption: Presumption?
    /// When silence alone shows that the device stays in the place it approached.
    @Rare var approachDue: Timestamp?
    /// The newest of the fixes that would mean flying, and since when they agree with each other:
    /// after some minutes the earlier position was the wrong one.
    @Rare private(set) var suspicion: Suspicion?

    public init() {}

    /// The best of the newest fixes.
    var position: Fix? { exacter ?? last }

    /// The newest sign of life.
    public var heardLast: Timestamp? { last.map { max($0.time, pinged ?? $0.time) } }

    /// When it last said that it is where `standing` says: it would have reported moving on.
    var confirmed: Timestamp? { last.map { max($0.time, stayedUntil ?? $0.time) } }

    /// The newest fix that is not a radio cell's guess.
    var fine: Fix? { lastFine ?? last.flatMap { $0.isFine ? $0 : nil } }

    /// Inside a known place, outside all, or unknown.
    public enum Standing: Hashable, Sendable, Codable {
        case unknown, outside
        case inside(ID<Place>)

        var place: ID<Place>? {
            if case .inside(let place) = self { place } else { nil }
        }

        var spot: Spot? {
            place.map { Spot(place: $0, room: nil) }
        }
    }

    /// The place in which the device stands, if it is one of these.
    func place(among places: [Place]) -> Place? {
        standing.place.flatMap { place in places.first { $0.id == place } }
    }

    /// A place that was left, and the newest fix that was inside it.
    public struct Leaving: Hashable, Sendable, Codable {
        var place: ID<Place>
        var lastInside: Timestamp
        /// The fix that proved it; `nil` if an earlier version noted the leaving.
        var proven: Timestamp?
    }

    /// Since when it is known to be elsewhere than in a place; `nil` if it is not.
    ///
    /// Where it stands in a place around that one, it has been there all along.
    func elsewhere(than place: ID<Place>) -> Timestamp? {
        guard let verdict, standing != .unknown, standing != .inside(place) else { return nil }
        return left?.place == place
            ? max(verdict.time, left?.proven ?? verdict.time) : verdict.time
    }

    /// When a fix of recent minutes last showed it inside an area.
    func lastSeen(in area: Area) -> Timestamp? {
        trail.last { area.signedDistance(to: $0.coordinate) <= 0 }?.time
    }

    /// Why the device stands where it does.
    public struct Verdict: Hashable, Sendable, Codable {
        var rule: BeliefRule
        public var time: Timestamp
        /// Metres to the boundary that mattered, negative inside.
        var margin: Double
        /// Metres per second since the previous fix, or by the phone itself if that is more.
        var speed: Double
    }

    /// Whether leaving has begun: a believed fix was outside, and another must confirm it.
    public var isLeaving: Bool { excursion != nil }
}

extension DeviceTrack {
    /// What became of a fix.
    enum Outcome: Hashable {
        case believed
        /// A known position, repeated: the device is alive, and nothing else is new but perhaps its
        /// battery.
        case repeated(tellsBattery: Bool)
        /// Older than the newest: for the history only.
        case old
        /// It would mean moving faster than anything does.
        case impossible
    }

    /// Takes in a fix in the order of its own time.
    mutating func take(_ fix: Fix, places: [Place]) -> Outcome {
        if let ping = fix.pinged {
            pinged = max(pinged ?? ping, ping)
            if isKnown(fix.coordinate) {
                return take(fix, repeatedAt: ping, places: places)
            }
            // In one second, a position taken anew tells more.
            if fix.time == last?.time { return .old }
        }
        if let word = fix.word(after: last) {
            last = word
            judge(word, after: nil, places: places)
            noteInside(word, places)
            return .believed
        }
        if let last,
            !fix.isNewer(than: last) || fix.sentTime == last.sentTime && fix.claimedTime != nil
        {
            return .old
        }
        if let last, isImpossible(fix, after: last) {
            if let suspicion, !fix.isNewer(than: suspicion.fix) { return .old }
            if isTruer(fix, than: last, places: places) {
                trail.removeAll { $0.time == last.time }
                return believe(fix, after: nil, places: places)
            }
            let agreed = suspicion.flatMap { isImpossible(fix, after: $0.fix) ? nil : $0.since }
            guard fix.time.seconds(since: agreed ?? fix.time) >= Self.agreement else {
                suspicion = Suspicion(fix: fix, since: agreed ?? fix.time)
                // It spoke, wherever it is.
                if !isPresumed { presumption = nil }
                return .impossible
            }
        }
        settle(until: fix.time)
        if let last { learnStride(to: fix, after: last) }
        return believe(fix, after: fine, places: places)
    }

    /// - Parameter previous: The newest fix before it that is not a radio cell's guess.
    private mutating func believe(_ fix: Fix, after previous: Fix?, places: [Place]) -> Outcome {
        suspicion = nil
        exacter = position.flatMap { isExacter($0, than: fix) ? $0 : nil }
        lastFine = fix.isFine ? nil : previous
        last = fix
        stayedUntil = nil
        noteBattery(of: fix)
        lengthenTrail(to: fix, after: previous)
        dropRefuted(by: fix, after: previous, places: places)
        let before = standing
        judge(fix, after: previous, places: places)
        move(to: fix, isDrift: isLeaving && standing == before)
        noteInside(fix, places)
        learnNetwork(of: fix, places: places)
        return .believed
    }

    /// Notes when a fix shows the device inside the place in which it stands.
    private mutating func noteInside(_ fix: Fix, _ places: [Place]) {
        guard let place = place(among: places) else { return walk = nil }
        guard place.area.signedDistance(to: fix.coordinate) <= 0 else {
            // Until it leaves, one fix outside may be noise: what was confirmed holds.
            if walk?.confirmed == nil { walk = nil }
            return
        }
        lastInside = fix.time
        noteWalk(by: fix, in: place.area)
        guard isPresumed, fix.isFine else { return }
        verdict?.rule = .fixInside
        presumption = nil
    }

    /// Puts a late fix aside until the rest of its queue has come.
    ///
    /// - Returns: When they are to be taken.
    mutating func wait(for fix: Fix, at now: Timestamp) -> Timestamp {
        let since = waiting?.since ?? now
        let due = min(
            now.advanced(bySeconds: Self.patience), since.advanced(bySeconds: Self.longestWait))
        queue.append(fix)
        waiting = Waiting(since: since, due: due)
        return due
    }

    /// A fix that would mean flying, and the first one that agrees with it.
    struct Suspicion: Hashable, Sendable, Codable {
        var fix: Fix
        var since: Timestamp
    }

    private struct Waiting: Hashable, Sendable, Codable {
        var since: Timestamp
        var due: Timestamp
    }

    /// When the waiting fixes are to be taken.
    var queueDue: Timestamp? { waiting?.due }

    /// More of a queue is waited for so long, in seconds.
    private static let patience = 2.0
    /// A queue that does not end is taken in parts, in seconds: what else is heard waits for it.
    private static let longestWait = 10.0

    /// The late fixes in the order of their own time; none wait afterwards.
    mutating func takeQueue() -> [Fix] {
        defer { (queue, waiting) = ([], nil) }
        return queue.sorted { $0.isOlder(than: $1) }
    }

    /// The gateway did not listen until now; nothing lies in the future if the clock was set back.
    mutating func clamp(to now: Timestamp) {
        last?.time.clamp(to: now)
        pinged?.clamp(to: now)
        batteryWord?.clamp(to: now)
        stayedUntil?.clamp(to: now)
        exacter?.time.clamp(to: now)
        verdict?.time.clamp(to: now)
        lastFine?.time.clamp(to: now)
        lastInside?.clamp(to: now)
        left?.lastInside.clamp(to: now)
        left?.proven?.clamp(to: now)
        movedAt?.clamp(to: now)
        walk = walk.flatMap { $0.newest > now ? nil : $0 }
        strayedAt?.clamp(to: now)
        appearedAt?.clamp(to: now)
        trail.removeAll { $0.time > now }
        excursion?.clamp(to: now)
        networks?.clamp(to: now)
        approach = approach.flatMap { $0.newest > now ? nil : $0 }
        presumption = presumption.flatMap { $0.time > now ? nil : $0 }
        if !isPresumed { presumption?.listenedSince = now }
        suspicion = suspicion.flatMap { $0.fix.time > now ? nil : $0 }
        for index in queue.indices { queue[index].time.clamp(to: now) }
        waiting = queue.isEmpty ? nil : Waiting(since: now, due: now)
        awaitSilence(from: now)
    }

    /// The least time between two points of the trail, in seconds.
    private static let trailInterval = 10.0
    /// The greatest age of a point of the trail, in seconds.
    private static let trailAge = 900.0
    /// The most points of the trail.
    private static let trailLength = 10
    /// A move no longer than this, or than two reaches of the new fix, is noise, in metres.
    private static let shortestMove = 100.0

    /// How long an exact position holds while coarser ones agree with it, in seconds.
    private static let positionPatience = 900.0

    /// Whether `position` is more exact than `fix`, which may be the same point.
    private func isExacter(_ position: Fix, than fix: Fix) -> Bool {
        guard position.reach < fix.reach else { return false }
        return fix.time.seconds(since: position.time) <= Self.positionPatience
            && position.coordinate.distance(to: fix.coordinate) <= fix.reach
    }

    private mutating func lengthenTrail(to fix: Fix, after previous: Fix?) {
        trail.removeAll { fix.time.seconds(since: $0.time) > Self.trailAge }
        // A radio cell's guess is no part of a way that is known better.
        if !fix.isFine, let previous, fix.time.seconds(since: previous.time) <= Self.trailAge {
            return
        }
        // Of many fixes in a short time, a few points show the way.
        if trail.count > 1, let last = trail.last,
            last.time.seconds(since: trail[trail.count - 2].time) < Self.trailInterval
        {
            trail.removeLast()
        }
        trail.append(TrailPoint(coordinate: fix.coordinate, time: fix.time))
        if trail.count > Self.trailLength {
            trail.removeFirst(trail.count - Self.trailLength)
        }
    }

    /// Notes a move by more than the noise.
    ///
    /// - Parameter isDrift: Whether it is out of its place, and has not left it.
    private mutating func move(to fix: Fix, isDrift: Bool) {
        let noise = max(Self.shortestMove, 2 * fix.reach)
        if let anchor, anchor.distance(to: fix.coordinate) <= noise {
            strayedAt = nil
            return
        }
        // A single fix elsewhere may be a guess of the network, and so may a drift.
        guard anchor == nil || !isDrift && (strayedAt != nil || fix.isMoving == true) else {
            strayedAt = strayedAt ?? fix.time
            return
        }
        if anchor == nil { appearedAt = fix.time } else { (movedAt, appearedAt) = (fix.time, nil) }
        strayedAt = nil
        anchor = fix.coordinate
    }

    /// It turns out to have left its place: what seemed a drift was a move.
    mutating func moveOn() {
        if strayedAt != nil, let last { move(to: last, isDrift: false) }
    }

    func speed(from previous: Fix?, to fix: Fix) -> Double {
        guard let previous else { return fix.speed ?? 0 }
        let seconds = fix.time.seconds(since: previous.time)
        let distance = previous.coordinate.distance(to: fix.coordinate)
        return max(fix.speed ?? 0, seconds > 0 ? distance / seconds : 0)
    }
}
