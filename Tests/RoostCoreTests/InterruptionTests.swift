// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("What happened while nobody listened")
struct InterruptionTests {
    @Test(
        "Only a long interruption makes it doubtful how long things have lain",
        arguments: [2.0, 60])
    func interrupted(seconds: Double) {
        var house = House()
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 1)
        func rest() -> Double {
            house.engine.track(of: House.keys)?.rooms.rest(at: house.engine.now) ?? 0
        }
        #expect(rest() > 500)
        house.interrupt(at: 600)
        house.listen(at: 600 + seconds)
        house.hear(House.keys, by: "n1", -60, from: 601 + seconds, to: 605 + seconds, every: 1)
        #expect((rest() > 500) == (seconds < 5))
        #expect(house.keys.room == ID(checked: "kitchen"))
    }

    /// The times of arrivals and departures, in seconds since the start.
    private func times(_ house: House) -> [Double] {
        house.effects.compactMap { effect in
            guard case .announce(let step) = effect, step.subject == .user, step.room == nil else {
                return nil
            }
            return step.time.seconds(since: House.start)
        }
    }

    @Test("Who left around a pause has not come back after the next, of which nobody heard them")
    func twice() {
        var house = House.online()
        house.fix(House.home, at: 0)
        func hear(until end: Double) {
            let start = house.engine.now.seconds(since: House.start).rounded(.up)
            for second in stride(from: start, to: end, by: 1) {
                for beacon in second < 20 ? [House.tag, House.bag] : [House.bag] {
                    house.hear(beacon, by: "n1", -60, at: second)
                    house.hear(beacon, by: "n2", -76, at: second + 0.2)
                }
                if second == 32 { house.fix(House.home.north(300), at: second + 0.4) }
            }
        }
        func pause() {
            let second = house.engine.now.seconds(since: House.start)
            house.interrupt(at: second)
            house.listen(at: second + 1)
        }
        hear(until: 21)
        pause()
        hear(until: 70)
        #expect(house.transitions == ["leave home"])
        pause()
        hear(until: 200)
        #expect(house.transitions == ["leave home"])
        #expect(house.alice.hand == .travelling)
    }

    @Test("Who left while nobody listened has left when their phone proved it, and is told soon")
    func leftMeanwhile() {
        var house = House.online()
        house.fix(House.home, at: 0)
        for second in 0..<142 {
            house.hear(House.keys, by: "n1", -60, at: Double(second))
            house.hear(House.tag, by: second < 130 ? "n1" : "n2", -60, at: Double(second) + 0.3)
        }
        house.interrupt(at: 143)
        house.effects = []
        house.listen(at: 250)
        for (meters, second) in [(150.0, 145.0), (450, 170), (900, 200), (1500, 230)] {
            house.fix(House.home.north(meters), at: second, arriving: 250)
        }
        #expect(house.transitions.isEmpty, "the house may still hear her")
        for second in 251..<272 { house.hear(House.keys, by: "n1", -60, at: Double(second)) }
        #expect(house.transitions == ["leave home"])
        #expect(times(house) == [170])
        #expect(house.alerts(.leftBehind).count == 1)
    }

    @Test(
        "A restart shortly after a tag fell silent makes nobody leave earlier than without one",
        arguments: [nil, 132, 140, 144] as [Double?])
    func noEarlier(restart: Double?) {
        var house = House.online()
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 240, by: 2) {
            if second == restart { house.listen(at: second) }
            house.hear(House.keys, by: "n1", -60, at: second)
            if second < 130 { house.hear(House.tag, by: "n1", -60, at: second + 0.3) }
            if second == 150 { house.fix(House.home.north(200), at: 150.5) }
            if second == 166 { house.fix(House.home.north(500), at: 166.5) }
            if second == 172 { #expect(house.transitions.isEmpty) }
        }
        #expect(house.transitions == ["leave home"] && times(house) == [166.5])
    }

    @Test(
        "What went along is not left behind because of a restart shortly after it fell silent",
        arguments: [nil, 132, 140, 144] as [Double?])
    func wentAlong(restart: Double?) {
        var house = House.withWallet()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 300, by: 2) {
            if second == restart { house.listen(at: second) }
            house.hear(House.keys, by: "n1", -60, at: second)
            if second < 130 {
                house.hear(House.tag, by: "n1", -60, at: second + 0.3)
                house.hear(House.wallet, by: "n1", -60, at: second + 0.6)
            }
            if second == 146 { house.fix(House.home.north(1500), at: 146.5) }
        }
        #expect(house.transitions == ["leave home"])
        #expect(house.alerts(.leftBehind).map(\.item) == [ID(checked: "keys")])
    }

    @Test("Who is heard at once after an interruption is there, whatever a stray fix says")
    func stillThere() {
        var house = House.online()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 142, every: 1)
        house.interrupt(at: 143)
        house.effects = []
        house.listen(at: 250)
        house.fix(House.home.north(900), at: 240, arriving: 250)
        house.hear(House.tag, by: "n1", -60, from: 265, to: 400, every: 1)
        #expect(house.transitions.isEmpty)
    }

    @Test(
        "Who came while nobody listened came when the queued sightings say, however they are read",
        arguments: [0, 0.02, 0.1])
    func cameMeanwhile(pause: Double) {
        var house = House.online()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 1)
        house.hear(House.tag, by: "n2", -60, from: 60, to: 80, every: 1)
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 60 + 60 * Double(step))
        }
        house.interrupt(at: 700)
        house.effects = []
        house.listen(at: 1000)
        for second in 800..<1000 {
            house.send(
                House.tag, by: second < 810 ? "n2" : "n1", sent: Double(second),
                at: 1000 + pause * Double(second - 800))
        }
        #expect(house.transitions == ["enter home"])
        #expect(times(house).allSatisfy { (800...803).contains($0) }, "\(times(house))")
        #expect(house.alice.room == ID(checked: "kitchen"))
    }

    @Test("A tag first heard in a queue has not lain there since")
    func firstHeardLate() {
        var house = House.online()
        for second in [3400.0, 3460, 3900] { house.fix(House.home.north(3000), at: second) }
        for second in 3000..<3010 {
            house.send(House.tag, by: "n1", sent: Double(second), at: 4000)
        }
        for second in stride(from: 4300.0, to: 5600, by: 300) {
            house.fix(House.home.north(3000), at: second)
        }
        house.hear(House.tag, by: "n1", -60, from: 5600, to: 5640, every: 2)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("What was heard minutes ago brings nobody who was gone, and finds nothing that is lost")
    func longAgo() {
        var house = House.online()
        house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 1)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 1)
        for second in stride(from: 60.0, to: 4000, by: 10) {
            house.hear(House.wallet, by: "n1", -60, at: second)
        }
        #expect(house.alice.hand == .unknown)
        #expect(house.alerts(.itemLost).isEmpty, "she may have them")
        house.effects = []
        for second in 3000..<3010 {
            house.send(House.tag, by: "n1", sent: Double(second), at: 4000)
            house.send(House.keys, by: "n1", sent: Double(second), at: 4000)
            #expect(house.alice.hand == .unknown && house.keys.proximity == .lost)
        }
        house.wait(until: 4030)
        #expect(house.alice.hand == .unknown && house.keys.proximity == .lost)
        #expect(house.transitions.isEmpty)
        // Once they are heard in time, they are there.
        house.hear(House.tag, by: "n1", -60, from: 4031, to: 4041, every: 1)
        house.hear(House.keys, by: "n1", -60, from: 4031, to: 4041, every: 1)
        #expect(house.alice.place == ID(checked: "home") && house.keys.proximity != .lost)
    }

    @Test(
        "What a queue tells late does not outweigh a phone that spoke since",
        arguments: [300.0, 900, 1800], [false, true])
    func outdated(age: Double, isKnown: Bool) {
        var house = House()
        if isKnown { house.hear(House.tag, by: "n1", -60, from: 0, to: 300, every: 10) }
        for second in stride(from: 3600.0, through: 7200, by: 600) {
            house.fix(House.office, at: second)
        }
        let before = house.alice
        house.effects = []
        let heard = House.start.advanced(bySeconds: 7300 - age)
        for count in 0..<3 {
            let sighting = Sighting(
                beacon: House.tag, rssi: RSSI(dBm: -60),
                time: heard.advanced(bySeconds: Double(count)))
            house.effects += house.engine.apply(
                .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
                at: House.start.advanced(bySeconds: 7300))
        }
        house.wait(until: 7500)
        #expect(house.transitions.isEmpty && house.alertIDs.isEmpty)
        #expect(house.alice.place == ID(checked: "office") && house.alice.since == before.since)
        // What is heard now does.
        house.hear(House.tag, by: "n1", -60, from: 7500, to: 7530, every: 2)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("The old queue of another device brings nobody back who has gone since")
    func otherDevice() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 0, to: 600, every: 5)
        for second in [1500.0, 1700, 2100] { house.fix(House.home.north(5000), at: second) }
        #expect(house.transitions == ["leave home"])
        for second in stride(from: 0.0, through: 1200, by: 300) {
            house.fix(
                House.home.north(9000), device: "tablet", at: second - 6000, arriving: 3600)
        }
        house.wait(until: 3700)
        #expect(house.transitions == ["leave home"])
    }
}
