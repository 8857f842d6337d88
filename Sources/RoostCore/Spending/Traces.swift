/// What the history shows about where a user was at some time.
public struct Traces: Hashable, Sendable {
    /// The last step into or out of a place up to that time; several if places lie in each other.
    public var placeSteps: [Transition]
    /// The last step into or out of a room up to that time.
    public var roomStep: Transition?
    /// The fixes of all devices around that time, oldest first.
    var fixes: [Fix]

    public init(
        placeSteps: [Transition] = [], roomStep: Transition? = nil, fixes: [Fix] = []
    ) {
        self.placeSteps = placeSteps
        self.roomStep = roomStep
        self.fixes = fixes
    }

    /// The greatest possible speed, in metres per second.
    private static let fastest = 300.0
    /// How many fixes are considered, those nearest in time.
    public static let most = 20
    /// The worst reach of a fix that can show where something was bought, in metres.
    private static let coarsest = 1000.0

    /// Where the user was at `time`, as far as the traces show.
    ///
    /// A user who came to a place is there until they leave it. Otherwise the most accurate fix
    /// counts, by its own reach plus the distance walked in the time between.
    /// - Parameters:
    ///   - believed: Where they were believed to be when the expense was noted.
    ///   - places: The places that the user knows.
    public func spot(
        at time: Timestamp, believed: Expense.Spot?, places: [Place]
    ) -> Expense.Spot? {
        let left = left
        let fix = bestFix(at: time, outside: places.filter { left.contains($0.id) })
        let upheld = believed.flatMap { upholds($0) ? $0 : nil }
        let place = settled(among: places) ?? places.first { $0.id == upheld?.place }
        if let place { return spot(in: place, fix, believed: upheld) }
        return fix.map { Expense.Spot($0.coordinate, in: places) }
    }

    /// Whether the user had not left the place where they were believed to be.
    func upholds(_ believed: Expense.Spot) -> Bool {
        guard let place = believed.place else { return false }
        return entered.isEmpty ? !left.contains(place) : entered.contains(place)
    }

    private var entered: Set<ID<Place>> { Set(placeSteps.filter(\.isEntering).map(\.place)) }

    /// Empty if they came to another place at once.
    private var left: Set<ID<Place>> { entered.isEmpty ? Set(placeSteps.map(\.place)) : [] }

    /// The smallest place that they came to, or that still holds them.
    private func settled(among places: [Place]) -> Place? {
        let (entered, left) = (entered, left)
        let holding = left.flatMap { places.around($0) }.filter { !left.contains($0.id) }
        return (places.filter { entered.contains($0.id) } + holding)
            .min { $0.isSmaller(than: $1) }
    }

    /// The fix gives the position within the place, if it is inside.
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

    /// - Parameter left: The places that the user had left; a device still there stayed behind.
    private func bestFix(at time: Timestamp, outside left: [Place]) -> Fix? {
        func age(_ fix: Fix) -> Double { abs(fix.time.seconds(since: time)) }
        let along = fixes.filter { fix in
            guard let since = placeSteps.first?.time, fix.time >= since else { return true }
            return left.allSatisfy { $0.area.signedDistance(to: fix.coordinate) > 0 }
        }
        let nearest = along.sorted { age($0) < age($1) }.prefix(Self.most)
        return nearest.filter { $0.reach <= Self.coarsest && !isWild($0, among: nearest) }
            .min { $0.reach + Fix.walk * age($0) < $1.reach + Fix.walk * age($1) }
    }

    /// Whether one would have to fly to reach most of the others.
    private func isWild(_ fix: Fix, among others: ArraySlice<Fix>) -> Bool {
        let flights = others.count { other in
            let way = fix.coordinate.distance(to: other.coordinate) - fix.reach - other.reach
            return way > Self.fastest * max(1, abs(fix.time.seconds(since: other.time)))
        }
        // The fix itself is one of them.
        return 2 * flights > others.count - 1
    }
}

extension Expense {
    /// The same expense, with the position from the traces.
    ///
    /// A previously traced position is traced again, so the order in which fixes arrive does not
    /// matter.
    public func traced(by traces: Traces, among places: [Place]) -> Expense {
        var expense = self
        let believed = found == .believed ? spot : nil
        expense.spot = traces.spot(at: time, believed: believed, places: places)
        expense.found = believed.map(traces.upholds) == true ? .believed : .traced
        // While moving, a coarse fix that the traces do not count is better than nothing.
        if expense.spot == nil, let believed, believed.place == nil { return self }
        return expense
    }
}

extension Expense.Spot {
    public init(_ standpoint: Standpoint) {
        self.init(standpoint.coordinate, place: standpoint.place, room: standpoint.room)
    }

    /// A position, and the smallest of `places` that contains it.
    public init(_ coordinate: Coordinate, in places: [Place]) {
        let around = places.filter { $0.area.signedDistance(to: coordinate) <= 0 }
        let smallest = around.min { $0.isSmaller(than: $1) }
        self.init(coordinate, place: smallest?.id)
    }
}
