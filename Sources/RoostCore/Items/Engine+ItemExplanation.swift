import OrderedCollections

extension Engine {
    /// Explains why the report on an item changed.
    mutating func explain(_ rule: ItemRule, _ track: ItemTrack, of item: Item) {
        explain(
            item, rule, at: now, saying: sentence(about: item, track, rule: rule),
            because: evidence(about: item, track),
            unless: counterfactuals(about: item, track, rule: rule))
    }

    mutating func explain(
        _ item: Item, _ rule: ItemRule, at time: Timestamp, saying text: String,
        because evidence: [Evidence], unless conditions: [Counterfactual?]
    ) {
        effects.append(
            .explain(
                Decision(
                    user: item.owner, item: item.id, time: time, rule: rule.rawValue, text: text,
                    evidence: evidence, counterfactuals: conditions.compactMap { $0 })))
    }

    /// Why somebody is warned of leaving without an item.
    mutating func explainLeaving(
        _ item: Item, _ track: ItemTrack, toDoor door: Spot?,
        because evidence: [Evidence]
    ) {
        guard let place = track.spot?.place, let time = evidence.first?.time else { return }
        let owner = household.name(of: item.owner)
        // An item that fell silent before its owner came to the door causes no warning, like an
        // absent one.
        let silence = silence(of: item, since: time)
        let following = item.beacon.flatMap {
            likelier($0, called: item.name, in: door ?? .init(place: place, room: nil))
        }
        explain(
            item, .leavingWithout, at: time,
            saying:
                "\(owner) is leaving, and \(item.name) is still \(whereabouts(track, of: item)).",
            because: evidence, unless: [silence, following])
    }

    /// Why somebody is told that they came without an item.
    mutating func explainMissing(
        _ item: Item, _ track: ItemTrack, at step: Step, because evidence: [Evidence]
    ) {
        let owner = household.name(of: item.owner)
        let whereabouts = whereabouts(track, of: item)
        let place = household.name(of: step.place)
        explain(
            item, .arrivedWithout, at: step.time,
            saying: "\(owner) came to \(place), and \(item.name) is \(whereabouts).",
            because: evidence,
            unless: counterfactuals(about: item, track, rule: .withoutOwner))
    }

    private func sentence(about item: Item, _ track: ItemTrack, rule: ItemRule) -> String {
        let owner = household.name(of: item.owner)
        let place = whereabouts(track, of: item)
        if rule == .lost { return "\(item.name) is lost, last heard \(place)." }
        let start =
            track.isHeard ? "\(item.name) is \(place)" : "\(item.name) was last heard \(place)"
        switch told(track, of: item) {
        case .yes where !track.isHeard:
            return "\(item.name) is with \(owner), last heard \(place)."
        case .yes: return "\(start), with \(owner)."
        case .no: return "\(start), without \(owner)."
        case .cannotTell: return "\(start); nobody can tell whether \(owner) has it."
        }
    }

    private func evidence(about item: Item, _ track: ItemTrack) -> [Evidence] {
        let isNamed = track.isHeard && toldSpot(track.spot, of: item) != nil
        return [whereabouts(of: item, track)]
            + (isNamed ? item.beacon.map(evidence(ofRoomOf:)) ?? [] : [])
            + (track.departure?.evidence ?? []) + [whereabouts(ofOwnerOf: item)].compactMap { $0 }
    }

    private func whereabouts(of item: Item, _ track: ItemTrack) -> Evidence {
        let time = lastHeard(item) ?? track.lastHeard ?? now
        let place = whereabouts(track, of: item)
        let spot = toldSpot(track.spot, of: item)
        if let spot, let node = frozenNode(of: item) {
            return .frozen(item.name, by: node, at: time, in: spot)
        }
        return Evidence(
            track.isHeard ? .sighting : .silence,
            "\(item.name) \(track.isHeard ? "is heard" : "was last heard") \(place)", at: time,
            place: spot?.place, room: spot?.room)
    }

    /// The node that last heard the item, if it cannot tell now.
    func frozenNode(of item: Item) -> ID<Node>? {
        let heard = rooms(of: item)?.audibility(nodes: nodeViews)
        guard case .frozen(let node) = heard?.state else { return nil }
        return node
    }

    private func whereabouts(ofOwnerOf item: Item) -> Evidence? {
        guard let owner = household.users[item.owner], let belief = users[owner.id]?.belief else {
            return nil
        }
        let kind: Evidence.Kind = belief.isByPhoneAlone ? .fix : .sighting
        guard let spot = belief.whereabouts.spot else {
            let state =
                belief.whereabouts == .outside ? "outside every place" : "nobody knows where"
            return Evidence(
                kind, "\(owner.name) is \(state)", at: belief.evidenceTime, device: belief.device)
        }
        let place = household.name(of: spot)
        return Evidence(
            kind, "\(owner.name) is in \(place)", at: belief.evidenceTime, place: spot.place,
            room: spot.room, device: belief.device)
    }
}
