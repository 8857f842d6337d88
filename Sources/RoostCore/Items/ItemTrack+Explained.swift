/// What was last explained of an item.
///
/// A change is explained at once, five of them in a row if they come so. One that flickers between two
/// rooms or places, or in and out of its owner's range, is then explained every three minutes, as it
/// is by then: so it fills no store, and what was explained is soon what is believed.
struct Explained: Hashable, Sendable, Codable {
    private(set) var spot: RoomEstimator.Spot?
    private(set) var answer: ItemTrack.Answer
    /// How many changes may be explained at once, and since when it is so many.
    private var credit = most
    private var since = Timestamp(milliseconds: 0)

    private static let most = 5.0
    /// Seconds until one more may be explained.
    private static let interval = 180.0

    init(spot: RoomEstimator.Spot?, answer: ItemTrack.Answer) {
        self.spot = spot
        self.answer = answer
    }

    mutating func clamp(to now: Timestamp) { since = min(since, now) }

    /// When a change to `spot` and `answer` is to be explained; `nil` where there is none.
    fileprivate func due(_ spot: RoomEstimator.Spot?, _ answer: ItemTrack.Answer) -> Timestamp? {
        guard self.spot != spot || self.answer != answer else { return nil }
        return since.advanced(bySeconds: max(0, 1 - credit) * Self.interval)
    }

    fileprivate mutating func note(
        _ spot: RoomEstimator.Spot?, _ answer: ItemTrack.Answer, at now: Timestamp
    ) {
        credit = min(Self.most, credit + max(0, now.seconds(since: since)) / Self.interval)
        credit = max(0, credit - 1)
        since = now
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
        let isLeft = wasJustLeft(since: old, item)
        let isFoundOrLost = isLost != old.isLost
        guard
            isLeft || isFoundOrLost || known.due(spot, withOwner).map({ $0 <= now }) ?? false
        else { return nil }
        let isAnswer = known.answer != withOwner
        known.note(spot, withOwner, at: now)
        explained = known
        if isFoundOrLost { return isLost ? .lost : .found }
        // That it was left behind says so itself.
        if isLeft { return nil }
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
        explained?.due(spot, withOwner)
    }
}
