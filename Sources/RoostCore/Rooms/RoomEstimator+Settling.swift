/// How the place and the room follow from what was heard.
extension RoomEstimator {
    /// How many decibels another place must be ahead, and how many make waiting unnecessary.
    static let placeMargin = 4.0
    private static let clearMargin = 12.0
    /// For how many intervals one reading of another place waits for the next.
    private static let pending = 3.0
    /// How long another place must be ahead, in seconds.
    private static let placeDwell = 2.5

    /// Weighs all hearings again; returns whether the place or the room changed.
    mutating func settle(at time: Timestamp, nodes: NodeBook, sender: Transmitter) -> Bool {
        let hasNews = hasNews
        weighingDue = nil
        let views = nodes.views(at: time)
        let isPast = isPast(nodes: views)
        if !isPast, let end = attendance.absence?.end(by: hearings) { comeBack(at: end) }
        guard !isGone else {
            challenger = nil
            return false
        }
        let rival = loudest(at: time, nodes: views) { $0.place != current?.place }
        guard let current else {
            guard !isPast else {
                attendance.since = nil
                return false
            }
            return rival.map { enter($0.spot.place, at: time, nodes: nodes, sender) } ?? false
        }
        if let rival {
            // A node that cannot hear keeps its last word against nodes of its place, not against
            // other places.
            let lead = rival.score - loudness(of: current.place, at: time, nodes: views)
            if lead >= Self.placeMargin,
                let hasMoved = move(
                    to: rival, from: current.place, lead: lead, at: time, nodes, sender)
            {
                return hasMoved
            }
        }
        guard let map = nodes.map(of: current.place) else {
            challenger = nil
            return false
        }
        if hasNews { weigh(map, at: time, nodes: nodes, sender) }
        return settleRoom(map, in: current.place, at: time, settings: nodes.settings)
    }

    /// Another place is ahead; returns whether the beacon has moved there, and `nil` if what is
    /// heard there tells nothing.
    private mutating func move(
        to rival: Rival, from place: ID<Place>, lead: Double, at time: Timestamp, _ nodes: NodeBook,
        _ sender: Transmitter
    ) -> Bool? {
        let there = Spot(place: rival.spot.place, room: nil)
        let views = nodes.views(at: time)
        // While the beacon is heard where it was, one reading elsewhere may be a stray one.
        if isFresh(in: place, at: time, nodes: views),
            challenger?.isRepeated(there, heardAt: rival.lastHeard) != true
        {
            let pending = Self.pending * max(1, interval(nodes: views) ?? 0)
            guard time.seconds(since: rival.lastHeard) < pending else { return nil }
            _ = leads(there, by: lead, rival, at: time)
            return false
        }
        return leads(there, by: lead, rival, at: time)
            && enter(there.place, at: time, nodes: nodes, sender)
    }

    private mutating func leads(
        _ spot: Spot, by lead: Double, _ rival: Rival, at time: Timestamp
    ) -> Bool {
        leads(
            spot, isClear: lead >= Self.clearMargin && rival.interval > 0,
            dwell: max(Self.placeDwell, 2 * rival.interval), heardAt: rival.lastHeard, at: time)
    }

    /// The beacon has come to another place, or to one at all.
    private mutating func enter(
        _ place: ID<Place>, at time: Timestamp, nodes: NodeBook, _ sender: Transmitter
    ) -> Bool {
        guard let map = nodes.map(of: place) else { return false }
        if current != nil { attendance.since = time }
        roomSince = presentSince
        challenger = nil
        current = Spot(place: place, room: nil)
        forgetWeighing()
        belief = RoomBelief(in: place, map: map, at: time)
        weigh(map, at: time, nodes: nodes, sender)
        current?.room = belief?.best?.room
        return true
    }

    private mutating func settleRoom(
        _ map: RoomMap, in place: ID<Place>, at time: Timestamp, settings: EngineSettings
    ) -> Bool {
        guard let next = likelierRoom(map, settings: settings) else {
            challenger = nil
            return false
        }
        let spot = Spot(place: place, room: next.room)
        guard leads(spot, isClear: next.isClear, dwell: next.dwell, heardAt: time, at: time)
        else { return false }
        current = spot
        challenger = nil
        roomSince = time
        return true
    }

    /// Notes that another spot is ahead; returns whether it has been for long enough.
    private mutating func leads(
        _ spot: Spot, isClear: Bool, dwell: Double, heardAt reading: Timestamp, at time: Timestamp
    ) -> Bool {
        let new = Challenger(spot, after: challenger, dwell: dwell, heardAt: reading, at: time)
        challenger = new
        return isClear || new.due <= time
    }
}
