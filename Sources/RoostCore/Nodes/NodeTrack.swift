import Glibc

/// What is known of a node's health.
public struct NodeTrack: Hashable, Sendable, Codable {
    public private(set) var status: Status = .unspoken
    /// When the status last changed.
    private(set) var since: Timestamp
    /// When the node last sent anything.
    public private(set) var lastSpoke: Timestamp
    /// When it last told what it hears; `nil` if it has not, or an earlier version did not keep it.
    private(set) var toldLast: Timestamp?
    /// When it last heard any beacon, by the gateway's clock; `nil` if it has not since it was met,
    /// or an earlier version did not keep it.
    private(set) var heardLast: Timestamp?
    /// How long after it heard a beacon it told of it lately, at most, in seconds; `nil` for at
    /// once.
    private(set) var delay: Double?
    /// Since when nothing has kept the gateway from hearing what the node hears.
    private(set) var listeningSince: Timestamp
    /// Whether somebody was told that the node is gone.
    var isReported = false
    /// Whether the node hears nothing, by its own word or because it misses what lies beside it.
    public var isDeaf: Bool { status != .offline && hearsNothingSince != nil }
    var hearsNothingSince: Timestamp? { deafSince ?? missesSince }
    /// Since when the node says that it cannot hear; `nil` while it can.
    private var deafSince: Timestamp?
    /// Since when it misses everything, even what lay still.
    private var missesSince: Timestamp?
    /// Since when it is doubtful whether it works: the broker started, and it has said nothing
    /// since.
    var unprovenSince: Timestamp?
    /// Whether it spoke after it was said to be offline, which the broker may keep; `nil` if not.
    private var isOfflineDisproved: Bool?
    /// Whether it last spoke at a time that the clock has not reached again since it was set back.
    private var isLongAgo: Bool?
    /// What its messages tell of its clock since it was last listened to anew.
    private var lag = ClockLag()
    /// When its last batches were sent by its clock: one that comes again tells nothing of it.
    private var sends = RecentSends()

    private enum CodingKeys: String, CodingKey {
        case status, since, lastSpoke, toldLast, heardLast, delay, listeningSince, isReported
        case deafSince, missesSince, unprovenSince, isLongAgo, isOfflineDisproved
    }

    public enum Status: String, Hashable, Sendable, Codable {
        case online, offline
        /// The node has no status topic: it is present while it speaks.
        case unspoken
    }

    init(at time: Timestamp) {
        since = time
        lastSpoke = time
        listeningSince = time
    }

    /// A kept hearing shows that it spoke then: its own track is kept only when its state changes.
    mutating func recall(heardAt time: Timestamp) {
        lastSpoke = max(lastSpoke, time)
        heardLast = max(heardLast ?? time, time)
    }

    /// - Parameter batch: What it told, if that.
    mutating func spoke(_ batch: SightingBatch?, at time: Timestamp, settings: EngineSettings) {
        if !isHealthy(at: time, settings: settings) { listeningSince = heardSince(batch, at: time) }
        if status == .offline {
            status = .unspoken
            since = time
            isOfflineDisproved = true
        }
        lastSpoke = max(lastSpoke, time)
        (unprovenSince, isLongAgo) = (nil, nil)
        if hearsNothingSince == nil { isReported = false }
    }

    /// Since when a node that is back has been listening: a queue shows that it was meanwhile, and
    /// goes back to what it told before unless it dropped that.
    private func heardSince(_ batch: SightingBatch?, at now: Timestamp) -> Timestamp {
        guard let batch, now.seconds(since: newest(of: batch, at: now)) > Backlog.late,
            let oldest = batch.sightings.map({ time(of: $0, at: now) }).min()
        else { return now }
        let isWhole = heardLast.map { oldest.seconds(since: $0) < Backlog.together } ?? false
        return isWhole ? listeningSince : max(listeningSince, oldest)
    }

    /// When the newest of a batch was heard; now if the node says that it hears nothing.
    func newest(of batch: SightingBatch, at now: Timestamp) -> Timestamp {
        batch.sightings.map { time(of: $0, at: now) }.max() ?? now
    }

    /// Takes in when the node heard something, and what its clock says.
    mutating func take(_ batch: SightingBatch, at now: Timestamp) {
        toldLast = now
        if let sent = batch.sent, sends.note(sent) { lag.compare(sent: sent, at: now) }
        if !batch.sightings.isEmpty { missesSince = nil }
        forgetDelay(at: now)
        for sighting in batch.sightings {
            let time = time(of: sighting, at: now)
            heardLast = max(heardLast ?? time, time)
            let late = now.seconds(since: time)
            // What waited for longer was in a queue.
            guard late > Self.shortestDelay, late < Self.longestDelay else { continue }
            delay = max(delay ?? 0, late)
        }
    }

    /// A delay that does not come again is forgotten.
    private mutating func forgetDelay(at now: Timestamp) {
        guard let known = delay, let heardLast else { return }
        let rest = known * exp(-max(0, now.seconds(since: heardLast)) / Self.delayTime)
        delay = rest > Self.shortestDelay ? rest : nil
    }

    /// A node without a status of its own counts as gone after this much silence, in seconds.
    private static let silentAfter = 300.0
    /// How long a delay is expected again, in seconds.
    private static let delayTime = 60.0
    /// The longest delay of a node that publishes seldom, in seconds.
    private static let longestDelay = 60.0
    /// A delay no longer than this tells nothing, in seconds.
    private static let shortestDelay = 0.1

