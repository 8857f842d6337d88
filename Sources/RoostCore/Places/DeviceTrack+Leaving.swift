/// When fixes prove that a device left a place.
extension DeviceTrack {
    /// The rule by which `fix` completes the proof that the device left `place`, if it does.
    mutating func leave(
        _ place: Place, margin: Double, by fix: Fix, after previous: Fix?, for other: Place?,
        isOnNetwork: Bool
    ) -> BeliefRule? {
        // A device on the place's own network has not left it.
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
            elsewhere: other.map { fix.isFine(for: $0) ? .clear : .likely } ?? .nowhere,
            isDoubtful: isOnNetwork)
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
    mutating func doubt(
        _ place: Place, at margin: Double, for other: Place, by fix: Fix, after previous: Fix?
    ) {
        guard let excursion, margin > fix.certainReach,
            fix.isIn(other) || habit(of: other) >= habit(of: place) && habit(of: other) > (0, 0)
        else {
            approach = nil
            return
        }
        var pending = Approach(
            place: other.id, began: fix.time, newest: fix.time, coordinate: fix.coordinate,
            margin: other.area.signedDistance(to: fix.coordinate), hasDriven: false,
            patience: max(
                excursion.silenceElsewhere,
                min(Self.longestDoubt, Self.pause(at: fix, after: previous))))
        if let approach, approach.place == other.id { pending.began = approach.began }
        approach = pending
    }

    /// How usual it is for the device to be in a place: its known stays, and then whether people
    /// are in such places daily; (0, 0) for one like any other.
    func habit(of place: Place) -> (Int, Int) {
        let isDaily = [.home, .work, .school].contains(place.kind)
        return (frequent?.stays(in: place.id) ?? 0, isDaily ? 1 : 0)
    }

    /// Whether the device stays in a place so often that who comes there mostly stays.
    func isUsual(_ place: Place) -> Bool { habit(of: place) > (0, 0) }

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

    /// No silence need be longer to show a stay elsewhere, in seconds.
    private static let longestDoubt = 3600.0
    /// How long after it begins a leaving may still prove to be a walk, in seconds.
    private static let firstSteps = 60.0
    /// How long a phone's word that it moves counts for the next fix, in seconds.
    private static let freshWord = 120.0

    /// Whether the device keeps saying that it is clearly in another place than the one in which it
    /// stands.
    func isElsewhere(_ fix: Fix, among places: [Place]) -> Bool {
        guard let place = place(among: places) else { return false }
        return candidate(for: fix, on: network(of: fix), among: places)?.isClear(
            by: fix, from: place) ?? false
    }
}

extension Fix {
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

    /// Whether the device would have had to run or drive here from where it just was.
    fileprivate func isLeap(from previous: Fix?) -> Bool {
        guard let previous else { return false }
        let seconds = time.seconds(since: previous.time)
        let distance = coordinate.distance(to: previous.coordinate)
        return seconds <= 90
            && distance - 0.5 * (previous.reach + min(30, reach)) > 2.5 * max(1, seconds)
    }
}
