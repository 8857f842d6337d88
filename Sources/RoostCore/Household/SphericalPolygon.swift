import Glibc

/// A polygon whose sides are the shortest ways on the Earth, for areas at or around a pole, where
/// meridians are not parallel.
///
/// It covers less than half of the Earth. Slower than a plane, and seldom needed.
struct SphericalPolygon {
    private let corners: [Coordinate]

    init(_ corners: [Coordinate]) { self.corners = corners }

    /// The mean of the corners.
    var center: Coordinate? {
        let sum = corners.reduce(Vector()) { $0 + Vector($1) }
        // Corners all around the Earth have no middle.
        return sum.length > 1e-9 ? Coordinate(sum) : corners.first
    }

    /// How far `point` is from the boundary, in metres: negative inside, positive outside.
    func signedDistance(to point: Coordinate) -> Double {
        let vectors = corners.map(Vector.init)
        guard var from = vectors.last else { return .infinity }
        let point = Vector(point)
        var nearest = Double.infinity
        var turned = 0.0
        for to in vectors {
            nearest = min(nearest, point.angle(toSideFrom: from, to: to))
            turned += point.turn(from: from, to: to)
            from = to
        }
        // Seen from the opposite point of the Earth, the sides turn just as often.
        let isNear = vectors.reduce(Vector()) { $0 + $1 }.dot(point) > 0
        let isInside = isNear && Int((turned / (2 * .pi)).rounded()) % 2 != 0
        return (isInside ? -1 : 1) * nearest * Coordinate.earthRadius
    }
}

/// A direction from the middle of the Earth.
private struct Vector {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    var length: Double { dot(self).squareRoot() }

    static func + (a: Vector, b: Vector) -> Vector {
        Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector) -> Vector {
        Vector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x
        )
    }

    func angle(to other: Vector) -> Double { atan2(cross(other).length, dot(other)) }

    /// The angle to the nearest point of the side.
    func angle(toSideFrom start: Vector, to end: Vector) -> Double {
        let normal = start.cross(end)
        // Beside the side, rather than beyond one of its ends.
        if normal.length > 1e-15, normal.cross(start).dot(self) > 0, end.cross(normal).dot(self) > 0
        {
            return atan2(abs(dot(normal)), cross(normal).length)
        }
        return min(angle(to: start), angle(to: end))
    }

    /// The angle to the left that an observer here turns when looking from `start` to `end`.
    func turn(from start: Vector, to end: Vector) -> Double {
        atan2(dot(start.cross(end)), start.dot(end) - dot(start) * dot(end))
    }
}

extension Vector {
    fileprivate init(_ point: Coordinate) {
        let (latitude, longitude) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        self.init(
            x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }
}

extension Coordinate {
    fileprivate init?(_ vector: Vector) {
        self.init(
            latitude: atan2(vector.z, (vector.x * vector.x + vector.y * vector.y).squareRoot())
                * 180 / .pi,
            longitude: atan2(vector.y, vector.x) * 180 / .pi)
    }
}