    /// When the node heard a beacon, by the gateway's clock.
    func time(of sighting: Sighting, at now: Timestamp) -> Timestamp {
        let time = sighting.time?.advanced(bySeconds: lag.seconds) ?? now
        return time > now || time < Self.earliest ? now : time
    }

    /// Nothing was heard before 2020: a node that claims so has no clock.
    private static let earliest = Timestamp(milliseconds: 1_577_836_800_000)

    /// Takes in what the node reports of itself, or its last will.
    mutating func report(_ word: NodeStatus, isRetained: Bool, at time: Timestamp) {
        let isOnline = word != .offline
        if isRetained, !isOnline, isOfflineDisproved == true {
            // Or it was online and offline again, while nobody listened.
            if !hasSpoken { unprovenSince = unprovenSince ?? time }
            return
        }
        isOfflineDisproved = nil
        let new: Status = isOnline ? .online : .offline
        let isProof = isOnline && !isRetained
        let hears = word == .online
        let isBack =
            status != .online || hearsNothingSince != nil || isProof && unprovenSince != nil
        if hears, isBack { listeningSince = time }
        // What it missed before it started anew is no news.
        if hears, isProof { missesSince = nil }
        if isProof { lastSpoke = max(lastSpoke, time) }
        if isProof || !isOnline { (unprovenSince, isLongAgo) = (nil, nil) }
        // Offline and deaf in turn, it has been gone all along.
        let began = status == .offline || deafSince != nil ? min(goneSince, time) : time
        deafSince = word == .deaf ? began : nil
        guard new != status else { return }
        status = new
        since = isOnline ? time : began
        if isOnline { missesSince = nil }
    }

    /// How long a node that works may hear nothing, in seconds.
    private static let pause = 30.0

    /// Since when it has heard nothing, though what it hears would arrive; `nil` if it never heard
    /// anything.
    private var quietSince: Timestamp? { heardLast.map { max($0, listeningSince) } }

    func isQuiet(at time: Timestamp) -> Bool {
        quietSince.map { time.seconds(since: $0) >= Self.pause } ?? true
    }

    /// When to look what it misses, if it goes on hearing nothing: soon, and later for slow tags.
    var quietDues: [Timestamp] {
        quietSince.map { since in [1, 2, 3].map { since.advanced(bySeconds: $0 * Self.pause) } }
            ?? []
    }

    /// Notes that it has missed everything since it last heard a beacon.
    mutating func missAll() { missesSince = heardLast }

    /// A clock that is put right jumps by less, in seconds.
    private static let clockStep = 10.0
    /// How long the nodes may take to come back after a start of the broker, in seconds.
    private static let longestStart = 600.0

    /// Whether it has said nothing since the broker started.
    func isDoubtful(brokerUptime seconds: Double, at time: Timestamp) -> Bool {
        guard unprovenSince == nil, status != .offline, seconds < Self.longestStart else {
            return false
        }
        return isLongAgo == true || time.seconds(since: lastSpoke) > seconds + Self.uptimeAge
    }

    /// The broker says it this often, in seconds: what a new subscriber gets may be this old.
    private static let uptimeAge = 11.0

    mutating func listen(from time: Timestamp) {
        listeningSince = time
        // A clock may have been set since: delays measured earlier no longer hold.
        lag = ClockLag()
        // A host without a clock of its own may start with an old time.
        if lastSpoke.seconds(since: time) > Self.clockStep { isLongAgo = true }
        lastSpoke.clamp(to: time)
        unprovenSince?.clamp(to: time)
        heardLast?.clamp(to: time)
        toldLast?.clamp(to: time)
        deafSince?.clamp(to: time)
        missesSince?.clamp(to: time)
        since.clamp(to: time)
    }

    /// Whether it has sent anything since it was last listened to anew.
    var hasSpoken: Bool { lastSpoke >= listeningSince }

    /// Since when a message has been due: none can arrive while nobody listens.
    private var awaitedSince: Timestamp { max(lastSpoke, listeningSince) }

    /// Until when a beacon the node does not hear is not there, if the node sends nothing more.
    func healthyUntil(settings: EngineSettings) -> Timestamp {
        guard hearsNothingSince == nil, unprovenSince == nil else { return .distantPast }
        return switch status {
        case .online: .distantFuture
        case .offline: .distantPast
        case .unspoken: awaitedSince.advanced(bySeconds: Self.silentAfter)
        }
    }

    /// Whether a beacon the node does not hear is not there.
    public func isHealthy(at time: Timestamp, settings: EngineSettings) -> Bool {
        time <= healthyUntil(settings: settings)
    }

    /// When a node that is gone or deaf was last present, as far as known.
    public var goneSince: Timestamp {
        hearsNothingSince ?? (status == .offline ? since : unprovenSince ?? lastSpoke)
    }

    /// Whether it may still be starting after a power cut.
    func isAwaited(at time: Timestamp, settings: EngineSettings) -> Bool {
        unprovenSince != nil && hearsNothingSince == nil
            && reportDue(settings: settings).map { $0 > time } ?? false
    }

    /// From when somebody should be told that the node is gone; `nil` while it is online.
    func reportDue(settings: EngineSettings) -> Timestamp? {
        if let hearsNothingSince {
            return hearsNothingSince.advanced(bySeconds: settings.nodeOfflineAfter)
        }
        return switch status {
        case .offline: since.advanced(bySeconds: settings.nodeOfflineAfter)
        case .online where unprovenSince == nil: nil
        case .online, .unspoken:
            awaitedSince.advanced(bySeconds: Self.silentAfter + settings.nodeOfflineAfter)
        }
    }
}
