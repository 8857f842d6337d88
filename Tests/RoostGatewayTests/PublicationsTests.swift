import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Publishing retained states")
struct PublicationsTests {
    /// An engine whose effects are noted, as the loop does.
    private struct Speaker {
        var engine = makeEngine()
        var publications = Publications(
            topics: Topics(isOnPhones: false), isDiscovered: false)
        /// All topics ever published, as the store keeps them.
        var names: Set<String> = []

        mutating func apply(_ event: Event, at second: Double) -> [String] {
            let now = start.advanced(bySeconds: second)
            for effect in engine.apply(event, at: now) { publications.note(effect, at: now) }
            return said(at: second)
        }

        mutating func said(at second: Double) -> [String] {
            let messages =
                publications.due(engine, at: start.advanced(bySeconds: second))
                + publications.clearLeftovers(engine) { [names] in names }
            names.formUnion(messages.map(\.topic))
            return messages.map {
                ($0.payload.isEmpty ? "clear " : "")
                    + $0.topic.split(separator: /^roost\//).joined()
            }
        }
    }

    @Test("A significant change is published at once, and only once")
    func once() {
        var speaker = Speaker()
        let said = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        #expect(said.contains("user/alice/presence"))
        #expect(said.contains("user/alice/location"))
        #expect(speaker.said(at: 5).isEmpty)
    }

    @Test("A new user is shown at once who shares with everyone")
    func newUser() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        let open = Share(owner: alice, viewer: .everyone, level: .place)
        _ = speaker.apply(.household([.saveShare(open)]), at: 5)
        let said = speaker.apply(
            .household([.saveUser(User(id: ID(checked: "late"), name: "Late"))]), at: 10)
        #expect(said.contains("user/late/friends/alice"))
    }

    @Test("A user who was deleted and comes again is shown them too")
    func userAgain() {
        var speaker = Speaker()
        let user = User(id: ID(checked: "late"), name: "Late")
        let open = Share(owner: alice, viewer: .everyone, level: .place)
        _ = speaker.apply(.household([.saveShare(open), .saveUser(user)]), at: 0)
        _ = speaker.apply(.fix(fix(north: 0, at: 5), of: phone), at: 5)
        let cleared = speaker.apply(.household([.deleteUser(user.id)]), at: 10)
        #expect(cleared.contains("clear user/late/friends/alice"))
        let said = speaker.apply(.household([.saveUser(user)]), at: 15)
        #expect(said.contains("user/late/friends/alice"))
    }

    @Test("The broker forgets a friend by itself when the share or its hours end")
    func expiry() throws {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        func expiry(_ until: Double?, _ hours: DailyHours?, at second: Double) -> Double? {
            let now = start.advanced(bySeconds: second)
            let share = Share(
                owner: alice, viewer: .user(bob), level: .exact,
                until: until.map { start.advanced(bySeconds: $0) }, hours: hours)
            for effect in speaker.engine.apply(.household([.saveShare(share)]), at: now) {
                speaker.publications.note(effect, at: now)
            }
            let told = speaker.publications.due(speaker.engine, at: now)
                .filter { $0.topic == "roost/user/bob/friends/alice" }
            #expect(told.count == 1, "also if only the end is another")
            return told.first?.expires?.seconds(since: start)
        }
        #expect(expiry(nil, nil, at: 1) == nil)
        #expect(expiry(600, nil, at: 2) == 600)
        #expect(expiry(300, nil, at: 3) == 300)
        // It is 14:13:20 UTC.
        let hours = try #require(DailyHours(from: 8 * 60, to: 14 * 60 + 15))
        #expect(expiry(nil, hours, at: 4) == 100)
        #expect(expiry(60, hours, at: 5) == 60)
        let night = try #require(DailyHours(from: 14 * 60, to: 2 * 60))
        #expect(expiry(nil, night, at: 6) == 42_400)
        let day = try #require(DailyHours(from: 8 * 60, to: 8 * 60))
        #expect(expiry(nil, day, at: 7) == nil, "the whole day")
    }

