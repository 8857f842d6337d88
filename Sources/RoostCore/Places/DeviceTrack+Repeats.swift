/// What it means that a phone repeats a position: it is alive, and perhaps where it was.
extension DeviceTrack {
    /// Whether a position is that of the newest fix, or of one that was not believed.
    func isKnown(_ coordinate: Coordinate) -> Bool {
        [last, suspicion?.fix].contains { $0?.coordinate == coordinate }
    }

    /// Takes in a known position that was repeated.
    mutating func take(_ fix: Fix, repeatedAt ping: Timestamp, places: [Place]) -> Outcome {
        // Several fixes agreed on it, or none on the position before it; that it is repeated shows
        // how long it has held.
        let isAgreedOn =
            fix.coordinate == suspicion?.fix.coordinate && fix.coordinate != last?.coordinate
            && (suspicion.map { $0.since < $0.fix.time } ?? false || !isConfirmed)
        // So does the phone that stays clearly in another place.
        let isSettled = last.map { ping.seconds(since: $0.time) >= Self.settling } ?? false
        if isAgreedOn || fix.isOnNetwork(ofOtherThan: standing, networks, places)
            || isSettled && fix.coordinate == last?.coordinate && isElsewhere(fix, among: places)
        {
            return take(fix.asOf(ping), places: places)
        }
        if fix.coordinate == last?.coordinate {
            stay(until: ping, places: places)
            if lastInside == ping { learnNetwork(of: fix, at: ping) }
        }
        guard ping == heardLast else { return .repeated(tellsBattery: false) }
        return .repeated(tellsBattery: noteBattery(of: fix, pingedAt: ping))
    }

    /// It has not moved on since its newest fix, unless that only began to show where it is.
    private mutating func stay(until time: Timestamp, places: [Place]) {
        guard let last, approach == nil, presumption == nil else { return }
        if standing.place != nil {
            // Beside the boundary, it has been there since.
            guard let place = place(among: places),
                place.area.signedDistance(to: last.coordinate) <= 2 * last.reach
            else { return }
            if excursion == nil, let inside = lastInside, inside >= last.time {
                lastInside = max(inside, time)
            }
        }
        stayedUntil = max(stayedUntil ?? time, time)
    }

    /// How long after a fix clearly in another place its repetition shows a stay, in seconds.
    private static let settling = 1200.0
}
