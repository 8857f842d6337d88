// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import RoostFormats
import Testing

@testable import roost_edge

/// The advertisements of tests.
enum Air {
    static let start = Timestamp(milliseconds: 1_795_000_000_000)

    private static let firstMoment = ContinuousClock.now

    static func moment(_ seconds: Double) -> ContinuousClock.Instant {
        firstMoment + .seconds(seconds)
    }

    static func time(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    /// A device of which only the address is known.
    static func heard(
        _ address: UInt64, rssi: Double? = -60, at seconds: Double, isRandom: Bool = false
    ) -> HeardAdvertisement {
        HeardAdvertisement(
            advertisement: Advertisement(
                address: BluetoothAddress(address, isRandom: isRandom),
                rssi: rssi.flatMap(RSSI.init(dBm:)), data: AdvertisingData([2, 1, 6])),
            adapter: 0, time: time(seconds), moment: moment(seconds))
    }
}

@Suite("Gathering sightings")
struct GatheringTests {
    private var recognizer = Recognizer()
    private var gathering = Gathering()
    private var rules = PublishingRules()

    private mutating func hear(_ heard: HeardAdvertisement) {
        let recognition = recognizer.recognize(heard.advertisement, at: heard.time)
        gathering.hear(heard, recognition, by: rules)
    }

    private mutating func batch(at seconds: Double) -> NodeBatch? {
        gathering.batch(by: rules, at: Air.time(seconds))
    }

    @Test("Each advertisement counts once, towards the count, mean and strongest value")
    mutating func aggregates() throws {
        hear(Air.heard(1, rssi: -60, at: 0))
        _ = batch(at: 0)
        for (index, rssi) in [-70.0, -60, -65, nil].enumerated() {
            hear(Air.heard(1, rssi: rssi, at: 1 + Double(index) / 10))
        }
        let closed = batch(at: 2)
        let batch = try #require(closed)
        let sighting = try #require(batch.sightings.first)
        #expect(batch.sightings.count == 1)
        #expect(sighting.count == 4)
        #expect(sighting.mean == -65)
        #expect(sighting.strongest?.dBm == -60)
        #expect(sighting.time == Air.time(1.3))
    }

    @Test("An unknown signal strength is published as null")
    mutating func unknownStrength() throws {
        hear(Air.heard(1, rssi: 127, at: 0))
        let closed = batch(at: 0)
        let batch = try #require(closed)
        #expect(batch.sightings.first?.mean == nil)
        let text = String(decoding: batch.jsonBytes, as: UTF8.self)
        #expect(text.contains("\"rssi\":null,\"count\":1"))
    }

    @Test("Without a broker, a new beacon waits for the end of a long batch as well")
    mutating func notUrgent() {
        rules.interval = 10
        rules.isNewsUrgent = false
        for number in 0..<5 as Range<UInt64> {
            hear(Air.heard(number, at: Double(number)))
            let early = batch(at: Double(number) + 0.9)
            #expect(early == nil)
        }
        let closed = batch(at: 10)
        #expect(closed?.sightings.count == 5)
    }

    @Test("A new beacon is published at once, a known one with the next second")
    mutating func urgency() {
        hear(Air.heard(1, at: 0))
        #expect(batch(at: 0) != nil)
        hear(Air.heard(1, at: 0.3))
        #expect(batch(at: 0.6) == nil)
        #expect(batch(at: 1.3) != nil)
        hear(Air.heard(2, at: 1.4))
        // Not more often than five times a second.
        #expect(batch(at: 1.4) == nil)
        #expect(batch(at: 1.5) != nil)
        #expect(batch(at: 9) == nil)
    }

    @Test("A sharp change in strength is published at once, unless it is a single reading")
    mutating func sharpChange() {
        hear(Air.heard(1, rssi: -60, at: 0))
        _ = batch(at: 0)
        hear(Air.heard(1, rssi: -80, at: 0.5))
        #expect(batch(at: 0.5) == nil)
        hear(Air.heard(1, rssi: -80, at: 0.6))
        #expect(batch(at: 0.6) != nil)
    }

