import Foundation
import RoostCore

/// A point of the demo's small town, in metres east and north of the home's corner.
struct DemoPoint: Hashable, Sendable {
    var east: Double
    var north: Double

    init(_ east: Double, _ north: Double) {
        self.east = east
        self.north = north
    }

    func distance(to other: DemoPoint) -> Double {
        hypot(other.east - east, other.north - north)
    }

    /// The point at that fraction of the way to `other`: 0 is here, 1 is there.
    func toward(_ other: DemoPoint, _ fraction: Double) -> DemoPoint {
        DemoPoint(
            east + fraction * (other.east - east), north + fraction * (other.north - north))
    }

    /// The position on the globe: the town is placed in Vienna.
    var coordinate: Coordinate? {
        let (latitude, longitude) = (48.2060, 16.3420)
        let perDegree = Coordinate.metresPerDegree
        return Coordinate(
            latitude: latitude + north / perDegree,
            longitude: longitude + east / (perDegree * cos(latitude * .pi / 180)))
    }

    // The rooms of the home and the way to the street, the rooms of the school, the rest of the
    // town. Distances are scaled down like time, so that nobody moves impossibly fast.
    static let kitchen = DemoPoint(3, 3)
    static let living = DemoPoint(9, 3)
    static let bedroom = DemoPoint(3, 9)
    static let bath = DemoPoint(9, 9)
    static let hall = DemoPoint(13.5, 6)
    static let door = DemoPoint(18.5, 6)
    static let gate = DemoPoint(36, 6)
    static let corner = DemoPoint(54, 6)
    static let entrance = DemoPoint(460, 30)
    static let classroom = DemoPoint(470, 36)
    static let park = DemoPoint(60, 390)
    static let crossing = DemoPoint(330, -150)
    static let turningPoint = DemoPoint(640, -420)
    static let carPark = DemoPoint(1040, -790)
    static let office = DemoPoint(1130, -860)
    static let rosa = DemoPoint(-500, 480)

    static let rooms: [DemoPoint] = [kitchen, living, bedroom, bath, hall, entrance, classroom]
    static let exits: Set<DemoPoint> = [hall, entrance]
}
