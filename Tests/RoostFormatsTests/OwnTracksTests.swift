import RoostCore
import RoostFormats
import Testing

@Suite("OwnTracks")
struct OwnTracksTests {
    private let dialects = Dialects()
    private let topic = "owntracks/anna/pixel"
    private var anna: ID<User> { ID(checked: "anna") }

    private func location(_ members: String) -> String {
        #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1790000000"# + members + "}"
    }

    @Test("A location becomes a fix")
    func everyMember() throws {
        let payload = location(
            #","_id":"3f2a9c01","acc":14,"alt":45,"vel":36,"cog":360,"batt":71,"bs":2,"t":"u","tid":"an","#
                + #""inregions":["Home"],"ssid":"attic","motionactivities":["stationary","automotive"]"#
        )
        let key = DeviceKey(user: anna, device: try #require(Device("pixel")))
        let place = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        var fix = Fix(
            coordinate: place, accuracy: 14, time: Timestamp(milliseconds: 1_790_000_000_000))
        fix.altitude = 45
        fix.speed = 10
        fix.course = 0
        fix.battery = 71
        fix.isCharging = true
        fix.trigger = "u"
        fix.messageID = "3f2a9c01"
        fix.activity = .vehicle
        fix.regions = ["Home"]
        var name = StableHash()
        name.combine("attic")
        fix.network = name.value
        #expect(dialects.read(topic, payload) == .events([.fix(fix, of: key)]))
        fix.isRetained = true
        #expect(
            dialects.read(topic, payload, isRetained: true) == .events([.fix(fix, of: key)]))
    }

