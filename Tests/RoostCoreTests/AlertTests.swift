// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Alerts and their recipients")
struct AlertTests {
    /// alice goes out and comes home.
    private func outing(_ changes: [HouseholdChange], settings: Settings = Settings()) -> House {
        var house = House()
        var alice = house.engine.household.users[House.alice]!
        alice.settings = settings
        house.change(.saveUser(alice), at: 0)
        for change in changes { house.change(change, at: 0) }
        house.fix(House.home, at: 0)
        house.fix(House.home.north(2000), at: 600)
        house.fix(House.home, at: 1200)
        return house
    }

    @Test(
        "A friend is alerted as far as the share level allows, never with a position",
        arguments: [(ShareLevel.presence, 0), (.place, 1), (.exact, 1)])
    func friends(level: ShareLevel, alerts: Int) {
        let house = outing([
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: level))
        ])
        #expect(house.alerts(.friendLeft).count == alerts)
        #expect(house.alerts(.friendArrived).count == alerts)
        let told = house.alerts(.friendLeft) + house.alerts(.friendArrived)
        #expect(told.allSatisfy { $0.user == House.bob && $0.position == nil })
        #expect(told.flatMap(\.evidence).allSatisfy { $0.device == nil })
    }

    @Test("Without a share, nobody is alerted that a user left")
    func noShare() {
        #expect(outing([]).alerts(.friendLeft).isEmpty)
    }

    @Test("A muted kind of alert is not sent")
    func muted() {
        var settings = Settings()
        settings.mutedAlerts = [.left]
        let house = outing([], settings: settings)
        #expect(house.alerts(.left).isEmpty)
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test("In quiet hours an alert is kept but not pushed, unless it is critical")
    func quietHours() {
        var settings = Settings()
        settings.quietHours = DailyHours(from: 0, to: 0)
        var house = outing([], settings: settings)
        #expect(house.alerts(.left).map(\.delivery) == [.quiet])
        house.hear(House.keys, by: "n1", -60, at: 1300)
        house.fix(House.home.north(2000), at: 1900)
        house.hear(House.keys, by: "n1", -60, at: 1910)
        #expect(house.alerts(.leftBehind).map(\.delivery) == [.pushed])
    }

    @Test("Repeated departures and arrivals within the rate interval give one alert each")
    func rate() {
        var house = House()
        house.fix(House.home, at: 0)
        for round in 0..<5 {
            let start = Double(round) * 50
            house.fix(House.home.north(2000), at: start + 25)
            house.fix(House.home, at: start + 50)
        }
        #expect(house.transitions.count == 10)
        #expect(house.alerts(.left).count == 1)
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test("Departures told by a phone and by nodes share one rate limit")
    func rateOfAll() {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.fix(House.home.north(2000), at: 60)
        house.hear(House.tag, by: "n1", -60, from: 100, to: 110, every: 1)
        house.hear(House.tag, by: "n2", -60, from: 110, to: 130, every: 1)
        house.wait(until: 200)
        #expect(house.transitions == ["leave home", "enter home", "leave home"])
        #expect(house.alerts(.left).count == 1)
    }

    @Test("An earlier outage of one node does not suppress the alert when all are gone")
    func powerCut() {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        house.report("n1", isOnline: false, at: 10)
        house.report("n1", isOnline: true, at: 300)
        for node in ["n1", "n2"] { house.report(node, isOnline: false, at: 600) }
        house.wait(until: 900)
        for user in [House.alice, House.bob] {
            let told = house.alerts(.nodeOffline).filter { $0.user == user }
            #expect(told.map(\.title) == ["Node n1 is gone", "2 nodes are gone"])
        }
    }

    @Test("An alert about a fix that arrives hours late is kept but not pushed")
    func stale() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(2000), at: 100, arriving: 7200)
        house.wait(until: 7300)
        #expect(house.alerts(.left).map(\.delivery) == [.stale])
    }

    @Test("The same story gives the same alerts with the same unique ids")
    func ids() {
        let share = HouseholdChange.saveShare(
            Share(owner: House.alice, viewer: .everyone, level: .place))
        let (one, other) = (outing([share]), outing([share]))
        #expect(one.effects == other.effects)
        let ids = one.alertIDs
        #expect(ids.count == 4)
        #expect(Set(ids).count == ids.count)
    }
}

