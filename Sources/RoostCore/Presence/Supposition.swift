/// What would be believed of a user if the evidence were different.
struct Supposition {
    /// With everything that the nodes hear of the user.
    let fusion: Fusion
    let belief: Belief
    let now: Timestamp
    let household: Household
    /// The places that the user's fixes may show.
    let places: [Place]

    /// - Returns: Whether `other` puts the user elsewhere than they are believed to be.
    func isDifferent(_ other: Belief?) -> Bool {
        other.map { $0.whereabouts != belief.whereabouts } ?? false
    }

    /// By radio alone, whatever the phones report.
    private var isByRadio: Bool { belief.sources.first == .ble }

    /// Each condition that alone would have led to another belief, the most likely kinds first.
    var counterfactuals: [Counterfactual] {
        let found = silences + returns + sightings + presumptions + fixes + ages
        return Array(found.prefix(Self.most))
    }

    /// Nobody reads more of them.
    private static let most = 5
}

// MARK: What the nodes hear

extension Supposition {
    /// Silence of one beacon, or of all of them if only that would change the belief.
    private var silences: [Counterfactual] {
        let heard = fusion.radio.filter { $0.audibility == .heard }
        let alone = heard.compactMap { witness in
            seconds(ofSilence: [witness]).map { (witness, $0) }
        }
        if !alone.isEmpty {
            return alone.map { witness, seconds in
                Counterfactual(
                    .silence, of: witness.beacon.rawValue,
                    limit: .above(seconds, .seconds, was: silence(of: witness)),
                    names: .init(witness.name))
            }
        }
        guard heard.count > 1, let seconds = seconds(ofSilence: heard) else { return [] }
        return [
            Counterfactual(
                .silence, of: fusion.user.id.rawValue,
                limit: .above(seconds, .seconds, was: heard.map(silence).min()),
                names: .init("all that \(fusion.user.name) carries"))
        ]
    }

    private func silence(of witness: Fusion.RadioWitness) -> Double {
        max(0, now.seconds(since: witness.lastHeard))
    }

    /// How long these beacons may be silent, the others being heard, before another belief follows.
    private func seconds(ofSilence silent: [Fusion.RadioWitness]) -> Double? {
        guard let timeout = silent.map(\.silenceTimeout).max() else { return nil }
        let beacons = Set(silent.map(\.beacon))
        let start = silent.map(\.lastHeard).max() ?? now
        return seconds(upTo: [timeout, RoomEstimator.oblivion * timeout]) { seconds in
            let belief = believe(at: start.advanced(bySeconds: seconds)) { witness, time in
                if beacons.contains(witness.beacon) {
                    let silence = time.seconds(since: witness.lastHeard)
                    if silence > witness.silenceTimeout { witness.audibility = .absent }
                } else if witness.audibility == .heard {
                    witness.lastHeard = max(witness.lastHeard, time)
                }
            }
            return isDifferent(belief)
        }
    }

    /// The nodes that alone could tell, back but hearing nothing.
    private var returns: [Counterfactual] {
        fusion.radio.compactMap { witness in
            guard case .frozen(let node) = witness.audibility else { return nil }
            let timeout = witness.silenceTimeout
            let seconds = seconds(upTo: [timeout, RoomEstimator.oblivion * timeout]) { seconds in
                let belief = believe(at: now.advanced(bySeconds: seconds)) { other, time in
                    if other.beacon == witness.beacon {
                        other.audibility = seconds > timeout ? .absent : .heard
                    } else if other.audibility == .heard {
                        other.lastHeard = max(other.lastHeard, time)
                    }
                }
                return isDifferent(belief)
            }
            return seconds.map {
                Counterfactual(
                    .node, of: node.rawValue, limit: .above($0, .seconds, was: nil),
                    saying: .backWithout(witness.name))
            }
        }
    }

