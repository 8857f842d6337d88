/// When fixes prove that a device came to a place.
extension DeviceTrack {
    /// Where a device is that may come to a place.
    enum Ground {
        case outside
        /// In a larger place around it.
        case largerPlace
        /// The same, and on that place's network.
        case networkOfLargerPlace
    }

    /// Decides whether the device has come to a place, or may have and is awaited.
    mutating func arrive(
        at entered: Candidate, from ground: Ground, by fix: Fix, after previous: Fix?
    ) {
        let pending = pendingApproach(to: entered, from: ground, by: fix, after: previous)
        guard isArrival(pending, at: entered, from: ground, by: fix, after: previous) else {
            approach = pending
            return
        }
        enter(
            entered.place.id,
            by: Verdict(
                rule: .fixInside, time: pending.began, margin: pending.margin,
                speed: speed(from: previous, to: fix)))
    }

    /// A fix inside a place in which nodes hear the user takes no second one to show that the device
    /// came too.
    mutating func join(_ place: Place, by fix: Fix) {
        guard standing == .outside, let approach, approach.place == place.id,
            place.area.signedDistance(to: fix.coordinate) <= 0, fix.isFine(for: place),
            !fix.isDriven
        else { return }
        enter(
            place.id,
            by: Verdict(
                rule: .fixInside, time: approach.began, margin: approach.margin,
                speed: fix.speed ?? 0))
        lastInside = fix.time
    }

    /// The approach that a fix begins or continues.
    private func pendingApproach(
        to entered: Candidate, from ground: Ground, by fix: Fix, after previous: Fix?
    ) -> Approach {
        let gap = previous.map { fix.time.seconds(since: $0.time) } ?? 0
        let isUsual = isUsual(entered.place)
        let hasDriven =
            gap <= Approach.redLight
            && (previous?.isDriven == true || !isUsual && hasBeenDriven(until: fix))
        let isNamed = fix.isIn(entered.place)
        let isGuess = entered.isBeside && !isNamed
        // Where it never stays, it may go on after the longest of its pauses.
        let pause = max(
            Self.pause(at: fix, after: previous), isUsual ? 0 : longestRecentPause)
        let mayPassBetweenReports =
            walkedOn == nil && gap <= Approach.longestInterval && !isNamed && !isUsual
        let longest =
            mayPassBetweenReports
            ? Approach.longestPause : min(walkedOn ?? .infinity, Approach.longestSilence)
        let patience =
            entered.isPassed
            ? max(Approach.longDwell, pause)
            : min(
                longest,
                // What a light held goes on, and is then silent for a pause.
                hasDriven && !isUsual
                    ? Approach.redLight + pause
                    : max(
                        isGuess ? Approach.longDwell : hasDriven ? Approach.redLight : 120, pause))
        let begun = Approach(
            place: entered.place.id, began: fix.time, newest: fix.time,
            coordinate: fix.coordinate, margin: entered.margin, hasDriven: hasDriven,
            patience: ground == .networkOfLargerPlace ? Approach.drift : patience)
        guard var continued = approach, continued.place == begun.place else { return begun }
        continued.newest = fix.time
        continued.patience = min(continued.patience, begun.patience)
        continued.hasDriven = continued.hasDriven || hasDriven
        return continued
    }

    /// Whether a device that approached a place like this has come to it.
    private func isArrival(
        _ pending: Approach, at entered: Candidate, from ground: Ground, by fix: Fix,
        after previous: Fix?
    ) -> Bool {
        let seconds = fix.time.seconds(since: pending.began)
        if ground == .networkOfLargerPlace { return seconds >= Approach.drift }
        if isRefuted(entered, fix) { return false }
        // Before a place in which it never stays, a device that was driven may wait at a light.
        let mayWait = pending.hasDriven && !isUsual(entered.place)
        if entered.isNamed, !entered.isListedOnTheWay, !(entered.isByPhone && mayWait) {
            return true
        }
        if entered.isBeside {
            return seconds >= Approach.longDwell && entered.margin <= 0.5 * fix.reach
        }
        if seconds >= Approach.dwell { return true }
        let confirmation = mayWait ? Approach.redLight : Approach.confirmation
        if seconds >= confirmation, !pending.isPassed(by: fix) { return true }
        // The first fix inside may be enough.
        if entered.isPassed { return false }
        if standing == .unknown { return true }
        return ground == .outside && fix.isFine(for: entered.place) && !pending.hasDriven
            && isAtRest(fix, at: entered.place, after: previous)
    }

    /// Whether a fix that is not clearly in a place agrees with a more exact one of the device at
    /// rest that was outside.
    private func isRefuted(_ entered: Candidate, _ fix: Fix) -> Bool {
        guard let exacter, exacter.isMoving != true, !entered.isNamed else { return false }
        return entered.margin > -0.5 * fix.reach
            && entered.place.area.signedDistance(to: exacter.coordinate) > exacter.reach
    }

    /// By positions alone, rest is judged at the first fix inside; after that it takes time.
    private func isAtRest(_ fix: Fix, at place: Place, after previous: Fix?) -> Bool {
        fix.isStanding(after: previous)
            ?? (approach?.place != place.id
                && (isUsual(place) || !isGoing(fix))
                && (!isUnderWay(fix, at: place) || isDriven(to: place, fix, after: previous)))
    }

