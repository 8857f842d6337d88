import RoostCore
import RoostFormats
import Testing

@Suite("Time and clocks")
struct TimeAndClocks {
    private static let nightly: World = .family.with(
        shares: [["owner": "alice", "viewer": "bob", "level": "place", "hours": "00:00-06:30"]])

    @Test("The night on which an hour is skipped: a share until half past six ends earlier")
    func spring() throws {
        // In Vienna 02:00 becomes 03:00 at 01:00 UTC; half past six is 04:30 UTC.
        try story(in: Self.nightly, on: "2026-03-28") {
            alice.asks("settings/save", ["timezone": "Europe/Vienna"], at: "22:00")
            alice.phone.stays(at: home, "22:10"..."day 2 08:00", every: 1800)
            alice.beacon.heard(in: bedroom, "22:10"..."day 2 08:00", every: 120)

            bob.seesNothing(of: alice, at: "22:59:50")
            bob.sees(alice, .at(home), at: "23:00:05")
            bob.sees(alice, .at(home), at: "day 2 04:29:50")
            bob.seesNothing(of: alice, at: "day 2 04:30:05")
            bob.seesNothing(of: alice, at: "day 2 05:29")
            alice.isShown(.inRoom(bedroom), at: "day 2 07:30")
        }
    }

    @Test("The night on which an hour comes twice: a share until half past six ends later")
    func autumn() throws {
        // In Vienna 03:00 becomes 02:00 at 01:00 UTC; half past six is 05:30 UTC.
        try story(in: Self.nightly, on: "2026-10-24") {
            alice.asks("settings/save", ["timezone": "Europe/Vienna"], at: "21:00")
            alice.phone.stays(at: home, "21:10"..."day 2 08:00", every: 1800)
            alice.beacon.heard(in: bedroom, "21:10"..."day 2 08:00", every: 120)

            bob.seesNothing(of: alice, at: "21:59:50")
            bob.sees(alice, .at(home), at: "22:00:05")
            bob.sees(alice, .at(home), at: "day 2 04:30:05")
            bob.sees(alice, .at(home), at: "day 2 05:29:50")
            bob.seesNothing(of: alice, at: "day 2 05:30:05")
            alice.isShown(.inRoom(bedroom), at: "day 2 07:30")
        }
    }

    @Test("Two weeks of holiday: the wallet that stayed is reported once, the keys are along")
    func holiday() throws {
        try story {
            alice.goesOut(at: "09:00")
            keys.goesOut(at: "09:00")
            // To save its battery for years, this tag sends every ten minutes.
            wallet.heard(by: bedroomNode, -58, "05:00"..."day 15 18:00", every: 600)
            for person in [alice, bob] {
                person.phone.stays(at: home, "08:00"..."09:00")
                person.phone.goes(from: home, to: station, "09:00"..."09:10")
                person.phone.stays(at: beach, "15:00"..."day 15 09:00", every: 7000)
                person.phone.goes(from: station, to: home, "day 15 17:00"..."day 15 17:10")
                person.phone.stays(at: home, "day 15 17:10:20"..."day 15 18:00")
                person.goes(.leaves(home), .enters(home))
            }
            alice.beacon.comesIn(at: "day 15 17:10", until: "day 15 18:00")
            keys.comesIn(at: "day 15 17:10", until: "day 15 18:00")

            bob.isTold(.leftBehind, wallet, in: bedroom, "09:00"..."09:12")
            keys.isWithOwner(.yes, "day 8 12:00")
            wallet.isWithOwner(.no, in: bedroom, "day 8 12:00")
            home.holds(0, at: "day 8 12:00")
            keys.isWithOwner(.yes, in: kitchen, "day 15 17:30")
            wallet.isWithOwner(.yes, in: bedroom, "day 15 17:50")
        }
    }

    @Test("New Year's Eve: out in one year, and back in the next")
    func newYear() throws {
        try story(on: "2026-12-31") {
            alice.goesOut(at: "23:50")
            keys.goesOut(at: "23:50")
            alice.phone.stays(at: home, "23:00"..."23:50")
            alice.phone.goes(from: home, to: park, "23:50"..."23:58")
            alice.phone.stays(at: park, "23:58:30"..."day 2 00:20", every: 120)
            alice.phone.goes(from: park, to: home, "day 2 00:20"..."day 2 00:28")
            alice.phone.stays(at: home, "day 2 00:28:30"..."day 2 00:40", every: 120)
            alice.beacon.comesIn(at: "day 2 00:29", until: "day 2 00:40")
            keys.comesIn(at: "day 2 00:29", until: "day 2 00:40")

            alice.isShown(.travelling, at: "day 2 00:00")
            keys.isWithOwner(.yes, "day 2 00:00")
            keys.isWithOwner(.yes, in: kitchen, "day 2 00:35")
            alice.goes(.leaves(home), .enters(home))
        }
    }

    @Test("A phone that is silent for three days is offline, and comes back")
    func threeDays() throws {
        try story {
            bob.phone.stays(at: home, "09:00"..."10:00")
            bob.phone.stays(at: home, "day 4 09:00"..."day 4 09:30")

            bob.isShown(.at(home), at: "12:00")
            bob.isShown(.unknown, at: "day 2 08:00")
            bob.isShown(.offline, at: "day 3 12:00")
            bob.isShown(.at(home), at: "day 4 09:20")
        }
    }
}
