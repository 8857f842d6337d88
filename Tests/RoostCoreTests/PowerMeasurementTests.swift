import RoostCore
import Testing

@Suite("Measuring a beacon one metre away")
struct PowerMeasurementTests {
    private static let start = Timestamp(milliseconds: 1_795_000_000_000)
    private static let tag = BeaconID(canonical: "mac:a4c138000001")

    private func verdict(
        _ levels: [String: [Double]], node: String? = nil, after seconds: Double = 20,
        asAlias: Bool = false
    ) -> PowerMeasurement.Verdict {
        var measurement = PowerMeasurement(
            of: Self.tag, node: node.map { ID(checked: $0) }, at: Self.start, seconds: 20)
        for (node, levels) in levels {
            for level in levels {
                let sighting =
                    asAlias
                    ? Sighting(
                        beacon: BeaconID(canonical: "ibeacon:1"), alias: Self.tag,
                        rssi: RSSI(dBm: level))
                    : Sighting(beacon: Self.tag, rssi: RSSI(dBm: level))
                let stranger = Sighting(
                    beacon: BeaconID(canonical: "mac:ffffffffffff"), rssi: RSSI(dBm: -20))
                measurement.hear(
                    SightingBatch(node: ID(checked: node), sightings: [sighting, stranger]))
            }
        }
        return measurement.verdict(at: Self.start.advanced(bySeconds: seconds))
    }

    private func result(_ power: Double, _ count: Int, _ node: String = "n1")
        -> PowerMeasurement.Verdict
    {
        .measured(.init(node: ID(checked: node), power: power, count: count))
    }

    @Test("The result is the median, so that a reflection does not count")
    func median() {
        #expect(verdict(["n1": [-62, -60, -61, -20, -63]]) == result(-61, 5))
        #expect(verdict(["n1": [-62, -60, -61, -64, -63, -62]]) == result(-62, 6))
        #expect(verdict(["n1": [-62, -60, -61, -64, -63]], asAlias: true) == result(-62, 5))
    }

    @Test("The node that hears the beacon best counts, or the one that was named")
    func nodes() {
        let levels = ["n1": Array(repeating: -60.0, count: 9), "n2": [-80, -80, -80, -80, -80]]
        #expect(verdict(levels) == result(-60, 9))
        #expect(verdict(levels, node: "n2") == result(-80, 5, "n2"))
    }

    @Test("No result is given too early or from too few, implausible or unsteady readings")
    func refusals() {
        #expect(verdict(["n1": [-60, -60, -60, -60, -60]], after: 19) == .listening)
        #expect(verdict([:]) == .tooFew(0))
        #expect(verdict(["n1": [-60, -60, -60, -60]]) == .tooFew(4))
        #expect(verdict(["n1": [-98, -98, -98, -98, -98]]) == .implausible(-98))
        #expect(verdict(["n1": [-50, -52, -60, -70, -72, -75, -51]]) == .unsteady(21))
    }
}
