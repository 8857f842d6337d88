// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("What somebody carries tells where they are")
struct CompanionTests {
    private static let wallet = BeaconID(canonical: "mac:a4c138000003")

    private static func house() -> House {
        var house = House()
        house.change(
            .saveItem(
                Item(id: ID(checked: "wallet"), owner: House.alice, name: "Wallet", beacon: wallet)),
            at: 0)
        return house
    }

    /// What lies in the kitchen, once a second.
    private static func lie(
        _ house: inout House, _ beacons: [BeaconID], from start: Int, to end: Int
    ) {
        for second in start..<end {
            for beacon in beacons {
                house.hear(beacon, by: "n1", -60, at: Double(second))
                house.hear(beacon, by: "n2", -78, at: Double(second))
            }
        }
    }

    /// Five minutes in the kitchen; then `things` are carried through the hall and out of the door, while
    /// the rest goes on lying there.
    private static func forgetPhone(_ things: [BeaconID]) -> House {
        var house = house()
        let all = [House.tag, House.keys, wallet]
        lie(&house, all, from: 0, to: 300)
        let rest = all.filter { !things.contains($0) }
        for second in 300..<314 {
            lie(&house, rest, from: second, to: second + 1)
            for beacon in things {
                house.hear(beacon, by: "n2", second < 310 ? -52 : -82, at: Double(second))
                house.hear(beacon, by: "n1", second < 310 ? -75 : -90, at: Double(second))
            }
        }
        lie(&house, rest, from: 314, to: 420)
        return house
    }

    @Test("Who goes out with keys and wallet has left, though what they forgot is still heard")
    func forgotten() throws {
        var house = Self.forgetPhone([House.keys, Self.wallet])
        #expect(house.alice.hand == .travelling)
        #expect(house.alerts(.left).map(\.place) == [ID(checked: "home")])
        let decisions = house.effects.compactMap { effect in
            if case .explain(let decision) = effect, decision.item == nil { decision } else { nil }
        }
        let decision = try #require(decisions.last)
        #expect(decision.rule == "things_went_out")
        #expect(
            decision.evidence.first?.text
                == "Keys and Wallet fell silent together on the way out of Home")

        // A restart invents nothing, and nor does the phone that lies where it lay.
        house.engine = Engine(household: house.engine.household, memory: house.engine.memory)
        house.effects = []
        house.listen(at: 430)
        Self.lie(&house, [House.tag], from: 440, to: 500)
        #expect(house.alice.hand == .travelling && house.alerts(.arrived).isEmpty)

        // They come home with what they took along.
        for second in 500..<530 {
            Self.lie(&house, [House.tag], from: second, to: second + 1)
            for beacon in [House.keys, Self.wallet] {
                house.hear(beacon, by: "n2", -55, at: Double(second))
            }
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test("One thing may be in other hands, and whoever wears a tag that moved has not gone")
    func others() {
        #expect(Self.forgetPhone([House.keys]).alice.place == ID(checked: "home"))
        // The tag comes from the bedroom meanwhile: its wearer is at home.
        var house = Self.house()
        Self.lie(&house, [House.keys, Self.wallet], from: 0, to: 300)
        for second in 300..<420 {
            house.hear(House.tag, by: "n1", second % 4 < 2 ? -50 : -72, at: Double(second))
            house.hear(House.tag, by: "n2", second % 4 < 2 ? -80 : -60, at: Double(second))
            guard second < 314 else { continue }
            for beacon in [House.keys, Self.wallet] {
                house.hear(beacon, by: "n2", second < 310 ? -52 : -82, at: Double(second))
            }
        }
        #expect(house.alice.place == ID(checked: "home"))
    }

    /// At the office with both things, where the phone goes silent; then `things` come home.
    private static func comeHome(
        _ things: [BeaconID], battery: Int = 60, after silence: Double
    ) -> House {
        var house = house()
        lie(&house, [House.keys, wallet], from: 0, to: 60)
        house.fix(House.home, at: 30)
        for beacon in [House.keys, wallet] { house.hear(beacon, by: "n2", -50, at: 62) }
        for (coordinate, second) in [
            (House.home.north(900), 300.0), (House.office, 600), (House.office, 900),
        ] {
            var fix = Fix(
                coordinate: coordinate, accuracy: 10,
                time: House.start.advanced(bySeconds: second))
            fix.battery = battery
            house.take(fix, at: second)
        }
        let arrival = Int(900 + silence)
        for second in arrival..<arrival + 20 {
            for beacon in things {
                house.hear(beacon, by: "n2", second < arrival + 8 ? -55 : -75, at: Double(second))
                house.hear(beacon, by: "n1", second < arrival + 8 ? -75 : -55, at: Double(second))
            }
        }
        return house
    }

    @Test(
        "Things that were along bring their owner home where the phone has long said nothing",
        arguments: [
            ([House.keys, wallet], 60, 7200.0, true), ([House.keys, wallet], 60, 1200, false),
            ([House.keys], 60, 7200, false), ([House.keys], 4, 1200, true),
        ])
    func come(things: [BeaconID], battery: Int, silence: Double, isHome: Bool) {
        let house = Self.comeHome(things, battery: battery, after: silence)
        #expect((house.alice.place == ID(checked: "home")) == isHome)
        #expect(
            house.alerts(.arrived).filter { $0.place == ID(checked: "home") }.count
                == (isHome ? 1 : 0))
    }

    @Test("What the phone says since then counts again")
    func charged() {
        var house = Self.comeHome([House.keys, Self.wallet], after: 7200)
        #expect(house.alice.room == ID(checked: "kitchen"))
        house.fix(House.office, at: 8600)
        house.fix(House.office, at: 8700)
        #expect(house.alice.place == ID(checked: "office"))
    }
}
