// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RoostCore
import RoostFormats
import Testing

@Suite("Stored decisions")
struct KeptDecisionTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    /// What a morning at home is explained by: places, rooms, things, fixes and silence.
    private static var decisions: [Decision] {
        let home = Coordinate(latitude: 52.5163, longitude: 13.3777)!
        let (alice, place): (ID<User>, ID<Place>) = (ID(checked: "alice"), ID(checked: "home"))
        let tag = BeaconID(canonical: "mac:a4c138000001")
        let phone = DeviceKey(user: alice, device: Device("Alice's \"phone\"")!)
        var engine = Engine()
        var effects = engine.apply(.listening, at: start)
        effects += engine.apply(
            .household([
                .saveUser(User(id: alice, name: "Alice")),
                .savePlace(
                    Place(
                        id: place, name: "Home\n\u{1}\u{2028}é\\", kind: .home,
                        area: .circle(center: home, radius: 60), isShared: true)),
                .saveNode(Node(id: ID(checked: "n1"), place: place, room: ID(checked: "hall"))),
                .saveItem(Item(id: ID(checked: "keys"), owner: alice, name: "Keys", beacon: tag)),
            ]), at: start)
        for second in stride(from: 10.0, to: 1500, by: 10) {
            let time = start.advanced(bySeconds: second)
            let north = second < 600 ? 0 : 5 * (second - 600)
            let fix = Fix(
                coordinate: Coordinate(
                    latitude: home.latitude + north / 111_195, longitude: home.longitude)!,
                accuracy: 9.7, time: time)
            effects += engine.apply(.fix(fix, of: phone), at: time)
            let heard = Sighting(beacon: tag, rssi: RSSI(dBm: -61.5), time: time)
            effects += engine.apply(
                .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [heard])), at: time)
            effects += engine.apply(.tick, at: time.advanced(bySeconds: 0.3))
        }
        return effects.compactMap { if case .explain(let decision) = $0 { decision } else { nil } }
    }

    @Test("A decision is decoded unchanged from its stored form and from JSONEncoder's")
    func roundTrip() throws {
        let decisions = Self.decisions
        #expect(decisions.count > 2 && decisions.contains { !$0.counterfactuals.isEmpty })
        #expect(decisions.contains { $0.item != nil })
        for decision in decisions {
            for bytes in [Data(decision.keptJSON), try JSONEncoder().encode(decision)] {
                #expect(try JSONDecoder().decode(Decision.self, from: bytes) == decision)
            }
        }
    }
}
