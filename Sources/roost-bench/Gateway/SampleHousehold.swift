import Foundation
import RoostCore

/// The people, places, nodes and tags that the load is about.
struct SampleHousehold: Sendable {
    let users: Int
    let tags: Int

    static let nodes = 20
    private static let degreesPerMetre = 1 / Coordinate.metresPerDegree
    private static let places: [(id: String, kind: String, latitude: Double, longitude: Double)] = [
        ("home", "home", 48.2000, 16.3700), ("office", "work", 48.2100, 16.3800),
        ("gym", "gym", 48.2200, 16.3600),
    ]

    func user(_ index: Int) -> String { "u" + index.zeroPadded(to: 4) }
    func tag(_ index: Int) -> String { "t" + index.zeroPadded(to: 5) }
    static func node(_ index: Int) -> String { "node-" + index.zeroPadded(to: 2) }

    /// The tag's identity; the gateway writes colons between its parts, ESPresense dashes.
    func beacon(_ tag: Int, separator: String = ":") -> String {
        "e5ca1ade-f007-ba11-0000-000000000000\(separator)\(tag / 1000)\(separator)\(tag % 1000)"
    }

    /// A point some metres north and east of a place, in degrees.
    static func position(
        of place: Int, north: Double, east: Double
    ) -> (latitude: Double, longitude: Double) {
        let centre = places[place % places.count]
        let shrink = cos(centre.latitude * .pi / 180)
        return (
            centre.latitude + north * degreesPerMetre,
            centre.longitude + east * degreesPerMetre / shrink
        )
    }

    /// The payloads of as many import requests as needed.
    var documents: [String] {
        let places = Self.places.map { place in
            """
            {"place":"\(place.id)","name":"\(place.id)","kind":"\(place.kind)","shared":true,\
            "lat":\(place.latitude),"lon":\(place.longitude),"radius":80}
            """
        }
        let nodes = (0..<Self.nodes).map { node in
            """
            {"node":"\(Self.node(node))","place":"\(Self.places[node % 2].id)",\
            "room":"room-\(node.zeroPadded(to: 2))","exit":\(node < 2)}
            """
        }
        let people = (0..<users).map { #"{"user":"\#(user($0))","name":"User \#($0)"}"# }
        let items = (0..<tags).map { tag in
            """
            {"item":"\(self.tag(tag))","owner":"\(user(tag % max(users, 1)))","name":"Tag \(tag)",\
            "kind":"key","beacon":"ibeacon:\(beacon(tag))"}
            """
        }
        let head = [document("places", places), document("nodes", nodes)]
        return head + documents("users", people) + documents("items", items)
    }

    private func documents(_ name: String, _ entries: [String]) -> [String] {
        stride(from: 0, to: entries.count, by: 1000).map {
            document(name, Array(entries[$0..<min($0 + 1000, entries.count)]))
        }
    }

    private func document(_ name: String, _ entries: [String]) -> String {
        "{\"\(name)\":[\(entries.joined(separator: ","))]}"
    }
}
