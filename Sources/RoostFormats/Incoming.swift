public import RoostCore

/// What a message turned out to be.
public enum Incoming: Hashable, Sendable {
    case events([Event])
    case request(Request)
    /// A subscriber that forgets what it was told has started: everything is to be said again.
    case birth
    /// Known and of no interest, such as a setting of a scanner or our own output.
    case ignored
    /// Not understood or not allowed: to be counted by its reason, and without any other effect.
    case refused(Refusal)
}
