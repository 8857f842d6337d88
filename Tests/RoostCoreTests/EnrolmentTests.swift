import RoostCore
import Testing

@Suite("Enrolling a beacon by holding it against a node")
struct EnrolmentTests {
    private static let start = Timestamp(milliseconds: 1_795_000_000_000)

    /// A beacon's readings by a node, one per second.
    private struct Signal {
        var beacon: String
        var alias: String?
        var node = "n1"
        var levels: [Double]
    }

    private func enrolment(
        _ signals: [Signal], seconds: Int, node: String? = nil, owned: Set<String> = []
    ) -> (enrolment: Enrolment, now: Timestamp) {
        var enrolment = Enrolment(
            node: node.map { ID(checked: $0) }, at: Self.start, seconds: 30)
        var now = Self.start
        for second in 0..<seconds {
            now = Self.start.advanced(bySeconds: Double(second) + 0.5)
            for signal in signals {
                let sighting = Sighting(
                    beacon: BeaconID(canonical: signal.beacon),
                    alias: signal.alias.map(BeaconID.init(canonical:)),
                    rssi: RSSI(dBm: signal.levels[second % signal.levels.count]))
                enrolment.hear(
                    SightingBatch(node: ID(checked: signal.node), sightings: [sighting]), at: now
                ) { owned.contains($0.rawValue) }
            }
        }
        return (enrolment, seconds >= 30 ? Self.start.advanced(bySeconds: 30) : now)
    }

    private func verdict(
        _ signals: [Signal], seconds: Int = 30, node: String? = nil, owned: Set<String> = []
    ) -> Enrolment.Verdict {
        let (enrolment, now) = enrolment(signals, seconds: seconds, node: node, owned: owned)
        return enrolment.verdict(at: now)
    }

    private func name(_ verdict: Enrolment.Verdict) -> String {
        switch verdict {
        case .listening: "listening"
        case .found(let candidate): candidate.beacon.rawValue
        case .refused(.nothingHeard): "nothing heard"
        case .refused(.tooFar): "too far"
        case .refused(.tied): "tied"
        }
    }

    @Test("The strongest beacon is named as soon as its lead is clear, and not before")
    func strongest() {
        let signals = [
            Signal(beacon: "tag", levels: [-40, -42, -38]),
            Signal(beacon: "television", levels: [-70, -66]),
        ]
        #expect(name(verdict(signals, seconds: 4)) == "listening")
        #expect(name(verdict(signals, seconds: 8)) == "tag")
    }

    @Test("Of two equally close beacons, neither is named")
    func tie() {
        let signals = [
            Signal(beacon: "a", levels: [-45]), Signal(beacon: "b", levels: [-48]),
        ]
        #expect(name(verdict(signals, seconds: 20)) == "listening")
        #expect(name(verdict(signals)) == "tied")
    }

    @Test("At the end of the time a smaller lead is enough")
    func lead() {
        let signals = [
            Signal(beacon: "a", levels: [-45]), Signal(beacon: "b", levels: [-53]),
        ]
        #expect(name(verdict(signals, seconds: 20)) == "listening")
        #expect(name(verdict(signals)) == "a")
    }

    @Test("A distant beacon is refused as too far, and silence as nothing heard")
    func far() {
        #expect(name(verdict([Signal(beacon: "a", levels: [-80])])) == "too far")
        #expect(name(verdict([])) == "nothing heard")
    }

    @Test("A beacon that already has an owner is ignored under any of its names")
    func owned() {
        let signals = [
            Signal(beacon: "keys", alias: "mac:1", levels: [-35]),
            Signal(beacon: "tag", levels: [-50]),
        ]
        #expect(name(verdict(signals, owned: ["keys"])) == "tag")
        #expect(name(verdict(signals, owned: ["mac:1"])) == "tag")
    }

    @Test("One tag under two names or at two nodes does not tie with itself")
    func names() {
        let signals = [
            Signal(beacon: "ibeacon:1", alias: "mac:1", levels: [-40]),
            Signal(beacon: "mac:1", node: "n2", levels: [-42]),
        ]
        #expect(name(verdict(signals)) == "ibeacon:1")
        #expect(name(verdict(Array(signals.reversed()))) == "mac:1")
    }

    @Test("Two readings, even with a retained one, are not enough to name a beacon")
    func reflection() {
        #expect(name(verdict([Signal(beacon: "a", levels: [-40])], seconds: 2)) == "listening")
        var enrolment = enrolment([Signal(beacon: "a", levels: [-40])], seconds: 2).enrolment
        let end = Self.start.advanced(bySeconds: 30)
        #expect(enrolment.verdict(at: end) == .refused(.nothingHeard))
        let kept = SightingBatch(
            node: ID(checked: "n1"),
            sightings: [Sighting(beacon: BeaconID(canonical: "a"), rssi: RSSI(dBm: -40))],
            isRetained: true)
        enrolment.hear(kept, at: end) { _ in false }
        #expect(enrolment.verdict(at: end) == .refused(.nothingHeard))
    }

    @Test("With a node named, readings of other nodes do not count")
    func oneNode() {
        let signals = [
            Signal(beacon: "mine", node: "n1", levels: [-50]),
            Signal(beacon: "neighbour", node: "n2", levels: [-35]),
        ]
        #expect(name(verdict(signals, node: "n1")) == "mine")
        #expect(name(verdict(signals)) == "neighbour")
    }

    @Test("A beacon that is taken away before the time is over is still named")
    func takenAway() {
        let signals = [
            Signal(
                beacon: "a",
                levels: Array(repeating: -45, count: 10) + Array(repeating: -85, count: 20)),
            Signal(beacon: "b", levels: [-54]),
        ]
        #expect(name(verdict(signals)) == "a")
    }
}
