import RoostCore
import RoostFormats
import SeededRandom
import Testing

@Suite("Times")
struct TimestampTests {
    @Test(
        "Every common spelling of a time is read",
        arguments: [
            ("2026-09-20T08:01:12.345Z", 1_789_891_272_345), ("1970-01-01T00:00:00Z", 0),
            ("2026-09-20t08:01:12z", 1_789_891_272_000),
            ("2026-09-20 08:01:12Z", 1_789_891_272_000),
            ("2026-09-20T10:01:12+02:00", 1_789_891_272_000),
            ("2026-09-20T02:31:12.5-05:30", 1_789_891_272_500),
            ("2026-09-20T08:01:12.3456789Z", 1_789_891_272_345),
            ("2021-08-03T16:28:18.976000Z+0000", 1_628_008_098_976),
            ("2026-01-01T10:00:00.123456+0100", 1_767_258_000_123),
            ("2026-01-01T10:00:00.123456Z+0100", 1_767_258_000_123),
            ("2024-02-29T23:59:60Z", 1_709_251_200_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ])
    func reading(_ source: String, _ milliseconds: Int64) {
        #expect(Timestamp(rfc3339: source) == Timestamp(milliseconds: milliseconds))
    }

    @Test(
        "An invalid time, or one without an offset, is refused",
        arguments: [
            "", "2026-09-20", "2026-09-20T08:01:12", "2026-09-20T08:01Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60",
            "2026-01-01T00:00:00+1", "26-01-01T00:00:00.000Z", "1969-12-31T23:59:59Z",
            "2026-01-01T00:00:00.\(String(repeating: "1", count: 80))Z", "２０２６-01-01T00:00:00Z",
            "2026-01-01T-1:00:00Z",
        ])
    func refusing(_ source: String) {
        #expect(Timestamp(rfc3339: source) == nil)
    }

    @Test("Any written time is read back unchanged", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let milliseconds = Int64.random(in: 0..<253_402_300_800_000, using: &random)
            let time = Timestamp(milliseconds: milliseconds)
            #expect(time.rfc3339.utf8.count == 24)
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }

    @Test("Dates are right across leap years and centuries")
    func days() {
        #expect(Timestamp(milliseconds: 951_782_400_000).rfc3339 == "2000-02-29T00:00:00.000Z")
        #expect(Timestamp(milliseconds: 4_107_542_400_000).rfc3339 == "2100-03-01T00:00:00.000Z")
        #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: 1_789_891_272_345).rfc3339 == "2026-09-20T08:01:12.345Z")
    }
}
