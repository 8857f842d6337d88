public import RoostCore

/// What a message turned out to be.
public enum Incoming: Hashable, Sendable {
    case events([Event])
    case request(Request)
    /// A subscriber that forgets what it was told has started: everything must be sent again.
    case birth
    /// Known and of no interest, such as a setting of a scanner or the gateway's own output.
    case ignored
    /// Not understood or not allowed: counted by its reason, and without any other effect.
    case refused(Refusal)
}
