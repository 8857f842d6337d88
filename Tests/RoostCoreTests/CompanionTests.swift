// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Things that a user carries tell where the user is")
struct CompanionTests {
    /// Beacons in the kitchen, heard once a second.
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

    /// At the office with both things, where the phone falls silent; then `things` come home.
    private static func comeHome(
        _ things: [BeaconID], battery: Int = 60, isPinging: Bool = false, after silence: Double
    ) -> House {
        var house = House.withWallet()
        lie(&house, [House.keys, House.wallet], from: 0, to: 60)
        house.fix(House.home, at: 30)
        for beacon in [House.keys, House.wallet] { house.hear(beacon, by: "n2", -50, at: 62) }
        for (coordinate, second) in [
            (House.home.north(900), 300.0), (House.office, 600), (House.office, 900),
        ] {
            var fix = Fix(
                coordinate: coordinate, accuracy: 10,
                time: House.start.advanced(bySeconds: second))
            fix.battery = battery
            house.take(fix, at: second)
        }
        for second in stride(from: 1800, to: 900 + silence, by: 900) where isPinging {
            var ping = Fix(
                coordinate: House.office, accuracy: 10, time: House.start.advanced(bySeconds: 900))
            ping.pinged = House.start.advanced(bySeconds: second)
            house.take(ping, at: second)
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
        "Things bring their owner home only if the phone is long silent or nearly empty",
        arguments: [
            ([House.keys, House.wallet], 60, 7200.0, true),
            ([House.keys, House.wallet], 60, 1200, false),
            ([House.keys], 60, 7200, false), ([House.keys], 2, 1200, true),
            ([House.keys], 9, 1200, false),
        ])
    func come(things: [BeaconID], battery: Int, silence: Double, isHome: Bool) {
        let house = Self.comeHome(things, battery: battery, after: silence)
        #expect((house.alice.place == ID(checked: "home")) == isHome)
        #expect(
            house.alerts(.arrived).filter { $0.place == ID(checked: "home") }.count
                == (isHome ? 1 : 0))
    }

    /// At the office with both things; the phone's last fix is on the way home, and then nothing but
    /// what `after` has it say.
    private static func driveHome(
        metres: Double = 400, secondsBefore: Double = 60,
        after: (inout House, _ arrival: Double) -> Void = { _, _ in }
    ) -> House {
        var house = comeHome([], after: 1200)
        let arrival = 4000.0
        house.fix(House.home.north(metres + 900), at: arrival - secondsBefore - 120)
        house.fix(House.home.north(metres), at: arrival - secondsBefore)
        lie(&house, [House.keys, House.wallet], from: Int(arrival), to: Int(arrival) + 30)
        after(&house, arrival)
        lie(&house, [House.keys, House.wallet], from: Int(arrival) + 60, to: Int(arrival) + 200)
        return house
    }

    @Test("Things bring home their owner whose phone was on the way and says no more")
    func onTheWay() {
        let house = Self.driveHome()
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.alerts(.arrived).filter { $0.place == ID(checked: "home") }.count == 1)
    }

    @Test("They do not if the phone goes on to speak, or is too far away to be there")
    func elsewhere() {
        let speaking = Self.driveHome { house, arrival in
            house.fix(House.home.north(700), at: arrival + 40)
        }
        let far = Self.driveHome(metres: 40_000, secondsBefore: 300)
        let pinging = Self.driveHome { house, arrival in
            var ping = Fix(
                coordinate: House.home.north(400), accuracy: 10,
                time: House.start.advanced(bySeconds: arrival - 60))
            ping.pinged = House.start.advanced(bySeconds: arrival + 40)
            house.take(ping, at: arrival + 40)
        }
        for house in [speaking, far, pinging] { #expect(house.alice.place == nil) }
    }

    @Test("They do not either if the phone lies in some garden")
    func garden() {
        var house = Self.comeHome([], after: 1200)
        for second in stride(from: 2500.0, to: 4900, by: 600) {
            house.fix(House.home.north(1300), at: second)
        }
        Self.lie(&house, [House.keys, House.wallet], from: 5000, to: 5200)
        #expect(house.alice.place == nil)
    }

    @Test("Things do not bring their owner home while the phone pings from elsewhere")
    func pinging() {
        let house = Self.comeHome([House.keys, House.wallet], isPinging: true, after: 7200)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("New fixes of the phone override the presence inferred from things")
    func charged() {
        var house = Self.comeHome([House.keys, House.wallet], after: 7200)
        #expect(house.alice.room == ID(checked: "kitchen"))
        house.fix(House.office, at: 8600)
        house.fix(House.office, at: 8700)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("Things do not bring their owner home if somebody else arrived with them")
    func errand() {
        var house = Self.comeHome([], after: 7200)
        house.fix(House.home.north(2000), of: House.bob, at: 8200)
        house.fix(House.home, of: House.bob, at: 8290)
        for second in 8300..<8320 {
            for beacon in [House.keys, House.wallet] {
                house.hear(beacon, by: "n2", -55, at: Double(second))
            }
        }
        #expect(house.alerts(.arrived).contains { $0.user == House.bob })
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("Two things that come to two places bring nobody to either")
    func apart() {
        var house = Self.comeHome([], after: 7200)
        house.draw("gym", "Gym", at: House.home.north(9000))
        house.change(
            .saveNode(
                Node(id: ID(checked: "n3"), place: ID(checked: "gym"), room: ID(checked: "desk"))
            ),
            at: 8200)
        house.effects = []
        for second in stride(from: 8200.0, to: 8300, by: 2) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second > 8240 { house.hear(House.wallet, by: "n3", -60, at: second + 0.5) }
        }
        #expect(house.transitions.isEmpty)
    }
}
