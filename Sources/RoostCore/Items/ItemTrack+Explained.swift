extension ItemTrack {
    /// What was last explained of an item.
    ///
    /// A change is explained at once, up to five in a row. An item that flickers between two rooms or
    /// places, or in and out of its owner's range, is then explained every three minutes, as it is by
    /// then: so it fills no store, and what was explained is soon what is believed.
    public struct Explained: Hashable, Sendable {
        /// A hash of the place and the room, and of whether the node that heard it there can tell:
        /// there are many items, and only a change matters.
        public private(set) var spot: UInt32
        public private(set) var answer: Answer
        /// When all explanations would end if each took its time, in seconds since 1970.
        public private(set) var busyUntil: UInt32 = 0

        /// How many seconds an explanation takes, and by how many they may run ahead.
        private static let interval: Int64 = 180
        private static let ahead: Int64 = 4 * interval

        init(spot: Spot?, isFrozen: Bool, answer: Answer) {
            self.spot = Self.hash(spot, isFrozen)
            self.answer = answer
        }

        /// Restores a kept explanation.
        public init(spot: UInt32, answer: Answer, busyUntil: UInt32) {
            self.spot = spot
            self.answer = answer
            self.busyUntil = busyUntil
        }

        mutating func clamp(to now: Timestamp) {
            busyUntil = min(busyUntil, UInt32(clamping: now.milliseconds / 1000 + Self.ahead))
        }

        /// When a change to what is believed is to be explained; `nil` if there is none.
        fileprivate func due(
            _ spot: Spot?, isFrozen: Bool, _ answer: Answer
        ) -> Timestamp? {
            guard self.spot != Self.hash(spot, isFrozen) || self.answer != answer else {
                return nil
            }
            return Timestamp(milliseconds: (Int64(busyUntil) - Self.ahead) * 1000)
        }

        fileprivate mutating func note(
            _ spot: Spot?, isFrozen: Bool, _ answer: Answer, at now: Timestamp
        ) {
            let start = max(Int64(busyUntil), now.milliseconds / 1000)
            busyUntil = UInt32(clamping: start + Self.interval)
            (self.spot, self.answer) = (Self.hash(spot, isFrozen), answer)
        }

        /// Whether what was explained is another place or room, whatever could be told of it.
        fileprivate func isElsewhere(than spot: Spot?) -> Bool {
            ![false, true].contains { self.spot == Self.hash(spot, $0) }
        }

        private static func hash(_ spot: Spot?, _ isFrozen: Bool) -> UInt32 {
            var hash = StableHash()
            hash.combine(spot?.place.rawValue ?? "")
            hash.combine(spot?.room?.rawValue ?? "")
            // Without it, as it was kept before it counted.
            if isFrozen { hash.combine("frozen") }
            return UInt32(truncatingIfNeeded: hash.value)
        }
    }
}

/// The kinds of explanation.
enum ItemRule: String, Sendable {
    case moved = "item_moved"
    case withOwner = "with_owner_yes"
    case withoutOwner = "with_owner_no"
    case cannotTell = "with_owner_cannot_tell"
    case lost = "item_lost"
    case found = "item_found"
    case leftBehind = "left_behind"
    case leavingWithout = "leaving_without"
    case arrivedWithout = "arrived_without"
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
    /// The most telling change to explain now, which is noted as explained; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - answer: What is told of whether it is with its owner.
    ///   - isFrozen: Whether the node that heard it cannot tell now.
    mutating func ruleToExplain(
        since old: ItemTrack, _ answer: Answer, of item: Item, isFrozen: Bool, at now: Timestamp
    ) -> ItemRule? {
        guard let spot else { return nil }
        // What was believed before any explanation needs none now.
        var known =
            explained ?? Explained(spot: old.spot, isFrozen: false, answer: old.withOwner)
        let isLeft = wasJustLeft(since: old, item)
        let isFoundOrLost = isLost != old.isLost
        guard
            isLeft || isFoundOrLost
                || known.due(spot, isFrozen: isFrozen, answer).map({ $0 <= now }) ?? false
        else { return nil }
        // That a node cannot tell, or can again, is why the answer is what it is.
        let isAnswer = known.answer != answer || !known.isElsewhere(than: spot)
        known.note(spot, isFrozen: isFrozen, answer, at: now)
        explained = known
        if isFoundOrLost { return isLost ? .lost : .found }
        // The alert that it was left behind explains itself.
        if isLeft { return nil }
        return isAnswer ? answer.rule : .moved
    }

    private func wasJustLeft(since old: ItemTrack, _ item: Item) -> Bool {
        guard let departure, departure.hasStayed, item.watch.includes(departure.place) else {
            return false
        }
        return old.departure?.hasStayed != true
    }

    /// When a change is explained that came too soon after another.
    func explanationDue(_ answer: Answer, isFrozen: Bool) -> Timestamp? {
        explained?.due(spot, isFrozen: isFrozen, answer)
    }
}
