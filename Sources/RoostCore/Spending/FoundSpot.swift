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
    private static let most = 20
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
        let fix = bestFix(at: time)
        if let place = place(believed: believed?.place, places) {
            guard let middle = place.area.center else { return believed }
            let isInside = fix.map { place.area.signedDistance(to: $0.coordinate) <= 0 } ?? false
            let isAsBefore = believed?.place == place.id
            let room = roomStep?.place == place.id && roomStep?.isEntering == true
            return Expense.Spot(
                isInside
                    ? fix?.coordinate ?? middle
                    : isAsBefore ? believed?.coordinate ?? middle : middle,
                place: place.id,
                room: room ? roomStep?.room : isAsBefore ? believed?.room : nil)
        }
        guard let fix else { return believed?.place == nil ? believed : nil }
        return Expense.Spot(fix.coordinate, in: places)
    }

    private func place(believed: ID<Place>?, _ places: [Place]) -> Place? {
        var id = believed
        if let placeStep {
            if placeStep.isEntering {
                id = placeStep.place
            } else if placeStep.place == believed {
                id = nil
            }
        }
        return places.first { $0.id == id }
    }

    private func bestFix(at time: Timestamp) -> Fix? {
        func age(_ fix: Fix) -> Double { abs(fix.time.seconds(since: time)) }
        let nearest = fixes.sorted { age($0) < age($1) }.prefix(Self.most)
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

extension Expense.Spot {
    /// A position, and the smallest of `places` around it.
    public init(_ coordinate: Coordinate, in places: [Place]) {
        let around = places.filter { $0.area.signedDistance(to: coordinate) <= 0 }
        let smallest = around.min { ($0.area.extent, $0.id) < ($1.area.extent, $1.id) }
        self.init(coordinate, place: smallest?.id)
    }
}
