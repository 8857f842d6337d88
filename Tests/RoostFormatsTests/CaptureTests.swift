import RoostCore
import Testing

@testable import RoostFormats

@Suite("Captures")
struct CaptureTests {
    /// The first records of captures in each form, as other programs wrote them.
    enum Sample {
        /// Android, 2015, from btsnoop-decoder by Bertrand Martel (MIT): a command, its answer, and
        /// three events with two reports each.
        static let legacy =
            "YnRzbm9vcAAAAAABAAAD6gAAAAsAAAALAAAAAgAAAAAA4f+/AD9qxgELIAcBQB9AHwAAAAAABwAAAAcAAAADAAAA"
            + "AADh/78AP3kbBA4EAQsgAAAAADgAAAA4AAAAAwAAAAAA4f+/AEErbwQ+NQICAACkekw+MVwOAgEGCv8NAAcGUAkE"
            + "CwDJBACkekw+MVwRDQlCZWVXaSBCQkQxMDACCgDJAAAAOAAAADgAAAADAAAAAADh/78AR0buBD41AgIAACmoTD4x"
            + "XA4CAQYK/w0ABwZQCRgLAK8EACmoTD4xXBENCUJlZVdpIEJCRDEwMAIKAK8AAABFAAAARQAAAAMAAAAAAOH/vwBJ"
            + "ZWIEPkICAgAAFodaBKV4EgIBBg7/DQAFANwAAiMHAAAGTsgEABaHWgSleBoFEhkAHgACCgAQCUJlZVdpIFNtYXJ0"
            + "Q2xpbcg="
        /// Android, 2023, from btsnoop-rs by Maurice Lam (MIT): extended reports.
        static let extended =
            "YnRzbm9vcAAAAAABAAAD6gAAAAQAAAAEAAAAAgAAAAAA4tD9E+/SfAEDDAAAAAAHAAAABwAAAAMAAAAAAOLQ/RPv"
            + "57IEDgQBAwwAAAAAJAAAACQAAAADAAAAAADi0P0UNZejBD4hDQETAAEQPypDq00BAP9/vAAAAAAAAAAAAAcCAQID"
            + "A/P+AAAAPAAAADwAAAADAAAAAADi0P0UNZvoBD45DQEbAAEQPypDq00BAP9/vQAAAAAAAAAAAB8eFvP+ShcjNFJB"
            + "NBEy22fBtQ6fYVfeuKBUqFqL7rzf"
        /// Linux, by btmon: notes of the kernel, and two legacy reports.
        static let monitor =
            "YnRzbm9vcAAAAAABAAAH0QAAACYAAAAm//8ADAAAAAAA4z54+F/q40xpbnV4IHZlcnNpb24gNi4xLjAtNTYtYW1k"
            + "NjQgKHg4Nl82NCkAAAAAIQAAACH//wAMAAAAAADjPnj4X+u/Qmx1ZXRvb3RoIHN1YnN5c3RlbSB2ZXJzaW9uIDIu"
            + "MjIAAAAALAAAACwAAAADAAAAAADjPnj4fb59PioCAQMAAAAAzLuqHgIBBhr/TAACFf2lBpOk4k+xr8/G6wdkeCUA"
            + "AAABxdgAAAAsAAAALAAAAAMAAAAAAOM+ePh98Wc+KgIBAwABAADMu6oeAgEGGv9MAAIV/aUGk6TiT7Gvz8brB2R4"
            + "JQABAAHF1w=="
        /// Nordic's sniffer, 2023, from opendroneid's wireshark-dissector (Apache-2.0), without the
        /// comments in its first blocks: an advertisement on the coded PHY, and one with a wrong
        /// checksum.
        static let sniffer =
            "Cg0NChwAAABNPCsaAQAAAP//////////HAAAAAEAAAAgAAAAEAEAAP//AAAJAAEABgAAAAAAAAAgAAAABgAAADAB"
            + "AAAAAAAA2wYGAPOOCsoPAQAADwEAAAMIAQMTvgIKIQo1AACl4pWg1r6JjgAH9AkJHC/r6n3gdQ7pFvr/DQzwGQAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACXq9EAMAEAAAYAAAAwAQAAAAAAANsGBgDJZQvKDwEAAA8BAAADCAED"
            + "L74CCiAROQAATgKhoNa+iY4AB/QJCRwv6+p94HUO6Rb6/w0T8BkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFa9yCMAAAAAAAAA"
            + "tGFaADABAAA="
    }

