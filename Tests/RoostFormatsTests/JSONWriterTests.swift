import RoostCore
import RoostFormats
import SeededRandom
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("Members keep their order, and nil ones are omitted")
    func order() {
        var json = JSONWriter()
        json.object { json in
            json.member("b", 1)
            json.member("a", "x")
            json.member("none", nil as Int?)
            json.member("list") { json in
                json.array { json in
                    json.value(true)
                    json.null()
                    json.object { _ in }
                }
            }
            json.member("time", Timestamp(milliseconds: 0))
        }
        let expected = #"{"b":1,"a":"x","list":[true,null,{}],"time":"1970-01-01T00:00:00.000Z"}"#
        #expect(text(json.bytes) == expected)
    }

    @Test(
        "Numbers are written as short as possible",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (5.0, "5"), (-72.6, "-72.6"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e15, "1000000000000000"), (1e16, "1e+16"), (1e-7, "1e-07"), (.infinity, "null"),
            (-.infinity, "null"), (.nan, "null"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ])
    func numbers(_ number: Double, _ expected: String) throws {
        #expect(text(number.jsonBytes) == expected)
        if number.isFinite { #expect(try JSON(number.jsonBytes).number?.double == number) }
    }

    @Test(
        "Degrees have at most seven decimals",
        arguments: [
            (52.516275, "52.516275"), (13.0, "13"), (-0.00000004, "0"), (-0.5, "-0.5"),
            (13.37770412345, "13.3777041"), (0.0000001, "0.0000001"), (-179.99999999, "-180"),
            (.nan, "null"), (.infinity, "null"), (1e300, "1e+300"),
        ])
    func degrees(_ degrees: Double, _ expected: String) {
        var json = JSONWriter()
        json.degrees(degrees)
        #expect(text(json.bytes) == expected)
    }

    @Test("Strings are escaped where necessary")
    func escapes() throws {
        let source = "\"\\/\n\r\t\u{1}\u{1f}é🔑"
        #expect(text(source.jsonBytes) == #""\"\\/\n\r\t\u0001\u001fé🔑""#)
        #expect(try JSON(source.jsonBytes).string == source)
    }

    @Test("Any written value is read back unchanged", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let value = anyValue(depth: 4, &random)
        #expect(try JSON(value.jsonBytes) == value)
    }

    private func anyValue(depth: Int, _ random: inout SeededRandom) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &random)))
        case 3:
            let double = Double(bitPattern: random.next())
            return JSONNumber(double).map { .number($0) } ?? .null
        case 4: return .string(anyText(&random))
        case 5:
            let count = Int.random(in: 0..<5, using: &random)
            return .array((0..<count).map { _ in anyValue(depth: depth - 1, &random) })
        default:
            let count = Int.random(in: 0..<12, using: &random)
            let members = (0..<count).map { _ in
                JSONObject.Member(
                    name: anyText(&random), value: anyValue(depth: depth - 1, &random))
            }
            return .object(JSONObject(members))
        }
    }

    private func anyText(_ random: inout SeededRandom) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
            let scalar = Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random))
            text.unicodeScalars.append(scalar ?? "\"")
        }
        return text
    }
}
