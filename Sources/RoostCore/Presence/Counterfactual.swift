/// One condition that alone would have led to another belief.
public struct Counterfactual: Hashable, Sendable, Codable {
    /// The kind of observation it takes.
    public var evidence: Evidence.Kind
    /// Its subject: the id of a beacon, a node or a user, or the name of a device.
    public var subject: String
    public var place: ID<Place>?
    public var room: ID<Room>?
    /// What is measured; if `nil`, the observation alone is enough.
    public var measure: Measure?
    /// The actual value; `nil` if there was nothing to measure.
    public var was: Double?
    /// The limit to pass, and on which side.
    public var needed: Double?
    public var direction: Direction?
    /// How accurate a fix must be for that, in metres.
    public var accuracy: Double?
    /// The same in words, built from the numbers above; without a full stop.
    public private(set) var text = ""

    public enum Measure: String, Hashable, Sendable, Codable {
        /// How long, or how long ago.
        case seconds
        /// From the boundary of the place, negative inside; without a place, from the previous fix.
        case metres
        /// The accuracy that a fix claims, in metres.
        case accuracy
        case dBm = "dbm"
        case probability
    }

    public enum Direction: String, Hashable, Sendable, Codable {
        case above, below
    }

    /// The names used for people.
    struct Names {
        var subject: String
        /// Of the place, or of the room and the place.
        var place: String?

        init(_ subject: String, in place: String? = nil) {
            self.subject = subject
            self.place = place
        }
    }

    /// - Parameter names: `nil` if people call the subject by its id.
    init(
        _ evidence: Evidence.Kind, of subject: String, place: ID<Place>? = nil,
        room: ID<Room>? = nil, limit: Limit? = nil, accuracy: Double? = nil,
        names: Names? = nil, saying phrase: Phrase? = nil
    ) {
        self.evidence = evidence
        self.subject = subject
        self.place = place
        self.room = room
        self.accuracy = accuracy.map { min(1e7, $0.rounded()) }
        if let limit {
            measure = limit.measure
            was = limit.was.map { limit.measure.rounded($0, .toNearestOrAwayFromZero) }
            needed = limit.measure.rounded(limit.needed, limit.direction == .above ? .up : .down)
            direction = limit.direction
        }
        text = (phrase ?? .usual).text(of: self, names ?? Names(subject))
    }

    /// A number to be passed.
    struct Limit {
        var measure: Measure
        var was: Double?
        var needed: Double
        var direction: Direction

        static func above(_ needed: Double, _ measure: Measure, was: Double?) -> Limit {
            Limit(measure: measure, was: was, needed: needed, direction: .above)
        }

        static func below(_ needed: Double, _ measure: Measure, was: Double?) -> Limit {
            Limit(measure: measure, was: was, needed: needed, direction: .below)
        }
    }

    /// All of them in one sentence.
    static func sentence(of all: [Counterfactual]) -> String {
        guard let first = all.first else { return "No single observation." }
        return all.dropFirst().reduce(first.text) { "\($0); or \(continuing($1.text))" } + "."
    }

    /// A text inside a sentence: names keep their capitals.
    static func continuing(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        let isPlain = ["A", "Another", "Any", "No", "Other", "Silence", "The"].contains(word)
        return isPlain ? text.prefix(1).lowercased() + text.dropFirst() : text
    }
}

extension Counterfactual.Measure {
    /// No finer than is meaningful, and without missing the limit.
    fileprivate func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        let scale: Double =
            switch self {
            case .seconds: 10
            case .metres, .accuracy, .dBm: 1
            case .probability: 1000
            }
        // A number that is whole but for its last bits counts as whole.
        let scaled = (value * scale * 1e6).rounded() / 1e6
        return min(1e12, max(-1e12, scaled.rounded(rule) / scale))
    }
}
