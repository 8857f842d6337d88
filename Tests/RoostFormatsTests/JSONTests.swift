import RoostFormats
import Testing

@Suite("JSON")
struct JSONTests {
    private static let words: [(String, JSON)] = [
        ("null", .null), (" true ", .bool(true)), ("\t\r\nfalse", .bool(false)), ("0", 0),
        ("-12", -12), (#""""#, .string("")), (#""a""#, .string("a")),
        (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
        (#""\u0041\u00e9\u20AC""#, .string("Aé€")), (#""\uD83D\uDD11""#, .string("🔑")),
        (#""🔑é""#, .string("🔑é")), (#""\u0000""#, .string("\0")),
        ("\"\u{7f}\"", .string("\u{7f}")), ("\"\u{10ffff}\"", .string("\u{10ffff}")),
    ]

    private static let containers: [(String, JSON)] = [
        ("[]", .array([])), ("{}", [:]), ("[1, 2 ,3]", .array([1, 2, 3])),
        ("[[],{}]", .array([.array([]), [:]])),
        (#"{"a":1,"b":[true,null]}"#, ["a": 1, "b": .array([.bool(true), .null])]),
        (#"{"a":1,"a":2}"#, ["a": 2]), (#"{"":0}"#, ["": 0]),
        (#"{"\u006c\u0061t":1}"#, ["lat": 1]),
    ]

    /// A byte order mark may be ignored (RFC 8259, 8.1).
    private static let marked: [(String, JSON)] = [("\u{feff}{}", [:]), ("\u{feff} 1", 1)]

    @Test("Everything that RFC 8259 allows is read", arguments: words + containers + marked)
    func accepted(_ source: String, _ expected: JSON) throws {
        #expect(try JSON(bytes(source)) == expected)
    }

    @Test(
        "Everything that RFC 8259 does not allow is refused",
        arguments: [
            "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "+1", "01", "-01",
            "1.",
            ".5", "-", "-a", "1e", "1e+", "1.e1", "0x10", "1_0", "[", "]", "[1", "[1,", "[1,]",
            "[,1]", "[1 2]", "[1,,2]", "{", "}", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
            #"{"a":1 "b":2}"#, #"{"a" 1}"#, "{a:1}", "{1:1}", "{'a':1}", "'a'", "\"a", "\"", "1 2",
            "{} {}", "[] ]", "null,", "// c\n1", "/* c */ 1", "\"\n\"", "\"\t\"", "\"\u{0}\"",
            "\u{feff}\u{feff}1", " \u{feff}1", #""\x""#, #""\""#, #""\u12""#, #""\u12g4""#,
            #""\U0041""#,
            #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\udc00""#,
            #""\ud83d\ud83d""#, #""\udd11\ud83d""#, "[1}", #"{"a":1]"#, "é", "\u{a0}1", "1\u{0}",
            #"[{"a":[1}]"#,
        ])
    func refused(_ source: String) {
        #expect(throws: JSONError.self) { try JSON(bytes(source)) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused as such",
        arguments: [
            [0x22, 0xff, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xc1, 0xbf, 0x22],
            [0x22, 0xe0, 0x80, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
            [0x22, 0xe2, 0x82, 0x22],
            [0x22, 0xf0, 0x8f, 0xbf, 0xbf, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22], [0x22, 0x80, 0x22], [0xff, 0xfe], [0x31, 0xff],
            [0x7b, 0xff, 0x7d], [0x22, 0xf0, 0x9f, 0x94],
        ] as [[UInt8]])
    func invalidUTF8(_ source: [UInt8]) {
        #expect {
            try JSON(source)
        } throws: { error in
            (error as? JSONError)?.reason == .invalidUTF8
        }
    }

    @Test("An error has the offset of the fault")
    func offset() {
        #expect(throws: JSONError(.unexpectedByte(UInt8(ascii: "x")), at: 5)) {
            try JSON(bytes(#"{"a":x}"#))
        }
        #expect(throws: JSONError(.trailingBytes, at: 3)) { try JSON(bytes("{} 1")) }
        #expect(throws: JSONError(.unexpectedEnd, at: 4)) { try JSON(bytes("[1, ")) }
    }

    @Test("Values can be nested 32 deep, and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            bytes(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        _ = try JSON(nested(32))
        #expect(throws: JSONError(.tooDeep, at: 32)) { try JSON(nested(33)) }
        #expect(throws: JSONError(.tooDeep, at: 32)) {
            try JSON(bytes(String(repeating: "[", count: 1_000_000)))
        }
        // Beside each other is not inside each other.
        _ = try JSON(bytes("[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]"))
    }

    @Test("Too many small values are refused, and many names take no quadratic time")
    func floods() throws {
        let zeros = "[" + Array(repeating: "0", count: 200_000).joined(separator: ",") + "]"
        #expect {
            try JSON(bytes(zeros))
        } throws: { error in
            (error as? JSONError)?.reason == .tooManyValues
        }
        let members = (0..<50_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try JSON(bytes("{\(members)}")).object?.members.count == 50_000)
    }

    @Test(
        "Numbers become the nearest floating-point value",
        arguments: [
            "0", "-1", "52.516275", "1e3", "1E-3", "0.1", "9007199254740993", "123456789012345678",
            "1234567890123456789012345", "1.7976931348623157e308", "5e-324", "1e-400", "2.5e+10",
            "0.00000000000000000000000000001", "179.99999999999997", "1e22", "1e23", "4.35",
            "100000000000000000.5", "0.30000000000000004",
        ])
    func numbers(_ source: String) throws {
        let number = try #require(try JSON(bytes(source)).number)
        #expect(number.double == Double(source))
        #expect(number.literal == source)
    }

    @Test(
        "A number beyond the range of a double is refused",
        arguments: ["1e400", "-1e309", "1e999999999"])
    func tooGreat(_ source: String) {
        #expect(throws: JSONError(.numberOutOfRange, at: 0)) { try JSON(bytes(source)) }
    }

    @Test("Whole numbers stay exact, and decimals keep their digits")
    func exactness() throws {
        #expect(try JSON(bytes("9223372036854775807")).number?.integer == .max)
        #expect(try JSON(bytes("-0")).number?.integer == 0)
        #expect(try JSON(bytes("3.0")).number?.integer == 3)
        #expect(try JSON(bytes("3.5")).number?.integer == nil)
        #expect(try JSON(bytes("1e30")).number?.integer == nil)
        #expect(try JSON(bytes("1.10")).number?.literal == "1.10")
    }
}
