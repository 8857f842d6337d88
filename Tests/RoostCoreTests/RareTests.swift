import Foundation
import Testing

@testable import RoostCore

@Suite("The Rare property wrapper")
struct RareTests {
    private struct Holder: Hashable, Codable {
        @Rare var place: String?
    }

    @Test("It encodes and decodes like an optional, and nil has no key")
    func coding() throws {
        for (holder, text) in [
            (Holder(place: nil), "{}"), (Holder(place: "home"), #"{"place":"home"}"#),
        ] {
            #expect(String(decoding: try JSONEncoder().encode(holder), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(Holder.self, from: Data(text.utf8)) == holder)
        }
        let null = try JSONDecoder().decode(Holder.self, from: Data(#"{"place":null}"#.utf8))
        #expect(null == Holder(place: nil))
    }

    @Test("Changing a copy does not change the original")
    func value() {
        let one = Holder(place: "home")
        var other = one
        other.place?.append("town")
        #expect(one.place == "home" && other.place == "hometown")
        other.place = nil
        #expect(other == Holder(place: nil))
    }

    @Test("It is as small as a reference, and the types that use it stay small")
    func size() {
        #expect(MemoryLayout<Rare<Fix>>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<DeviceTrack>.size <= 600)
        #expect(MemoryLayout<BeaconTrack>.size <= 292)
        #expect(MemoryLayout<Subject>.size <= 17)
        #expect(MemoryLayout<Effect>.size <= 48)
    }
}
