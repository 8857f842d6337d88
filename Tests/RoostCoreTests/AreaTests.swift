// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Areas")
struct AreaTests {
    private static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }

    /// A square of about 222 m around a point, its corners in order.
    private static func square(_ latitude: Double, _ longitude: Double) -> Area {
        let width = 0.001 / cosine(latitude)
        func corner(_ north: Double, _ east: Double) -> Coordinate {
            let turned = longitude + east * width
            let longitude = turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
            return point(latitude + north * 0.001, longitude)
        }
        return .polygon([corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)])
    }

    private static func cosine(_ degrees: Double) -> Double {
        // Good enough for a square.
        let x = degrees * .pi / 180
        return 1 - x * x / 2 + x * x * x * x / 24
    }

    @Test(
        "Signed distances to a circle are right across the antimeridian and at the poles",
        arguments: [
            // A circle of 50 m, a point, and the metres between the two.
            ((0.0, 180.0), (0.0, -179.9999), 11.1),
            ((-16.8, 179.9999), (-16.8, -179.9999), 21.3),
            ((89.9999, 0.0), (89.9999, 180.0), 22.2),
            ((90.0, 17.0), (89.9999, -120.0), 11.1),
            ((-90.0, 0.0), (-89.999, 90.0), 111.2),
            ((0.0, 0.0), (0.0001, -0.0001), 15.7),
        ])
    func circles(
        center: (Double, Double), point: (Double, Double), metres: Double
    ) {
        let area = Area.circle(center: Self.point(center.0, center.1), radius: 50)
        let distance = area.signedDistance(to: Self.point(point.0, point.1))
        #expect(abs(distance - (metres - 50)) < 0.5, "\(distance)")
    }

    @Test(
        "Signed distances to a polygon are right wherever on Earth it is",
        arguments: [(0.0, 180.0), (-16.8, 179.9995), (64.73, 180), (48.2, 16.37), (70, -179.999)])
    func polygons(latitude: Double, longitude: Double) {
        let area = Self.square(latitude, longitude)
        let middle = Self.point(latitude, longitude)
        #expect(abs(area.signedDistance(to: middle) + 111.2) < 3)
        for (north, expected) in [(0.0005, -55.6), (0.0015, 55.6), (0.003, 222.4)] {
            let distance = area.signedDistance(to: Self.point(latitude + north, longitude))
            #expect(abs(distance - expected) < 3, "\(distance)")
        }
        let other = Self.point(latitude, longitude > 0 ? longitude - 180 : longitude + 180)
        #expect(area.signedDistance(to: other) > 1_000_000)
        #expect(area.center.map { $0.distance(to: middle) < 3 } ?? false)
    }
}
