import RoostCore
import RoostFormats
import Testing

@Suite("The fields of a request")
struct RequestPayloadTests {
    private func payload(_ source: String) throws -> RequestPayload {
        RequestPayload(try #require(try JSON(bytes(source)).object))
    }

    private func field(_ source: String) throws -> RequestField {
        try payload(#"{"x":\#(source)}"#).required("x")
    }

    /// The error's code, having checked that it names the field.
    private func code<Value>(
        _ source: String, _ read: (RequestField) throws(RequestError) -> Value
    ) throws -> RequestError.Code? {
        let field = try field(source)
        do throws(RequestError) {
            _ = try read(field)
            return nil
        } catch {
            #expect(error.field?.hasPrefix("x") == true)
            #expect(error.message.hasPrefix("x"))
            return error.code
        }
    }

    @Test("A field can be missing, null or required")
    func presence() throws {
        let payload = try payload(#"{"a":null,"b":"x"}"#)
        #expect(payload["a"] == nil && payload.isNull("a"))
        #expect(payload["c"] == nil && !payload.isNull("c"))
        #expect(try payload["b"]?.string() == "x")
        #expect(throws: RequestError(.missingField, "a is missing", field: "a")) {
            try payload.required("a")
        }
    }

    @Test("A member that is null removes a value, and one that is missing leaves it as it was")
    func change() throws {
        let payload = try payload(#"{"a":null,"b":"x"}"#)
        var (a, b, c): (String?, String?, String?) = ("1", "2", "3")
        if let field = payload.change(of: "a") { a = try field?.string() }
        if let field = payload.change(of: "b") { b = try field?.string() }
        if let field = payload.change(of: "c") { c = try field?.string() }
        #expect([a, b, c] == [nil, "x", "3"])
    }

    @Test("Texts must have a valid length and no zero bytes")
    func texts() throws {
        #expect(try field(#""é""#).string(length: 1...1) == "é")
        #expect(try code(#""""#) { (x) throws(RequestError) in try x.string() } == .outOfRange)
        #expect(
            try code(#""ab""#) { (x) throws(RequestError) in try x.string(length: 1...1) }
                == .outOfRange)
        #expect(try code("5") { (x) throws(RequestError) in try x.string() } == .wrongType)
        #expect(
            try code(#""\u0000""#) { (x) throws(RequestError) in try x.string() } == .outOfRange)
    }

    @Test(
        "A text of which nothing can be seen is refused",
        arguments: [
            " \n\t", "\u{200b}", "\u{200b} \u{200b}", "\u{2060}\u{feff}", "\u{ad}", " \u{200d}",
            "\u{200e}\u{202e}", "\u{e0020}", "\u{3164}", "\u{fe0f}", "\u{1b}",
            "\u{2800}", "\u{2800} \u{200b}", "\u{fffc}", "\u{fff9}\u{fffb}", "\u{1d159}",
            "\u{13441}", "\u{13442}\u{13441}",
        ])
    func invisible(text: String) throws {
        func member(_ text: String) throws -> RequestField {
            try RequestPayload(JSONObject([.init(name: "x", value: .string(text))])).required("x")
        }
        let error = RequestError(
            .outOfRange, "x must be more than blanks and invisible characters", field: "x")
        #expect(throws: error) { try member(text).string() }
        #expect(try member("a\(text)b").string() == "a\(text)b")
    }

    @Test("Ids, beacons and choices are checked")
    func words() throws {
        #expect(try field(#""keys""#).id(Item.self) == ID<Item>("keys"))
        #expect(
            try code(#""My Keys""#) { (x) throws(RequestError) in try x.id(Item.self) }
                == .invalidID)
        #expect(try field(#""AABBCCDDEEFF""#).beacon().rawValue == "mac:aabbccddeeff")
        #expect(try code(#""x""#) { (x) throws(RequestError) in try x.beacon() } == .invalidID)
        #expect(try field(#""key""#).choice(of: Item.Kind.self) == .key)
        #expect(
            try code(#""car""#) { (x) throws(RequestError) in try x.choice(of: Item.Kind.self) }
                == .outOfRange)
    }

    @Test("A topic has neither wildcards, however they are dressed up, nor control characters")
    func topics() throws {
        let plain = try payload(#"{"t":"zigbee2mqtt/front_door"}"#).required("t").topic()
        #expect(plain == "zigbee2mqtt/front_door")
        for topic in ["a/+", "a/#", "+\u{301}/x", "a\u{1}b", "a\u{FFFF}"] {
            let field = try RequestPayload(JSONObject([.init(name: "t", value: .string(topic))]))
                .required("t")
            #expect(throws: RequestError.self) { try field.topic() }
        }
    }

    @Test("Numbers must be in range, and may be strings")
    func numbers() throws {
        #expect(try field("1.5").number(in: 0...2) == 1.5)
        #expect(try field(#""1.5""#).number(in: 0...2) == 1.5)
        #expect(
            try code("3") { (x) throws(RequestError) in try x.number(in: 0...2) } == .outOfRange)
        #expect(
            try code(#""a""#) { (x) throws(RequestError) in try x.number(in: 0...2) } == .wrongType)
        #expect(try field("2.0").integer(in: 0...2) == 2)
        #expect(
            try code("1.5") { (x) throws(RequestError) in try x.integer(in: 0...2) } == .wrongType)
        #expect(
            try code("-1") { (x) throws(RequestError) in try x.integer(in: 0...2) } == .outOfRange)
        #expect(
            try code("1e300") { (x) throws(RequestError) in try x.integer(in: 0...2) } == .wrongType
        )
        #expect(try field(#""true""#).bool() && field("true").bool())
        #expect(try code("1") { (x) throws(RequestError) in try x.bool() } == .wrongType)
    }

    @Test("What is no number is told between which numbers it must be")
    func noNumber() throws {
        for text in ["nan", "inf", "-Infinity", "north", ""] {
            let spot = RequestPayload(
                JSONObject([
                    .init(name: "lat", value: .string(text)), .init(name: "lon", value: 1),
                ]))
            let error = RequestError(
                .wrongType, "lat must be a number from -90 to 90", field: "lat")
            #expect(throws: error) { try spot.coordinate() }
        }
    }

    @Test("Amounts keep all their digits")
    func decimals() throws {
        #expect(try field(#""12.50""#).decimal() == "12.50")
        #expect(try field("12.50").decimal() == "12.50")
        for wrong in [#""""#, #"".5""#, #""1.""#, #""1e3""#, "1e3", #""1,5""#, #""--1""#, "true"] {
            #expect(try code(wrong) { (x) throws(RequestError) in try x.decimal() } == .wrongType)
        }
    }

    @Test("Times, times of day and daily hours are read in their formats")
    func times() throws {
        #expect(try field(#""2026-09-20T08:01:12Z""#).time().milliseconds == 1_789_891_272_000)
        #expect(try field("1789891272").time().milliseconds == 1_789_891_272_000)
        #expect(try code(#""noon""#) { (x) throws(RequestError) in try x.time() } == .wrongType)
        #expect(try code("-5") { (x) throws(RequestError) in try x.time() } == .outOfRange)
        #expect(try field(#""06:30""#).minuteOfDay() == 390)
        for wrong in [#""24:00""#, #""6:30""#, #""06:60""#, #""0630""#, #""+6:30""#] {
            #expect(
                try code(wrong) { (x) throws(RequestError) in try x.minuteOfDay() } == .outOfRange)
        }
        let night = DailyHours(from: 1320, to: 390)
        #expect(try field(#""22:00-06:30""#).hours() == night)
        #expect(try field(#"{"from":"22:00","to":"06:30"}"#).hours() == night)
        #expect(throws: RequestError(.missingField, "x.to is missing", field: "x.to")) {
            try field(#"{"from":"22:00"}"#).hours()
        }
    }

    @Test("Positions and polygons are checked for range and completeness")
    func ground() throws {
        let corner = Coordinate(latitude: 1, longitude: 2)
        #expect(try payload(#"{"lat":1,"lon":"2"}"#).coordinate() == corner)
        #expect(try payload("{}").coordinate() == nil)
        #expect(throws: RequestError(.missingField, "lon is missing", field: "lon")) {
            try payload(#"{"lat":1}"#).coordinate()
        }
        #expect(throws: RequestError(.outOfRange, "lat must be -90 to 90", field: "lat")) {
            try payload(#"{"lat":91,"lon":1}"#).coordinate()
        }
        #expect(try field("[[1,2],[3,4],[5,2],[1,2]]").polygon().count == 3)
        #expect(try field(#"[[1,2],{"lat":3,"lon":4},[5,2]]"#).polygon().first == corner)
        #expect(
            try code("[[1,2],[3,4]]") { (x) throws(RequestError) in try x.polygon() } == .outOfRange
        )
        #expect(
            try code("[[1,2],[3,4],[5]]") { (x) throws(RequestError) in try x.polygon() }
                == .outOfRange)
        #expect(try code("[1,2,3]") { (x) throws(RequestError) in try x.polygon() } == .wrongType)
        #expect(try code("5") { (x) throws(RequestError) in try x.polygon() } == .wrongType)
    }

    @Test(
        "A polygon without an area is refused",
        arguments: [
            "[[1,2],[1,2],[1,2]]", "[[48,16],[48.001,16],[48.002,16]]",
            "[[48,16.001],[48,16],[48,16.003],[48,16.002]]", "[[0,179.999],[0,-179.999],[0,180]]",
        ])
    func line(corners: String) throws {
        #expect(
            try code(corners) { (x) throws(RequestError) in try x.polygon() } == .outOfRange)
        let bent = String(corners.dropLast()) + ",[48.1,16.1],[48.1,16.2]]"
        #expect(try field(bent).polygon().count >= 4)
    }

    @Test("Pictures must not exceed the maximum size")
    func pictures() throws {
        #expect(try field(#""aGk=""#).base64(maximumSize: 2) == [104, 105])
        #expect(try field(#""data:image/png;base64,aGk=""#).base64(maximumSize: 2) == [104, 105])
        #expect(
            try code(#""aGkh""#) { (x) throws(RequestError) in try x.base64(maximumSize: 2) }
                == .tooLarge)
        #expect(
            try code(#""a!""#) { (x) throws(RequestError) in try x.base64(maximumSize: 2) }
                == .wrongType)
    }
}
