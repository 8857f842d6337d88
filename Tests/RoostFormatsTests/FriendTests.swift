import RoostFormats
import Testing

@testable import RoostCore

@Suite("What a friend's topic says")
struct FriendTests {
    @Test(
        "Exactly the members of its level, though nothing is known", arguments: ShareLevel.allCases
    )
    func members(level: ShareLevel) throws {
        let friend = FriendView(
            friend: ID(checked: "anna"), name: "Anna", level: level, hand: .unknown, isStale: true)
        let told = try #require(JSON(friend.jsonBytes).object).members.map(\.name)
        let place = ["place", "place_name", "activity", "heading_to", "eta"]
        let exact = ["room", "lat", "lon", "accuracy", "distance"]
        #expect(
            told == ["friend", "name", "level", "hand"] + (level >= .place ? place : [])
                + (level == .exact ? exact : []) + ["since", "stale", "updated"])
    }

    @Test("A position has seven decimals at the most")
    func position() throws {
        let coordinate = try #require(Coordinate(latitude: 52.1 + 0.2, longitude: 1.0 / 3))
        let fix = Fix(coordinate: coordinate, accuracy: 10, time: Timestamp(milliseconds: 0))
        let friend = FriendView(
            friend: ID(checked: "anna"), name: "Anna", level: .exact, hand: .travelling, fix: fix,
            isStale: false)
        let text = String(decoding: friend.jsonBytes, as: UTF8.self)
        #expect(text.contains(#""lat":52.3,"lon":0.3333333,"accuracy":10"#))
    }
}
