/// What one more fix of the deciding phone would have shown.
///
/// It is as accurate as the last one, comes ten minutes later and holds only a position.
extension Supposition {
    var fixes: [Counterfactual] {
        guard belief.isByPhoneAlone || belief.whereabouts == .outside,
            let phone = fusion.decidingDevice, let last = phone.track.last
        else { return [] }
        if phone.track.standing == .unknown {
            return [accuracy(of: phone)].compactMap { $0 }
        }
        let margins = places.map { ($0, $0.area.signedDistance(to: last.coordinate)) }
        let decisive: Place? =
            switch belief.whereabouts {
            case .at(let spot): places.first { $0.id == spot.place }
            default: margins.min { $0.1 < $1.1 }?.0
            }
        guard let place = decisive, let ray = Ray(from: place.area, through: last.coordinate)
        else { return [] }
        let isLeaving = belief.whereabouts.spot != nil
        // Between two whole metres, so that a boundary on a whole metre is found as such.
        func point(_ step: Int) -> Coordinate? { ray.point(at: Double(step) + 0.5) }
        func differs(_ step: Int) -> Bool {
            guard let point = point(step) else { return false }
            return isDifferent(believe(point, accuracy: last.accuracy, of: phone))
        }
        let name = phone.device.name
        let start = Int(min(1e7, max(0, ray.distance)))
        if belief.whereabouts == .outside, differs(start), let there = point(start) {
            let age = max(0, now.seconds(since: last.time))
            // Too soon it would show no more than the last one.
            let first = Int(age.rounded(.up))
            let tooSoon = Threshold.last(from: first, towards: first + Int(Self.delay)) { seconds in
                let delay = Double(seconds) - age
                return isDifferent(
                    believe(there, accuracy: last.accuracy, of: phone, after: delay))
            }
            return [
                Counterfactual(
                    .fix, of: name, place: place.id,
                    limit: tooSoon.map { .above(Double($0), .seconds, was: age) },
                    names: .init(name, in: place.name), saying: .again)
            ]
        }
        let end = isLeaving ? Int(min(1e5, ray.distance)) + Self.farthest : 0
        let step = Threshold.last(from: start, towards: end, without: differs)
        guard let step, let same = point(step), let other = point(step + (isLeaving ? 1 : -1))
        else {
            return []
        }
        let needed =
            (place.area.signedDistance(to: same) + place.area.signedDistance(to: other)) / 2
        let was = place.area.signedDistance(to: last.coordinate)
        return [
            Counterfactual(
                .fix, of: name, place: place.id,
                limit: .init(
                    measure: .metres, was: was, needed: needed.rounded(),
                    direction: isLeaving ? .above : .below),
                accuracy: last.reach, names: .init(name, in: place.name))
        ]
    }

    /// When the fix comes, in seconds from now.
    private static let delay = 600.0
    /// How far outside a place to look, in metres.
    private static let farthest = 20_000

    private func accuracy(of phone: Fusion.Phone) -> Counterfactual? {
        guard let last = phone.track.last else { return nil }
        let found = Threshold.last(from: Int(min(1e6, last.reach)), towards: 5) { metres in
            isDifferent(believe(last.coordinate, accuracy: Double(metres), of: phone))
        }
        guard let found else { return nil }
        return Counterfactual(
            .fix, of: phone.device.name, limit: .below(Double(found), .accuracy, was: last.reach))
    }

    private func believe(
        _ coordinate: Coordinate, accuracy: Double?, of phone: Fusion.Phone,
        after seconds: Double = delay
    ) -> Belief? {
        let time = max(now, phone.track.last?.time ?? now).advanced(bySeconds: seconds)
        var fusion = fusion
        let fix = Fix(coordinate: coordinate, accuracy: accuracy, time: time)
        // What its silence until then shows is another question.
        fusion.track.devices[phone.device.name]?.presumption = nil
        let outcome = fusion.track.devices[phone.device.name]?.take(fix, places: places)
        guard outcome == .believed else { return nil }
        for index in fusion.radio.indices where fusion.radio[index].audibility == .heard {
            fusion.radio[index].lastHeard = time
        }
        return fusion.beliefSettingAside(at: time)
    }
}

/// The straight line from the middle of an area through a point.
private struct Ray {
    private let origin: Coordinate
    /// Degrees for each metre.
    private let north: Double
    private let east: Double
    /// Metres from the middle to the point.
    let distance: Double

    init?(from area: Area, through point: Coordinate) {
        guard let center = area.center else { return nil }
        origin = center
        distance = center.distance(to: point)
        if distance < 1 {
            north = 1 / Coordinate.metresPerDegree
            east = 0
        } else {
            north = (point.latitude - center.latitude) / distance
            east = center.degreesEast(to: point) / distance
        }
    }

    func point(at metres: Double) -> Coordinate? {
        origin.shifted(north: north * metres, east: east * metres)
    }
}
