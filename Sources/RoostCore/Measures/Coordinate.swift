import Glibc

/// A point on the WGS 84 ellipsoid.
public struct Coordinate: Hashable, Sendable, Codable {
    /// Degrees north of the equator, in −90...90.
    public let latitude: Double
    /// Degrees east of Greenwich, in −180...180.
    public let longitude: Double

    /// The Earth's mean radius in metres (IUGG).
    public static let earthRadius = 6_371_008.8
    /// Metres from one degree of latitude to the next, on a sphere of that radius, to the metre.
    public static let metresPerDegree = 111_195.0

    /// Returns `nil` if either number is out of range or not a number.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in metres, on a sphere of the Earth's mean radius.
    ///
    /// The sphere is within 0.6 % of the ellipsoid: 60 cm over a 100 m geofence, far below the
    /// error of a phone's fix.
    public func distance(to other: Coordinate) -> Double {
        let northward = radians(other.latitude - latitude)
        let eastward = radians(other.longitude - longitude)
        let haversine =
            square(sin(northward / 2))
            + cos(radians(latitude)) * cos(radians(other.latitude)) * square(sin(eastward / 2))
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// Degrees from this meridian to that of `other`, the short way: −180 to 180.
    func degreesEast(to other: Coordinate) -> Double {
        let degrees = other.longitude - longitude
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }

    /// The point this many degrees north and east, also across the antimeridian; `nil` beyond a
    /// pole.
    func shifted(north: Double, east: Double) -> Coordinate? {
        var longitude = longitude + east
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(latitude: latitude + north, longitude: longitude)
    }

    /// Half way along the straight line of the map, the short way; `nil` at the antimeridian.
    func middle(to other: Coordinate) -> Coordinate? {
        Coordinate(
            latitude: (latitude + other.latitude) / 2,
            longitude: longitude + degreesEast(to: other) / 2)
    }

    /// Metres east and north of `origin` on the plane that touches the Earth there; accurate to a
    /// thousandth within some 10 km.
    ///
    /// - Parameter degreesEast: From the meridian of `origin` to this one, whichever way round the
    ///   Earth is meant.
    func plane(
        around origin: Coordinate, degreesEast: Double
    ) -> (east: Double, north: Double) {
        let east = radians(degreesEast) * cos(radians(origin.latitude)) * Self.earthRadius
        let north = radians(latitude - origin.latitude) * Self.earthRadius
        return (east, north)
    }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
private func square(_ x: Double) -> Double { x * x }
