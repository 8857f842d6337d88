// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import SeededRandom
import Simulator
import Testing

@testable import RoostCore

/// A phone that was offline for three weeks sends all of its fixes at once.
@Suite("Three weeks of queued fixes at once")
struct QueueTests {
    private static let day = 86_400.0
    private static let weeks = 21 * day
    private static let phone = DeviceKey(user: House.alice, device: Device("phone")!)

    /// Home, to the office by car from 8:00 to 17:00, and home.
    ///
    /// A fix every five minutes, and every half a minute on the way. The last day ends at 12:50,
    /// after lunch at home.
    private static let fixes: [Fix] = {
        var fixes: [Fix] = []
        func add(_ metres: Double, _ second: Double) {
            fixes.append(
                Fix(
                    coordinate: House.home.north(metres), accuracy: 10,
                    time: House.start.advanced(bySeconds: second)))
        }
        func stay(_ metres: Double, from start: Double, to end: Double) {
            for second in stride(from: start, to: end, by: 300) { add(metres, second) }
        }
        func drive(_ from: Double, _ to: Double, at start: Double) {
            for step in 1..<10 {
                add(from + (to - from) * Double(step) / 10, start + 30 * Double(step))
            }
        }
        let (home, office) = (0.0, 2224.0)
        for day in 0...21 {
            let midnight = Double(day) * Self.day
            stay(home, from: midnight + 10, to: midnight + 28_800)
            drive(home, office, at: midnight + 28_800)
            stay(office, from: midnight + 29_100, to: midnight + 43_200)
            guard day == 21 else {
                stay(office, from: midnight + 43_200, to: midnight + 61_200)
                drive(office, home, at: midnight + 61_200)
                stay(home, from: midnight + 61_500, to: midnight + 86_400)
                continue
            }
            drive(office, home, at: midnight + 43_200)
            stay(home, from: midnight + 43_500, to: midnight + 45_300)
            drive(home, office, at: midnight + 45_300)
            stay(office, from: midnight + 45_600, to: midnight + 46_300)
        }
        return fixes
    }()

    private static let end = weeks + 46_320