    @Test("A beacon that was silent for a minute counts as new")
    mutating func newAgain() {
        hear(Air.heard(1, at: 0))
        _ = batch(at: 0)
        hear(Air.heard(1, at: 61))
        #expect(batch(at: 61) != nil)
    }

    @Test("A resolvable address is published unless the rules forbid it, but not at once")
    mutating func rotating() throws {
        hear(Air.heard(0x4000_0000_0001, at: 0, isRandom: true))
        #expect(batch(at: 0) == nil)
        let closed = batch(at: 1)
        let batch = try #require(closed)
        #expect(batch.sightings.map(\.isRotating) == [true])
        rules.includesRotating = false
        hear(Air.heard(0x4000_0000_0001, at: 2, isRandom: true))
        #expect(self.batch(at: 9) == nil)
        #expect(gathering.counts.untrackable == 1)
    }

    @Test("An unresolvable address is counted but not published")
    mutating func untrackable() {
        hear(Air.heard(0x0000_0000_0001, at: 0, isRandom: true))
        #expect(batch(at: 5) == nil)
        #expect(gathering.counts.untrackable == 1)
    }

    @Test("A crowd of phones does not displace the tags")
    mutating func phones() throws {
        for phone in 0..<1000 as Range<UInt64> {
            hear(Air.heard(0x4000_0000_0000 + phone, at: 0, isRandom: true))
        }
        for tag in 0..<1000 as Range<UInt64> { hear(Air.heard(tag, at: 0)) }
        let closed = batch(at: 5)
        let sightings = try #require(closed).sightings
        #expect(sightings.count(where: \.isRotating) == 200)
        #expect(sightings.count(where: { $0.isRotating == false }) == 300)
    }

    @Test(
        "Allow and deny lists and a minimum strength decide what is published",
        arguments: [
            ([], [], -127, ["mac:000000000001", "mac:000000000012"]),
            (["mac:00000000000*"], [], -127, ["mac:000000000001"]),
            ([], ["MAC:000000000001"], -127, ["mac:000000000012"]),
            (["mac:*"], ["mac:*"], -127, []),
            ([], [], -50, []),
        ] as [([String], [String], Double, [String])])
    mutating func rules(
        _ allowed: [String], _ denied: [String], _ weakest: Double, _ expected: [String]
    ) {
        rules.allowed = allowed.map(BeaconPattern.init)
        rules.denied = denied.map(BeaconPattern.init)
        rules.weakest = weakest
        hear(Air.heard(0x01, at: 0))
        hear(Air.heard(0x12, at: 0))
        #expect((batch(at: 5)?.sightings ?? []).map(\.beacon.rawValue) == expected)
        #expect(gathering.counts.filtered == 2 - expected.count)
    }

    @Test("A batch is limited in size, however many devices there are")
    mutating func bounds() throws {
        for address in 0..<20_000 { hear(Air.heard(UInt64(address), at: 0)) }
        let closed = batch(at: 0)
        let batch = try #require(closed)
        #expect(batch.sightings.count == 500)
        #expect(gathering.counts.crowded == 19_500)
        #expect(gathering.counts.heard == 20_000)
    }

    @Test("The number of remembered beacons is limited")
    mutating func memory() {
        for round in 0..<20 {
            for tag in 0..<400 { hear(Air.heard(UInt64(round * 400 + tag), at: Double(round))) }
            _ = batch(at: Double(round) + 0.5)
            #expect(gathering.published.count <= 5000)
        }
        #expect(gathering.published.count >= 400)
    }

    @Test("A clock that is set back does not delay batches forever")
    mutating func clockSetBack() {
        hear(Air.heard(1, at: 0))
        _ = batch(at: 0)
        hear(Air.heard(1, at: 3600))
        #expect(batch(at: 5) != nil)
    }
}
