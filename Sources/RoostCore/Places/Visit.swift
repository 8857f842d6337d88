/// A stay in a place.
public struct Visit: Hashable, Sendable {
    public var place: ID<Place>
    public var arrived: Timestamp
    /// `nil` for a stay that goes on, as far as the history shows.
    public var left: Timestamp?

    public init(place: ID<Place>, arrived: Timestamp, left: Timestamp?) {
        self.place = place
        self.arrived = arrived
        self.left = left
    }

    private var end: Timestamp { left ?? .distantFuture }

    fileprivate func overlaps(_ other: Visit) -> Bool {
        arrived <= other.end && other.arrived <= end
    }

    /// Whether it is part of a stay in a place around this one.
    func isPart(of other: Visit, among places: [Place]) -> Bool {
        guard other.arrived <= arrived, end <= other.end else { return false }
        return places.around(place).contains { $0.id == other.place }
    }
}

/// Stays as steps into and out of places show them, in the order of their beginning.
private struct Stays {
    var visits: [Visit] = []

    mutating func note(isEntering: Bool, _ place: ID<Place>, at time: Timestamp) {
        if isEntering {
            visits.append(Visit(place: place, arrived: time, left: nil))
        } else if let last = visits.lastIndex(where: { $0.place == place }),
            visits[last].left == nil
        {
            visits[last].left = max(time, visits[last].arrived)
        }
    }
}

/// The stays in a history, oldest first, in whatever order its fixes came.
///
/// Fixes are judged again in the order of their own time, so that one sent late counts as if it had
/// come in time. Stays that only the nodes knew of are added from the transitions.
///
/// - Parameter end: Until when the history is complete: until then, silence means something.
public func visits(
    fixes: [(device: Device, fix: Fix)], transitions: [Transition], places: [Place],
    until end: Timestamp
) -> [Visit] {
    let seen = stays(fixes, places: places, until: end)
    let heard = stays(transitions, among: places).filter { stay in
        !seen.contains { $0.place == stay.place && $0.overlaps(stay) }
    }
    return (seen + heard).sorted { ($0.arrived, $0.place) < ($1.arrived, $1.place) }
}

/// The stays that fixes show: at each moment, those of the device that tells where its user is.
private func stays(
    _ fixes: [(device: Device, fix: Fix)], places: [Place], until end: Timestamp
) -> [Visit] {
    var user = UserTrack()
    var stays = Stays()
    var (standing, telling) = (DeviceTrack.Standing.unknown, Device?.none)
    let haveMoved = places.contains { $0.former != nil }
    var places = places
    let today = places
    /// - Parameter began: When the device that spoke was first seen outside, if it has left.
    func note(_ device: Device?, at time: Timestamp, began: Timestamp? = nil) {
        guard let deciding = user.decidingDevice else { return }
        let before = standing
        standing = deciding.track.standing
        // Another device takes over at this moment, whenever it came to where it is.
        let isSame = deciding.device == device && telling.map { $0 == device } ?? true
        let arrived = isSame ? deciding.track.verdict?.time ?? time : time
        let left = isSame ? began ?? time : time
        telling = deciding.device
        // Of two that lie still, it goes on to tell.
        user.belief = Belief(
            whereabouts: .unknown, confidence: 0, sources: [.gps], rule: .fix,
            device: deciding.device, evidenceTime: time)
        for step in Step.between(before.spot, standing.spot, at: left, around: today.around) {
            stays.note(
                isEntering: step.isEntering, step.place, at: step.isEntering ? arrived : left)
        }
    }
    func settle(until time: Timestamp) {
        for (name, before) in user.devices.inOrder {
            user.devices[name]?.settle(until: time)
            guard let after = user.devices[name], after.standing != before.standing else {
                continue
            }
            let settled = after.verdict?.time ?? time
            note(Device(name), at: settled, began: settled)
        }
    }
    for (device, fix) in fixes.sorted(by: { $0.fix.isOlder(than: $1.fix) }) {
        if haveMoved { places = today.map { $0.asOf(fix) } }
        settle(until: fix.time)
        // A device proven to have left had left when it was first seen outside.
        let began = user.devices[device.name]?.excursion?.began
        let outcome = user.devices[device.name, default: DeviceTrack()].take(
            fix, places: places)
        if outcome == .believed { note(device, at: fix.time, began: began) }
    }
    settle(until: end)
    return stays.visits
}

/// The stays that the user's own transitions between places show.
private func stays(_ transitions: [Transition], among places: [Place]) -> [Visit] {
    let steps = transitions.filter { $0.subject == .user && $0.room == nil }
    var stays = Stays()
    for step in steps { stays.note(isEntering: step.isEntering, step.place, at: step.time) }
    let open = entriesUnderWay(after: steps, among: places)
    return stays.visits.filter { stay in
        stay.left != nil || open.contains { $0.place == stay.place && $0.time == stay.arrived }
    }
}

/// How a user came into the places in which they may still be after some steps, oldest first.
///
/// An edit of the places is no step: whoever was in one that was deleted or redrawn is no longer
/// there, although they never left. So a place counts only if it exists, and if no later entry is
/// into a place apart from it.
public func entriesUnderWay(after steps: [Transition], among places: [Place]) -> [Transition] {
    func isApart(_ one: ID<Place>, _ other: ID<Place>) -> Bool {
        !places.around(one).contains { $0.id == other }
            && !places.around(other).contains { $0.id == one }
    }
    var (left, entered): (Set<ID<Place>>, Set<ID<Place>>) = ([], [])
    var open: [Transition] = []
    for step in steps.reversed() {
        guard step.isEntering else {
            left.insert(step.place)
            continue
        }
        if places.contains(where: { $0.id == step.place }), !left.contains(step.place),
            !entered.contains(where: { isApart($0, step.place) })
        {
            open.append(step)
        }
        entered.insert(step.place)
    }
    return open.reversed()
}
