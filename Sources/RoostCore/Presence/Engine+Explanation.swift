extension Engine {
    /// The belief about a user in plain words, with its evidence and what would have changed it.
    ///
    /// - Parameters:
    ///   - track: What was known of the user until then.
    ///   - time: Since when it holds.
    func decision(
        about user: User, _ belief: Belief, from track: UserTrack, radio: [Fusion.RadioWitness],
        at time: Timestamp
    ) -> Decision {
        let supposed = Supposition(
            fusion: Fusion(user: user, track: track, radio: radio, settings: settings),
            belief: belief, now: now, household: household,
            places: household.places(knownTo: user.id))
        let inside = soundsInside(of: radio, belief)
        // Somebody heard until then, but so weakly, need not have been heard later.
        let others = supposed.counterfactuals.filter { other in
            other.evidence != .sighting || !inside.contains { $0.subject == other.subject }
        }
        return Decision(
            user: user.id, time: time, rule: belief.rule.rawValue,
            text: sentence(about: user, belief),
            evidence: evidence(about: user, radio: radio),
            counterfactuals: inside + others + rivals(of: user, belief, radio: radio))
    }

    private func sentence(about user: User, _ belief: Belief) -> String {
        switch belief.whereabouts {
        case .at(let spot):
            "\(user.name) is in \(household.name(of: spot))."
        case .outside: "\(user.name) is outside every known place."
        case .unknown: "Nobody can tell where \(user.name) is."
        case .offline: "\(user.name) has given no sign of life for long."
        }
    }

    func evidence(about user: User, radio: [Fusion.RadioWitness]) -> [Evidence] {
        let heard = radio.flatMap { evidence(of: $0) }
        let places = household.places(knownTo: user.id)
        let located = devices(of: user.id).inOrder.compactMap {
            evidence(
                of: $1, named: $0, isApart: users[user.id]?.apart?[$0] != nil, among: places)
        }
        return heard + evidence(ofLyingBeaconsOf: user) + located
    }

    /// What the nodes hear of one beacon, and what bears it out.
    private func evidence(of witness: Fusion.RadioWitness) -> [Evidence] {
        if let veil = witness.veil {
            // Neither the node nor the room is theirs to know.
            let known = veil == .within ? witness.spot.place : nil
            let whereabouts = known.map { household.name(of: $0) } ?? "no place that they know"
            return [
                Evidence(
                    .sighting, "\(witness.name) was heard in \(whereabouts)",
                    at: witness.lastHeard, place: known)
            ]
        }
        let place = placeName(witness.spot.place, room: witness.spot.room) ?? ""
        switch witness.audibility {
        case .heard:
            let heard = Evidence(
                .sighting, "\(witness.name) is heard in \(place)", at: witness.lastHeard,
                place: witness.spot.place, room: witness.spot.room)
            return [heard] + evidence(ofRoomOf: witness.beacon)
        case .absent:
            let silent = Evidence(
                .silence, "\(witness.name) was last heard in \(place)" + wayOut(of: witness),
                at: witness.lastHeard, place: witness.spot.place, room: witness.spot.room)
            let door = witness.wasAtExit ? evidence(ofDoorOf: witness.spot.place) : []
            return [silent] + evidence(ofFadingOf: witness)
                + evidence(ofSilenceOf: witness) + door
        case .frozen(let node):
            return [
                Evidence.frozen(witness.name, by: node, at: witness.lastHeard, in: witness.spot)
            ]
        }
    }

    /// The door that just fell shut behind somebody who left.
    func evidence(ofDoorOf place: ID<Place>) -> [Evidence] {
        guard let passage = lastPassage(in: place) else { return [] }
        let room = household.nodes[passage.node]?.room
        let whereabouts = household.name(of: place, room: room)
        return [
            Evidence(
                .door, "the door of \(whereabouts) fell shut", at: passage.shut, place: place,
                room: room, node: passage.node)
        ]
    }

    private func wayOut(of witness: Fusion.RadioWitness) -> String {
        guard witness.wasAtExit else { return "" }
        let isExit = nodes.map(of: witness.spot.place)?.isExit(witness.spot.room) ?? false
        return isExit ? ", at the door" : ", on the way out"
    }

    /// What the newest fix of a phone shows; never the coordinates, which are the owner's alone.
    ///
    /// - Parameters:
    ///   - isApart: Whether it is known to lie elsewhere than its user.
    ///   - places: Those that its fixes may show.
    private func evidence(
        of track: DeviceTrack, named name: String, isApart: Bool, among places: [Place]
    ) -> Evidence? {
        guard let fix = track.last else { return nil }
        let accuracy = fix.accuracy.map { " within \(Int(min($0, 1e7).rounded())) m" } ?? ""
        let device = Device(name)
        switch track.standing {
        case .inside(let place) where track.isPresumed:
            let margin = Int(max(0, track.verdict?.margin ?? 0).rounded())
            let known = household.name(of: place)
            return Evidence(
                .fix, "\(name) fell silent \(margin) m from \(known), where it often stays",
                at: track.verdict?.time ?? fix.time, place: place, device: device)
        case .inside(let place):
            let known = household.name(of: place)
            let text = isApart ? "was left in \(known)" : "is inside \(known)"
            let margin = places.first { $0.id == place }?.area.signedDistance(to: fix.coordinate)
            if !isApart, let margin, margin > fix.reach {
                return Evidence(
                    .fix,
                    "\(name) is \(Int(margin.rounded())) m outside \(known)\(accuracy), "
                        + "which does not yet show that it left",
                    at: fix.time, place: place, device: device)
            }
            return Evidence(
                .fix, "\(name) \(text)\(accuracy)", at: fix.time, place: place, device: device)
        case .outside:
            let position = track.position ?? fix
            let nearest = places.map { ($0, $0.area.signedDistance(to: position.coordinate)) }
                .min { $0.1 < $1.1 }
            if let (place, margin) = nearest, margin <= 0 {
                let certainty = margin < -position.reach ? "is" : "may be"
                return Evidence(
                    .fix,
                    "\(name) \(certainty) inside \(household.name(of: place.id))\(accuracy), "
                        + "which does not yet show that it came",
                    at: fix.time, place: place.id, device: device)
            }
            let margin = nearest.map { ", \(Int($1.rounded())) m from the nearest boundary" }
            return Evidence(
                .fix, "\(name) is outside every place\(accuracy)\(margin ?? "")", at: fix.time,
                device: device)
        case .unknown:
            return Evidence(
                .fix, "\(name) cannot tell in which place it is\(accuracy)", at: fix.time,
                device: device)
        }
    }
}
