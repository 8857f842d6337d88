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

    @Test("What the broker keeps of a node that spoke since makes it doubtful, and not offline")
    func keptOffline() throws {
        let node: ID<Node> = ID(checked: "n1")
        func moment(_ second: Double) -> Timestamp { start.advanced(bySeconds: second) }
        try RestartedGateway.with(householdChanges) { gateway in
            gateway.apply(.nodeStatus(node, .offline, isRetained: false), at: moment(10))
            gateway.apply(heard(at: 20), at: moment(20))
            try gateway.commit(at: moment(20))
            try gateway.stop(at: moment(30))
            try gateway.restart(at: moment(40))
            func isHealthy(_ second: Double) -> Bool {
                gateway.engine.nodes.isHealthy(node, at: moment(second))
            }
            gateway.apply(.nodeStatus(node, .offline, isRetained: true), at: moment(41))
            #expect(gateway.engine.nodes.tracks[node]?.status == .unspoken && !isHealthy(42))
            gateway.apply(heard(at: 50), at: moment(50))
            #expect(gateway.engine.nodes.tracks[node]?.status == .unspoken && isHealthy(51))
            gateway.apply(.nodeStatus(node, .offline, isRetained: false), at: moment(60))
            #expect(gateway.engine.nodes.tracks[node]?.status == .offline)
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
