/// The numbers on which beliefs depend, each with a default that suits a home.
///
/// Those that can be set, and those that more than one rule needs; others stand beside their rule.
public struct EngineSettings: Hashable, Sendable {
    /// The IANA name of the time zone that new users get.
    public var timezone = "UTC"

    /// A fix that arrives older than this was queued on the phone, in seconds: it waits briefly for
    /// the rest of the queue, so that all are taken in their own order.
    public var lateAfter = 60.0
    /// An alert about something that happened longer ago than this is kept, not pushed, in seconds.
    let staleAlertAfter = 1800.0

    /// How likely another room must be before a beacon is told in it, in 0...1.
    public var roomCertainty = 0.7
    /// How long it must stay ahead unless it is nearly certain, in seconds.
    public var roomDwell = 0.3
    /// The longest that one must be ahead, in seconds, however slow the tag is.
    public static let longestDwell = 30.0
    /// The least and the longest silence after which a beacon counts as absent, in seconds, whatever
    /// its intervals.
    public var absenceTimeout = 45.0...900.0

    /// The whereabouts of a user who was outside all places are unknown after this long without
    /// evidence, in seconds.
    let unknownAfterOutside = 2 * 3600.0
    /// The same of a user who was in a place.
    public var unknownAfterInside = 12 * 3600.0
    /// Without news for this long, what friends see of a user is marked as stale, in seconds.
    let staleAfter = 3600.0
    /// Without any sign of life for this long, a user is offline, in seconds.
    let offlineAfter = 48 * 3600.0

    /// How long an item may be silent near healthy nodes before it is lost, its owner in the same
    /// place or known to be without it, in seconds.
    public var itemLostAfter = 1800.0
    /// How long an item not known to be with its owner may be silent near healthy nodes before it
    /// is lost, in seconds.
    let itemForgottenAfter = 259_200.0
    /// An item heard again where its owner is not may be coming home with them: how long to wait
    /// for the owner to be seen, in seconds.
    let returnPatience = 120.0
    /// Somebody who came less than this ago is not leaving yet, and their things may still follow,
    /// in seconds.
    let arrivalPatience = 300.0
    /// How long a node may be gone before anybody is told, in seconds.
    public var nodeOfflineAfter = 60.0
    /// A battery with no more than this is low, in per cent.
    public var batteryLow = 15
    /// A battery that was low is charged again with this much, in per cent: one that wavers is told
    /// once.
    var batteryGood: Int { min(100, batteryLow + 10) }

    public init() {}
}
