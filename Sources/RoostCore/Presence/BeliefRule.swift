/// By which rule it was decided where somebody is; the raw values are stable across versions.
public enum BeliefRule: String, Hashable, Sendable, Codable {
    /// A node hears them, in spite of their phone's position in the second case.
    case heard
    case heardAgainstGPS = "heard_against_gps"
    /// A node hears them in a place that they do not know.
    case heardElsewhere = "heard_elsewhere"
    /// The node that heard them last cannot hear any more.
    case nodeOffline = "node_offline"
    /// They fell silent at a door, or on their way to it.
    case doorHeardLast = "door_heard_last"
    /// They fell silent elsewhere: a while ago, or long ago.
    case fading, silent
    /// They went out with their things, and left what usually tells of them.
    case thingsWentOut = "things_went_out"
    /// A fix in a place shows that the device is there.
    case fixInside = "fix_inside"
    /// The device fell silent after it came to a place, or near one where it often stays.
    case stayedInside = "stayed_inside"
    case silentNearby = "silent_nearby"
    /// The first fix of all, or one that refutes a silence, is outside all places.
    case fixOutside = "fix_outside"
    /// One fix far outside, several, or the phone's own word prove that the device left.
    case fixFarOutside = "fix_far_outside"
    case fixesOutside = "fixes_outside"
    case phoneSaysLeft = "phone_says_left"
    case fixTooOld = "fix_too_old"
    case fixTooCoarse = "fix_too_coarse"
    /// A fix decided, by a rule of another version.
    case fix
    case noSignOfLife = "no_sign_of_life"
    case noEvidence = "no_evidence"

    /// Whether it was not observed, but became so as time passed or the household was edited: until
    /// then, something else held.
    var isByTime: Bool {
        [.fixTooOld, .silent, .noSignOfLife, .noEvidence].contains(self)
    }

    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .fix
    }
}
