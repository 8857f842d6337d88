import RoostCore
import RoostFormats
import Testing

@Suite("Regions made on a phone")
struct OwnTracksWaypointTests {
    private let dialects = Dialects()
    private let topic = "owntracks/anna/pixel/waypoint"

    private func waypoints(_ payload: String) -> [Waypoint] {
        dialects.read(topic, payload).events.compactMap {
            if case .waypoint(let waypoint, ID(checked: "anna")) = $0 {
                waypoint
            } else {
                nil
            }
        }
    }

    private func home(_ members: String) -> String {
        #"{"_type":"waypoint","desc":"Home","tst":1700000001"# + members + "}"
    }

    @Test("A waypoint becomes a region with its name, area and time of creation")
    func region() throws {
        let center = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        let expected = Waypoint(
            name: "Home", area: .circle(center: center, radius: 120), origin: "1700000001")
        #expect(waypoints(home(#","lat":52.5,"lon":"13.4","rad":120,"rid":"a""#)) == [expected])
        let byDefault = waypoints(home(#","lat":52.5,"lon":13.4"#))
        #expect(byDefault.first?.area == .circle(center: center, radius: Area.defaultRadius))
        let tiny = waypoints(home(#","lat":52.5,"lon":13.4,"rad":2"#))
        #expect(tiny.first?.area == .circle(center: center, radius: Area.radii.lowerBound))
    }

    @Test("An impossible position or a zero radius deletes the region")
    func deletion() {
        let gone = [Waypoint(name: "Home", area: nil, origin: "1700000001")]
        #expect(waypoints(home(#","lat":-1000000,"lon":-1000000,"rad":120"#)) == gone)
        #expect(waypoints(home(#","lat":52.5,"lon":13.4,"rad":0"#)) == gone)
    }

    @Test(
        "Beacon regions and regions that move along are ignored",
        arguments: [
            #"{"_type":"waypoint","desc":"Tag:fda50693-a4e2-4fb1-afcf-c6eb07647825:1","tst":1,"rad":0}"#,
            #"{"_type":"waypoint","desc":"+60","tst":1,"lat":1,"lon":1,"rad":50}"#,
            #"{"_type":"waypoints","waypoints":[]}"#, "",
        ])
    func noPlaces(_ payload: String) {
        #expect(dialects.read(topic, payload) == .ignored)
    }

    @Test("An export yields all its regions")
    func export() {
        let payload =
            #"{"_type":"waypoints","_creator":"x","waypoints":[\#(home(#","lat":1,"lon":2,"rad":9"#)),"#
            + #"{"_type":"waypoint","desc":"-Work|a|b","tst":2,"lat":3,"lon":4,"rad":9}]}"#
        #expect(waypoints(payload).map(\.name) == ["Home", "Work"])
    }

    @Test("A malformed waypoint of an export is counted, and does not take the others along")
    func partlyMalformed() {
        let payload =
            #"{"_type":"waypoints","waypoints":[{"lat":6},\#(home(#","lat":1,"lon":2,"rad":9"#)),5]}"#
        let read = dialects.read(topic, payload)
        #expect(waypoints(payload).map(\.name) == ["Home"])
        #expect(read.reason == .wrongType)
        if case .partly(_, let refusal) = read {
            #expect(refusal.detail.contains("waypoints[2]"))
        } else {
            Issue.record("\(read)")
        }
    }

    @Test(
        "A malformed waypoint is refused",
        arguments: [
            (#"{"_type":"waypoint","tst":1,"lat":1,"lon":1}"#, .missingField),
            (#"{"_type":"waypoint","desc":"a","lat":1,"lon":1}"#, .missingField),
            (#"{"_type":"waypoint","desc":"a","tst":1,"lon":1}"#, .missingField),
            (#"{"_type":"waypoint","desc":"","tst":1,"lat":1,"lon":1}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"a\u0000b","tst":1,"lat":1,"lon":1}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"\u200b","tst":1,"lat":1,"lon":1}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"a","tst":0,"lat":1,"lon":1}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"a","tst":1e300,"lat":1,"lon":1}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"a","tst":1,"lat":1,"lon":1,"rad":1e9}"#, .outOfRange),
            (#"{"_type":"waypoint","desc":"a","tst":1,"lat":0,"lon":0,"rad":9}"#, .noFix),
            (#"{"_type":"waypoint","desc":5,"tst":1}"#, .wrongType),
            (#"{"_type":"waypoints"}"#, .missingField),
            (#"{"_type":"waypoints","waypoints":{}}"#, .wrongType),
            (#"{"_type":"waypoints","waypoints":[5]}"#, .wrongType),
        ] as [(String, Refusal.Reason)])
    func refusals(_ payload: String, _ reason: Refusal.Reason) {
        #expect(dialects.reason(topic, payload) == reason)
    }

    @Test("A region that the broker retained is no news")
    func retained() {
        let payload = home(#","lat":52.5,"lon":13.4,"rad":120"#)
        #expect(dialects.read(topic, payload, isRetained: true) == .ignored)
    }
}
