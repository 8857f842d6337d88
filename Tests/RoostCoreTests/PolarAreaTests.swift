// swift-format-ignore-file: NeverForceUnwrap

import Glibc
import RoostCore
import SeededRandom
import Simulator
import Testing

@Suite("Areas at the poles and across the antimeridian")
struct PolarAreaTests {
    private static let radius = 6_371_008.8

    /// Corners at one distance around a pole, 1 for the north and −1 for the south.
    private static func ring(
        _ count: Int, at latitude: Double, pole: Double, turned: Double = 0
    ) -> Area {
        .polygon(
            (0..<count).map { index in
                Globe.point(pole * latitude, turned + pole * 360 / Double(count) * Double(index))
            })
    }

    @Test("A polygon around a pole contains the pole", arguments: [1.0, -1], [0.0, 17, 180])
    func pole(pole: Double, turned: Double) throws {
        let area = Self.ring(6, at: 85, pole: pole, turned: turned)
        // The middle of a side of a hexagon is nearer than its corners.
        let side = atan(tan(5 * .pi / 180) * cos(.pi / 6)) * Self.radius
        #expect(abs(area.signedDistance(to: Globe.point(pole * 90, 0)) + side) < 1)
        #expect(abs(area.signedDistance(to: Globe.point(pole * 90, 123)) + side) < 1)
        let inside = area.signedDistance(to: Globe.point(pole * 86, turned + 60))
        #expect(inside < -50_000 && inside > -111_195, "\(inside)")
        let outside = area.signedDistance(to: Globe.point(pole * 84, turned + 60))
        #expect(abs(outside - 111_195) < 1, "\(outside)")
        #expect(area.signedDistance(to: Globe.point(pole * 84.9, turned + 30)) > 0)
        #expect(area.signedDistance(to: Globe.point(-pole * 90, 0)) > 1e7)
        #expect(area.signedDistance(to: Globe.point(-pole * 86, 0)) > 1e7)
        let middle = try #require(area.center)
        #expect(middle.distance(to: Globe.point(pole * 90, 0)) < 1)
        #expect(abs(area.extent - 5 * .pi / 180 * Self.radius) < 1)
    }

    @Test(
        "A polygon of many corners around a pole agrees with the circle it approximates",
        arguments: [89.9995, 89.9, 85, 75, 60, 10], [1.0, -1])
    func ring(latitude: Double, pole: Double) {
        let polygon = Self.ring(360, at: latitude, pole: pole)
        let radius = (90 - latitude) * .pi / 180 * Self.radius
        let circle = Area.circle(center: Globe.point(pole * 90, 0), radius: radius)
        var chance = SeededRandom(seed: 7)
        for _ in 0..<200 {
            let away = min(179, (90 - latitude) * 2 * chance.fraction())
            let point = Globe.point(pole * (90 - away), 360 * chance.fraction())
            let (one, other) = (polygon.signedDistance(to: point), circle.signedDistance(to: point))
            #expect(abs(one - other) < 0.0002 * radius, "\(point)")
        }
    }

    @Test("A side that touches or crosses a pole has the pole on it")
    func touching() {
        let corner = Area.polygon([
            Globe.point(90, 0), Globe.point(89.99, 10), Globe.point(89.99, 60),
        ])
        #expect(abs(corner.signedDistance(to: Globe.point(90, 77))) < 0.01)
        #expect(corner.signedDistance(to: Globe.point(89.995, 35)) < -100)
        #expect(corner.signedDistance(to: Globe.point(89.995, 90)) > 100)
        #expect(corner.signedDistance(to: Globe.point(89.995, -145)) > 500)
        for latitude in [89.99, 79.0] {
            let half = Area.polygon([0, 90, 180].map { Globe.point(latitude, $0) })
            #expect(abs(half.signedDistance(to: Globe.point(90, 0))) < 0.01)
            let near = (latitude + 3 * 90) / 4
            #expect(half.signedDistance(to: Globe.point(near, 90)) < -100)
            #expect(half.signedDistance(to: Globe.point(near, -90)) > 100)
            #expect(half.center.map { abs($0.longitude - 90) < 1e-6 } ?? false)
        }
    }

    /// A star of corners around a point, at up to this many metres.
    private static func star(
        around middle: Coordinate, reach: Double, _ chance: inout SeededRandom
    ) -> [Coordinate] {
        let count = 3 + Int(8 * chance.fraction())
        return (0..<count).map { index in
            let bearing = (Double(index) + 0.8 * chance.fraction()) * 2 * .pi / Double(count)
            let distance = reach * (0.3 + 0.7 * chance.fraction())
            return Globe(middle).moved(by: distance / radius, towards: bearing).point
        }
    }

    private static let middles = [
        (90.0, 0.0), (-90, 0), (89.999, 50), (89.9, 179), (-89.99, -100), (85, 180),
        (80.001, -179.99),
        (79.99, 179.999), (64.7, 180), (-16.8, 179.999), (0, -180), (48.2, 16.37), (-33.9, 151.2),
    ]

