import Glibc
import SeededRandom
import Testing

@testable import RoostCore

@Suite("Which places lie in which, and who knows them")
struct PlaceIndexTests {
    private static func place(_ random: inout SeededRandom) -> Place {
        let middle = House.home.north(Double.random(in: 0...300, using: &random).rounded())
        let radius = Double([20, 60, 200, 900].randomElement(using: &random) ?? 20)
        let sides = Int.random(in: 0...8, using: &random)
        let corners = (0..<sides).map { side in
            let angle = 2 * Double.pi * Double(side) / Double(sides)
            return middle.shifted(
                north: radius * cos(angle) / 111_195, east: radius * sin(angle) / 70_000)
        }
        return Place(
            id: ID(checked: "p\(Int.random(in: 0..<12, using: &random))"), name: "P",
            area: sides > 2
                ? .polygon(corners.compactMap { $0 }) : .circle(center: middle, radius: radius),
            owner: [House.alice, House.bob, nil].randomElement(using: &random) ?? nil,
            isShared: Bool.random(using: &random))
    }

    @Test("It says after any edits what looking at all places would", arguments: 0..<20)
    func edits(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var household = Household()
        for _ in 0..<60 {
            let place = Self.place(&random)
            let isDeletion = Int.random(in: 0..<4, using: &random) == 0
            household.apply(isDeletion ? .deletePlace(place.id) : .savePlace(place))
            let all = household.places.values
            for user in [House.alice, House.bob] {
                let known = all.filter { $0.isKnown(to: user) }.sorted { $0.id < $1.id }
                #expect(household.places(knownTo: user) == known)
                for place in all {
                    #expect(household.around(place.id) == all.around(place.area))
                    #expect(household.around(place.id, for: user) == known.around(place.id))
                }
            }
            // The order of the edits leaves no trace.
            var anew = Household()
            for place in all.shuffled(using: &random) { anew.apply(.savePlace(place)) }
            #expect(anew == household)
        }
    }

    @Test("A polygon encloses another if all its corners and middles lie in it", arguments: 0..<40)
    func enclosing(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let middle = seed % 2 == 0 ? House.home : Coordinate(latitude: -17, longitude: 180)
        func star(_ reach: ClosedRange<Double>) -> [Coordinate] {
            (0..<9).compactMap { corner in
                let angle = 2 * Double.pi * Double(corner) / 9
                let radius = Double.random(in: reach, using: &random)
                return middle?.shifted(
                    north: radius * cos(angle) / 111_195, east: radius * sin(angle) / 90_000)
            }
        }
        var enclosed = 0
        for _ in 0..<100 {
            let (outer, inner) = (Area.polygon(star(200...600)), star(50...300))
            var points = inner
            for (one, other) in zip(inner, inner.dropFirst() + inner.prefix(1)) {
                one.middle(to: other).map { points.append($0) }
            }
            let isEnclosed =
                outer.extent > Area.polygon(inner).extent
                && points.allSatisfy { outer.signedDistance(to: $0) <= 0 }
            #expect(outer.encloses(.polygon(inner)) == isEnclosed)
            if isEnclosed { enclosed += 1 }
        }
        #expect((10...90).contains(enclosed))
    }
}
