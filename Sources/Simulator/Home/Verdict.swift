/// How right Roost was about a household over some time.
public struct Verdict: Sendable {
    public internal(set) var days = 0.0
    /// Seconds of people that were looked at, and those of them in which the place was wrong.
    public internal(set) var presence = (seconds: 0, wrong: 0)
    /// How often somebody was told to have left a place that they were in.
    public internal(set) var falseLeaves = 0
    /// Seconds in which the wearer of a beacon was in a room with a node, and those told so.
    public internal(set) var rooms = (seconds: 0, right: 0)
    public internal(set) var roomChanges = (told: 0, true: 0)
    /// How often somebody left a building for longer, one entry each.
    public internal(set) var exits: [Exit] = []
    /// Things that stayed when their owners left, one entry each.
    public internal(set) var forgotten: [Forgotten] = []
    public internal(set) var leftBehind = Alarms()
    public internal(set) var leavingWithout = Alarms()
    public internal(set) var arrivedWithout = Alarms()
    /// What went wrong, for whoever looks for the reason.
    public internal(set) var faults: [String] = []

    /// Somebody went out by the front door.
    public struct Exit: Sendable {
        public var person: Int
        public var building: Int
        /// When the door fell shut, in seconds, and when they were back.
        public var shut: Double
        public var back: Double
        /// Seconds from the door to the word that they are not there.
        public var told: Double?
    }

    /// A thing that stayed when its owner left a building where it must not be left.
    public struct Forgotten: Sendable {
        public var owner: Int
        public var thing: Int
        public var building: Int
        /// When the door fell shut, in seconds, and when its owner was back.
        public var shut: Double
        public var back: Double
        /// Whether the owner only went in front of the house.
        public var isErrand: Bool
        /// Seconds from the door to the word that it was left.
        public var told: Double?
        /// The same to the first word of any kind, which may be before the door.
        public var warned: Double?
    }

    /// What was told of things, by whether it was so.
    public struct Alarms: Sendable {
        public internal(set) var right = 0
        public internal(set) var wrong = 0
        /// Right, and told before.
        public internal(set) var repeated = 0
    }

    public init() {}

    /// The share of what was forgotten, beside errands, that was told within so many seconds.
    public func told(within seconds: Double) -> Double {
        share { $0.told.map { $0 <= seconds } ?? false }
    }

    /// The same for the first word, `leaving_without` or `left_behind`.
    public func warned(within seconds: Double) -> Double {
        share { $0.warned.map { $0 <= seconds } ?? false }
    }

    private func share(_ isTold: (Forgotten) -> Bool) -> Double {
        let left = forgotten.filter { !$0.isErrand }
        return left.isEmpty ? 1 : Double(left.count(where: isTold)) / Double(left.count)
    }
}
