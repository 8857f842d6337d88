import Foundation
import Testing

@testable import RoostCore

@Suite("What is mostly missing")
struct RareTests {
    private struct Holder: Hashable, Codable {
        @Rare var place: String?
    }

    @Test("It reads and writes as any optional does, and what is missing has no key")
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

    @Test("A copy is a value of its own")
    func value() {
        let one = Holder(place: "home")
        var other = one
        other.place?.append("town")
        #expect(one.place == "home" && other.place == "hometown")
        other.place = nil
        #expect(other == Holder(place: nil))
    }

    @Test("It takes the room of a reference, whatever it is of")
    func size() {
        #expect(MemoryLayout<Rare<Fix>>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<DeviceTrack>.size < 600)
        #expect(MemoryLayout<BeaconTrack>.size <= 288)
        #expect(MemoryLayout<Subject>.size <= 17)
        #expect(MemoryLayout<Effect>.size <= 48)
    }
}
