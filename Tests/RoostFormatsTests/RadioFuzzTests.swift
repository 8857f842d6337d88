import Foundation
import RoostCore
import SeededRandom
import Testing

@testable import RoostFormats

/// Broken radio input: good samples with some bytes changed, cut or doubled, and plain noise.
///
/// Some 20,000 inputs, each run the same ones; ten million where `ROOST_TEST_FULL` is 1.
@Suite("Hostile radio")
struct RadioFuzzTests {
    private static let seeds = 0..<4 as Range<UInt64>
    /// How many inputs each of the four tests makes from each of its seeds.
    private static let count =
        ProcessInfo.processInfo.environment["ROOST_TEST_FULL"] == "1" ? 625_000 : 1_250

    /// Breaks bytes in ways that parsers are known to trip over.
    private struct Breaker {
        var random: SeededRandom

        mutating func next(_ good: [[UInt8]]) -> [UInt8] {
            guard Int.random(in: 0..<8, using: &random) > 0,
                var bytes = good.randomElement(using: &random), !bytes.isEmpty
            else {
                let count = Int.random(in: 0..<64, using: &random)
                return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
                case 3: bytes.removeSubrange(place..<bytes.endIndex)
                case 4: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(8), at: place)
                }
            }
            return bytes
        }
    }

    private static let advertisingData = FrameTests.good.map { kind, structure, _ in
        AdvertisingData(structure: hex(structure)).bytes + [2, 1, 6]
    }

    /// Extended, joined and legacy events, and the kernel's.
    private static let events: [[UInt8]] = advertisingData.flatMap { data in
        let long = (0..<12).flatMap { _ in data }
        var events = [data, long].flatMap { data in
            Advertisement(
                address: BluetoothAddress("c0ffee000001?"), rssi: RSSI(dBm: -60),
                data: AdvertisingData(data)
            ).hciEvents
        }
        let length = UInt8(data.count)
        let legacy = [0x3e, length + 12] + hex("02 01 00 01 010000eeffc0") + [length] + data
        events.append(legacy + [0xc4])
        let header = hex("1200 0000") + [length + 14, 0] + hex("010000eeffc0 02 c4 00000000")
        events.append(header + [length, 0] + data)
        return events
    }

    @Test("Broken advertising data is recognized within bounds", arguments: seeds)
    func data(seed: UInt64) throws {
        var breaker = Breaker(random: SeededRandom(seed: seed))
        let key = try #require(AES128(key: [UInt8](repeating: 1, count: 16)))
        var recognizer = Recognizer(
            keys: .init(bindKeys: [BluetoothAddress("c0ffee000001?").beacon: key]))
        var recognized = 0
        for _ in 0..<Self.count {
            let bytes = breaker.next(Self.advertisingData)
            let data = AdvertisingData(bytes)
            #expect(data.structures.count <= bytes.count / 2 + 1)
            let recognition = recognizer.recognize(
                Advertisement(
                    address: BluetoothAddress(breaker.random.next(), isRandom: true), rssi: nil,
                    data: data),
                at: Timestamp(milliseconds: 0))
            check(recognition)
            if recognition.beacon != nil { recognized += 1 }
        }
        #expect(recognized > 0)
    }

    /// Whatever was recognized is in its range, and an identity that the gateway will accept.
    private func check(_ recognition: Recognition) {
        for identity in [recognition.beacon, recognition.alias].compactMap({ $0 }) {
            #expect(BeaconID(spelling: identity.rawValue) == identity)
        }
        #expect(recognition.alias == nil || recognition.alias != recognition.beacon)
        #expect(recognition.battery.map { (0...100).contains($0) } != false)
        #expect(recognition.calibratedPower.map { (-127 ... -1).contains($0) } != false)
    }

    @Test("Broken events of a controller or the kernel are read within bounds", arguments: seeds)
    func events(seed: UInt64) {
        var breaker = Breaker(random: SeededRandom(seed: 100 + seed))
        var reports = AdvertisingReports()
        var (reported, managed) = (0, 0)
        for _ in 0..<Self.count {
            let event = breaker.next(Self.events)
            for advertisement in reports.advertisements(in: event[...]) {
                #expect(advertisement.data.bytes.count <= 1650)
                reported += 1
            }
            // No more than came is passed on.
            if let advertisement = Advertisement(managementEvent: event[...]) {
                #expect(advertisement.data.bytes.count < event.count)
                managed += 1
            }
        }
        #expect(reported > 0 && managed > 0)
    }

    @Test("Broken btsnoop files are read within bounds", arguments: seeds)
    func btsnoop(seed: UInt64) throws {
        let files = [BtsnoopLinkType.unencapsulated, .h4, .monitor].map { linkType in
            let writer = BtsnoopWriter(linkType: linkType)
            return Self.events.prefix(6).reduce(into: writer.header) {
                $0 += writer.record(event: $1, at: Timestamp(milliseconds: 1_790_000_000_000))
            }
        }
        try read(files, seed: 200 + seed)
    }

    @Test("Broken pcapng files are read within bounds", arguments: seeds)
    func pcapng(seed: UInt64) throws {
        let sample = try #require(Base64.decode(Array(CaptureTests.Sample.sniffer.utf8)))
        // The same without the second packet, and cut down to what matters.
        try read([sample, Array(sample.prefix(364))], seed: 300 + seed)
    }

    private func read(_ files: [[UInt8]], seed: UInt64) throws {
        var breaker = Breaker(random: SeededRandom(seed: seed))
        var total = 0
        for _ in 0..<Self.count {
            let file = breaker.next(files)
            var count = 0
            do throws(CaptureError) {
                var reader = try CaptureReader(file)
                while let next = try reader.next() {
                    count += 1
                    #expect(next.advertisement.data.bytes.count <= file.count)
                }
            } catch {
                // Most of them end like this.
            }
            #expect(count <= file.count)
            total += count
        }
        #expect(total > 0)
    }
}
