/// The growing evidence that a device has left the place in which it stands.
///
/// A cumulative sum, as in Page's test for a change: what each fix outside proves is added up over
/// the time it holds, and a fix inside ends it. So a drift of some minutes comes to nothing, a walk
/// away is believed within minutes, and a drive at once.
struct Excursion: Hashable, Sendable, Codable {
    /// The first fix outside, and the newest.
    private(set) var began: Timestamp
    private(set) var newest: Timestamp
    /// 1 is enough.
    private(set) var evidence = 0.0
    /// How it began, as far as known by now.
    var start: Start
    /// How far outside the device was lately, in metres, and when: one that keeps going goes away.
    private var mark: Mark

    private struct Mark: Hashable, Sendable, Codable {
        var time: Timestamp
        var margin: Double
        var isReceding = false
    }

    enum Start: String, Hashable, Sendable, Codable {
        /// A leap that nobody walks: such a drift may last.
        case leap
        /// A walk, by the phone's word or by its fixes.
        case walk
        case unseen
    }

    init(beganWith sign: Sign, _ start: Start) {
        began = sign.time
        newest = sign.time
        self.start = start
        mark = Mark(time: sign.time, margin: sign.margin)
    }

    /// Seconds until fixes one reach outside are believed.
    private static let patience = 1500.0
    /// The longest that a fix speaks for the time since the previous one, in seconds.
    private static let memory = 600.0
    /// How many reaches outside a single fix is enough.
    private static let farthest = 2.0
    /// A nearer fix adds to what others proved as if this many were needed.
    private static let far = 3.0
    /// How often to check whether the device keeps going, in seconds.
    private static let markInterval = 20.0
    /// The speed away from the place that shows it, in metres per second.
    private static let recession = 0.5
    /// How many times as much a fix of a device that keeps going proves.
    private static let recedingWeight = 3.0

    /// What one fix shows.
    struct Sign {
        var time: Timestamp
        /// Metres from the boundary.
        var margin: Double
        /// How far outside it is for certain, in its own reaches, each at least 100 m.
        var distance: Double
        /// How much the phone's own word about moving counts: 1 if it says nothing.
        var weight: Double
        /// Whether it is in another place, where people are more often than just anywhere.
        var elsewhere: Elsewhere
        /// Whether the phone is on the Wi-Fi of the place that it is said to have left.
        var isDoubtful: Bool
    }

    enum Elsewhere {
        case nowhere
        /// By a fix that may still be one of the first place.
        case likely
        case clear
    }

    /// Adds what `sign` shows; returns whether it is enough.
    mutating func add(_ sign: Sign) -> Bool {
        let seconds = min(Self.memory, max(0, sign.time.seconds(since: newest)))
        let sinceMark = sign.time.seconds(since: mark.time)
        if sinceMark >= Self.markInterval {
            let isReceding = sign.margin - mark.margin >= Self.recession * sinceMark
            mark = Mark(time: sign.time, margin: sign.margin, isReceding: isReceding)
        }
        // A leap that the phone itself calls a drive is no leap.
        let trust = (start == .leap && sign.weight > 1 ? .unseen : start).trust
        let squared = sign.distance * sign.distance
        let persistence = mark.isReceding ? Self.recedingWeight : 1
        let going = trust.going * sign.weight * persistence * squared / Self.patience
        let elsewhere = sign.elsewhere.pace / start.patienceElsewhere
        evidence += seconds * max(going, elsewhere)
        newest = max(newest, sign.time)
        // One fix alone is hardly believed against the phone's own word, and the first of a leap is
        // not.
        let word = min(sign.weight, sign.weight * sign.weight)
        let isDenied =
            sign.time == began && (sign.isDoubtful || start == .leap && sign.weight < 1)
        let alone = isDenied ? 0 : max(trust.alone * word, sign.elsewhere.alone) * squared
        return alone >= Self.farthest * Self.farthest
            || evidence + alone / (Self.far * Self.far) >= 1
    }

    /// How long the device must stay silent until its newest fix in another place is believed, in
    /// seconds.
    var silenceElsewhere: Double { max(0, 1 - evidence) * start.patienceElsewhere }

    /// Takes back what a fix that may be inside puts in doubt; returns whether anything is left.
    mutating func fade(at time: Timestamp) -> Bool {
        evidence -= max(0, time.seconds(since: newest)) / Self.memory
        newest = max(newest, time)
        return evidence > 0
    }

    /// Nothing lies in the future.
    mutating func clamp(to now: Timestamp) {
        began.clamp(to: now)
        newest.clamp(to: now)
        mark.time.clamp(to: now)
    }
}

extension Excursion.Start {
    /// How far it is believed: while it goes on, and on one fix alone.
    fileprivate var trust: (going: Double, alone: Double) {
        switch self {
        case .leap: (0.5, 0.8)
        case .unseen: (1, 1)
        case .walk: (6, 4)
        }
    }

    /// Seconds until fixes that are clearly in another place are believed.
    fileprivate var patienceElsewhere: Double {
        switch self {
        case .leap: 1120
        case .unseen: 280
        case .walk: 120
        }
    }
}

extension Excursion.Elsewhere {
    /// How fast it adds up.
    fileprivate var pace: Double {
        switch self {
        case .nowhere: 0
        case .likely: 0.5
        case .clear: 1
        }
    }

    /// How far it is believed at least on one fix alone.
    fileprivate var alone: Double {
        switch self {
        case .nowhere, .likely: 0
        case .clear: 3
        }
    }
}
