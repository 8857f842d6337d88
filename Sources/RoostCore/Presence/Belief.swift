/// What the evidence shows of a user at one moment.
public struct Belief: Hashable, Sendable, Codable {
    public var whereabouts: Whereabouts
    /// 0...1.
    public var confidence: Double
    var sources: [Source]
    /// The rule that decided.
    public var rule: BeliefRule
    /// The device that decided, if one did.
    var device: Device?
    /// The beacon that decided, if one did that is heard.
    var beacon: BeaconID?
    /// The newest observation behind the belief.
    var evidenceTime: Timestamp

    public enum Whereabouts: Hashable, Sendable, Codable {
        case at(Spot)
        case outside, unknown, offline

        /// Where in a known place; `nil` for elsewhere and for nobody knows where.
        var spot: Spot? {
            if case .at(let spot) = self { spot } else { nil }
        }
    }

    public enum Source: String, Hashable, Sendable, Codable {
        case ble, gps
    }

    /// Whether beacons told it, and no phone agreed.
    var isByBeaconsAlone: Bool { sources == [.ble] }
    /// Whether a phone told it, and no beacon.
    var isByPhoneAlone: Bool { sources == [.gps] }

    /// Whether it tells what they left, and not what they came to.
    var isMereLeaving: Bool { [.doorHeardLast, .thingsWentOut].contains(rule) }

    /// What is left when all that told of the user is gone: their tag is no longer theirs, or the
    /// place or the node no longer exists.
    var withoutEvidence: Belief {
        Belief(
            whereabouts: .unknown, confidence: 0.5, sources: [], rule: .noEvidence,
            evidenceTime: evidenceTime)
    }
}