    @Test("The location of a phone that its user no longer has is cleared")
    func soldPhone() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        let said = speaker.apply(
            .household([.saveUser(User(id: alice, name: "Alice"))]), at: 10)
        #expect(said.contains("clear user/alice/location"))
        #expect(speaker.said(at: 20).isEmpty)
    }

    @Test("The owner's topic of a thing names no place that they do not know")
    func privatePlace() throws {
        var speaker = Speaker()
        _ = speaker.apply(.household(hideout), at: 0)
        for second in stride(from: 0.0, to: 5, by: 1) {
            _ = speaker.apply(heard(at: second, by: "spy-1"), at: second)
        }
        _ = speaker.apply(.tick, at: 6)
        speaker.publications.sayAllAgain(speaker.engine)
        let messages = speaker.publications.due(speaker.engine, at: start.advanced(bySeconds: 9))
        func state(_ topic: String) throws -> JSON {
            try JSON(try #require(messages.first { $0.topic == topic }).payload)
        }
        let whole = try state("roost/item/keys/state")
        #expect(whole["place"] == "hideout" && whole["node"] == "spy-1" && whole["lat"] != .null)
        let told = try state("roost/user/alice/item/keys")
        for member in ["place", "place_name", "room", "node", "distance", "lat", "lon"] {
            #expect(told[member] == .null, "\(member)")
        }
        #expect(told["last_seen"] == whole["last_seen"])
    }

    @Test("Details are published about once a second, and the last one is not lost")
    func pace() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        var count = 0
        for tenth in 1...30 {
            let second = Double(tenth) / 10
            let said = speaker.apply(
                .fix(fix(north: Double(tenth), at: second), of: phone), at: second)
            count += said.count { $0 == "user/alice/location" }
        }
        #expect((2...4).contains(count))
        _ = speaker.said(at: 10)
        #expect(speaker.publications.nextDue == nil)
        let location = speaker.engine.location(of: alice)
        #expect(location?.fix == fix(north: 30, at: 3))
    }

    @Test("A user passing through rooms is published after 500 ms, other details after a second")
    func passing() {
        for (urgency, pace) in [(Effect.Urgency.passing, 500), (.shown, 1000), (.soon, 1000)] {
            var publications = Publications(
                topics: Topics(isOnPhones: false), isDiscovered: false)
            let engine = makeEngine()
            publications.note(.changed(.user(alice), .now), at: start)
            _ = publications.due(engine, at: start)
            publications.note(.changed(.user(alice), urgency), at: start)
            let due = Timestamp(milliseconds: start.milliseconds + Int64(pace))
            #expect(publications.nextDue == due)
        }
    }

    @Test("States without room wait in order, and are published with their latest content")
    func room() {
        var speaker = Speaker()
        let users = [alice, bob]
        for user in users { speaker.publications.note(.changed(.user(user), .now), at: start) }
        func say(_ most: Int, at second: Double) -> [Publications.Message] {
            speaker.publications.due(
                speaker.engine, at: start.advanced(bySeconds: second), most: most)
        }
        #expect(say(0, at: 0).isEmpty)
        #expect(say(1, at: 0).map(\.topic) == ["roost/user/alice/presence"])
        #expect(speaker.publications.backlog == 1)
        #expect(speaker.publications.nextDue == Timestamp(milliseconds: 0))

        let phone = DeviceKey(user: bob, device: phone.device)
        for effect in speaker.engine.apply(.fix(fix(north: 0, at: 1), of: phone), at: start) {
            speaker.publications.note(effect, at: start)
        }
        let presence = speaker.engine.presence(of: bob)?.jsonBytes
        #expect(presence != nil && say(1, at: 1).first?.payload == presence)
        #expect(say(10, at: 1).map(\.topic) == ["roost/place/home/occupancy"])
        #expect(speaker.publications.backlog == 0)
    }

    @Test("A share publishes a friend's state, and its end clears the topic at once")
    func share() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        let share = Share(owner: alice, viewer: .user(bob), level: .place)
        #expect(
            speaker.apply(.household([.saveShare(share)]), at: 1) == ["user/bob/friends/alice"])
        #expect(
            speaker.apply(.household([.deleteShare(owner: alice, viewer: .user(bob))]), at: 2)
                == ["clear user/bob/friends/alice"])
    }

    @Test("The end of a share clears its topic even if there is no room for other states")
    func shareWithoutRoom() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        _ = speaker.apply(
            .household([.saveShare(Share(owner: alice, viewer: .user(bob), level: .exact))]), at: 1)
        let now = start.advanced(bySeconds: 2)
        speaker.publications.note(.changed(.user(bob), .now), at: now)
        let end = HouseholdChange.deleteShare(owner: alice, viewer: .user(bob))
        for effect in speaker.engine.apply(.household([end]), at: now) {
            speaker.publications.note(effect, at: now)
        }
        let said = speaker.publications.due(speaker.engine, at: now, most: 0)
        #expect(said == [.init(topic: "roost/user/bob/friends/alice", payload: [])])
        #expect(speaker.said(at: 2).contains("user/bob/presence"))
    }

    @Test("Only who shares the position is on the viewer's phone, and goes from it with the share")
    func phones() {
        var speaker = Speaker()
        speaker.publications = Publications(topics: Topics(), isDiscovered: false)
        func share(_ level: ShareLevel, at second: Double) -> [String] {
            let share = Share(owner: alice, viewer: .user(bob), level: level)
            return speaker.apply(.household([.saveShare(share)]), at: second)
                .filter { $0.contains("owntracks") }
        }
        let topics = ["owntracks/roost-bob/alice", "owntracks/roost-bob/alice/info"]
        #expect(share(.exact, at: 0).isEmpty, "she has no position")
        let said = speaker.apply(.fix(fix(north: 0, at: 1), of: phone), at: 1)
        #expect(said.filter { $0.hasPrefix("owntracks/roost-bob") } == topics)
        #expect(share(.place, at: 2) == topics.map { "clear \($0)" })
        #expect(share(.exact, at: 3) == topics)
        let gone = speaker.apply(.household([.deleteUser(alice)]), at: 4)
        let cleared = gone.filter { $0.hasPrefix("clear owntracks") }
        #expect(Set(cleared) == Set(topics.map { "clear \($0)" }))
    }

    @Test("A share's topic is cleared when the share expires")
    func until() {
        var speaker = Speaker()
        let share = Share(
            owner: alice, viewer: .user(bob), level: .place, until: start.advanced(bySeconds: 60))
        _ = speaker.apply(.household([.saveShare(share)]), at: 1)
        #expect(speaker.apply(.tick, at: 59).isEmpty)
        #expect(speaker.engine.nextDeadline == start.advanced(bySeconds: 60))
        #expect(speaker.apply(.tick, at: 60) == ["clear user/bob/friends/alice"])
    }

    @Test("Deleting a user clears all their topics")
    func deletion() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        _ = speaker.apply(heard(at: 1), at: 1)
        _ = speaker.apply(.tick, at: 1.5)
        _ = speaker.apply(
            .household([.saveShare(Share(owner: alice, viewer: .user(bob), level: .exact))]), at: 2)
        let said = speaker.apply(.household([.deleteUser(alice)]), at: 3)
        #expect(
            Set(said.filter { $0.hasPrefix("clear ") }) == [
                "clear user/alice/presence", "clear user/alice/location",
                "clear user/alice/item/keys", "clear item/keys/state",
                "clear user/bob/friends/alice",
            ])
    }

    @Test("A new connection gets every state, and topics left by an earlier run are cleared")
    func again() {
        var speaker = Speaker()
        _ = speaker.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
        let kept: Set = ["roost/user/carol/presence", "roost/user/alice/presence"]
        speaker.names.formUnion(kept)
        speaker.publications.sayAllAgain(speaker.engine, kept: Set(kept.map(TopicDigest.init)))
        let said = speaker.said(at: 1)
        #expect(said.contains("user/alice/presence"))
        #expect(said.contains("user/bob/presence"))
        #expect(said.contains("item/keys/state"))
        #expect(said.contains("place/home/occupancy"))
        #expect(said.contains("clear user/carol/presence"))
    }

    @Test("Names are read only if a topic has no owner left, and again after a failure")
    func names() throws {
        struct Unreadable: Error {}
        var speaker = Speaker()
        let keys = ID<Item>(checked: "keys")
        _ = speaker.apply(heard(at: 0), at: 0)
        _ = speaker.apply(.tick, at: 0.5)
        let item = try #require(speaker.engine.household.items[keys])
        speaker.publications.note(.keep(.saveItem(item)), at: start)
        let none = try speaker.publications.clearLeftovers(speaker.engine) { throw Unreadable() }
        #expect(none.isEmpty)

        let deletion = Event.household([.deleteItem(keys)])
        for effect in speaker.engine.apply(deletion, at: start.advanced(bySeconds: 1)) {
            speaker.publications.note(effect, at: start)
        }
        #expect(throws: Unreadable.self) {
            try speaker.publications.clearLeftovers(speaker.engine) { throw Unreadable() }
        }
        let cleared = speaker.said(at: 2).filter { $0.hasPrefix("clear") }
        #expect(cleared == ["clear item/keys/state", "clear user/alice/item/keys"])
    }
}
