import RoostCore
import Testing

@testable import RoostFormats

@Suite("Rotating addresses")
struct SightingResolverTests {
    /// Of the Core Specification, with an address that it resolves.
    private static let key = BeaconID(canonical: "irk:ec0234a357c8ad05341010a60a397d9b")
    private static let address = BeaconID(canonical: "mac:7081940dfbaa")

    private func resolve(_ sighting: Sighting, by keys: Set<BeaconID> = [key]) throws -> Sighting {
        let batch = SightingBatch(node: ID(checked: "n1"), sightings: [sighting])
        var resolver = SightingResolver()
        let events = resolver.resolve([.sightings(batch)], by: keys)
        guard case .sightings(let resolved) = events.first else { throw Refusal(.wrongType) }
        return try #require(resolved.sightings.first)
    }

    @Test("An address is attributed to the key that resolves it, in either byte order")
    func resolves() throws {
        let reversed = BeaconID(canonical: "irk:9b7d390aa610103405adc857a33402ec")
        for key in [Self.key, reversed] {
            let sighting = Sighting(beacon: Self.address, rssi: RSSI(dBm: -60), isRotating: true)
            let resolved = try resolve(sighting, by: [key])
            #expect(resolved.beacon == key)
            #expect(resolved.alias == nil)
            #expect(!resolved.isRotating)
        }
    }

    @Test("A phone keeps its identity, whatever beacon an app on it pretends to be")
    func pretends() throws {
        let resolved = try resolve(
            Sighting(beacon: .iBeacon, alias: Self.address, rssi: RSSI(dBm: -60)))
        #expect(resolved.beacon == Self.key)
        #expect(resolved.alias == .iBeacon)
    }

    @Test(
        "An address that no key resolves stays as it is",
        arguments: [
            "mac:400102000000", "mac:7081940dfbab", "mac:f081940dfbaa", "ibeacon:1:2:3", "mac:zz",
            "tile:7081940dfbaa",
        ])
    func strangers(_ beacon: String) throws {
        let sighting = Sighting(
            beacon: BeaconID(canonical: beacon), rssi: RSSI(dBm: -60), isRotating: true)
        #expect(try resolve(sighting) == sighting)
    }

    @Test("Keys can be added and removed")
    func changes() throws {
        let batch = Event.sightings(
            SightingBatch(
                node: ID(checked: "n1"), sightings: [Sighting(beacon: Self.address, rssi: nil)]))
        var resolver = SightingResolver()
        #expect(resolver.resolve([batch], by: []) == [batch])
        #expect(resolver.resolve([batch], by: [Self.key]) != [batch])
        #expect(resolver.resolve([batch], by: []) == [batch])
    }

    @Test("Roost's own nodes mark rotating addresses and do not name them as beacons")
    func wire() throws {
        let advertisement = Advertisement(
            address: BluetoothAddress(0x7081_940d_fbaa, isRandom: true), rssi: RSSI(dBm: -60),
            data: AdvertisingData([2, 1, 6]))
        var recognizer = Recognizer()
        let time = Timestamp(milliseconds: 1_795_000_000_000)
        var heard = HeardBeacon(
            beacon: Self.address, isRotating: true, kind: "resolvable address", at: time)
        heard.hear(advertisement, recognizer.recognize(advertisement, at: time), at: time)
        let bytes = NodeBatch(sent: time, sightings: [heard]).jsonBytes
        #expect(!String(decoding: bytes, as: UTF8.self).contains("beacon"))
        let (sightings, _) = try SightingsFormat.read(bytes)
        #expect(sightings.map(\.beacon) == [Self.address])
        #expect(sightings.map(\.isRotating) == [true])
    }

    @Test("A phone that ESPresense knows only by type has a rotating address")
    func espresense() {
        let dialects = Dialects()
        func rotates(_ id: String, _ mac: String) -> Bool? {
            let message = #"{"id":"\#(id)","mac":"\#(mac)","rssi":-60}"#
            return dialects.read("espresense/devices/x/kitchen", message).batch?.sightings.first?
                .isRotating
        }
        #expect(rotates("apple:1005:9-26", "4a81940dfbaa") == true)
        #expect(rotates("apple:1005:9-26", "ca81940dfbaa") == false)
        #expect(rotates("iBeacon:\(BeaconID.uuid)-10-7", "4a81940dfbaa") == false)
        #expect(rotates("4a81940dfbaa", "4a81940dfbaa") == false)
    }

    @Test("An address that a node names as a beacon but marks as resolvable is rotating")
    func told() throws {
        let batch =
            #"{"sightings":[{"beacon":"mac:5a0203040506","address_type":"resolvable","rssi":-60}]}"#
        let (sightings, _) = try SightingsFormat.read(Array(batch.utf8))
        #expect(sightings.map(\.isRotating) == [true])
    }

    @Test("A relayed advertisement keeps its resolvable address for a later key")
    func raw() throws {
        let address = BluetoothAddress(0x7081_940d_fbaa, isRandom: true)
        let plain = Sighting(
            Advertisement(address: address, rssi: nil, data: AdvertisingData([2, 1, 6])))
        #expect(plain?.beacon == Self.address)
        #expect(plain?.isRotating == true)
        let app = Sighting(
            Advertisement(
                address: address, rssi: nil,
                data: AdvertisingData(try #require(Hex.bytes(iBeaconAdvertisement)))))
        #expect(app?.beacon == .iBeacon)
        #expect(app?.alias == Self.address)
        let hidden = BluetoothAddress(0x0081_940d_fbaa, isRandom: true)
        #expect(
            Sighting(Advertisement(address: hidden, rssi: nil, data: AdvertisingData([]))) == nil)
    }
}
