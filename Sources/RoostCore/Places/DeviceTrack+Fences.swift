extension DeviceTrack {
    /// Decides from a believed fix, and what came before it, in which place the device is.
    ///
    /// - Parameter outers: The places around the one in which it stands, if they are known.
    mutating func judge(
        _ fix: Fix, after previous: Fix?, places: [Place], around outers: [Place]? = nil
    ) {
        let network = network(of: fix)
        let entered = candidate(for: fix, on: network, among: places)
        if let place = place(among: places) {
            let margin = place.area.signedDistance(to: fix.coordinate)
            let other = entered.flatMap { $0.isClear(by: fix, from: place) ? $0.place : nil }
            guard
                let rule = leave(
                    place, margin: margin, by: fix, after: previous, for: other,
                    isOnNetwork: network == place.id)
            else {
                if let other {
                    return doubt(place, at: margin, for: other, by: fix, after: previous)
                }
                return stay(
                    in: place, at: margin, orIn: entered, on: network, by: fix, after: previous)
            }
            learnStay(in: place.id, until: excursion?.began ?? fix.time)
            let speed = speed(from: previous, to: fix)
            // The place around it takes a proof of its own; it has been there all along.
            let outers = outers ?? places.around(place.id)
            if let outer = outers.first {
                let margin = outer.area.signedDistance(to: fix.coordinate)
                enter(
                    outer.id,
                    by: Verdict(
                        rule: .fixInside, time: verdict?.time ?? fix.time, margin: margin,
                        speed: speed), at: fix.time)
                return judge(
                    fix, after: previous, places: places, around: Array(outers.dropFirst()))
            }
            noteLeaving(place.id, at: fix.time)
            standing = .outside
            verdict = Verdict(rule: rule, time: fix.time, margin: margin, speed: speed)
            excursion = nil
        }
        guard let entered else { return stayOutside(fix, after: previous, places: places) }
        arrive(at: entered, from: .outside, by: fix, after: previous)
    }

    /// A smaller place within the one in which the device stays may be entered without leaving it.
    private mutating func stay(
        in place: Place, at margin: Double, orIn entered: Candidate?, on network: ID<Place>?,
        by fix: Fix, after previous: Fix?
    ) {
        guard let entered, margin <= 0, !entered.isBeside, entered.extent < place.area.extent
        else {
            approach = nil
            return
        }
        arrive(
            at: entered, from: network == place.id ? .networkOfLargerPlace : .largerPlace,
            by: fix, after: previous)
    }

    /// Concludes from silence until `time` that the device stays in the place it came to or near.
    mutating func settle(until time: Timestamp) {
        if let approach, time.seconds(since: approach.newest) >= approach.patience {
            if let place = standing.place { learnStay(in: place, until: approach.began) }
            if approach.margin <= 0 { lastInside = approach.newest }
            enter(
                approach.place,
                by: Verdict(
                    rule: .stayedInside, time: approach.began, margin: approach.margin, speed: 0
                ))
            moveOn()
        } else if let presumption, !isPresumed,
            time.seconds(since: presumption.began) >= presumption.patience
        {
            enter(
                presumption.place,
                by: Verdict(
                    rule: .silentNearby, time: presumption.time, margin: presumption.margin,
                    speed: 0))
            self.presumption = presumption
            moveOn()
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

    /// - Parameter time: When that was proven, if it is not the verdict's.
    mutating func enter(_ place: ID<Place>, by verdict: Verdict, at time: Timestamp? = nil) {
        if let before = standing.place, before != place {
            noteLeaving(before, at: time ?? verdict.time)
        }
        standing = .inside(place)
        self.verdict = verdict
        excursion = nil
        approach = nil
        presumption = nil
        approachDue = nil
    }

    /// Notes when the device was last in a place, before it is known to be elsewhere.
    private mutating func noteLeaving(_ place: ID<Place>, at time: Timestamp) {
        // A place entered by silence, or beside its boundary, may have no fix inside.
        let times = [lastInside, verdict?.time].compactMap { $0 }
        left = times.max().map { Leaving(place: place, lastInside: $0, proven: time) }
    }

    private mutating func stayOutside(_ fix: Fix, after previous: Fix?, places: [Place]) {
        // A coarse fix ends an approach only if it is beyond whatever it may be off by.
        if let near = approach, let place = places.first(where: { $0.id == near.place }),
            place.area.signedDistance(to: fix.coordinate)
                > (fix.isFine ? 0.5 * fix.reach : fix.certainReach)
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
}