    /// How long a silence is longer than the phone's pauses, in seconds.
    static func pause(at fix: Fix, after previous: Fix?) -> Double {
        previous.map { 1.5 * fix.time.seconds(since: $0.time) } ?? 0
    }

    // MARK: Candidates

    /// A place that a fix may show as entered.
    struct Candidate {
        var place: Place
        /// Metres from the boundary, negative inside.
        var margin: Double
        var extent: Double
        /// Whether the phone itself reports that it entered.
        var isNamed: Bool
        /// Whether the phone is driven past, as long as it does not fall silent here.
        var isPassed: Bool
        /// Whether the phone's regions show it, and not a network.
        var isByPhone: Bool
        /// Whether the phone only lists the place among its regions while it moves on, by its own word
        /// or its fixes: it lists what it passes, too.
        var isListedOnTheWay: Bool

        /// Whether the fix is outside the place, and only its error may put it there.
        var isBeside: Bool { margin > 0 && !isNamed }

        /// Whether the fix is clearly in it, and not in `place`.
        func isClear(by fix: Fix, from place: Place) -> Bool {
            self.place.id != place.id && !isBeside && !isPassed && fix.isFair(for: self.place)
                && place.area.signedDistance(to: fix.coordinate) > 0
        }
    }

    /// The smallest place around `fix`, or otherwise the nearest within its reach.
    ///
    /// - Parameter network: The place on whose network the device is.
    func candidate(
        for fix: Fix, on network: ID<Place>?, among places: [Place]
    ) -> Candidate? {
        var best: Candidate?
        for place in places {
            let margin = place.area.signedDistance(to: fix.coordinate)
            let isHeard = place.id == network && fix.isHeardFrom(place)
            guard margin <= fix.reach + Self.smallestRegion || isHeard else { continue }
            let extent = place.area.extent
            // Of a small region, the systems tell from further off.
            let tolerance = fix.isIn(place) ? max(0, Self.smallestRegion - extent) : 0
            guard margin <= fix.reach + tolerance || isHeard else { continue }
            let isNamed = isHeard || margin <= fix.reach && fix.isIn(place)
            let isPassed = fix.speed ?? 0 > 8 && extent < 300 && !isNamed
            let isByPhone = isNamed && !isHeard
            let candidate = Candidate(
                place: place, margin: margin, extent: extent, isNamed: isNamed,
                isPassed: isPassed, isByPhone: isByPhone,
                isListedOnTheWay: isByPhone && fix.crossing?.isEntering != true && extent < 300
                    && (fix.isDriven || isSeenGoing(fix, at: place)))
            // Only where the phone says that it enters: it lists a small region from far off.
            let isEntering = fix.crossing?.isEntering == true && fix.names(place)
            let widest = isEntering ? Self.widest : min(Self.widest, extent)
            if candidate.isBeside, margin > widest { continue }
            guard fix.reach <= max(100, 2 * extent) else { continue }
            if let best, !candidate.isBetter(than: best) { continue }
            best = candidate
        }
        return best
    }

    /// The least radius of the regions by which phones tell of crossings, in metres.
    private static let smallestRegion = 100.0
    /// How far beside a place a fix may still count for it, in metres.
    private static let widest = 60.0
}

extension DeviceTrack.Candidate {
    fileprivate func isBetter(than other: Self) -> Bool {
        if isBeside != other.isBeside { return !isBeside }
        if isPassed != other.isPassed { return !isPassed }
        return isBeside ? margin < other.margin : extent < other.extent
    }
}

extension Approach {
    /// Whether the device has gone on since it came.
    fileprivate func isPassed(by fix: Fix) -> Bool {
        if fix.isMoving == true { return true }
        let seconds = fix.time.seconds(since: began)
        return coordinate.distance(to: fix.coordinate) - fix.reach >= 0.5 * seconds
    }
}

extension Fix {
    /// Whether the phone is being driven, by its own word.
    fileprivate var isDriven: Bool { activity == .vehicle || speed ?? 0 > 5 }

    /// Whether the fix is exact enough to tell `place` from its neighbours.
    func isFine(for place: Place) -> Bool { reach <= max(50, place.area.extent) }

    /// The same for fixes that go on: iPhones claim 65 m for what they know by Wi-Fi.
    fileprivate func isFair(for place: Place) -> Bool { reach <= max(70, place.area.extent) }

    /// Whether the device stands still, by its own word; `nil` if it does not tell.
    ///
    /// OwnTracks omits a speed of zero: a device that just gave one and now gives none has stopped.
    fileprivate func isStanding(after previous: Fix?) -> Bool? {
        // Some apps write zero where no speed was measured.
        if activity == nil, speed == 0, let previous, previous.speed == 0,
            coordinate.distance(to: previous.coordinate) > reach + previous.reach
        {
            return nil
        }
        if let isMoving { return !isMoving }
        guard speed == nil, let previous, time.seconds(since: previous.time) <= 300 else {
            return nil
        }
        return previous.speed.map { $0 > 0 } ?? false ? true : nil
    }
}
