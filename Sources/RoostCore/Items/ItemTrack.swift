/// What is believed of an item, and all that is needed to go on after a restart.
public struct ItemTrack: Hashable, Sendable {
    /// Where the item is, or was last heard.
    public internal(set) var spot: Spot?
    /// Whether it is heard there now.
    public internal(set) var isHeard = false
    /// Since when it has been heard without a longer silence.
    public internal(set) var heardSince: Timestamp?
    public internal(set) var lastHeard: Timestamp?
    public internal(set) var withOwner: Answer = .cannotTell
    /// Since when it has been in its spot, or gone along with its owner.
    public internal(set) var since: Timestamp?
    /// The owner left the place in which the item was, and whether it went along is not clear yet.
    @Rare public internal(set) var departure: Departure?
    /// Where its owner took it, as was told; `nil` if it was told to be where it was last heard.
    @Rare public internal(set) var along: UserTrack.Settled?
    public internal(set) var isLost = false
    public internal(set) var isLowBatteryReported = false
    /// What was last explained of it; `nil` until something was.
    public internal(set) var explained: Explained?

    public init() {}

    /// Restores a kept track.
    public init(
        spot: Spot?, isHeard: Bool, heardSince: Timestamp?, lastHeard: Timestamp?,
        withOwner: Answer, since: Timestamp?, departure: Departure?, along: UserTrack.Settled?,
        isLost: Bool, isLowBatteryReported: Bool, explained: Explained?
    ) {
        self.spot = spot
        self.isHeard = isHeard
        self.heardSince = heardSince
        self.lastHeard = lastHeard
        self.withOwner = withOwner
        self.since = since
        self.departure = departure
        self.along = along
        self.isLost = isLost
        self.isLowBatteryReported = isLowBatteryReported
        self.explained = explained
    }

    /// After the host's clock was set back: nothing was in the future.
    mutating func clamp(to now: Timestamp) {
        since?.clamp(to: now)
        heardSince?.clamp(to: now)
        lastHeard?.clamp(to: now)
        if let departure, departure.time > now { self.departure = nil }
        explained?.clamp(to: now)
    }

    /// The place in which it counts as being now: where it is heard, or would be if the node could
    /// hear, or where its owner took it.
    var occupied: ID<Place>? {
        if isHeard { return spot?.place }
        if let along { return withOwner == .yes ? along.place : nil }
        let isFrozen = heardSince != nil && withOwner == .cannotTell
        return isFrozen || withOwner == .yes ? spot?.place : nil
    }

    /// Where it was told to be: once its owner took it elsewhere it is not back where it was last
    /// heard, also if nobody knows any more whether it is with them.
    var shownSpot: Spot? {
        guard !isHeard, let along else { return spot }
        return along.spot
    }

    /// Whether it is heard, and has been since `moment` or earlier.
    func isHeardSince(before moment: Timestamp) -> Bool {
        isHeard && heardSince.map { $0 <= moment } ?? false
    }

    /// Whether it is out of hearing and with its owner.
    var isAlong: Bool { !isHeard && withOwner == .yes }

    /// The same, and it was silent for longer than its rhythm explains.
    var isProvenAlong: Bool { isAlong && heardSince == nil }

    /// Whether what is believed has changed, and not only when the item was heard.
    func isNews(since old: ItemTrack) -> Bool {
        spot != old.spot || isHeard != old.isHeard || withOwner != old.withOwner
            || isLost != old.isLost || departure != old.departure || explained != old.explained
            || along != old.along
    }

    /// Three answers, not two.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        case yes, no
        case cannotTell = "cannot_tell"
    }

    /// One departure of the item's owner from one place.
    public struct Departure: Hashable, Sendable, Codable {
        /// The place in which the item is, or one around it that its owner left too.
        var place: ID<Place>
        /// When the owner was proven to be out.
        public var time: Timestamp
        /// The last moment at which the owner can have been within hearing: what is heard later was
        /// left behind.
        var outOfHearing: Timestamp
        /// Until when hearing the item here means that it was left.
        var until: Timestamp
        /// When silence has lasted long enough to believe that the item went along.
        var verdictDue: Timestamp
        /// How loud the item was until then, in dBm, if the nodes and no phone showed the
        /// departure: what is carried out fades.
        var loudness: Double?
        /// How loud it was at each node where it lay as the door was opened; `nil` if no sensor
        /// told, or an earlier version kept the departure.
        var lying: [Loudness.Level]?
        /// Whether it lay at an exit then.
        var layAtExit: Bool?
        /// Whether the item was heard until then, so that its silence means something.
        var wasHeard: Bool
        /// It stayed, and its owner is told if they watch it there.
        var hasStayed = false
        /// What proved that the owner left.
        var evidence: [Evidence]
        /// When the door fell shut behind the owner; `nil` if no sensor told, or the item's
        /// loudness is unknown.
        var door: Timestamp?

        // What earlier versions kept has this name.
        private enum CodingKeys: String, CodingKey {
            case place, time, outOfHearing, until, verdictDue, loudness, lying, layAtExit, wasHeard
            case hasStayed = "isAlerted"
            case evidence, door
        }

        /// How loud the item was until its owner left; `nil` if a phone showed the departure.
        var before: Loudness? {
            loudness.map {
                Loudness(best: $0, lying: lying ?? [], isAtExit: layAtExit ?? false)
            }
        }
    }
}
