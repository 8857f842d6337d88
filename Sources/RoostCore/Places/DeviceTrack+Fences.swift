extension DeviceTrack {
    /// Decides from a believed fix, and what came before it, in which place the device is.
    mutating func judge(
        _ fix: Fix, after previous: Fix?, places: [Place]
    ) {
        let network = fix.network.flatMap { networks?.place(of: $0) }
        let entered = candidate(for: fix, among: places)
        if case .inside(let id) = standing, let place = places.first(where: { $0.id == id }) {
            let margin = place.area.signedDistance(to: fix.coordinate)
            let other = entered.flatMap { $0.isClear(by: fix, from: place) ? $0.place : nil }
            guard
                let rule = leave(place, margin: margin, by: fix, after: previous, for: other)
            else {
                if let other {
                    return doubt(place, at: margin, for: other, by: fix, after: previous)
                }
                // A smaller place within this one may be entered without leaving it.
                guard let entered, margin <= 0, !entered.isBeside,
                    entered.extent < place.area.extent
                else {
                    approach = nil
                    return
                }
                return arrive(
                    at: entered, by: fix, after: previous, isNested: true,
                    isOnNetwork: network == id)
            }
            learnStay(in: id, until: excursion?.began ?? fix.time)
            let speed = speed(from: previous, to: fix)
            // The place around it takes a proof of its own.
            if let outer = places.around(id).first {
                let margin = outer.area.signedDistance(to: fix.coordinate)
                enter(
                    outer.id,
                    by: Verdict(rule: .fixInside, time: fix.time, margin: margin, speed: speed))
                return judge(fix, after: previous, places: places)
            }
            noteLeaving(id)
            standing = .outside
            verdict = Verdict(rule: rule, time: fix.time, margin: margin, speed: speed)
            excursion = nil
        }
        guard let entered else { return stayOutside(fix, after: previous, places: places) }
        arrive(at: entered, by: fix, after: previous, isNested: false)
    }

    /// Concludes from silence until `time` that the device stays in the place it came to or near.
    mutating func settle(until time: Timestamp) {
        if let approach, time.seconds(since: approach.newest) >= approach.patience {
            if case .inside(let id) = standing { learnStay(in: id, until: approach.began) }
            if approach.margin <= 0 { lastInside = approach.newest }
            enter(
                approach.place,
                by: Verdict(
                    rule: .stayedInside, time: approach.began, margin: approach.margin, speed: 0
                ))
        } else if let presumption, !isPresumed,
            time.seconds(since: presumption.began) >= presumption.patience
        {
            enter(
                presumption.place,
                by: Verdict(
                    rule: .silentNearby, time: presumption.time, margin: presumption.margin,
                    speed: 0))
            self.presumption = presumption
        }
    }

    /// Sets the moment from which silence shows that the device stays where it approached.
    ///
    /// A late fix has long been followed by silence, unless more of its queue comes at once.
    mutating func awaitSilence(from now: Timestamp) {
        let silence = isPresumed ? nil : presumption
        let awaited =
            approach.map { ($0.newest, $0.patience) } ?? silence.map { ($0.began, $0.patience) }
        approachDue = awaited.map { newest, patience in
            let age = now.seconds(since: newest) - Approach.clockError
            let rest = max(Approach.shortestSilence, patience - max(0, age))
            return now.advanced(bySeconds: rest)
        }
    }

    // MARK: Leaving

    /// The rule by which `fix` completes the proof that the device left `place`, if it does.
    private mutating func leave(
        _ place: Place, margin: Double, by fix: Fix, after previous: Fix?, for other: Place?
    ) -> BeliefRule? {
        // A device on the place's own network has not left it.
        let isOnNetwork = fix.network.map { networks?.place(of: $0) == place.id } ?? false
        if isOnNetwork, fix.isHeardFrom(place) {
            excursion = nil
            lastInside = fix.time
            return nil
        }
        if margin <= 0 {
            if fix.reach <= max(100, 2 * place.area.extent) { excursion = nil }
            return nil
        }
        let outside = margin - fix.certainReach
        let start = start(at: fix, after: previous, from: place)
        excursion?.start = start
        let leastReaches = start == .walk ? 0 : 0.7
        guard outside > 0 || other != nil && margin >= leastReaches * fix.reach else {
            if fix.isFine, excursion?.fade(at: fix.time) == false { excursion = nil }
            return nil
        }
        let sign = Excursion.Sign(
            time: fix.time, margin: margin,
            distance: max(0, outside) / max(100, fix.reach),
            weight: fix.isIn(place) ? 0.1 : fix.weight(after: previous),
            isInAnotherPlace: other != nil, isDoubtful: isOnNetwork)
        let isFirst = excursion == nil
        if isFirst { excursion = Excursion(beganWith: sign, start) }
        let isEnough = excursion?.add(sign) ?? false
        if fix.crossing?.isEntering == false, fix.names(place) { return .phoneSaysLeft }
        if fix.crossing?.isEntering == true, outside > 0,
            other.map(fix.names) ?? false
        {
            return .phoneSaysLeft
        }
        guard isEnough else { return nil }
        return isFirst ? .fixFarOutside : .fixesOutside
    }

    /// Waits for what follows a fix clearly in another place that does not yet prove a leaving.
    ///
    /// If the device falls silent there, the fix goes on to hold. A place in which it stays less
    /// often must be named by the phone: people come back from such places, and a silent phone does
    /// not show it.
    private mutating func doubt(
        _ place: Place, at margin: Double, for other: Place, by fix: Fix, after previous: Fix?
    ) {
        func habit(_ place: Place) -> (Int, Int) {
            let isDaily = [.home, .work, .school].contains(place.kind)
            return (frequent?.stays(in: place.id) ?? 0, isDaily ? 1 : 0)
        }
        guard let excursion, margin > fix.certainReach,
            fix.isIn(other) || habit(other) >= habit(place) && habit(other) > (0, 0)
        else {
            approach = nil
            return
        }
        var pending = Approach(
            place: other.id, began: fix.time, newest: fix.time, coordinate: fix.coordinate,
            margin: other.area.signedDistance(to: fix.coordinate), hasDriven: false,
            patience: max(
                excursion.silenceElsewhere, min(3600, Self.pause(at: fix, after: previous))))
        if let approach, approach.place == other.id { pending.began = approach.began }
        approach = pending
    }

    /// How the device came out of the place, as far as its fixes show.
    private func start(at fix: Fix, after previous: Fix?, from place: Place) -> Excursion.Start {
        if let excursion {
            guard excursion.start == .unseen,
                fix.time.seconds(since: excursion.began) <= Self.firstSteps
            else {
                return excursion.start
            }
        } else if fix.isLeap(from: previous) {
            return .leap
        }
        // A radio cell's guess shows no step.
        guard fix.isFine else { return .unseen }
        if excursion == nil, let previous, previous.isMoving == true,
            fix.time.seconds(since: previous.time) <= Self.freshWord,
            place.area.signedDistance(to: previous.coordinate) <= previous.reach
        {
            return .walk
        }
        return isUnderWay(fix, at: place, isSure: true) ? .walk : .unseen
    }

    /// How long after it begins a leaving may still prove to be a walk, in seconds.
    private static let firstSteps = 60.0
    /// How long a phone's word that it moves counts for the next fix, in seconds.
    private static let freshWord = 120.0

    // MARK: Entering

    /// Decides whether the device has come to a place, or may have and is awaited.
    ///
    /// - Parameters:
    ///   - isNested: Whether it is a smaller place within the one that the device is in.
    ///   - isOnNetwork: Whether the device is on the network of that larger place.
    private mutating func arrive(
        at entered: Candidate, by fix: Fix, after previous: Fix?, isNested: Bool,
        isOnNetwork: Bool = false
    ) {
        let place = entered.place
        let gap = previous.map { fix.time.seconds(since: $0.time) } ?? 0
        let hasDriven = gap <= Approach.redLight && previous?.isDriven == true
        // By positions alone, rest is judged at the first fix inside; after that it takes time.
        let isAtRest =
            fix.isStanding(after: previous)
            ?? (approach?.place != place.id
                && (!isUnderWay(fix, at: place) || isDriven(to: place, fix, after: previous)))
        let isGuess = entered.isBeside && !fix.isIn(place)
        let pause = Self.pause(at: fix, after: previous)
        let patience =
            entered.isPassed
            ? max(Approach.longDwell, pause)
            : min(
                walkedOn ?? .infinity, Approach.longestSilence,
                max(isGuess ? Approach.longDwell : hasDriven ? Approach.redLight : 120, pause))
        var pending = Approach(
            place: place.id, began: fix.time, newest: fix.time, coordinate: fix.coordinate,
            margin: entered.margin, hasDriven: hasDriven,
            patience: isOnNetwork ? Approach.drift : patience)
        if let approach, approach.place == place.id {
            let patience = min(approach.patience, pending.patience)
            pending = approach
            pending.newest = fix.time
            pending.patience = patience
            pending.hasDriven = approach.hasDriven || hasDriven
        }
        let seconds = fix.time.seconds(since: pending.began)
        let isSure = fix.isFine(for: place) && !isNested
        let isEnough =
            isOnNetwork
            ? seconds >= Approach.drift
            : entered.isNamed || standing == .unknown && !entered.isBeside && !entered.isPassed
                || seconds >= (entered.isBeside ? Approach.longDwell : Approach.dwell)
                || !entered.isBeside && seconds >= Approach.confirmation
                    && !pending.isPassed(by: fix)
                || !entered.isBeside && isSure && isAtRest && !pending.hasDriven
                    && !entered.isPassed
        guard isEnough else {
            approach = pending
            return
        }
        enter(
            place.id,
            by: Verdict(
                rule: .fixInside, time: pending.began, margin: pending.margin,
                speed: speed(from: previous, to: fix)))
    }

    /// How long a silence is longer than the phone's pauses, in seconds.
    private static func pause(at fix: Fix, after previous: Fix?) -> Double {
        previous.map { 1.5 * fix.time.seconds(since: $0.time) } ?? 0
    }

    /// Whether the device may only be passing, since it moved until now.
    ///
    /// One that was elsewhere before, and shows no more of its way, has arrived.
    ///
    /// - Parameters:
    ///   - place: Where it is, or was until then.
    ///   - isSure: Whether a way needs two stretches, if nothing earlier is known.
    private func isUnderWay(_ fix: Fix, at place: Place, isSure: Bool = false) -> Bool {
        // The coarser the fixes, the longer a way takes to show.
        let reach = min(100, fix.reach)
        func point(before point: TrailPoint) -> TrailPoint? {
            trail.last {
                let seconds = point.time.seconds(since: $0.time)
                return (max(Self.stretch, reach)...300).contains(seconds)
            }
        }
        func isWay(from: TrailPoint, to: TrailPoint) -> Bool {
            let distance = from.coordinate.distance(to: to.coordinate) - 0.5 * reach
            return distance >= Self.pace * to.time.seconds(since: from.time)
        }
        let now = TrailPoint(coordinate: fix.coordinate, time: fix.time)
        guard trail.count > 2, let before = point(before: now) else { return false }
        guard isWay(from: before, to: now) else { return false }
        guard let first = point(before: before) else {
            let earlier = trail.last { before.time.seconds(since: $0.time) >= Self.stretch }
            let isBack = earlier.map { place.area.signedDistance(to: $0.coordinate) <= 0 } ?? false
            return !isSure && !isBack
        }
        // A device that goes there and back is on no way.
        let ways =
            first.coordinate.distance(to: before.coordinate)
            + before.coordinate.distance(to: now.coordinate)
        return isWay(from: first, to: before)
            && first.coordinate.distance(to: now.coordinate) >= Self.straightness * ways
    }

    /// The least speed of a walk, in metres per second, and the least time to show it, in seconds.
    private static let pace = 0.7
    private static let stretch = 15.0
    /// How far a way must get ahead, as a share of its length: it may round a corner.
    private static let straightness = 0.6

    private mutating func enter(_ place: ID<Place>, by verdict: Verdict) {
        if case .inside(let before) = standing, before != place { noteLeaving(before) }
        standing = .inside(place)
        self.verdict = verdict
        excursion = nil
        approach = nil
        presumption = nil
        approachDue = nil
    }

    /// Notes when the device was last in a place, before it is known to be elsewhere.
    private mutating func noteLeaving(_ place: ID<Place>) {
        // A place entered by silence, or beside its boundary, may have no fix inside.
        let times = [lastInside, verdict?.time].compactMap { $0 }
        left = times.max().map { Leaving(place: place, lastInside: $0) }
    }

    private mutating func stayOutside(_ fix: Fix, after previous: Fix?, places: [Place]) {
        if fix.isFine, let near = approach,
            let place = places.first(where: { $0.id == near.place }),
            place.area.signedDistance(to: fix.coordinate) > 0.5 * fix.reach
        {
            approach = nil
        }
        guard standing == .unknown,
            places.allSatisfy({ $0.area.signedDistance(to: fix.coordinate) > fix.certainReach })
        else { return }
        standing = .outside
        let margin = places.map { $0.area.signedDistance(to: fix.coordinate) }.min()
        verdict = Verdict(
            rule: .fixOutside, time: fix.time, margin: margin ?? .greatestFiniteMagnitude,
            speed: speed(from: previous, to: fix))
    }

    /// A place that a fix may show as entered.
    fileprivate struct Candidate {
        var place: Place
        /// Metres from the boundary, negative inside.
        var margin: Double
        var extent: Double
        /// Whether the phone itself reports that it entered.
        var isNamed: Bool
        /// Whether the phone is driven past, as long as it does not fall silent here.
        var isPassed: Bool

        /// Whether the fix is outside the place, and only its error may put it there.
        var isBeside: Bool { margin > 0 && !isNamed }

        /// Whether the fix is clearly in it, and not in `place`.
        func isClear(by fix: Fix, from place: Place) -> Bool {
            self.place.id != place.id && !isBeside && !isPassed && fix.isFine(for: self.place)
                && place.area.signedDistance(to: fix.coordinate) > 0
        }
    }

    /// Whether the device keeps saying that it is clearly in another place than the one in which it
    /// stands.
    func isElsewhere(_ fix: Fix, among places: [Place]) -> Bool {
        guard case .inside(let id) = standing, let place = places.first(where: { $0.id == id })
        else { return false }
        return candidate(for: fix, among: places)?.isClear(by: fix, from: place) ?? false
    }

    /// The smallest place around `fix`, or otherwise the nearest within its reach.
    private func candidate(for fix: Fix, among places: [Place]) -> Candidate? {
        let network = fix.network.flatMap { networks?.place(of: $0) }
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
            let candidate = Candidate(
                place: place, margin: margin, extent: extent, isNamed: isNamed,
                isPassed: isPassed)
            if candidate.isBeside, margin > min(Self.widest, extent) { continue }
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
    fileprivate func isFine(for place: Place) -> Bool { reach <= max(50, place.area.extent) }

    /// How much a fix elsewhere counts: a phone that says it moves is more likely right than one
    /// that says it is still, and one that repeats itself tells little.
    fileprivate func weight(after previous: Fix?) -> Double {
        if coordinate == previous?.coordinate { return 0.25 }
        if let activity { return activity == .still ? 0.25 : 4 }
        guard let speed else { return 1 }
        switch speed {
        case ..<0.5: return 0.5
        case ..<3: return 1
        default: return 4
        }
    }

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

    /// Whether the device would have had to run or drive here from where it just was.
    fileprivate func isLeap(from previous: Fix?) -> Bool {
        guard let previous else { return false }
        let seconds = time.seconds(since: previous.time)
        let distance = coordinate.distance(to: previous.coordinate)
        return seconds <= 90
            && distance - 0.5 * (previous.reach + min(30, reach)) > 2.5 * max(1, seconds)
    }
}
