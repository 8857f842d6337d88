// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import SeededRandom
import Testing

@Suite("Distances and boxes")
struct DistanceTests {
    @Test("A sighting that does not say how strong it was gives a room, and no distance")
    func unmeasured() {
        var house = House()
        let sighting = Sighting(beacon: House.keys, rssi: nil)
        _ = house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
            at: House.start.advanced(bySeconds: 1))
        house.wait(until: 2)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(house.keys.distance == nil)
        house.hear(House.keys, by: "n1", -60, at: 3)
        #expect(house.keys.distance != nil)
    }

    @Test("A node that hears a thing no more is not the one beside it, however loud it was")
    func silentNeighbour() {
        var house = House.online()
        house.hear(House.keys, by: "n1", -40, from: 1, to: 8, every: 2)
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n2"), place: ID(checked: "home"), room: ID(checked: "kitchen"))
            ),
            at: 8)
        house.hear(House.keys, by: "n2", -45, from: 9, to: 60, every: 2)
        #expect(house.keys.node == ID(checked: "n2"))
    }

    @Test(
        "Distances are rounded for people and never more exact than they are known",
        arguments: [
            (0, 0, "just here"), (9.9, 0, "just here"), (3, 6, "just here"),
            (5, 14, "less than 20 m away"), (0, 20, "less than 20 m away"),
            (12.5, 0, "12.5 m away"), (12.04, 10, "12 m away"), (99.96, 5, "100 m away"),
            (345.6, 50, "346 m away"), (40, 60, "less than 100 m away"),
            (999.4, 0, "999 m away"), (999.6, 0, "1 km away"), (345_650, 30, "345.65 km away"),
            (1_500, 2_000, "less than 3.5 km away"), (0, 1_040, "less than 1.1 km away"),
        ])
    func hints(metres: Double, uncertainty: Double, text: String) {
        #expect(DistanceHint.text(metres: metres, uncertainty: uncertainty) == text)
    }

    @Test(
        "Distances are also given in yards and miles",
        arguments: [
            (5, 0, "just here"), (100, 0, "109 yd away"), (1609.344, 0, "1 mi away"),
            (40_000, 10, "24.85 mi away"), (5, 14, "less than 30 yd away"),
        ])
    func imperial(metres: Double, uncertainty: Double, text: String) {
        #expect(
            DistanceHint.text(metres: metres, uncertainty: uncertainty, units: .imperial) == text)
    }

    @Test("Boxes contain all points within the radius, across poles and the antimeridian")
    func boxes() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<20_000 {
            let center = Coordinate(
                latitude: [.random(in: -90...90, using: &random), 89.9999, -90].randomElement(
                    using: &random)!,
                longitude: [.random(in: -180...180, using: &random), 180, -179.999].randomElement(
                    using: &random)!)!
            let radius = [1, 500, 1e5, 9e6, 2.1e7].randomElement(using: &random)!
            let north = center.latitude + .random(in: -1...1, using: &random) * radius / 111_000
            var east = center.longitude + .random(in: -180...180, using: &random)
            if east > 180 { east -= 360 }
            if east < -180 { east += 360 }
            guard let point = Coordinate(latitude: north, longitude: east) else { continue }
            let boxes = center.boxes(within: radius)
            let isIn = boxes.contains {
                ($0.south...$0.north).contains(point.latitude)
                    && ($0.west...$0.east).contains(point.longitude)
            }
            #expect(isIn || center.distance(to: point) > radius, "\(center) \(radius) \(point)")
            #expect(boxes.allSatisfy { $0.west >= -180 && $0.east <= 180 })
        }
    }

    @Test("A box is hardly wider than its circle")
    func tight() {
        let box = Coordinate(latitude: 60, longitude: 179.9999)!.boxes(within: 1000)
        #expect(box.count == 2)
        let width = box.map { $0.east - $0.west }.reduce(0, +)
        #expect(abs(width - 2 * 1000 / (111_195 * 0.5)) < 1e-4)
    }
}
