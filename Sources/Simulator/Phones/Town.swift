import Glibc
public import RoostCore
import SeededRandom

/// The places of a small town on a plane around some point of the Earth.
public struct Town: Sendable {
    public var origin: Coordinate
    /// The seed of the town and of all that happens in it.
    var seed: UInt64
    public var places: [Place] = []
    /// The position of each place, by its name.
    var centers: [String: Vector] = [:]

    /// Points with awkward geometry, and two without.
    public static let origins: [Coordinate] = [
        (52.5163, 13.3777), (-16.8, 179.9995), (78.2232, 15.6267), (0.0003, -0.0002),
        (-33.8688, 151.2093), (64.73, -179.9990),
    ].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }

    init(around origin: Coordinate, seed: UInt64, _ chance: inout SeededRandom) {
        self.origin = origin
        self.seed = seed
        add("home", .home, circle: chance.within(50...80), at: Vector(east: 0, north: 0))
        // Neighbours at 60 to 120 m: boundaries touch, or leave a street between them.
        let bakery = chance.vector(chance.within(105...130))
        add("bakery", .shop, circle: 30, at: bakery)
        add("barber", .shop, circle: 25, at: bakery * -0.9)
        let work = chance.vector(chance.within(3000...6000))
        add("work", .work, circle: chance.within(60...100), at: work)
        add("cafe", .other, circle: 35, at: work + chance.vector(chance.within(140...180)))
        add("gym", .gym, circle: 50, at: chance.vector(chance.within(900...1500)))
        add("shop", .shop, circle: 50, at: chance.vector(chance.within(500...800)))
        add("friend", .friend, circle: 50, at: chance.vector(chance.within(8000...20_000)))
        // An L of 180 by 160 m.
        let school = chance.vector(chance.within(1500...2500))
        let corners = [(0, 0), (180, 0), (180, 70), (70, 70), (70, 160), (0, 160)]
            .map { point(school + Vector(east: $0.0 - 50, north: $0.1 - 50)) }
        add("school", .school, .polygon(corners), at: school)
        // Nobody in this town goes there, but ways lead past it.
        add("station", .other, circle: 80, at: work * 0.5)
        add("museum", .other, circle: 50, at: work * 0.7 + Vector(east: 30, north: 0))
        add("school gym", .gym, circle: 30, at: school + Vector(east: 90, north: 120))
    }

    mutating func add(
        _ name: String, _ kind: Place.Kind, circle radius: Double, at center: Vector
    ) {
        add(name, kind, .circle(center: point(center), radius: radius), at: center)
    }

    private mutating func add(_ name: String, _ kind: Place.Kind, _ area: Area, at center: Vector) {
        guard let id = ID<Place>(name.filter { $0 != " " }) else { return }
        // Only a place inside another one may overlap.
        let isFree = centers.values.allSatisfy { ($0 - center).length > 270 }
        guard isFree || !["station", "museum"].contains(name) else { return }
        places.append(Place(id: id, name: name, kind: kind, area: area, isShared: true))
        centers[name] = center
    }

    /// The point of the Earth at this offset from the origin, in metres.
    public func point(_ vector: Vector) -> Coordinate {
        let radius = Coordinate.earthRadius
        let latitude = origin.latitude + vector.north / radius * 180 / .pi
        let cosine = max(1e-6, cos(origin.latitude * .pi / 180))
        var longitude = origin.longitude + vector.east / radius / cosine * 180 / .pi
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(latitude: min(90, max(-90, latitude)), longitude: longitude) ?? origin
    }
}
