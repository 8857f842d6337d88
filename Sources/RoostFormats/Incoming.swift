public import RoostCore

/// What a message turned out to be.
public enum Incoming: Hashable, Sendable {
    case events([Event])
    /// Several things, of which some were not understood; why one of these was not.
    case partly([Event], Refusal)
    case request(Request)
    /// A subscriber that forgets what it was told has started: everything must be sent again.
    case birth
    /// Known and of no interest, such as a setting of a scanner or the gateway's own output.
    case ignored
    /// Not understood or not allowed: counted by its reason, and without any other effect.
    case refused(Refusal)

    /// Several things, of which some may not have been understood: those do not discard the others.
    init(_ events: [Event], _ refusal: Refusal?) {
        switch (events.isEmpty, refusal) {
        case (true, nil): self = .ignored
        case (true, let refusal?): self = .refused(refusal)
        case (false, nil): self = .events(events)
        case (false, let refusal?): self = .partly(events, refusal)
        }
    }

    /// What the engine is to take in, if anything.
    public var events: [Event] {
        switch self {
        case .events(let events), .partly(let events, _): events
        case .request, .birth, .ignored, .refused: []
        }
    }
}
