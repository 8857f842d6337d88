// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import OrderedCollections
import Testing

@testable import RoostCore

@Suite("What ends an outing without the phone, and what does not")
struct OutingEndTests {
    @Test("She is back when her things are heard at home again")
    func back() {
        var house = Outing.learned()
        Outing.forget(&house)
        let evening = Outing.morning + 9 * Outing.hour
        Outing.lie(&house, [House.tag], from: evening - 60, to: evening)
        Outing.lie(
            &house, Outing.things + [House.tag], inHall: true, from: evening, to: evening + 30)
        #expect(Outing.ways(house) == ["leave home", "enter home"])
        // She goes out with only the phone, as usual.
        Outing.lie(&house, Outing.things, from: evening + 30, to: evening + 200)
        house.fix(House.home.north(600), at: evening + 200)
        house.fix(House.home.north(900), at: evening + 300)
        #expect(house.alice.place == nil)
    }

    @Test("A phone picked up at home brings her back, and the next such outing is not believed")
    func refuted() {
        var house = Outing.learned()
        Outing.forget(&house)
        let noon = Outing.morning + 4 * Outing.hour
        Outing.lie(&house, [House.tag], from: noon, to: noon + 60)
        Outing.lie(&house, [House.tag], inHall: true, from: noon + 60, to: noon + 120)
        #expect(Outing.ways(house) == ["leave home", "enter home"])
        Outing.lie(&house, Outing.things + [House.tag], from: noon + 120, to: noon + 1400)
        Outing.forget(&house, at: noon + 2000)
        #expect(Outing.ways(house) == ["leave home", "enter home"])
    }

    @Test("She stays at the office, even if somebody carries her phone about at home")
    func carriedAtHome() {
        var house = Outing.atTheOffice()
        for second in stride(from: Outing.morning + 1900, to: Outing.morning + 2100, by: 2) {
            for thing in Outing.things { house.hear(thing, by: "n3", -60, at: second) }
            Outing.lie(
                &house, [House.tag], inHall: second > Outing.morning + 1950, from: second,
                to: second + 2)
        }
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Outing.ways(house) == ["leave home", "enter office"])
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("A phone that drifts where it lies does not bring her back")
    func drift() {
        var house = Outing.learned()
        Outing.forget(&house)
        for second in [400.0, 430, 460, 700, 760] {
            Outing.lie(
                &house, [House.tag], from: Outing.morning + second, to: Outing.morning + second + 10
            )
            house.fix(
                second < 600 ? House.home.north(400) : House.home, at: Outing.morning + second + 11)
        }
        Outing.lie(&house, [House.tag], from: Outing.morning + 800, to: Outing.morning + 860)
        #expect(Outing.ways(house) == ["leave home"])
    }

    @Test("If she has her phone after all, its fixes tell where she is")
    func phoneAlong() {
        var house = Outing.learned()
        Outing.forget(&house)
        for second in stride(from: 300.0, to: 1440, by: 2) {
            if [1000, 1100, 1400].contains(second) {
                house.fix(House.office, at: Outing.morning + second)
            }
            let time = Outing.morning + second
            Outing.lie(&house, [House.tag], from: time, to: time + 2)
        }
        #expect(house.alice.place == ID(checked: "office"))
        #expect(Outing.ways(house) == ["leave home", "enter office"])
        for (metres, second) in [(800.0, 30_000.0), (1500, 30_100), (1600, 30_200)] {
            house.fix(House.home.north(metres), at: Outing.morning + second)
        }
        #expect(Outing.ways(house) == ["leave home", "enter office", "leave office"])
    }

    @Test("She stays at the office when the node that hears her things goes offline")
    func frozen() {
        var house = Outing.atTheOffice()
        house.report("n3", isOnline: false, at: Outing.morning + 1905)
        house.wait(until: Outing.morning + 3600)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("Deleting her things announces no return, but without any she is shown at home")
    func edited() {
        var house = Outing.learned()
        Outing.forget(&house)
        house.change(.deleteItem(ID(checked: "wallet")), at: Outing.morning + 400)
        Outing.lie(&house, [House.tag], from: Outing.morning + 400, to: Outing.morning + 440)
        #expect(Outing.ways(house) == ["leave home"])
        #expect(house.alice.place == nil)
        house.change(.deleteItem(ID(checked: "keys")), at: Outing.morning + 450)
        Outing.lie(&house, [House.tag], from: Outing.morning + 450, to: Outing.morning + 500)
        #expect(Outing.ways(house) == ["leave home"])
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Setting the clock back brings nobody home")
    func clock() {
        var house = Outing.learned()
        Outing.forget(&house)
        house.effects = []
        house.listen(at: Outing.morning - 3600)
        Outing.lie(&house, [House.tag], from: Outing.morning - 3600, to: Outing.morning - 3500)
        #expect(house.transitions.isEmpty)
        #expect(house.alice.place == nil)
    }

    @Test("Pauses of a phone lying at home teach nothing about leaving")
    func pauses() {
        var house = Outing.learned()
        Outing.forget(&house)
        let before = house.engine.silences
        for pause in 0..<10 {
            let second = Outing.morning + 400 + Double(pause) * 200
            Outing.lie(&house, [House.tag], from: second, to: second + 80)
        }
        #expect(house.engine.silences == before)
    }

    @Test("A restart keeps the outing and what is known about her things")
    func restart() throws {
        var house = Outing.learned()
        Outing.forget(&house)
        let track = try #require(house.engine.users[House.alice])
        let kept = try JSONDecoder().decode(UserTrack.self, from: JSONEncoder().encode(track))
        #expect(kept.outing != nil && kept.outing == track.outing)
        #expect(kept.belongings?.count == 2 && kept.belongings == track.belongings)
        house.interrupt(at: Outing.morning + 400)
        house.listen(at: Outing.morning + 420)
        house.fix(House.home, at: Outing.morning + 500)
        Outing.lie(&house, [House.tag], from: Outing.morning + 500, to: Outing.morning + 700)
        #expect(Outing.ways(house) == ["leave home"])
    }
}