    @Test(
        "Turning a polygon and a point about the Earth's axis keeps their distance",
        arguments: middles)
    func turned(latitude: Double, longitude: Double) {
        var chance = SeededRandom(seed: 3)
        for reach in [100.0, 20_000] {
            for _ in 0..<20 {
                let middle = Globe.point(latitude, longitude)
                let corners = Self.star(around: middle, reach: reach, &chance)
                let area = Area.polygon(corners)
                for _ in 0..<20 {
                    let degrees = 720 * chance.fraction() - 360
                    let point = Globe(middle).moved(
                        by: 1.2 * reach * chance.fraction() / Self.radius,
                        towards: 7 * chance.fraction()
                    ).point
                    let turned = Area.polygon(corners.map { Globe.turned($0, by: degrees) })
                    let (one, other) = (
                        area.signedDistance(to: point),
                        turned.signedDistance(to: Globe.turned(point, by: degrees))
                    )
                    #expect(abs(one - other) < 1e-4, "\(point) by \(degrees)°")
                }
            }
        }
    }

    @Test("Distances agree with a slow calculation on the sphere", arguments: middles)
    func slow(latitude: Double, longitude: Double) {
        var chance = SeededRandom(seed: 5)
        // Away from the poles, sides are straight on a map, which differs for large polygons.
        for reach in abs(latitude) > 81 ? [100.0, 20_000, 400_000] : [100.0, 1000] {
            for _ in 0..<20 {
                let middle = Globe.point(latitude, longitude)
                let corners = Self.star(around: middle, reach: reach, &chance)
                let area = Area.polygon(corners)
                for _ in 0..<10 {
                    let point = Globe(middle).moved(
                        by: 1.5 * reach * chance.fraction() / Self.radius,
                        towards: 7 * chance.fraction()
                    ).point
                    let expected = Globe.signedDistance(
                        from: Globe(point), to: corners.map(Globe.init), around: Globe(middle))
                    let distance = area.signedDistance(to: point)
                    #expect(abs(distance - expected) < 0.003 * reach, "\(point) \(corners)")
                }
                let center = area.center!
                #expect(center.distance(to: middle) < reach)
                #expect(area.extent > 0.1 * reach && area.extent < 1.5 * reach)
            }
        }
    }
}

/// A point as a vector from the middle of the Earth, and all that follows from it.
private struct Globe {
    var x: Double
    var y: Double
    var z: Double

    init(_ x: Double, _ y: Double, _ z: Double) {
        let length = sqrt(x * x + y * y + z * z)
        (self.x, self.y, self.z) = (x / length, y / length, z / length)
    }

    init(_ point: Coordinate) {
        let (north, east) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        self.init(cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    var point: Coordinate {
        Self.point(atan2(z, hypot(x, y)) * 180 / .pi, atan2(y, x) * 180 / .pi)
    }

    static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        let turns = (longitude / 360).rounded()
        return Coordinate(
            latitude: max(-90, min(90, latitude)),
            longitude: max(-180, min(180, longitude - 360 * turns)))!
    }

    static func turned(_ point: Coordinate, by degrees: Double) -> Coordinate {
        Self.point(point.latitude, point.longitude + degrees)
    }

    /// Two directions at a right angle to this one and to each other.
    private var axes: (Globe, Globe) {
        let other = abs(z) < 0.9 ? (0.0, 0.0, 1.0) : (1.0, 0.0, 0.0)
        let right = Globe(
            y * other.2 - z * other.1, z * other.0 - x * other.2, x * other.1 - y * other.0)
        return (
            right,
            Globe(y * right.z - z * right.y, z * right.x - x * right.z, x * right.y - y * right.x)
        )
    }

    func moved(by angle: Double, towards bearing: Double) -> Globe {
        let (a, b) = axes
        let (along, aside) = (cos(bearing) * sin(angle), sin(bearing) * sin(angle))
        return Globe(
            x * cos(angle) + a.x * along + b.x * aside, y * cos(angle) + a.y * along + b.y * aside,
            z * cos(angle) + a.z * along + b.z * aside)
    }

    private func dot(_ other: Globe) -> Double { x * other.x + y * other.y + z * other.z }

    /// On the plane that touches the Earth here, seen from its middle: shortest ways are straight.
    private func gnomonic(_ other: Globe) -> (Double, Double) {
        let (a, b) = axes
        return (other.dot(a) / other.dot(self), other.dot(b) / other.dot(self))
    }

    /// By points along the sides, and by the corners on a plane around the middle of the polygon.
    static func signedDistance(
        from point: Globe, to corners: [Globe], around middle: Globe
    ) -> Double {
        var nearest = Double.infinity
        var isInside = false
        let spot = middle.gnomonic(point)
        for (index, to) in corners.enumerated() {
            let from = corners[(index + corners.count - 1) % corners.count]
            for step in 0...400 {
                let share = Double(step) / 400
                let between = Globe(
                    from.x + share * (to.x - from.x), from.y + share * (to.y - from.y),
                    from.z + share * (to.z - from.z))
                let (dx, dy, dz) = (between.x - point.x, between.y - point.y, between.z - point.z)
                nearest = min(nearest, 2 * asin(sqrt(dx * dx + dy * dy + dz * dz) / 2))
            }
            let (start, end) = (middle.gnomonic(from), middle.gnomonic(to))
            if (start.1 > spot.1) != (end.1 > spot.1),
                spot.0 < start.0 + (spot.1 - start.1) * (end.0 - start.0) / (end.1 - start.1)
            {
                isInside.toggle()
            }
        }
        return (isInside ? -1 : 1) * nearest * 6_371_008.8
    }
}