    /// The beacons that would change the belief if they had been heard where they were last heard,
    /// and how lately: what fell silent a moment ago is still believed to be there.
    private var sightings: [Counterfactual] {
        fusion.radio.compactMap { witness in
            guard witness.audibility == .absent else { return nil }
            let (timeout, silence) = (witness.silenceTimeout, silence(of: witness))
            let moments = [timeout, RoomEstimator.oblivion * timeout].filter { $0 < silence }
            let seconds = seconds(upTo: moments + [silence]) { seconds in
                !isDifferent(belief(hearing: witness, secondsAgo: seconds))
            }
            return seconds.map {
                Counterfactual(
                    .sighting, of: witness.beacon.rawValue, place: witness.spot.place,
                    room: witness.spot.room, limit: .below($0, .seconds, was: silence),
                    names: .init(witness.name, in: household.name(of: witness.spot)))
            }
        }
    }

    /// What would be believed now if the beacon had been heard this long ago for the last time.
    private func belief(
        hearing witness: Fusion.RadioWitness, secondsAgo seconds: Double
    ) -> Belief? {
        believe(at: now) { other, time in
            guard other.beacon == witness.beacon else { return }
            let heard = time.advanced(bySeconds: -seconds)
            other.audibility = seconds > witness.silenceTimeout ? .absent : .heard
            (other.lastHeard, other.since, other.roomSince) = (heard, heard, heard)
        }
    }

    /// What would be believed at `time` if what the nodes hear had changed by then.
    private func believe(
        at time: Timestamp, _ change: (inout Fusion.RadioWitness, Timestamp) -> Void
    ) -> Belief? {
        var fusion = fusion
        for index in fusion.radio.indices { change(&fusion.radio[index], time) }
        return fusion.beliefSettingAside(at: time)
    }

    /// The most seconds that make no difference, before the first of `moments` that does, to the
    /// millisecond.
    private func seconds(upTo moments: [Double], _ isDifferent: (Double) -> Bool) -> Double? {
        var start = 0
        for moment in moments {
            let end = Int((moment * 1000).rounded(.up)) + 1
            let last = Threshold.last(from: start, towards: end) { isDifferent(Double($0) / 1000) }
            if let last { return Double(last) / 1000 }
            start = end
        }
        return nil
    }
}

// MARK: The phone's silence

extension Supposition {
    /// How long the phone may be silent where it is before that shows it to be in a place nearby.
    private var presumptions: [Counterfactual] {
        guard !isByRadio, let phone = fusion.decidingDevice,
            let presumption = phone.track.presumption,
            phone.track.last?.time == presumption.time
        else { return [] }
        let silence = max(0, now.seconds(since: presumption.began))
        let limit: Counterfactual.Limit =
            phone.track.isPresumed
            ? .below(presumption.patience, .seconds, was: silence)
            : .above(presumption.patience, .seconds, was: silence)
        return [Counterfactual(.silence, of: phone.device.name, limit: limit)]
    }

    /// The phone's silence that makes its word too old, or that made it so.
    private var ages: [Counterfactual] {
        guard !isByRadio, let phone = fusion.decidingDevice, let spoke = phone.track.confirmed
        else {
            return []
        }
        let settings = fusion.settings
        let limits = [
            settings.unknownAfterOutside, settings.unknownAfterInside, settings.offlineAfter,
        ].sorted()
        let age = max(0, now.seconds(since: spoke))
        func differs(_ seconds: Double) -> Bool {
            isDifferent(fusion.beliefSettingAside(at: spoke.advanced(bySeconds: seconds)))
        }
        let name = phone.device.name
        if let limit = limits.last(where: { $0 < age && differs($0) }) {
            return [Counterfactual(.fix, of: name, limit: .below(limit, .seconds, was: age))]
        }
        guard let limit = limits.first(where: { $0 > age && differs($0 + 0.001) }) else {
            return []
        }
        return [Counterfactual(.silence, of: name, limit: .above(limit, .seconds, was: age))]
    }
}

extension Fusion {
    /// What is believed without what is away from the user.
    func beliefSettingAside(at time: Timestamp) -> Belief? {
        var fusion = self
        fusion.setAside()
        return fusion.belief(at: time)
    }
}
