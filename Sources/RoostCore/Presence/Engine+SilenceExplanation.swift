import OrderedCollections

extension Engine {
    /// What came of silences that began like the one in which somebody went out, as far as known.
    func evidence(ofSilenceOf witness: Fusion.RadioWitness) -> [Evidence] {
        let place = witness.spot.place
        guard witness.wasAtExit, let rooms = beacons[witness.beacon]?.rooms,
            let (memory, onset) = learnedSilence(of: rooms, in: place)
        else { return [] }
        let silence = now.seconds(since: witness.lastHeard)
        // Somebody who was still heard did not fall silent.
        guard silence >= rooms.shortestSilence else { return [] }
        let (all, departures) = memory.precedents(of: onset, after: silence)
        guard all > 0 else { return [] }
        let share =
            all == 1
            ? "the one silence that began like this, and lasted as long, was "
                + (departures == 1 ? "a way out" : "a pause")
            : "\(departures) of the \(all) silences that began like this, and lasted as long, "
                + (departures == 1 ? "was a way out" : "were ways out")
        return [
            Evidence(
                .silence, share, at: witness.lastHeard, place: place, room: witness.spot.room,
                probability: Double(departures) / Double(all))
        ]
    }
}
