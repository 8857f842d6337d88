// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

/// What a phone queued is told to those who could have seen it as it happened.
@Suite("Late news and shares")
struct ShareTimeTests {
    private static func share(
        _ level: ShareLevel = .place, until second: Double? = nil, hours: DailyHours? = nil
    ) -> HouseholdChange {
        .saveShare(
            Share(
                owner: House.alice, viewer: .user(House.bob), level: level,
                until: second.map { House.start.advanced(bySeconds: $0) }, hours: hours))
    }

    /// What bob is told of alice's way to the office and home again, of which her phone tells only
    /// an hour later.
    private static func told(_ changes: [(second: Double, change: HouseholdChange)]) -> [String] {
        var house = House()
        house.fix(House.home, at: 0)
        for (second, change) in changes { house.change(change, at: second) }
        for (place, second) in [
            (House.home, 600.0), (House.office, 1200), (House.office, 1500), (House.home, 2400),
        ] {
            house.fix(place, at: second, arriving: 3600)
        }
        house.wait(until: 3700)
        #expect(house.alerts(.left).count == 2, "alice herself is told all of it")
        return (house.alerts(.friendLeft) + house.alerts(.friendArrived)).map {
            "\($0.kind) \($0.place!)"
        }
    }

    @Test(
        "Who may not see the room does not see when it was changed",
        arguments: ShareLevel.allCases)
    func rooms(level: ShareLevel) throws {
        var house = House()
        house.change(Self.share(level), at: 0)
        house.hear(House.tag, by: "n1", -55, from: 10, to: 100, every: 2)
        let came = house.engine.friend(House.alice, for: House.bob)?.since
        house.hear(House.tag, by: "n2", -55, from: 100, to: 200, every: 2)
        #expect(house.alice.room == ID(checked: "hall"))
        let now = try #require(house.engine.friend(House.alice, for: House.bob))
        #expect(now.hand == .place("home") && now.since != nil)
        #expect((now.since != came) == (level == .exact))
    }

    @Test("Since when a friend is out, or unknown, is told as their own report tells it")
    func out() throws {
        var house = House()
        house.change(Self.share(), at: 0)
        func requireAgreement(_ hand: Hand) throws {
            let view = try #require(house.engine.friend(House.alice, for: House.bob))
            #expect(view.hand == hand && view.since == house.alice.since, "\(view)")
        }
        house.fix(House.home, at: 10)
        for minute in 1...6 {
            house.fix(House.home.north(300 * Double(minute)), at: 60 * Double(minute))
        }
        try requireAgreement(.travelling)
        house.wait(until: 86_400 / 4)
        try requireAgreement(.unknown)
        house.wait(until: 3 * 86_400)
        try requireAgreement(.offline)
    }

    @Test("An earlier gateway did not note since when: the rooms do not show from then on either")
    func upgraded() {
        var house = House()
        house.change(Self.share(), at: 0)
        house.hear(House.tag, by: "n1", -55, from: 10, to: 100, every: 2)
        let came = house.alice.since
        house.engine.users[House.alice]?.handSince = nil
        house.hear(House.tag, by: "n2", -55, from: 100, to: 200, every: 2)
        #expect(house.engine.friend(House.alice, for: House.bob)?.since == came)
    }

    @Test("When a room was changed is not shown by when something new was known")
    func updated() throws {
        var house = House()
        house.change(Self.share(), at: 0)
        house.hear(House.tag, by: "n1", -55, from: 60, to: 600, every: 2)
        let before = house.engine.friend(House.alice, for: House.bob)
        house.hear(House.tag, by: "n2", -55, from: 602, to: 640, every: 2)
        #expect(house.alice.room == ID(checked: "hall"))
        #expect(house.engine.friend(House.alice, for: House.bob)?.since == before?.since)
        let updated = try #require(house.engine.friend(House.alice, for: House.bob)?.updated)
        #expect(updated.milliseconds % 60_000 == 0)
    }

    @Test("All is told if the share held all the time")
    func before() {
        #expect(Self.told([(10, Self.share())]).count == 4)
    }

    @Test("Nothing is told of what was before the share, or before it was raised to its level")
    func after() {
        #expect(Self.told([(3000, Self.share())]).isEmpty)
        #expect(Self.told([(10, Self.share(.presence)), (3000, Self.share())]).isEmpty)
        #expect(
            Self.told([
                (10, Self.share()),
                (20, .deleteShare(owner: House.alice, viewer: .user(House.bob))),
                (3000, Self.share()),
            ]).isEmpty)
        #expect(Self.told([(10, Self.share(until: 20)), (3000, Self.share())]).isEmpty)
        let open = Share(owner: House.alice, viewer: .everyone, level: .place)
        #expect(Self.told([(10, .saveShare(open))]).count == 4)
        #expect(
            Self.told([
                (10, .saveShare(open)), (20, Self.share(.presence)), (3000, Self.share()),
            ]).isEmpty, "what she kept from him while everyone saw it")
    }

    @Test("A share that begins under way tells what came after")
    func between() {
        #expect(
            Self.told([(2000, Self.share())]).sorted()
                == ["friendArrived home", "friendLeft office"])
    }

    @Test("What was outside the hours of the share is not told within them")
    func hours() {
        // 14:13 UTC is the start, and 15:13 when the phone tells of it.
        let minute = Int(House.start.milliseconds / 60_000) % 1440
        let late = DailyHours(from: minute + 30, to: minute + 120)
        let told = Self.told([(10, Self.share(hours: late))])
        #expect(told.sorted() == ["friendArrived home", "friendLeft office"])
    }

    @Test("A clock that was ahead as the share was saved, or is set back, hides nobody")
    func clock() {
        var house = House()
        house.fix(House.home, at: 0)
        house.change(Self.share(), at: 3600)
        house.listen(at: 10)
        #expect(house.engine.friend(House.alice, for: House.bob)?.place == ID(checked: "home"))
    }

    @Test("A share that is edited, but not raised, goes on")
    func edited() {
        #expect(
            Self.told([(10, Self.share()), (3000, Self.share(until: 90_000))]).count == 4)
        #expect(Self.told([(10, Self.share(.exact)), (3000, Self.share())]).count == 4)
    }
}
