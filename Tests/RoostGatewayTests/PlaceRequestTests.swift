import Foundation
import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests about places and the nodes in them")
struct PlaceRequestTests {
    private let gym: JSON = ["place": "gym"]

    @Test("Of a circle each number can be changed alone")
    func numbers() throws {
        try Gateway.with("place") { gateway in
            let circle: JSON = ["place": "gym", "lat": 52.5, "lon": 13.4, "radius": 80]
            try gateway.ask(alice, "save", circle)
            for (name, number) in [("lat", 52.25), ("lon", 13.5), ("radius", 60)] {
                let saved = try gateway.ask(
                    alice, "save", gym.with(name, JSON(floatLiteral: number)))
                #expect(saved[name]?.number?.double == number)
            }
            let area = gateway.engine.household.places[ID(checked: "gym")]?.area
            let center = try #require(Coordinate(latitude: 52.25, longitude: 13.5))
            #expect(area == .circle(center: center, radius: 60))
            let new = gateway.refusal(alice, "save", ["name": "Pool", "lat": 52.5])
            #expect(new?.code == .missingField && new?.field == "lon")
        }
    }

    @Test("A circle becomes a polygon, and again a circle, though the request tells all members")
    func wholeObjects() throws {
        try Gateway.with("place") { gateway in
            let corners: JSON = [[52.5, 13.3], [52.6, 13.3], [52.6, 13.4]]
            let polygon: JSON = [
                "place": "gym", "name": "Gym", "polygon": corners, "lat": .null, "lon": .null,
                "radius": .null,
            ]
            let circle: JSON = [
                "place": "gym", "name": "Gym", "lat": 52.5, "lon": 13.4, "polygon": .null,
            ]
            let moved: JSON = ["place": "gym", "lon": 13.5, "polygon": .null]
            for shape in [circle, polygon, circle, moved] {
                let saved = try gateway.ask(alice, "save", shape)
                #expect((saved["polygon"] != nil) == (shape == polygon), "\(saved)")
            }
            for name in ["lat", "radius", "polygon"] {
                let refusal = gateway.refusal(alice, "save", gym.with(name, .null))
                #expect(refusal?.code == .wrongType && refusal?.field == name)
            }
        }
    }

    @Test("A node stands in a room by the room's id, or its name in the place")
    func rooms() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let home: JSON = [
            "place": "home",
            "rooms": [
                ["room": "wc", "name": "Guest bathroom"], ["room": "den", "name": "Hall"],
                ["room": "hall", "name": "Corridor"],
            ],
        ]
        _ = try ask(&desk, .admin, "place/save", home).get()
        for (name, id) in [
            ("guest Bathroom", "wc"), ("wc", "wc"), ("hall", "hall"), ("Corridor", "hall"),
        ] {
            let node: JSON = ["node": "n9", "place": "home", "room": .string(name)]
            #expect(try ask(&desk, .admin, "node/save", node).get()["room"] == .string(id))
        }
        let elsewhere: JSON = ["node": "n9", "room": "Guest Bathroom", "place": "office"]
        #expect(throws: RequestError.self) {
            try ask(&desk, .admin, "node/save", elsewhere).get()
        }
    }

    @Test("A user's polygons have a limited number of corners, whatever was there before")
    func corners() throws {
        func circle(_ corners: Int, around latitude: Double) -> JSON {
            .array(
                (0..<corners).map { corner in
                    let angle = 2 * Double.pi * Double(corner) / Double(corners)
                    return .array([
                        number(latitude + 0.01 * cos(angle)), number(13 + 0.01 * sin(angle)),
                    ])
                })
        }
        try Gateway.with("place") { gateway in
            func save(_ corners: Int, _ name: String, around latitude: Double = 52) throws {
                try gateway.ask(
                    alice, "save",
                    ["name": .string(name), "polygon": circle(corners, around: latitude)])
            }
            #expect(throws: RequestError.self) { try save(1001, "Wide") }
            for number in 0..<10 { try save(100, "P\(number)") }
            #expect(throws: RequestError.self) { try save(3, "One more") }
            try save(100, "P3", around: 53)
            try gateway.ask(alice, "save", ["name": "P3", "kind": "shop"])
            try save(97, "P4")
            try save(3, "One more")
        }
    }
}
