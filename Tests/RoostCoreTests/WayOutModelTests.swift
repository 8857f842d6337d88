// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import FoundationEssentials
import SeededRandom
import Testing

@testable import RoostCore

@Suite("The model of how signals fade on the way out")
struct WayOutModelTests {
    /// The readings of two nodes in the last four seconds, after -60 dBm at the door.
    private func sound(_ hall: Double?, _ kitchen: Double?) -> WayOutSound {
        let now = House.start
        var recent = RecentReadings()
        for seconds in [6.0, 3, 1] {
            for (node, level) in [hall, kitchen].enumerated() {
                recent.note(
                    level.flatMap { RSSI(dBm: $0) }, by: node, at: now.advanced(bySeconds: -seconds)
                )
            }
        }
        return WayOutSound(recent, by: [0, 1], fromDoorAt: -60, at: now)
    }

    private var street: WayOutSound { sound(-90, nil) }
    private var bath: WayOutSound { sound(-80, -78) }

    @Test("An untrained model is unsure, and each example makes it surer")
    func growing() {
        var model = WayOutModel(width: street.features.count)
        #expect(model.odds(of: street) < 1)
        var odds: [Double] = []
        for _ in 0..<12 {
            model.learn(street, isWayOut: true)
            model.learn(bath, isWayOut: false)
            odds.append(model.odds(of: street))
        }
        #expect(odds == odds.sorted())
        #expect(odds[0] < 5 && odds[11] > 5, "\(odds)")
        #expect(model.odds(of: bath) < 0.1)
    }

    @Test(
        "A few examples are enough, however many nodes hear nothing", arguments: [2, 3, 6, 12, 40])
    func size(count: Int) {
        let now = House.start
        func sound(_ level: Double, by hearing: Int) -> WayOutSound {
            var recent = RecentReadings()
            for node in 0..<hearing {
                recent.note(RSSI(dBm: level), by: node, at: now.advanced(bySeconds: -1))
            }
            return WayOutSound(recent, by: Array(0..<count), fromDoorAt: -60, at: now)
        }
        var model = WayOutModel(width: sound(-90, by: 1).features.count)
        for _ in 0..<24 {
            model.learn(sound(-90, by: 1), isWayOut: true)
            model.learn(sound(-78, by: 2), isWayOut: false)
        }
        #expect(model.odds(of: sound(-90, by: 1)) > 5)
        #expect(model.odds(of: sound(-78, by: 2)) < 0.2)
    }

    @Test("Signals that resemble neither kind of example are left in doubt")
    func strange() {
        var model = WayOutModel(width: street.features.count)
        for _ in 0..<30 {
            model.learn(street, isWayOut: true)
            model.learn(bath, isWayOut: false)
        }
        let between = model.odds(of: sound(-86, -92))
        #expect(between < model.odds(of: street) && between > model.odds(of: bath))
        // The loudest possible reading, which the door's own loudness does not explain.
        #expect(model.odds(of: sound(-30, -30)) < 1)
    }

    @Test("The odds stay finite and positive, whatever the model is taught", arguments: 0..<20)
    func stability(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var model = WayOutModel(width: street.features.count)
        for _ in 0..<300 {
            let levels = (0..<2).map { _ in
                Bool.random(using: &random) ? Double.random(in: -105 ... -30, using: &random) : nil
            }
            model.learn(
                sound(levels[0], levels[1]), isWayOut: Bool.random(using: &random))
        }
        let odds = model.odds(of: street)
        #expect(odds.isFinite && odds > 0)
    }

    @Test("The memory survives encoding and decoding unchanged")
    func coding() throws {
        var memory = SilenceMemory(nodes: [ID(checked: "n1"), ID(checked: "n2")])
        #expect(memory.odds(of: street) == nil)
        memory.learn(street, isWayOut: true)
        let kept = try JSONDecoder().decode(
            SilenceMemory.self, from: JSONEncoder().encode(memory))
        #expect(kept == memory && kept.odds(of: street) == memory.odds(of: street))
    }
}
