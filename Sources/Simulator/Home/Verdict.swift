/// How accurate Roost was about a household over some time.
public struct Verdict: Sendable {
    public internal(set) var days = 0.0
    /// The judged seconds of people, and those of them with a wrong place.
    public internal(set) var presence = (seconds: 0, wrong: 0)
    /// How often a person was reported to have left a place that they were in.
    public internal(set) var falseLeaves = 0
    /// Seconds in which the wearer of a beacon was in a room with a node, and those reported right.
    public internal(set) var rooms = (seconds: 0, right: 0)
    public internal(set) var roomChanges = (told: 0, true: 0)
    /// The exits from a building for longer, one entry each.
    public internal(set) var exits: [Exit] = []
    /// Things that stayed when their owners left, one entry each.
    public internal(set) var forgotten: [Forgotten] = []
    public internal(set) var leftBehind = Alarms()
    public internal(set) var leavingWithout = Alarms()
    public internal(set) var arrivedWithout = Alarms()
    /// The faults, for finding their reasons.
    public internal(set) var faults: [String] = []

    /// An exit by the front door.
    public struct Exit: Sendable {
        public var person: Int
        public var building: Int
        /// When the door closed, in seconds, and when the person was back.
        public var shut: Double
        public var back: Double
        /// Seconds from the door to the report that they are away.
        public var told: Double?
    }

    /// A thing that stayed when its owner left a building where it must not be left.
    public struct Forgotten: Sendable {
        public var owner: Int
        public var thing: Int
        public var building: Int
        /// When the door closed, in seconds, and when its owner was back.
        public var shut: Double
        public var back: Double
        /// Whether the owner only went in front of the house.
        public var isErrand: Bool
        /// Seconds from the door to the alert that it was left.
        public var told: Double?
        /// The same to the first alert of any kind, which may be before the door.
        public var warned: Double?
    }

    /// The alerts about things, by whether they were true.
    public struct Alarms: Sendable {
        public internal(set) var right = 0
        public internal(set) var wrong = 0
        /// Right, but a repetition.
        public internal(set) var repeated = 0
    }

    public init() {}

    /// The share of forgotten things, without errands, that were reported within this time.
    public func told(within seconds: Double) -> Double {
        share { $0.told.map { $0 <= seconds } ?? false }
    }

    /// The same for the first alert, `leaving_without` or `left_behind`.
    public func warned(within seconds: Double) -> Double {
        share { $0.warned.map { $0 <= seconds } ?? false }
    }

    private func share(_ isTold: (Forgotten) -> Bool) -> Double {
        let left = forgotten.filter { !$0.isErrand }
        return left.isEmpty ? 1 : Double(left.count(where: isTold)) / Double(left.count)
    }
}
