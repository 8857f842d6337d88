/// Whether a beacon is in its place and since when, or that it is gone.
struct Attendance: Hashable, Sendable {
    /// That the beacon is gone and not back yet; `nil` while it is there.
    private(set) var absence: Absence?
    /// Since when the beacon has been in its place without an absence.
    var since: Timestamp?
    /// Its stay until it was gone, if nothing but its silence showed that; kept when it is back,
    /// unless it went out.
    ///
    /// After a restart, its bearer may also have been known to have left.
    @Rare private(set) var interrupted: Stay?

    init() {}

    /// Restores what was kept of a beacon that was last heard then, in this place.
    init(
        isGone: Bool, wentOut: Bool, heardUpTo level: Double?, returned: Timestamp?,
        since: Timestamp?, place: ID<Place>?, lastHeard: Timestamp?
    ) {
        self.since = since
        if isGone { absence = Absence(wentOut: wentOut, heardUpTo: level, returned: returned) }
        if isGone, !wentOut, let place, let since, let lastHeard {
            interrupted = Stay(place: place, since: since, lastHeard: lastHeard, isRestored: true)
        }
    }

    /// How long the beacon was in a place without an absence.
    struct Stay: Hashable, Sendable {
        var place: ID<Place>
        var since: Timestamp
        var lastHeard: Timestamp
        var isRestored = false
    }

    /// Whether nothing but its silence shows that it is gone, and that was noted since the start.
    var isMereSilence: Bool { absence != nil && interrupted?.isRestored == false }

    /// Notes that a beacon that is gone was heard again, as ``Absence`` does.
    mutating func hear(at time: Timestamp, after last: Timestamp?, interval: Double) {
        absence?.hear(at: time, after: last, interval: interval)
    }

    /// Notes that the beacon is gone.
    ///
    /// - Parameters:
    ///   - wentOut: Whether it was last heard on its way out by an exit.
    ///   - level: How loud it may be heard from outside, in dBm; `nil` if unknown.
    mutating func leave(wentOut: Bool, heardUpTo level: Double?) {
        absence = Absence(wentOut: wentOut, heardUpTo: level)
        interrupted = nil
    }

    /// The same, but nothing but its silence shows that.
    mutating func fallSilent(wentOut: Bool, in place: ID<Place>, lastHeard: Timestamp) {
        leave(wentOut: wentOut, heardUpTo: nil)
        interrupted = Stay(place: place, since: since ?? lastHeard, lastHeard: lastHeard)
    }

    /// Its bearer is known to have left: no node's failure explains its silence any more, unless
    /// they left by it.
    mutating func confirmAbsence() {
        if absence?.wentOut != true { interrupted = nil }
    }

    /// Its silence told nothing: it was there all along.
    mutating func recall() { (absence, interrupted) = (nil, nil) }

    /// It is back since then.
    mutating func comeBack(at time: Timestamp) {
        if absence?.wentOut == true { interrupted = nil }
        absence = nil
        since = time
    }

    mutating func clamp(to now: Timestamp) {
        since?.clamp(to: now)
        interrupted?.since.clamp(to: now)
        interrupted?.lastHeard.clamp(to: now)
        absence?.clamp(to: now)
    }
}
