/// Metres east and north.
public struct Vector: Hashable, Sendable {
    public var east: Double
    public var north: Double

    public init(east: Double, north: Double) {
        (self.east, self.north) = (east, north)
    }

    var length: Double { (east * east + north * north).squareRoot() }

    static func + (a: Vector, b: Vector) -> Vector {
        Vector(east: a.east + b.east, north: a.north + b.north)
    }

    static func - (a: Vector, b: Vector) -> Vector {
        Vector(east: a.east - b.east, north: a.north - b.north)
    }

    static func * (a: Vector, factor: Double) -> Vector {
        Vector(east: a.east * factor, north: a.north * factor)
    }
}
