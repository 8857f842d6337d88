/// What is believed of a user, and all that is needed to go on after a restart.
public struct UserTrack: Hashable, Sendable, Codable {
    /// By the name of the device.
    public internal(set) var devices: [String: DeviceTrack] = [:]
    public internal(set) var belief: Belief?
    /// The place in which the user was last known to be, even while it is unknown: transitions
    /// start from here.
    public internal(set) var settled: Settled = .never
    /// When the user came to the place in which they are settled; `nil` if nobody saw it.
    public internal(set) var arrived: Timestamp?
    /// The place that the user left last.
    private(set) var left: Left?
    /// The places that they left before that, the last first; `nil` for none.
    private var leftBefore: [Left]?
    /// The beacons proven to be elsewhere than their user, each with the moment since which it has
    /// been there.
    var stayed: [String: Timestamp]?
    /// The devices that were elsewhere while their user was heard in a place, each with the moment
    /// since which it has been there.
    var apart: [String: Timestamp]?
    /// When the user's phone was last asked where it is.
    var asked: Timestamp?
    /// Things that came to a place while nothing else tells of the user.
    var companions: Companions?
    /// The user's outing with their things, while what usually tells of them lies at rest.
    var outing: Outing?
    /// A walk that measures rooms, until what it measured is kept: a restart ends it.
    var measuring: Measuring?
    /// Whether their things go where they go, as far as known.
    var belongings: [ID<Item>: Belonging]?
    /// When the belief took its present form.
    public internal(set) var since: Timestamp?
    /// The same, in whatever room; `nil` if an earlier gateway did not note that.
    var handSince: Timestamp?
    /// The event time of the latest alert under each key, so that a repeated cause gives one alert.
    var alerted: [String: Timestamp] = [:]
    /// The door that the user came to from inside, until what they carry had time to follow.
    var door: Door?
    /// How often standing at a door was followed by leaving.
    var habits: [ID<Place>: DoorHabits]?
    /// The same of standing beside a door as it was opened, by its sensor.
    var openings: [ID<Place>: DoorHabits]?
    /// Silences that are over and were probably no way out, until sure; not kept over a restart.
    var pauses: [Pause] = []
    /// The parts of a silence that may go on: weak readings broke it.
    var broken: [Pause] = []
    /// The last times the user was at a door and faded, until it is known whether they went out;
    /// not kept over a restart.
    var fadings: [Fading] = []
    /// The last time the user stood at a door, until they leave.
    var waited: Wait?
    /// When the user was last reported as heard, so that a still user's age is not shown too old.
    var refreshed: Timestamp?

    public init() {}

    public enum Settled: Hashable, Sendable, Codable {
        case never, outside
        case at(Spot)

        public var place: ID<Place>? { spot?.place }

        var spot: Spot? {
            if case .at(let spot) = self { spot } else { nil }
        }
    }

    /// After the host's clock was set back: nothing was in the future.
    mutating func clamp(to now: Timestamp) {
        alerted = alerted.filter { $0.value <= now }
        since?.clamp(to: now)
        handSince?.clamp(to: now)
        arrived?.clamp(to: now)
        asked?.clamp(to: now)
        left?.time.clamp(to: now)
        for index in (leftBefore ?? []).indices { leftBefore?[index].time.clamp(to: now) }
        refreshed = nil
        if let door, door.since > now { self.door = nil }
        if let waited, waited.door.since > now { self.waited = nil }
        if let companions, companions.time > now { self.companions = nil }
        stayed = stayed?.mapValues { min($0, now) }
        apart = apart?.mapValues { min($0, now) }
        outing?.since.clamp(to: now)
        measuring?.lastWord.clamp(to: now)
        (pauses, broken, fadings) = ([], [], [])
    }

    /// When to ask a phone that contradicts the belief: once it has had time to speak by itself,
    /// and not again soon, since each answer takes from its battery.
    func questionDue(at now: Timestamp) -> Timestamp {
        let began = (settled.place == nil ? since : arrived ?? since) ?? now
        let first = began.advanced(bySeconds: 60)
        return max(first, asked?.advanced(bySeconds: 600) ?? first)
    }

    /// Forgets what may still be learned of falling silent in a place.
    mutating func forgetSilences(in place: ID<Place>) {
        pauses.removeAll { $0.place == place }
        broken.removeAll { $0.place == place }
        fadings.removeAll { $0.place == place }
    }

    struct Left: Hashable, Sendable, Codable {
        var place: ID<Place>
        var time: Timestamp
    }

    /// Notes that the user left a place.
    mutating func leave(_ place: ID<Place>, at time: Timestamp) {
        if let left { leftBefore = Array(([left] + (leftBefore ?? [])).prefix(Self.mostLeft)) }
        left = Left(place: place, time: time)
    }

    /// When the user left a place lately, the last time first.
    func departures(from place: ID<Place>) -> [Timestamp] {
        ([left].compactMap { $0 } + (leftBefore ?? [])).filter { $0.place == place }.map(\.time)
    }

    /// How many departures before the last are remembered.
    private static let mostLeft = 8

    /// A stay at a door.
    struct Door: Hashable, Sendable, Codable {
        var place: ID<Place>
        var room: ID<Room>
        var since: Timestamp
        /// When the door was opened, by its sensor; `nil` if it has none.
        var opened: Timestamp?
    }

    /// Things that came with their owner, whose phone is silent.
    struct Companions: Hashable, Sendable, Codable {
        var time: Timestamp
        var beacons: [BeaconID]
    }

    /// Things that went out of a place together.
    struct Outing: Hashable, Sendable, Codable {
        var place: ID<Place>
        /// When they were last heard there.
        var since: Timestamp
        var things: [BeaconID]
        /// Where the beacons of their owner lay then.
        var lying: [Lying]

        struct Lying: Hashable, Sendable, Codable {
            var beacon: BeaconID
            var room: ID<Room>?
        }
    }

    /// A walk through the rooms of a place.
    struct Measuring: Hashable, Sendable, Codable {
        var place: ID<Place>
        /// When the walker last said where they are.
        var lastWord: Timestamp
    }

    /// Some seconds in which nothing was heard of the user.
    struct Pause: Hashable, Sendable {
        var place: ID<Place>
        var isAtExit: Bool
        var onset: SilenceOnset
        var began: Timestamp
        var ended: Timestamp
    }

    /// A user was beside a door, and is far weaker since.
    struct Fading: Hashable, Sendable {
        var beacon: BeaconID
        var place: ID<Place>
        /// When the beacon was loudest at the door, and how loud, in dBm.
        var time: Timestamp
        var level: Double
        /// How it sounded at each look some seconds later, and when the last look was.
        var sounds: [WayOutSound] = []
        var lookedAt: Timestamp?
        /// How much likelier they were gone than there, if that decided.
        var odds: Double?
        /// How often it has been heard plainly inside since, and when last.
        var signs = 0
        var lastSign: Timestamp?
        /// It was heard some minutes later, plainly or badly.
        var isLingering = false
        /// It was heard again later, or as loudly as by the door: nobody knows whether they went
        /// out.
        var isHeardAgain = false
    }

    /// A stay at a door, with or without something taken up to go along.
    struct Wait: Hashable, Sendable, Codable {
        var door: Door
        var isPacked: Bool

        // The name under which it was first stored.
        private enum CodingKeys: String, CodingKey {
            case door
            case isPacked = "isCarrying"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case devices, belief, settled, arrived, stayed, since, alerted, door, habits, openings,
            waited, companions, outing, measuring, belongings, apart, asked, left, leftBefore,
            handSince
    }
}
