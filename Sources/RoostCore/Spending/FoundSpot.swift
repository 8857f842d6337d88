/// What the history tells of where somebody was at some time.
public struct Traces: Hashable, Sendable {
    /// The last time until then that the user came to a place or left one.
    public var placeStep: Transition?
    /// The last time until then that they came to a room or left one.
    public var roomStep: Transition?
    /// The fixes of all devices around that time, oldest first.
    public var fixes: [Fix]

    public init(placeStep: Transition? = nil, roomStep: Transition? = nil, fixes: [Fix] = []) {
        self.placeStep = placeStep
        self.roomStep = roomStep
        self.fixes = fixes
    }

    /// How fast people get away from where a fix saw them, in metres per second.
    private static let walk = 1.4
    /// Nobody is faster, in metres per second.
    private static let fastest = 300.0
    /// So many fixes, the nearest in time, are looked at.
    public static let most = 20
    /// The worst reach of a fix that tells where something was bought, in metres.
    private static let coarsest = 1000.0

    /// Where the user was at `time`, as far as the traces tell.
    ///
    /// Who came to a place is there until they leave it. Else it is the fix that tells most exactly: by
    /// its own reach, and by how far one walks in the time between.
    /// - Parameters:
    ///   - believed: Where they were believed to be when it was noted down.
    ///   - places: Those that the user knows.
    public func spot(
        at time: Timestamp, believed: Expense.Spot?, places: [Place]
    ) -> Expense.Spot? {
        let left = placeStep.flatMap { $0.isEntering ? nil : $0.place }
        let fix = bestFix(at: time, outside: places.first { $0.id == left })
        let upheld = believed.flatMap { upholds($0) ? $0 : nil }
        let step = placeStep.flatMap { $0.isEntering ? $0.place : nil }
        if let place = places.first(where: { $0.id == step ?? upheld?.place }) {
            return spot(in: place, fix, believed: upheld)
        }
        return fix.map { Expense.Spot($0.coordinate, in: places) }
    }

    /// Whether the place where the user was believed to be is one that they had not left.
    public func upholds(_ believed: Expense.Spot) -> Bool {
        guard let place = believed.place else { return false }
        guard let placeStep else { return true }
        return placeStep.isEntering == (placeStep.place == place)
    }

    /// The fix tells where in the place, if it is inside.
    private func spot(
        in place: Place, _ fix: Fix?, believed: Expense.Spot?
    ) -> Expense.Spot? {
        let isInside = fix.map { place.area.signedDistance(to: $0.coordinate) <= 0 } ?? false
        let coordinate = isInside ? fix?.coordinate : believed?.coordinate
        guard let coordinate = coordinate ?? place.area.center else { return nil }
        let hasRoom = roomStep?.place == place.id && roomStep?.isEntering == true
        return Expense.Spot(
            coordinate, place: place.id, room: hasRoom ? roomStep?.room : believed?.room)
    }

    /// - Parameter left: The place that the user had left. A device that is there stayed behind.
    private func bestFix(at time: Timestamp, outside left: Place?) -> Fix? {
        func age(_ fix: Fix) -> Double { abs(fix.time.seconds(since: time)) }
        let along = fixes.filter { fix in
            guard let left, let since = placeStep?.time else { return true }
            return fix.time < since || left.area.signedDistance(to: fix.coordinate) > 0
        }
        let nearest = along.sorted { age($0) < age($1) }.prefix(Self.most)
        return nearest.filter { $0.reach <= Self.coarsest && !isWild($0, among: nearest) }
            .min { $0.reach + Self.walk * age($0) < $1.reach + Self.walk * age($1) }
    }

    /// Whether one would have to fly to be where most others are.
    private func isWild(_ fix: Fix, among others: ArraySlice<Fix>) -> Bool {
        let flights = others.count { other in
            let way = fix.coordinate.distance(to: other.coordinate) - fix.reach - other.reach
            return way > Self.fastest * max(1, abs(fix.time.seconds(since: other.time)))
        }
        // It is one of them itself.
        return 2 * flights > others.count - 1
    }
}

extension Expense {
    /// The same where the traces tell that it was.
    ///
    /// What was traced before is traced anew, so that it does not matter in which order fixes come.
    public func traced(by traces: Traces, among places: [Place]) -> Expense {
        var expense = self
        let believed = found == .believed ? spot : nil
        expense.spot = traces.spot(at: time, believed: believed, places: places)
        expense.found = believed.map(traces.upholds) == true ? .believed : .traced
        // Under way, a coarse fix that traces do not count is better than nothing.
        if expense.spot == nil, let believed, believed.place == nil { return self }
        return expense
    }
}

extension Expense.Spot {
    public init(_ standpoint: Standpoint) {
        self.init(standpoint.coordinate, place: standpoint.place, room: standpoint.room)
    }

    /// A position, and the smallest of `places` around it.
    public init(_ coordinate: Coordinate, in places: [Place]) {
        let around = places.filter { $0.area.signedDistance(to: coordinate) <= 0 }
        let smallest = around.min { ($0.area.extent, $0.id) < ($1.area.extent, $1.id) }
        self.init(coordinate, place: smallest?.id)
    }
}
