import RoostCore
import RoostFormats
import Testing

@Suite("Several people")
struct SeveralPeople {
    @Test("bob takes alice's keys along by mistake, and she stays at home")
    func wrongKeys() throws {
        try story {
            alice.beacon.heard(in: kitchen, "08:00"..."09:20", every: 10)
            bob.phone.stays(at: home, "08:00"..."08:30")
            keys.goesOut(at: "08:30")
            bob.drivesToWork(at: "08:30", until: "09:20")

            keys.isWithOwner(.yes, "08:29")
            keys.isWithOwner(.cannotTell, isHeard: false, "08:40")
            alice.isTold(.itemLost, keys, "08:59"..."09:03")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("alice forgot her keys, and bob brings them to the office after her")
    func broughtAlong() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "09:20")
            alice.beacon.heard(in: desk, "08:16"..."09:20")
            bob.phone.stays(at: home, "07:40"..."08:30")
            keys.goesOut(at: "08:30")
            keys.heard(in: kitchen, "07:45"..."08:20")
            bob.drivesToWork(at: "08:30", until: "09:20")
            keys.heard(in: desk, "08:46"..."09:20")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:30")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:02")
            keys.isWithOwner(.no, in: kitchen, "08:20")
            keys.isWithOwner(.cannotTell, isHeard: false, "08:40")
            keys.isWithOwner(.yes, in: desk, "08:50")
            alice.goes(.leaves(home), .enters(office))
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("bob went out with alice's keys shortly before she goes: nobody can tell, so no alert")
    func lentBefore() throws {
        try story {
            bob.phone.stays(at: home, "07:30"..."07:45")
            keys.goesOut(at: "07:45")
            bob.phone.goes(from: home, to: gym, "07:45"..."07:55")
            bob.phone.stays(at: gym, "07:55:20"..."08:40")
            alice.leavesForWork(at: "08:00", until: "08:40")

            keys.isWithOwner(.cannotTell, isHeard: false, "08:10")
            keys.isWithOwner(.cannotTell, isHeard: false, "08:35")
            alice.goes(.leaves(home), .enters(office))
            bob.goes(.leaves(home), .enters(gym))
        }
    }

    @Test("Nobody is at home but the cat, who walks about")
    func cat() throws {
        let cat = Thing(
            id: "cat", owner: bob, kind: "pet", beacon: "mac:a4c138000061", watchedAt: [])
        try story(in: .family.with(things: [cat])) {
            bob.phone.stays(at: home, "07:40"..."08:00")
            cat.heard(in: kitchen, "07:40"..."09:00")
            cat.heard(in: bedroom, "09:00"..."10:00")
            bob.drivesToWork(at: "08:00", until: "10:00")

            cat.isWithOwner(.no, in: kitchen, "08:50")
            cat.isWithOwner(.no, in: bedroom, "09:50")
            home.holds(0, at: "09:50")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("Two people leave with one key in bob's pocket and part at the corner")
    func oneKey() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "09:00")
            keys.goesOut(at: "08:00")
            alice.beacon.heard(in: desk, "08:16"..."09:00")
            bob.phone.stays(at: home, "07:40"..."08:00")
            bob.phone.goes(from: home, to: gym, "08:00"..."08:10")
            bob.phone.stays(at: gym, "08:10:20"..."09:00")

            keys.isWithOwner(.yes, "08:10")
            keys.isWithOwner(.cannotTell, isHeard: false, "08:30")
            alice.goes(.leaves(home), .enters(office))
            bob.goes(.leaves(home), .enters(gym))
        }
    }

    @Test("A place counts everybody in it, even without a share")
    func occupancy() throws {
        try story {
            alice.phone.stays(at: home, "07:30"..."10:00")
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.drivesToWork(at: "08:00", until: "09:30")
            bob.phone.goes(from: office, to: home, "09:30"..."09:45")
            bob.phone.stays(at: home, "09:45:20"..."10:00")

            home.holds(2, at: "07:50")
            home.holds(1, at: "08:30")
            office.holds(1, at: "08:30")
            home.holds(2, at: "09:55")
            office.holds(0, at: "09:55")
            bob.goes(.leaves(home), .enters(office), .leaves(office), .enters(home))
        }
    }

    @Test("A teenager's late night: quiet hours hold back all but the forgotten keys")
    func lateNight() throws {
        let carol = Person(id: "carol")
        let club = Ground(id: "club", north: -3000, radius: 50)
        let latchkey = Thing(id: "latchkey", owner: carol, kind: "key", beacon: "mac:a4c138000041")
        let world = World.family.with(
            people: [carol], places: [club], things: [latchkey],
            shares: [["owner": "carol", "viewer": "alice", "level": "place"]])
        try story(in: world) {
            alice.asks("settings/save", ["quiet_hours": "22:00-07:00"], at: "20:00")
            carol.asks("settings/save", ["quiet_hours": "22:00-07:00"], at: "20:00")
            carol.phone.stays(at: home, "21:00"..."22:30")
            latchkey.heard(in: kitchen, "22:20"..."23:00")
            carol.phone.goes(from: home, to: club, "22:30"..."22:45")
            carol.phone.stays(at: club, "22:45:20"..."day 2 01:00")
            carol.phone.goes(from: club, to: home, "day 2 01:00"..."day 2 01:15")
            carol.phone.stays(at: home, "day 2 01:15:20"..."day 2 02:00")

            // In an hour it would be too late; the rest can wait until morning.
            carol.isTold(.leftBehind, latchkey, in: kitchen, "22:30"..."22:32")
            alice.sees(carol, .at(club), at: "23:30")
            alice.sees(carol, .at(home), at: "day 2 01:30")
            carol.goes(.leaves(home), .enters(club), .leaves(club), .enters(home))
        }
    }

    @Test("Two flats of one family: the keys are left at the grandmother's")
    func twoFlats() throws {
        let flat = Ground(id: "grandma", kind: "home", east: 1200, rooms: ["parlour"])
        let parlour = flat.room("parlour")
        let world = World.family.with(places: [flat], stations: [Station("parlour-1", in: parlour)])
        try story(in: world) {
            alice.goesOut(at: "14:00")
            keys.goesOut(at: "14:00")
            alice.phone.stays(at: home, "13:30"..."14:00")
            alice.phone.goes(from: home, to: flat, "14:00"..."14:12")
            alice.phone.stays(at: flat, "14:12:20"..."16:00")
            alice.beacon.heard(in: parlour, "14:12:30"..."16:00", every: 10)
            keys.heard(in: parlour, "14:12:30"..."16:30", every: 10)
            alice.phone.goes(from: flat, to: home, "16:00"..."16:12")
            alice.phone.stays(at: home, "16:12:20"..."16:30")
            alice.beacon.comesIn(at: "16:12:30", until: "16:30")

            keys.isWithOwner(.yes, in: parlour, "15:00")
            alice.isTold(.leftBehind, keys, in: parlour, "16:00"..."16:05")
            keys.isWithOwner(.no, in: parlour, "16:25")
            alice.isShown(.inRoom(kitchen), at: "16:25")
            alice.goes(.leaves(home), .enters(flat), .leaves(flat), .enters(home))
        }
    }
}
