import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Restarts and the nodes' last words")
struct NodeRestartTests {
    @Test("A deleted node does not come back with what it said shortly before")
    func deleted() throws {
        try RestartedGateway.with(householdChanges) { gateway in
            let node: ID<Node> = ID(checked: "n1")
            let sighting: JSON = ["beacon": .string("\(keysTag)"), "rssi": -60]
            for second in 1...4 {
                try gateway.receive(
                    "roost/node/n1/sightings", ["sightings": [sighting]],
                    at: start.advanced(bySeconds: Double(second)))
            }
            let now = start.advanced(bySeconds: 5)
            gateway.apply(.household([.deleteNode(node)]), at: now)
            try gateway.commit(at: now)
            try gateway.restart(at: start.advanced(bySeconds: 6))
            #expect(gateway.engine.household.nodes[node] == nil)
        }
    }

    @Test("A node without a status that is gone since a restart fell silent when it last spoke")
    func silent() throws {
        let silence = start.advanced(bySeconds: 7200)
        let alerts = try RestartedGateway.with(householdChanges) { gateway in
            for second in stride(from: 0.0, through: 7200, by: 60) {
                let now = start.advanced(bySeconds: second)
                gateway.apply(heard(at: second), at: now)
                try gateway.commit(at: now)
            }
            try gateway.stop(at: silence.advanced(bySeconds: 5))
            try gateway.restart(at: silence.advanced(bySeconds: 10))
            gateway.pass(until: silence.advanced(bySeconds: 1700))
            return gateway.effects.compactMap { effect -> Alert? in
                if case .alert(let alert) = effect { alert } else { nil }
            }.filter { $0.kind == .nodeOffline }
        }
        #expect(!alerts.isEmpty)
        #expect(alerts.allSatisfy { $0.time == silence && $0.delivery == .pushed })
    }
}
