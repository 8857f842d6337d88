/// What was last explained of an item.
///
/// A change is explained at once. One that flickers between two rooms or places, or in and out of its
/// owner's range, is explained again when some minutes are over, as it is then: so that it fills no
/// store, and what was explained is soon what is believed.
struct Explained: Hashable, Sendable, Codable {
    var spot: RoomEstimator.Spot?
    var answer: ItemTrack.Answer
    /// When a change of the place was explained, of the room within it, and of the answer.
    var place: Timestamp?
    var room: Timestamp?
    var answered: Timestamp?

    /// Seconds from one explanation to the next of its kind.
    private static let placeInterval = 120.0
    private static let interval = 300.0

    mutating func clamp(to now: Timestamp) {
        place = place.map { min($0, now) }
        room = room.map { min($0, now) }
        answered = answered.map { min($0, now) }
    }

    /// When it may be explained that the item is at `spot`; `nil` where that is known.
    fileprivate func due(_ spot: RoomEstimator.Spot?) -> Timestamp? {
        guard self.spot != spot else { return nil }
        let (last, interval) =
            self.spot?.place == spot?.place
            ? (room, Self.interval) : (place, Self.placeInterval)
        return last.map { $0.advanced(bySeconds: interval) } ?? .distantPast
    }

    fileprivate func due(_ answer: ItemTrack.Answer) -> Timestamp? {
        guard self.answer != answer else { return nil }
        return answered.map { $0.advanced(bySeconds: Self.interval) } ?? .distantPast
    }

    fileprivate mutating func note(
        _ spot: RoomEstimator.Spot?, _ answer: ItemTrack.Answer, at now: Timestamp
    ) {
        if self.spot?.place != spot?.place {
            // In which room of a place it is, is known a moment later.
            (place, room) = (now, nil)
        } else if self.spot != spot {
            room = now
        }
        if self.answer != answer { answered = now }
        (self.spot, self.answer) = (spot, answer)
    }
}

/// What is explained of an item.
enum ItemRule: String, Sendable {
    case moved = "item_moved"
    case withOwner = "with_owner_yes"
    case withoutOwner = "with_owner_no"
    case cannotTell = "with_owner_cannot_tell"
    case lost = "item_lost"
    case found = "item_found"
}

extension ItemTrack.Answer {
    fileprivate var rule: ItemRule {
        switch self {
        case .yes: .withOwner
        case .no: .withoutOwner
        case .cannotTell: .cannotTell
        }
    }
}

extension ItemTrack {
    /// What is to be explained now, the most telling of what changed; it is noted as explained.
    mutating func ruleToExplain(
        since old: ItemTrack, of item: Item, at now: Timestamp
    ) -> ItemRule? {
        guard let spot else { return nil }
        // What was believed before anything was explained needs no explanation now.
        var known = explained ?? Explained(spot: old.spot, answer: old.withOwner)
        let hasMoved = known.due(spot).map { $0 <= now } ?? false
        let isElsewhere = hasMoved && known.spot?.place != spot.place
        let isAnswer = known.due(withOwner).map { $0 <= now || isElsewhere } ?? false
        let hasChanged = isLost != old.isLost
        guard hasMoved || isAnswer || hasChanged else { return nil }
        known.note(spot, withOwner, at: now)
        explained = known
        if hasChanged { return isLost ? .lost : .found }
        // That it was left behind says so itself.
        if isAnswer, withOwner == .no, wasJustLeft(since: old, item) { return nil }
        return isAnswer ? withOwner.rule : .moved
    }

    private func wasJustLeft(since old: ItemTrack, _ item: Item) -> Bool {
        guard let departure, departure.isAlerted, item.watch.includes(departure.place) else {
            return false
        }
        return old.departure?.isAlerted != true
    }

    /// When a change is explained that came too soon after another one.
    var explanationDue: Timestamp? {
        [explained?.due(spot), explained?.due(withOwner)].compactMap { $0 }.min()
    }
}
