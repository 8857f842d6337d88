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
}
