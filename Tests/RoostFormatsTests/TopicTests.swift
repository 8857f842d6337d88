import RoostCore
import RoostFormats
import Testing

@Suite("Topics under which Roost publishes")
struct TopicTests {
    private let anna = ID<User>(checked: "anna")
    private let bob = ID<User>(checked: "bob")
    private let keys = ID<Item>(checked: "keys")
    private let home = ID<Place>(checked: "home")

    @Test("A topic is read as it is named", arguments: ["roost", "our/house/roost", "räume"])
    func inverse(base: String) {
        var bases = TopicBases()
        bases.roost = base
        let topics = Topics(bases: bases)
        #expect(topics.content(of: topics.gatewayStatus) == .gatewayStatus)
        #expect(topics.content(of: topics.presence(anna)) == .presence(anna))
        #expect(topics.content(of: topics.alert(anna)) == .alert(anna))
        #expect(topics.content(of: topics.friend(bob, of: anna)) == .friend(bob, of: anna))
        #expect(topics.content(of: topics.item(keys)) == .item(keys))
        #expect(topics.content(of: topics.item(keys, of: bob)) == .ownItem(keys, of: bob))
        #expect(topics.content(of: topics.occupancy(home)) == .occupancy(home))
    }

    @Test(
        "Any other topic is none of these",
        arguments: [
            "", "roost", "roost/", "roost//", "roost/user/anna", "roost/user/anna/location",
            "roost/user//presence", "roost/user/Anna B/presence", "roost/user/anna/presence/",
            "roost/user/anna/friends/", "roost/user/anna/group/g/chat", "roost/gateway/health",
            "roost/gateway/status/x", "roost/item/keys", "rooster/item/keys/state",
            "owntracks/user/anna/presence",
        ])
    func others(topic: String) {
        #expect(Topics().content(of: topic) == nil)
    }

    @Test("Each state that is retained matches a filter for states, and nothing of others is one")
    func states() throws {
        let topics = Topics()
        let states = [
            topics.presence(anna), topics.location(anna), topics.spending(anna),
            topics.friend(bob, of: anna), topics.item(keys), topics.item(keys, of: bob),
            topics.occupancy(home), topics.discovery(anna), topics.discovery(keys),
            topics.trackerState(anna), try #require(topics.phoneFriend(bob, of: anna)),
            try #require(topics.phoneCard(bob, of: anna)), try #require(topics.noticeCard(anna)),
        ]
        for state in states {
            #expect(topics.stateFilters.contains { matches(state, $0) }, "\(state)")
            #expect(topics.isState(state), "\(state)")
        }
        for other in ["owntracks/anna/phone", "homeassistant/device/0x1/config"] {
            #expect(topics.stateFilters.contains { matches(other, $0) })
            #expect(!topics.isState(other), "\(other)")
        }
        for own in [topics.alert(anna), topics.gatewayHealth, topics.chat(ID(checked: "g"))] {
            #expect(!topics.stateFilters.contains { matches(own, $0) }, "\(own)")
        }
    }

    /// As the broker does it, of filters without `#`.
    private func matches(_ topic: String, _ filter: String) -> Bool {
        let (levels, wanted) = (topic.split(separator: "/"), filter.split(separator: "/"))
        return levels.count == wanted.count
            && zip(levels, wanted).allSatisfy { $0 == $1 || $1 == "+" }
    }
}