@Suite("What friends see")
struct FriendTests {
    private func view(_ level: ShareLevel) -> FriendView? {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: level)), at: 0)
        house.fix(House.office, at: 0)
        house.fix(House.home, of: House.bob, at: 10)
        return house.engine.friend(House.alice, for: House.bob)
    }

    @Test(
        "Where somebody is heading is told of places that the viewer knows",
        arguments: [true, false])
    func heading(isShared: Bool) {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .place)), at: 0)
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "clinic"), name: "Clinic",
                    area: .circle(center: House.home.north(-2224), radius: 60),
                    owner: House.alice, isShared: isShared)), at: 0)
        house.fix(House.home, at: 0)
        for step in 1...5 {
            house.fix(House.home.north(-400 - Double(step) * 100), at: 600 + Double(step) * 10)
        }
        #expect(house.alice.heading?.place == ID(checked: "clinic"))
        let view = house.engine.friend(House.alice, for: House.bob)
        #expect(view?.hand == .travelling)
        #expect(view?.heading?.place == (isShared ? ID(checked: "clinic") : nil))
    }

    @Test("Each share level shows exactly what it allows")
    func levels() {
        let presence = view(.presence)
        #expect(presence?.hand == .place("work"))
        #expect(presence?.place == nil)
        #expect(presence?.fix == nil)
        let place = view(.place)
        #expect(place?.place == ID(checked: "office"))
        #expect(place?.fix == nil && place?.distance == nil && place?.room == nil)
        let exact = view(.exact)
        #expect(exact?.fix?.coordinate == House.office)
        #expect(exact?.distance.map { abs($0 - House.home.distance(to: House.office)) < 1 } == true)
    }

    @Test("A share with daily hours is visible only within these hours")
    func limits() {
        var house = House()
        house.fix(House.office, at: 0)
        // The story begins at 14:13:20 UTC.
        let minute = 14 * 60 + 13
        house.change(
            .saveShare(
                Share(
                    owner: House.alice, viewer: .user(House.bob), level: .place,
                    hours: DailyHours(from: minute + 2, to: minute + 4))), at: 0)
        for day in [0.0, 1] {
            var seen: [Bool] = []
            for minute in 0..<6 {
                house.wait(until: day * 86_400 + Double(minute) * 60)
                seen.append(house.engine.friend(House.alice, for: House.bob) != nil)
            }
            #expect(seen == [false, false, true, true, false, false], "day \(day)")
        }
    }

    @Test("A share for a named viewer overrides the share for everyone")
    func precedence() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .everyone, level: .exact)), at: 0)
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .presence)), at: 0
        )
        house.fix(House.office, at: 0)
        #expect(house.engine.friend(House.alice, for: House.bob)?.level == .presence)
    }

    @Test("A friend's view turns stale after an hour without news, and this is published")
    func stale() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .place)), at: 0)
        house.fix(House.office, at: 0)
        house.wait(until: 3590)
        #expect(house.engine.friend(House.alice, for: House.bob)?.isStale == false)
        let before = house.effects.count
        house.wait(until: 3610)
        #expect(house.engine.friend(House.alice, for: House.bob)?.isStale == true)
        #expect(house.effects.dropFirst(before).contains(.changed(.user(House.alice), .soon)))
    }

    @Test("How far a friend is, is not told from where the viewer was days ago")
    func distanceFromHere() throws {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .exact)), at: 0)
        house.fix(House.home, of: House.bob, at: 1)
        house.fix(House.office, at: 2)
        let distance = house.engine.friend(House.alice, for: House.bob)?.distance
        #expect(try #require(distance) > 2000)
        house.fix(House.office, at: 10 * 86_400)
        let later = try #require(house.engine.friend(House.alice, for: House.bob))
        #expect(later.fix != nil && later.distance == nil)
    }

    @Test("A place counts everybody in it but names only users who share with everyone")
    func occupancy() {
        var house = House()
        house.fix(House.home, at: 0)
        let home: ID<Place> = ID(checked: "home")
        #expect(house.engine.occupancy(of: home)?.count == 1)
        #expect(house.engine.occupancy(of: home)?.users == [])
        house.effects = []
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .everyone, level: .place)), at: 10)
        #expect(house.engine.occupancy(of: home)?.users == [House.alice])
        #expect(house.effects.contains(.changed(.place(home), .now)))
        house.effects = []
        house.change(.deleteUser(House.alice), at: 20)
        #expect(house.engine.occupancy(of: home)?.count == 0)
        #expect(house.effects.contains(.changed(.place(home), .now)))
    }
}
