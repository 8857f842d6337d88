/// The way from one stay to the next.
public struct Trip: Hashable, Sendable {
    public var from: ID<Place>
    public var to: ID<Place>
    public var started: Timestamp
    public var ended: Timestamp
    /// The length of the way that the fixes show, in metres.
    public var metres: Double
    /// `nil` if the fixes do not show it.
    public var mode: Activity?
}

/// The ways between successive visits, oldest first; a visit within another is no end of one.
///
/// Of several devices, the one that shows the longest way counts.
public func trips(
    between visits: [Visit], fixes: [(device: Device, fix: Fix)], places: [Place]
) -> [Trip] {
    let visits = visits.filter { visit in
        !visits.contains { visit.isPart(of: $0, among: places) }
    }
    let tracks = Dictionary(grouping: fixes.filter { $0.fix.isFine }, by: \.device.name)
        .inOrder.map { $0.value.map(\.fix).sorted { $0.isOlder(than: $1) } }
    return zip(visits, visits.dropFirst()).compactMap { before, after in
        guard let left = before.left else { return nil }
        // Somebody who was not seen on the way set out after they were last seen where it began.
        let seen = tracks.compactMap { $0.last { $0.time < after.arrived }?.time }.max()
        let lastSeen = left == after.arrived ? seen.flatMap { $0 < before.arrived ? nil : $0 } : nil
        guard let started = left < after.arrived ? left : lastSeen else { return nil }
        let ways = tracks.map { Way($0, after: left, from: started, to: after.arrived) }
        let way = ways.max { $0.metres < $1.metres }
        return Trip(
            from: before.place, to: after.place, started: started, ended: after.arrived,
            metres: way?.metres ?? 0, mode: way?.mode(within: after.arrived.seconds(since: started))
        )
    }
}

/// What one device shows of a way.
private struct Way {
    var metres = 0.0
    private var driven = 0.0
    private var seconds = 0.0

    /// Nobody walks faster, in metres per second.
    private static let fastestWalk = 3.5

    /// - Parameter left: When the stay before it was over: the last fix before shows where it began.
    init(_ fixes: [Fix], after left: Timestamp, from start: Timestamp, to end: Timestamp) {
        let first = fixes.lastIndex { $0.time < left } ?? fixes.startIndex
        var last: Fix?
        for fix in fixes[first...] {
            if fix.time > end { break }
            guard let from = last else {
                last = fix
                continue
            }
            let step = from.coordinate.distance(to: fix.coordinate)
            // A step within the noise is no way yet.
            guard step > from.reach + fix.reach else { continue }
            let time = fix.time.seconds(since: max(from.time, start))
            metres += step
            seconds += time
            let taken = fix.time.seconds(since: from.time)
            if fix.activity.map({ $0 == .vehicle }) ?? (step > Self.fastestWalk * taken) {
                driven += step
            }
            last = fix
        }
    }

    /// - Parameter duration: In seconds; a phone that was silent shows the whole way, but no step.
    func mode(within duration: Double) -> Activity? {
        guard metres > 0, seconds > 0 else { return nil }
        if driven > 0.5 * metres || metres > Self.fastestWalk * duration { return .vehicle }
        return metres / seconds >= 0.3 ? .walking : .still
    }
}
