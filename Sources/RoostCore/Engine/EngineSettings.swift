/// The numbers that belief depends on, each with a default that suits a home.
public struct EngineSettings: Hashable, Sendable {
    /// A fix older than this when it arrives was queued on the phone: it waits a moment for others
    /// of its queue, so that they are taken in their own order (seconds).
    public var lateAfter = 60.0
    /// How long the gateway waits for more of a phone's queue, in seconds.
    public var lateSettle = 2.0
    /// An alert about something that happened longer ago than this is kept, not pushed, in seconds.
    public var staleAlertAfter = 1800.0

    /// How likely another room must be, in 0...1, and for how long, in seconds.
    public var roomCertainty = 0.7
    public var roomDwell = 0.3
    /// A beacon is no longer heard after this many of its own intervals, within these seconds.
    public var absenceIntervals = 8.0
    public var absenceTimeout = 45.0...900.0

    /// Nothing moves faster than this, an airliner included; a fix that says so is not believed
    /// (metres per second).
    public var fastest = 275.0

    /// Without any evidence for this long, nobody knows where a user is, in seconds: while outside
    /// every place, and while in one.
    public var unknownAfterOutside = 2 * 3600.0
    public var unknownAfterInside = 12 * 3600.0
    /// Without news for this long, what friends see of a user is marked as stale, in seconds.
    public var staleAfter = 3600.0
    /// Without any sign of life for this long, a user is offline, in seconds.
    public var offlineAfter = 48 * 3600.0

    /// How long an item may be silent near healthy nodes, its owner beside it, before it is lost.
    public var itemLostAfter = 1800.0
    /// An item of which nobody knows whether it is with its owner is lost when it was silent for so
    /// long near healthy nodes, in seconds.
    public var itemForgottenAfter = 259_200.0
    /// How long after a departure hearing the item still tells that it was left, in seconds.
    public var departureWatch = 1800.0
    /// An item that is heard again where its owner is not may be coming home with them: so long is
    /// waited for the owner to be seen too, in seconds.
    public var returnPatience = 120.0
    /// Who stands at a door is given so long to be followed by what they carry, in seconds.
    public var doorPatience = 10.0
    /// Who came so lately is not leaving yet, and what they carry may still be on its way (seconds).
    public var arrivalPatience = 300.0
    /// How likely somebody at a door must be about to leave to be warned, in 0...1.
    public var leavingCertainty = 0.4
    /// Who leaves within so many seconds after having come to a door was about to.
    public var leavingPatience = 180.0
    /// How long a node may be gone before anybody is told, in seconds.
    public var nodeOfflineAfter = 60.0
    /// A node that has no status of its own is taken for gone when silent for this long, in seconds.
    public var nodeSilentAfter = 300.0
    /// Battery levels in per cent: low, and charged again.
    public var batteryLow = 15
    public var batteryGood = 25

    public init() {}
}
