import RoostFormats
import Testing

@testable import RoostCore

@Suite("Messages for OwnTracks apps")
struct PhoneAppTests {
    private static func friend(_ name: String, _ fix: Fix?) -> FriendView {
        FriendView(
            friend: ID(checked: "anna"), name: name, level: .exact, hand: .travelling, fix: fix,
            isStale: false)
    }

    @Test("A friend's position has whole numbers, and no member that is not known")
    func friend() throws {
        let coordinate = try #require(Coordinate(latitude: 52.5163, longitude: 13.3777))
        var fix = Fix(
            coordinate: coordinate, accuracy: 12.6, time: Timestamp(milliseconds: 1_790_000_000_999)
        )
        let bare = try #require(OwnTracksFriend(Self.friend("Anna", fix)))
        #expect(
            bare.text
                == #"{"_type":"location","tid":"An","tst":1790000000,"lat":52.5163,"lon":13.3777,"acc":13}"#
        )
        fix.speed = 13.9
        fix.course = 271.6
        fix.altitude = -3.2
        let whole = try JSON(#require(OwnTracksFriend(Self.friend("Anna", fix))).jsonBytes)
        #expect(whole["vel"] == 50 && whole["cog"] == 272 && whole["alt"] == -3)
        #expect(OwnTracksFriend(Self.friend("Anna", nil)) == nil)
    }

    @Test(
        "Two characters stand for a name on the map",
        arguments: [
            ("Anna", "An"), ("Anna Maria Berg", "AM"), ("Ö", "Ö"), ("鍵 山", "鍵山"), ("👩‍👧", "👩‍👧"),
        ])
    func initials(_ name: String, _ initials: String) throws {
        let card = try JSON(OwnTracksCard(Self.friend(name, nil)).jsonBytes)
        #expect(card["name"] == .string(name) && card["tid"] == .string(initials))
    }

    @Test("A region has the circle around its place, in whole metres")
    func region() throws {
        let (south, north) = (52.5163, 52.5173)
        let corners = [(south, 13.3777), (north, 13.3777), (south, 13.3787)].compactMap {
            Coordinate(latitude: $0, longitude: $1)
        }
        let place = Place(id: ID(checked: "flat"), name: "-Flat: 3|4", area: .polygon(corners))
        let region = try JSON(OwnTracksRegion(place).jsonBytes)
        #expect(region["desc"] == "Flat  3 4" && region["rid"] == "flat")
        let center = try #require(place.area.center)
        let farthest = corners.map(center.distance).max()
        #expect(region["rad"]?.number?.double == farthest?.rounded(.up))
        let nameless = Place(id: ID(checked: "flat"), name: "+", area: .polygon(corners))
        #expect(try JSON(OwnTracksRegion(nameless).jsonBytes)["desc"] == "flat")
        let end = try JSON(OwnTracksRegion(endOf: place.id, name: "Flat").jsonBytes)
        #expect(end["lat"] == -1_000_000 && end["tst"] == region["tst"])
    }

    @Test("A command names what is to be done")
    func commands() {
        #expect(
            OwnTracksCommand.reportLocation.text == #"{"_type":"cmd","action":"reportLocation"}"#)
        #expect(
            OwnTracksCommand.setWaypoints([]).text
                == #"{"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","waypoints":[]}}"#
        )
    }

    @Test("No topic is made of a device that cannot be in one, or of whoever has Roost's name")
    func topics() throws {
        let topics = Topics()
        let anna = ID<User>(checked: "anna")
        for name in ["a/b", "+", "#"] {
            let device = try #require(Device(name))
            #expect(topics.commands(DeviceKey(user: anna, device: device)) == nil)
        }
        let roost = ID<User>(checked: "roost")
        #expect(topics.phoneFriend(roost, of: anna) == nil)
        #expect(topics.phoneFriend(anna, of: roost) == "owntracks/roost-roost/anna")
        #expect(topics.notice(anna) == "owntracks/roost-anna/roost/event")
        #expect(Topics(isOnPhones: false).notice(anna) == nil)
    }
}

extension JSONWritable {
    fileprivate var text: String { String(decoding: jsonBytes, as: UTF8.self) }
}