    /// The announcements and the final belief for fixes that come late, in this order.
    private func drain(_ late: [Fix], before: [Fix]) -> House {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .place)), at: 0)
        for fix in before { house.take(fix, at: fix.time.seconds(since: House.start)) }
        for (index, fix) in late.enumerated() {
            house.take(fix, at: Self.end + 0.001 * Double(index))
        }
        house.wait(until: Self.end + 60)
        return house
    }

    private static func shuffled(_ fixes: [Fix], seed: UInt64) -> [Fix] {
        var chance = SeededRandom(seed: seed)
        return fixes.map { ($0, chance.fraction()) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private func steps(_ house: House) -> [String] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect else { return nil }
            return "\(step.isEntering) \(step.place) \(step.time.milliseconds)"
        }
    }

    /// Kind, time and delivery of each alert.
    private func alerts(_ house: House) -> [String] {
        house.effects.compactMap { effect in
            guard case .alert(let alert) = effect else { return nil }
            let time = Int(alert.time.seconds(since: House.start) - Self.weeks)
            return
                "\(alert.user) \(alert.kind) \(alert.place?.rawValue ?? "") \(time) \(alert.delivery)"
        }
    }

    private func visits(_ house: House) -> [Visit] {
        var fixes: [Fix] = []
        var transitions: [Transition] = []
        for effect in house.effects {
            if case .record(let fix, _) = effect { fixes.append(fix) }
            if case .announce(let step) = effect { transitions.append(step) }
        }
        return RoostCore.visits(
            fixes: Set(fixes).map { (Self.phone.device, $0) }, transitions: transitions,
            places: Array(house.engine.household.places.values),
            until: .distantFuture)
    }

    @Test("Neither the order of queued fixes nor duplicates make a difference")
    func order() throws {
        let fixes = Self.fixes
        #expect(fixes.count > 6000)
        let (known, late) = (Array(fixes.prefix(300)), Array(fixes.dropFirst(300)))
        let inOrder = drain(late, before: known)
        let again = Array(fixes.prefix(400)) + late + Array(late.suffix(500))
        for seed in 1...2 {
            let other = drain(Self.shuffled(again, seed: UInt64(seed)), before: known)
            #expect(steps(other) == steps(inOrder))
            #expect(alerts(other) == alerts(inOrder))
            #expect(visits(other) == visits(inOrder))
            #expect(
                other.engine.users[House.alice]?.settled
                    == inOrder.engine.users[House.alice]?.settled)
            #expect(other.engine.users[House.alice]?.devices["phone"]?.last == fixes.last)
        }
    }

    @Test("Late fixes give the same history as live ones, and presence follows the newest")
    func asLive() throws {
        let (known, late) = (Array(Self.fixes.prefix(300)), Array(Self.fixes.dropFirst(300)))
        let live = drain([], before: Self.fixes)
        let drained = drain(Self.shuffled(late, seed: 4), before: known)
        #expect(visits(drained) == visits(live))
        #expect(visits(drained).count == 2 * 22 + 2)
        #expect(drained.alice.place == live.alice.place)
        #expect(drained.alice.place == ID(checked: "office"))
        #expect(steps(drained) == steps(live))
        #expect(steps(drained).count == 4 * 22 + 2)
    }

    @Test("Only recent events of a queue are pushed, and older ones do not suppress them")
    func news() throws {
        let (known, late) = (Array(Self.fixes.prefix(300)), Array(Self.fixes.dropFirst(300)))
        let house = drain(late, before: known)
        let told = house.effects.compactMap { effect in
            if case .alert(let alert) = effect, alert.delivery == .pushed { alert } else { nil }
        }.filter { $0.time.seconds(since: House.start) > 86_400 }
        #expect(
            told.map { "\($0.kind) \($0.place?.rawValue ?? "")" } == [
                "left home", "friendLeft home", "arrived office", "friendArrived office",
            ], "\(alerts(house))")
        for alert in told { #expect(house.engine.now.seconds(since: alert.time) < 1800) }
    }

    @Test("Whoever is heard where their queue leads came there when the queue says")
    func heardWhereItLeads() throws {
        var house = House.online()
        let office: ID<Place> = ID(checked: "office")
        house.change(
            .saveNode(Node(id: ID(checked: "n3"), place: office, room: ID(checked: "desk"))),
            at: 0)
        house.report("n3", isOnline: true, at: 0)
        for second in [10.0, 600, 1200] { house.fix(House.home, at: second) }
        house.hear(House.keys, by: "n1", -55, from: 1201, to: 1260, every: 2)
        // The gateway was away while she drove; what waited comes with what is heard now.
        house.listen(at: 7000)
        for node in ["n1", "n2", "n3"] { house.report(node, isOnline: true, at: 7000) }
        for step in 0...24 {
            house.fix(
                House.home.north(2224 * min(1, Double(step) / 20)), at: 1500 + 20 * Double(step),
                arriving: 7000 + 0.02 * Double(step))
            if step == 10 {
                house.hear(House.tag, by: "n3", -60, at: 7000.21)
            }
        }
        house.hear(House.keys, by: "n3", -35, from: 7000.6, to: 7002, every: 0.2)
        #expect(house.transitions.isEmpty && house.itemPlaces.isEmpty)
        house.hear(House.tag, by: "n3", -60, from: 7001, to: 7060, every: 1)
        let steps = house.effects.compactMap { effect in
            if case .announce(let step) = effect, step.subject == .user { step } else { nil }
        }
        #expect(house.transitions == ["leave home", "enter office"])
        let came = try #require(steps.last { $0.room == nil })
        let left = try #require(steps.last { $0.room == nil && !$0.isEntering })
        #expect(left.time.seconds(since: House.start) < 1600)
        #expect(came.time.seconds(since: House.start) < 2000)
        #expect(house.alice.room == ID(checked: "desk"))
        let alerts = house.alerts(.left) + house.alerts(.arrived)
        #expect(alerts.count == 2 && alerts.allSatisfy { $0.delivery != .pushed })
    }

    @Test("A queue that does not end holds up for ten seconds what is heard elsewhere")
    func endless() throws {
        var house = House()
        house.change(
            .saveNode(Node(id: ID(checked: "n3"), place: ID(checked: "office"))), at: 0)
        house.report("n3", isOnline: true, at: 0)
        for second in [10.0, 600, 1200] { house.fix(House.home, at: second) }
        var came: Double?
        for second in stride(from: 7000.0, to: 7060, by: 1) {
            house.fix(House.home, at: second - 5000, arriving: second)
            house.hear(House.tag, by: "n3", -50, at: second + 0.1)
            if house.transitions.contains("enter office"), came == nil { came = second }
        }
        let waited = try #require(came) - 7000
        #expect((9...12).contains(waited), "\(waited)")
    }

    @Test("A phone whose clock is slow delays no room", arguments: [0.0, 120])
    func slowClock(lag: Double) {
        var house = House.online()
        for step in 0...150 {
            let second = 2 * Double(step)
            house.hear(House.tag, by: step < 90 ? "n1" : "n2", -50, at: second)
            house.fix(House.home, at: second + 0.5 - lag, arriving: second + 0.5)
        }
        let moved = house.effects.compactMap { effect -> Double? in
            guard case .announce(let step) = effect, step.room == ID(checked: "hall") else {
                return nil
            }
            return step.time.seconds(since: House.start)
        }
        #expect(moved == [188])
    }

    @Test("What a phone tells late of before somebody left does not bring them back")
    func beforeLeaving() {
        var house = House.online()
        house.fix(House.home, at: 1)
        house.hear(House.tag, by: "n1", -50, from: 1, to: 600, every: 2)
        // Her tag was silent for a while before she went out.
        house.hear(House.tag, by: "n1", -50, from: 960, to: 964, every: 1)
        house.hear(House.tag, by: "n2", -50, from: 964, to: 988, every: 1)
        house.wait(until: 1190)
        #expect(house.transitions == ["leave home"])
        for (metres, second) in [(4.0, 601.0), (0, 978), (93, 1038), (177, 1098), (263, 1158)] {
            house.fix(House.home.north(metres), at: second, arriving: 1195)
        }
        house.wait(until: 1400)
        #expect(house.transitions == ["leave home"])
    }
}