    @Test("The network is identified by its access point in either spelling, or unknown if zeros")
    func network() throws {
        func network(_ members: String) throws -> UInt64? {
            try #require(dialects.read(topic, location(members)).fix).network
        }
        let android = try network(#","SSID":"attic","BSSID":"7C:FF:4D:00:11:22""#)
        #expect(android != nil)
        #expect(try network(#","ssid":"other","bssid":"7c:ff:4d:00:11:22""#) == android)
        #expect(try network(#","SSID":"attic""#) != android)
        #expect(try network(#","SSID":"<unknown ssid>","BSSID":"02:00:00:00:00:00""#) == nil)
        #expect(try network(#","inregions":[],"inrids":null"#) == nil)
    }

    @Test(
        "A ping was sent when its message was made, or at its position's time if that is not told",
        arguments: [
            (#","t":"p""#, 1_790_000_000_000),
            (#","t":"p","created_at":1790000900"#, 1_790_000_900_000),
            (#","t":"p","created_at":"2026-09-21""#, 1_790_000_000_000),
            (#","t":"u","created_at":1790000900"#, nil), (#","created_at":1790000900"#, nil),
        ] as [(String, Int64?)])
    func ping(members: String, sent: Int64?) throws {
        let fix = try #require(dialects.read(topic, location(members)).fix)
        #expect(fix.time.milliseconds == 1_790_000_000_000)
        #expect(fix.pinged?.milliseconds == sent)
    }

    @Test(
        "A ping without an id is known by when it was sent",
        arguments: [
            (#","t":"p","created_at":1790000900"#, "1790000900000"),
            (#","t":"p","created_at":1790000900,"_id":"3f2a9c01""#, "3f2a9c01"),
            (#","t":"p","created_at":1790000000"#, nil), (#","t":"p""#, nil),
            (#","t":"u","created_at":1790000900"#, nil),
        ] as [(String, String?)])
    func nameOfPing(members: String, name: String?) throws {
        let fix = try #require(dialects.read(topic, location(members)).fix)
        #expect(fix.messageID == name)
    }

    @Test("Numbers in strings are accepted, and missing members are not zero")
    func leniency() throws {
        let payload =
            #"{"tst":"1790000000.5","_type":"location","lat":"52.5","lon":"-1.34e1","acc":null}"#
        let fix = try #require(dialects.read(topic, payload).fix)
        #expect(fix.coordinate == Coordinate(latitude: 52.5, longitude: -13.4))
        #expect(fix.time.milliseconds == 1_790_000_000_500)
        #expect(fix.accuracy == nil)
        #expect(fix.speed == nil && fix.altitude == nil && fix.course == nil)
        #expect(fix.battery == nil && fix.isCharging == nil && fix.activity == nil)
    }

    @Test(
        "Values that mark something as unknown are read as nil",
        arguments: [
            #","acc":0"#, #","vel":-1"#, #","cog":-1"#, #","batt":-1"#, #","bs":0"#,
        ])
    func unknowns(_ members: String) throws {
        let fix = try #require(dialects.read(topic, location(members)).fix)
        let plain = try #require(dialects.read(topic, location("")).fix)
        #expect(fix == plain)
    }

    @Test(
        "Motion activities are mapped to Roost's own",
        arguments: [
            (#"["stationary"]"#, .still), (#"["walking"]"#, .walking), (#"["running"]"#, .walking),
            (#"["automotive"]"#, .vehicle), (#"["cycling","walking"]"#, .vehicle),
            (#"["unknown"]"#, nil), ("[]", nil), ("null", nil),
        ] as [(String, Activity?)])
    func motion(_ words: String, _ activity: Activity?) {
        let incoming = dialects.read(topic, location(#","motionactivities":"# + words))
        #expect(incoming.fix != nil)
        #expect(incoming.fix?.activity == activity)
    }

    @Test(
        "A message without a valid fix is refused with its reason",
        arguments: [
            (#"{"_type":"location","lat":0,"lon":0,"tst":1}"#, .noFix),
            (#"{"_type":"location","lat":1,"lon":1,"tst":0}"#, .noFix),
            (#"{"_type":"location","lat":1,"lon":1,"tst":1,"acc":-1}"#, .noFix),
            (#"{"_type":"location","lat":1,"lon":1,"tst":1,"acc":"-0.5"}"#, .noFix),
            (#"{"_type":"location","lon":1,"tst":1}"#, .missingField),
            (#"{"_type":"location","lat":1,"tst":1}"#, .missingField),
            (#"{"_type":"location","lat":1,"lon":1}"#, .missingField),
            (#"{"_type":"location","lat":91,"lon":1,"tst":1}"#, .outOfRange),
            (#"{"_type":"location","lat":1,"lon":-181,"tst":1}"#, .outOfRange),
            (#"{"_type":"location","lat":1,"lon":1,"tst":-1}"#, .outOfRange),
            (#"{"_type":"location","lat":1,"lon":1,"tst":1e18}"#, .outOfRange),
            (#"{"_type":"location","lat":1e400,"lon":1,"tst":1}"#, .outOfRange),
            (#"{"_type":"location","lat":NaN,"lon":1,"tst":1}"#, .malformedJSON),
            (#"{"_type":"location","lat":{},"lon":1,"tst":1}"#, .wrongType),
            (#"{"_type":"location","lat":"north","lon":1,"tst":1}"#, .wrongType),
            (#"{"_type":"location","lat":true,"lon":1,"tst":1}"#, .wrongType),
            (#"{"_type":5}"#, .wrongType), ("{}", .missingField), ("[]", .wrongType),
            ("x", .malformedJSON), ("\u{feff}{}", .missingField),
            (#"{"_type":"transition","lat":1,"lon":1,"tst":1}"#, .missingField),
            (#"{"_type":"transition","event":"enter","tst":1}"#, .missingField),
            (#"{"_type":"transition","event":"hop","lat":1,"lon":1,"tst":1}"#, .outOfRange),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test(
        "Other known message types are ignored",
        arguments: [
            "", #"{"_type":"lwt"}"#, #"{"_type":"lwt","tst":1}"#, #"{"_type":"status","iOS":{}}"#,
            #"{"_type":"steps","tst":{},"steps":-1}"#, #"{"_type":"beacon","acc":[]}"#,
            #"{"_type":"cmd","action":"dump"}"#, #"{"_type":"request"}"#, #"{"_type":"new"}"#,
            #"{"_type":"card"}"#, #"{"_type":"card","name":null}"#, #"{"_type":"card","name":" "}"#,
            #"{"_type":"card","name":"\u200b"}"#,
        ])
    func ignored(_ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test("A transition becomes a fix with a region crossing")
    func transition() throws {
        let payload =
            #"{"_type":"transition","event":"leave","desc":"-Home|in|out","tst":1790000100,"#
            + #""wtst":1712345678,"lat":52.5,"lon":13.4,"acc":22,"tid":"an","t":"c"}"#
        let fix = try #require(dialects.read(topic + "/event", payload).fix)
        #expect(
            fix.crossing
                == Fix.Crossing(isEntering: false, region: "Home", origin: "1712345678"))
        #expect(fix.trigger == "c" && fix.accuracy == 22)
        let byID = payload.replacing(#""wtst":1712345678"#, with: #""rid":"a1b2c3""#)
        #expect(dialects.read(topic + "/event", byID).fix?.crossing?.origin == "a1b2c3")
    }

    @Test("A card sets the user's name")
    func card() {
        let payload = #"{"_type":"card","name":" Anna\n Example ","face":"aGk=","tid":"an"}"#
        #expect(
            dialects.read(topic + "/info", payload, isRetained: true)
                == .events([.card(name: "Anna Example", of: anna, isRetained: true)]))
        #expect(dialects.reason(topic + "/info", #"{"_type":"card","name":5}"#) == .wrongType)
    }

    @Test("A payload that claims another user is refused")
    func claims() {
        #expect(dialects.reason(topic, location(#","topic":"owntracks/bob/pixel""#)) == .wrongUser)
        #expect(dialects.reason(topic, location(#","topic":"nothing""#)) == .wrongUser)
        #expect(dialects.reason(topic, location(#","user":"bob""#)) == .wrongUser)
        #expect(dialects.reason(topic, location(#","username":"bob""#)) == .wrongUser)
        #expect(dialects.read(topic, location(#","topic":"owntracks/anna/pixel""#)).fix != nil)
        #expect(dialects.read(topic, location(#","user":"anna""#)).fix != nil)
        // A bridge that prefixes topics leaves payloads as they are.
        var bases = TopicBases()
        bases.ownTracks = "site/owntracks"
        let bridged = Dialects(bases: bases)
        let phone = "site/owntracks/anna/pixel"
        #expect(bridged.read(phone, location(#","topic":"owntracks/anna/pixel""#)).fix != nil)
        #expect(bridged.reason(phone, location(#","topic":"owntracks/bob/pixel""#)) == .wrongUser)
    }

    @Test("A member name with a zero byte is not taken for the name before it")
    func zero() {
        let payload = #"{"_type":"location","lat":52,"lon":13,"tst":1790000000,"lat\u0000":10}"#
        #expect(dialects.read(topic, payload).fix?.coordinate.latitude == 52)
    }

    @Test("The user in the topic is taken exactly as written")
    func users() {
        #expect(dialects.reason("owntracks/Anna/pixel", location("")) == .invalidID)
        #expect(dialects.reason("owntracks//pixel", location("")) == .invalidID)
        #expect(dialects.reason("owntracks/anna/", location("")) == .invalidID)
        #expect(dialects.reason("owntracks/anna", location("")) == .unknownTopic)
        #expect(dialects.reason("owntracks/anna/a/b/c", location("")) == .unknownTopic)
        #expect(dialects.read("owntracks/roost-anna/bob", location("")) == .ignored)
        #expect(dialects.read("owntracks/roost-anna/roost/event", "x") == .ignored)
        #expect(dialects.read(topic + "/cmd", "x") == .ignored)
        #expect(dialects.read("owntracks/anna/Anna's Pixel 🔑", location("")).fix != nil)
    }

    @Test("A written location is read back unchanged")
    func roundTrip() throws {
        let place = try #require(Coordinate(latitude: 52.516275, longitude: -13.3777041))
        var fix = Fix(
            coordinate: place, accuracy: 12, time: Timestamp(milliseconds: 1_790_000_000_000))
        fix.speed = 10
        fix.battery = 5
        fix.isCharging = false
        fix.trigger = "t"
        let payload = fix.ownTracksLocation(trackerID: "an")
        #expect(dialects.read(topic: topic, payload: payload, isRetained: false).fix == fix)
    }

    @Test(
        "What a position can do without is ignored if it is of a wrong type",
        arguments: [
            #""batt":"71%""#, #""bs":"unplugged""#, #""alt":"""#, #""_id":123"#, #""SSID":5"#,
            #""inregions":"Home""#, #""inregions":[7,"Home"]"#, #""motionactivities":"walking""#,
            #""desc":7"#, #""rid":{}"#, #""t":1"#, #""vel":[]"#, #""cog":"north""#,
        ])
    func optional(_ member: String) {
        let fix = dialects.read(
            topic, #"{"_type":"location","lat":52,"lon":13,"tst":1790000000,\#(member)}"#
        ).fix
        #expect(fix?.coordinate == Coordinate(latitude: 52, longitude: 13))
        #expect(fix?.battery == nil && fix?.altitude == nil && fix?.speed == nil)
    }

    @Test("A time within a second of 1970 is none", arguments: ["0", "0.4", "1e-9", "-0.5"])
    func noTime(_ time: String) {
        #expect(
            dialects.reason(topic, #"{"_type":"location","lat":52,"lon":13,"tst":\#(time)}"#)
                == .noFix)
    }
}
