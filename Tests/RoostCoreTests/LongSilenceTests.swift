// swift-format-ignore-file: NeverForceUnwrap

import OrderedCollections
import Testing

@testable import RoostCore

/// A child without a phone, whose tag sends every five seconds, goes out in a few steps.
@Suite("Long silences of somebody without a phone")
struct LongSilenceTests {
    /// In the kitchen for an hour, then for a few packets in the hall, then silent.
    private static func silent(
        by door: Bool = true, hasPhone: Bool = false, areOnline: Bool = true
    ) -> House {
        var house = areOnline ? House.online() : House()
        if hasPhone { house.fix(House.home, at: 0) }
        house.hear(House.tag, by: "n1", -60, from: 1, to: 3600, every: 5)
        if door {
            house.hear(House.tag, by: "n2", -87, at: 3601)
            house.hear(House.tag, by: "n2", -57, at: 3606)
            house.hear(House.tag, by: "n2", -85, at: 3611)
        }
        return house
    }

    @Test("Somebody heard last beside the door is out after ten minutes, and comes back")
    func out() {
        var house = Self.silent()
        house.wait(until: 4200)
        #expect(house.transitions.isEmpty)
        house.wait(until: 4215)
        #expect(house.transitions == ["leave home"])
        #expect(house.alice.hand == .travelling)
        house.hear(House.tag, by: "n2", -57, from: 20_000, to: 20_030, every: 5)
        #expect(house.transitions == ["leave home", "enter home"])
        #expect(house.alerts(.arrived).count == 1)
    }

    @Test(
        "A silence elsewhere, of nodes that may be off, or with a phone at home proves nothing",
        arguments: [(false, false, true), (true, true, true), (true, false, false)])
    func unknown(door: Bool, hasPhone: Bool, areOnline: Bool) {
        var house = Self.silent(by: door, hasPhone: hasPhone, areOnline: areOnline)
        house.wait(until: 9000)
        #expect(house.transitions.isEmpty)
    }

    @Test("A tag that lies in the hall when its battery dies has not left")
    func lying() {
        var house = House.online()
        house.hear(House.tag, by: "n2", -57, from: 1, to: 3600, every: 5)
        house.wait(until: 9000)
        #expect(house.transitions.isEmpty)
        #expect(house.alice.hand == .unknown)
    }
}
