import RoostCore
import Testing

@Suite("Things that fell silent as others left")
struct TakenThingsTests {
    @Test("A thing that fell silent as somebody else left is told with who that was")
    func taken() {
        var house = House()
        for user in [House.bob, House.alice] {
            let viewer = user == House.bob ? House.alice : House.bob
            house.change(
                .saveShare(Share(owner: user, viewer: .user(viewer), level: .place)), at: 0)
        }
        house.fix(House.home, of: House.bob, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 600, every: 5)
        house.hear(House.keys, by: "n1", -60, from: 601, to: 610, every: 2)
        house.fix(House.home.north(2000), of: House.bob, at: 640)
        house.hear(House.tag, by: "n1", -56, from: 641, to: 3000, every: 5)
        #expect(
            house.alerts(.itemLost).map(\.text) == [
                "Keys: not heard any more, last in kitchen, Home. Bob left then."
            ])
    }

    @Test("What somebody takes daily is told as lost once, and then if they come without it")
    func takenDaily() {
        var house = House()
        house.hear(House.tag, by: "n1", -56, from: 1, to: 100, every: 5)
        /// Bob goes with the keys to the car in front of the house, and is back from the office
        /// after two hours.
        func trip(at start: Double, bringsBack: Bool) {
            house.fix(House.home, of: House.bob, at: start)
            house.hear(House.keys, by: "n1", -60, from: start + 1, to: start + 60, every: 2)
            house.fix(House.home.north(1000), of: House.bob, at: start + 90)
            house.hear(House.keys, by: "n1", -88, from: start + 100, to: start + 120, every: 5)
            house.hear(House.tag, by: "n1", -56, from: start + 120, to: start + 2400, every: 60)
            for second in [2400.0, 2460] {
                house.fix(House.office, of: House.bob, at: start + second)
            }
            house.hear(House.tag, by: "n1", -56, from: start + 2460, to: start + 6600, every: 60)
            house.fix(House.home.north(1000), of: House.bob, at: start + 6600)
            house.hear(House.tag, by: "n1", -56, from: start + 6600, to: start + 7200, every: 60)
            for second in [7200.0, 7230, 7290] {
                house.fix(House.home, of: House.bob, at: start + second)
            }
            for second in stride(from: start + 7320, to: start + 10_800, by: 60) {
                house.hear(House.tag, by: "n1", -56, at: second)
                if bringsBack { house.hear(House.keys, by: "n1", -60, at: second + 1) }
            }
        }
        for day in 0..<3 {
            trip(at: 200 + 20_000 * Double(day), bringsBack: true)
            #expect(house.alerts(.itemLost).count == 1, "day \(day)")
        }
        let told = 60_200 + 7200.0
        trip(at: 60_200, bringsBack: false)
        #expect(house.alerts(.itemLost).count == 2)
        let last = house.alerts(.itemLost).last?.time.seconds(since: House.start) ?? 0
        #expect((told + 1790...told + 2200).contains(last), "\(last - told)")
    }

    @Test(
        "Of several who left as a thing fell silent, it is lost once one is back without it",
        arguments: [true, false])
    func takenByAnyone(isKnownToGo: Bool) {
        var house = House()
        let carol: ID<User> = ID(checked: "carol")
        house.change(.saveUser(User(id: carol, name: "Carol")), at: 0)
        /// They go with the keys, and bob or nobody is back after an hour.
        func trip(of users: [ID<User>], at start: Double, returning: Bool) {
            for user in users { house.fix(House.home, of: user, at: start) }
            house.hear(House.tag, by: "n1", -56, from: start + 1, to: start + 100, every: 5)
            house.hear(House.keys, by: "n1", -60, from: start + 101, to: start + 120, every: 2)
            for user in users {
                for second in [150.0, 200] {
                    house.fix(House.office, of: user, at: start + second)
                }
            }
            house.hear(House.tag, by: "n1", -56, from: start + 201, to: start + 3600, every: 30)
            if returning {
                for second in [3600.0, 3630, 3690] {
                    house.fix(House.home, of: House.bob, at: start + second)
                }
            }
            house.hear(House.tag, by: "n1", -56, from: start + 3700, to: start + 7200, every: 30)
        }
        trip(of: isKnownToGo ? [House.bob] : [House.bob, carol], at: 10, returning: true)
        #expect(house.alerts(.itemLost).count == 1)
        // One of them took it then; of two, nobody knows which.
        trip(of: [House.bob, carol], at: 20_000, returning: false)
        #expect(house.alerts(.itemLost).count == (isKnownToGo ? 1 : 2))
        trip(of: [House.bob, carol], at: 40_000, returning: true)
        #expect(house.alerts(.itemLost).count == (isKnownToGo ? 2 : 3))
    }

    @Test("Whoever was back for a moment still has what they took before")
    func backForAMoment() {
        var house = House()
        func leave(at second: Double) {
            for second in [second, second + 60] {
                house.fix(House.office, of: House.bob, at: second)
            }
        }
        func comeBack(at second: Double) {
            for second in [second, second + 30, second + 90] {
                house.fix(House.home, of: House.bob, at: second)
            }
        }
        house.fix(House.home, of: House.bob, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 100, every: 5)
        for start in [101.0, 20_000] {
            comeBack(at: start)
            house.hear(House.keys, by: "n1", -60, from: start + 100, to: start + 120, every: 2)
            leave(at: start + 130)
            house.hear(House.tag, by: "n1", -56, from: start + 200, to: start + 3600, every: 30)
            comeBack(at: start + 3600)
            leave(at: start + 4000)
            house.hear(House.tag, by: "n1", -56, from: start + 4100, to: start + 9000, every: 30)
            #expect(house.alerts(.itemLost).count == 1, "\(start)")
        }
    }
}