    private func bytes(_ base64: String) throws -> [UInt8] {
        try #require(Base64.decode(Array(base64.utf8)))
    }

    private func read(_ bytes: [UInt8]) throws -> [CapturedAdvertisement] {
        var reader = try CaptureReader(bytes)
        var all: [CapturedAdvertisement] = []
        while let next = try reader.next() { all.append(next) }
        #expect(reader.skippedPackets == 0)
        return all
    }

    @Test("Legacy reports are read from a phone's capture")
    func legacy() throws {
        let all = try read(bytes(Sample.legacy))
        #expect(
            all.map(\.advertisement.address?.description) == [
                "5C:31:3E:4C:7A:A4", "5C:31:3E:4C:7A:A4", "5C:31:3E:4C:A8:29",
                "5C:31:3E:4C:A8:29", "78:A5:04:5A:87:16", "78:A5:04:5A:87:16",
            ])
        #expect(all.map(\.advertisement.rssi?.dBm) == [-55, -55, -81, -81, -56, -56])
        #expect(
            all.map(\.advertisement.name) == [
                nil, "BeeWi BBD100", nil, "BeeWi BBD100", nil, "BeeWi SmartClim",
            ])
        #expect(all.map(\.time?.milliseconds).first == 1_444_809_568_005)
        #expect(all.map(\.adapter) == [UInt16?](repeating: nil, count: 6))
    }

    @Test("Extended reports are read from a phone's capture")
    func extended() throws {
        let all = try read(bytes(Sample.extended))
        #expect(all.map(\.advertisement.address?.kind) == [.resolvable, .resolvable])
        #expect(all.map(\.advertisement.rssi?.dBm) == [-68, -67])
        #expect(all.map(\.advertisement.isScanResponse) == [false, true])
        #expect(all.map(\.advertisement.data.bytes.count) == [7, 31])
        #expect(all.map(\.time?.milliseconds) == [1_674_874_120_968, 1_674_874_120_969])
    }

    @Test("Captures of Linux's monitor are read, with their adapter")
    func monitor() throws {
        let all = try read(bytes(Sample.monitor))
        var recognizer = Recognizer()
        let beacons = all.map {
            recognizer.recognize($0.advertisement, at: Timestamp(milliseconds: 0)).beacon?.rawValue
        }
        #expect(
            beacons == [
                "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:0:1",
                "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:1:1",
            ])
        #expect(all.map(\.advertisement.rssi?.dBm) == [-40, -41])
        #expect(all.map(\.adapter) == [0, 0])
        #expect(all.map(\.time?.milliseconds) == [1_795_252_999_307, 1_795_252_999_320])
    }

    @Test("A sniffer's packets are read, except those with a wrong checksum")
    func sniffer() throws {
        let all = try read(bytes(Sample.sniffer))
        #expect(all.map(\.advertisement.address?.description) == ["E0:7D:EA:EB:2F:1C"])
        #expect(all.map(\.advertisement.address?.kind) == [.public])
        #expect(all.map(\.advertisement.rssi?.dBm) == [-53])
        #expect(all.map(\.advertisement.data.bytes.count) == [234])
        #expect(all.map(\.advertisement.data.structures.count) == [1])
        #expect(all.map(\.time?.milliseconds) == [1_696_390_917_558])
    }

    @Test("A truncated file yields what came before the cut, and an error with the offset")
    func truncations() throws {
        for sample in [Sample.legacy, Sample.monitor, Sample.sniffer] {
            let whole = try bytes(sample)
            let all = try read(whole)
            for count in 0..<whole.count {
                var reader: CaptureReader
                do throws(CaptureError) {
                    reader = try CaptureReader(Array(whole.prefix(count)))
                } catch {
                    #expect(error == (count < 8 ? .unknownFormat : .truncated(offset: count & ~3)))
                    continue
                }
                var heard: [CapturedAdvertisement] = []
                do throws(CaptureError) {
                    while let next = try reader.next() { heard.append(next) }
                } catch {
                    guard case .truncated(let offset) = error else {
                        Issue.record("\(error) after \(count) bytes")
                        continue
                    }
                    #expect(offset < count)
                }
                #expect(all.starts(with: heard), "\(count) bytes")
            }
        }
    }

    @Test(
        "An unknown format, version or link type is refused",
        arguments: [
            ("", .unknownFormat), ("62747370", .unknownFormat), ("d4c3b2a1", .unknownFormat),
            ("6274736e6f6f7000 00000001", .truncated(offset: 12)),
            ("6274736e6f6f7000 00000002 000003ea", .unsupportedVersion(2)),
            ("6274736e6f6f7000 00000001 000003eb", .unsupportedLinkType(1003)),
        ] as [(String, CaptureError)])
    func refusals(_ file: String, _ expected: CaptureError) {
        #expect(throws: expected) { try CaptureReader(hex(file)) }
    }

    @Test(
        "A recorded advertisement is read back unchanged",
        arguments: [BtsnoopLinkType.unencapsulated, .h4, .monitor])
    func roundTrip(_ linkType: BtsnoopLinkType) throws {
        let writer = BtsnoopWriter(linkType: linkType)
        let time = Timestamp(milliseconds: 1_790_000_000_123)
        let sent = Advertisement(
            address: BluetoothAddress("c0ffee000001?"), rssi: RSSI(dBm: -71),
            data: AdvertisingData([UInt8](repeating: 7, count: 300)))
        var file = writer.header
        for event in sent.hciEvents { file += writer.record(event: event, adapter: 3, at: time) }
        let adapter: UInt16? = linkType == .monitor ? 3 : nil
        #expect(
            try read(file)
                == [CapturedAdvertisement(time: time, adapter: adapter, advertisement: sent)])
    }

    @Test("Fragments that two adapters hear at the same time are not mixed")
    func adapters() throws {
        let writer = BtsnoopWriter(linkType: .monitor)
        let time = Timestamp(milliseconds: 0)
        var sent: [Advertisement] = []
        for byte in 1...2 as ClosedRange<UInt8> {
            sent.append(
                Advertisement(
                    address: BluetoothAddress("c0ffee000001?"), rssi: nil,
                    data: AdvertisingData([UInt8](repeating: byte, count: 300))))
        }
        var file = writer.header
        for (first, second) in zip(sent[0].hciEvents, sent[1].hciEvents) {
            file += writer.record(event: first, adapter: 0, at: time)
            file += writer.record(event: second, adapter: 1, at: time)
        }
        #expect(try read(file).map(\.advertisement) == sent)
    }

    @Test("A time outside the years 1970 to 9999 is nil")
    func absurdTimes() throws {
        let writer = BtsnoopWriter()
        let event = Advertisement(address: nil, rssi: nil, data: AdvertisingData([])).hciEvents[0]
        let good = writer.record(event: event, at: Timestamp(milliseconds: 0))
        let times: [Int64] = [.min, .max, 0, Btsnoop.epoch - 1, Btsnoop.epoch]
        let file = times.reduce(into: writer.header) { file, time in
            file += good.prefix(16) + time.bigEndianBytes + good.dropFirst(24)
        }
        #expect(
            try read(file).map(\.time) == [nil, nil, nil, nil, Timestamp(milliseconds: 0)])
    }
}
