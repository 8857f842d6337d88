import Glibc

/// Positions between two parallels and two meridians, without crossing the antimeridian.
public struct CoordinateBox: Hashable, Sendable {
    public var south: Double
    public var west: Double
    public var north: Double
    public var east: Double
}

extension Coordinate {
    /// Boxes that contain all positions within `radius` metres, and as little else as possible.
    ///
    /// Two if the circle lies on both sides of the antimeridian; around a pole, all meridians.
    public func boxes(within radius: Double) -> [CoordinateBox] {
        // Slightly more, for what floating point loses.
        let angle = radius / Self.earthRadius * (1 + 1e-9) + 1e-9
        let high = angle * 180 / .pi
        let (south, north) = (max(-90, latitude - high), min(90, latitude + high))
        let cosine = cos(latitude * .pi / 180)
        guard latitude + high < 90, latitude - high > -90, sin(angle) < cosine else {
            return [CoordinateBox(south: south, west: -180, north: north, east: 180)]
        }
        let wide = asin(sin(angle) / cosine) * 180 / .pi
        let (west, east) = (longitude - wide, longitude + wide)
        func box(_ west: Double, _ east: Double) -> CoordinateBox {
            CoordinateBox(south: south, west: west, north: north, east: east)
        }
        if west < -180 { return [box(west + 360, 180), box(-180, east)] }
        if east > 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }
}
