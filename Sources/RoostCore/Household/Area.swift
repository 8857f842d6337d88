import Glibc

/// The ground that a place covers.
public enum Area: Hashable, Sendable, Codable {
    /// Radius in metres, above 0.
    case circle(center: Coordinate, radius: Double)
    /// Corners in order, at least three; the last is joined to the first.
    case polygon([Coordinate])

    /// The usual radius of a place, in metres.
    public static let defaultRadius = 50.0
    /// The radii of places, in metres: from a doorway to a country.
    public static let radii = 5.0...1_000_000
    /// The most corners of a polygon, and of all those that one user makes: each fix is compared with
    /// all of them.
    public static let mostCorners = 1000

    /// 0 for a circle.
    public var cornerCount: Int {
        if case .polygon(let corners) = self { corners.count } else { 0 }
    }

    /// A point that represents the area: the centre, or the mean of the corners.
    public var center: Coordinate? {
        switch self {
        case .circle(let center, _):
            return center
        case .polygon(let corners):
            guard let origin = corners.first else { return nil }
            guard Self.isFlat(corners) else { return SphericalPolygon(corners).center }
            var (east, north) = (0.0, 0.0)
            for corner in corners {
                east += origin.degreesEast(to: corner)
                north += corner.latitude - origin.latitude
            }
            let count = Double(corners.count)
            return origin.shifted(north: north / count, east: east / count)
        }
    }

    /// Whether the whole of a smaller area lies in this one.
    ///
    /// Of the sides of a polygon, the ends and the middles are looked at.
    func encloses(_ other: Area) -> Bool {
        guard extent > other.extent, let middle = other.center else { return false }
        let (margin, radius) = (signedDistance(to: middle), other.outerRadius)
        if margin <= -radius { return true }
        guard case .polygon(let corners) = other, margin < radius, var last = corners.last
        else { return false }
        let flat: [Coordinate]? =
            if case .polygon(let own) = self, Self.isFlat(own) { own } else { nil }
        func covers(_ point: Coordinate) -> Bool {
            flat.map { Self.surrounds(point, $0) } ?? false || signedDistance(to: point) <= 0
        }
        guard corners.allSatisfy(covers) else { return false }
        return corners.allSatisfy { corner in
            defer { last = corner }
            return last.middle(to: corner).map(covers) ?? true
        }
    }

    /// How far `point` is from the boundary, in metres: negative inside, positive outside.
    public func signedDistance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius):
            return center.distance(to: point) - radius
        case .polygon(let corners):
            return Self.isFlat(corners)
                ? Self.signedDistance(to: point, polygon: corners)
                : SphericalPolygon(corners).signedDistance(to: point)
        }
    }

    /// Whether meridians and parallels can serve as a plane for the polygon: not at or around a
    /// pole.
    private static func isFlat(_ corners: [Coordinate]) -> Bool {
        guard var from = corners.last else { return true }
        var turned = 0.0
        for to in corners {
            let degrees = from.degreesEast(to: to)
            guard abs(to.latitude) < 80, abs(degrees) < 90 else { return false }
            turned += degrees
            from = to
        }
        return abs(turned) < 180
    }

    /// Whether a point is inside, by how many sides a ray to the east crosses; on the boundary it may
    /// be either.
    private static func surrounds(_ point: Coordinate, _ polygon: [Coordinate]) -> Bool {
        guard var last = polygon.last else { return false }
        var east = point.degreesEast(to: last)
        var isInside = false
        for corner in polygon {
            let next = east + last.degreesEast(to: corner)
            if (last.latitude > point.latitude) != (corner.latitude > point.latitude) {
                let share =
                    (point.latitude - last.latitude) / (corner.latitude - last.latitude)
                if east + share * (next - east) > 0 { isInside.toggle() }
            }
            (east, last) = (next, corner)
        }
        return isInside
    }

    /// Computed on the plane that touches the Earth at `point`: the distance to the nearest side,
    /// and, by how many sides a ray to the east crosses, whether the point is inside.
    private static func signedDistance(to point: Coordinate, polygon: [Coordinate]) -> Double {
        guard var last = polygon.last else { return .infinity }
        // Seen from the other side of the Earth the polygon lies on both sides, and must not be
        // torn apart.
        var degrees = point.degreesEast(to: last)
        var from = last.plane(around: point, degreesEast: degrees)
        var nearest = Double.infinity
        var isInside = false
        for corner in polygon {
            degrees += last.degreesEast(to: corner)
            let to = corner.plane(around: point, degreesEast: degrees)
            let (dx, dy) = (to.east - from.east, to.north - from.north)
            let length = dx * dx + dy * dy
            let along =
                length > 0 ? min(1, max(0, -(from.east * dx + from.north * dy) / length)) : 0
            nearest = min(nearest, hypot(from.east + along * dx, from.north + along * dy))
            if (from.north > 0) != (to.north > 0),
                from.east - from.north * dx / dy > 0
            {
                isInside.toggle()
            }
            (from, last) = (to, corner)
        }
        return isInside ? -nearest : nearest
    }

    /// Whether the corners of a polygon lie in one line, to a metre, so that nobody is ever inside.
    public var isLine: Bool {
        guard case .polygon(let corners) = self, let any = corners.first,
            let start = corners.max(by: { any.distance(to: $0) < any.distance(to: $1) }),
            let end = corners.max(by: { start.distance(to: $0) < start.distance(to: $1) })
        else { return false }
        return corners.allSatisfy { Area.polygon([start, end]).signedDistance(to: $0) < 1 }
    }

    /// The distance of the farthest boundary point from the middle, in metres.
    public var outerRadius: Double {
        switch self {
        case .circle(_, let radius): radius
        case .polygon(let corners):
            center.flatMap { middle in corners.map { middle.distance(to: $0) }.max() } ?? 0
        }
    }

    /// A length that shows how large the area is: the radius, or the mean distance of the corners
    /// from the middle.
    public var extent: Double {
        switch self {
        case .circle(_, let radius):
            return radius
        case .polygon(let corners):
            guard let center, !corners.isEmpty else { return 0 }
            return corners.reduce(0) { $0 + center.distance(to: $1) } / Double(corners.count)
        }
    }
}
