import RoostCore
import RoostFormats
import Testing

@Suite("Left behind")
struct LeftBehind {
    @Test("The keys stay on the kitchen table: a warning at the door and an alert on the way")
    func forgottenKeys() throws {
        try story {
            keys.heard(in: kitchen, "07:50"..."08:40")
            alice.leavesForWork(at: "08:00", until: "08:40")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:30")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:00:20")
            keys.isWithOwner(.no, in: kitchen, isHeard: true, "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The keys stay on the desk at work")
    func onTheDesk() throws {
        try story {
            alice.phone.stays(at: office, "16:00"..."17:00")
            alice.beacon.heard(in: desk, "16:50"..."17:00")
            keys.heard(in: desk, "16:50"..."17:40")
            alice.phone.goes(from: office, to: home, "17:00"..."17:15")
            alice.phone.stays(at: home, "17:15:20"..."17:40")
            alice.beacon.comesIn(at: "17:16", until: "17:40")

            alice.isTold(.leftBehind, keys, in: desk, "17:00"..."17:02")
            keys.isWithOwner(.no, in: desk, "17:30")
            alice.goes(.leaves(office), .enters(home))
        }
    }

    @Test("The phone is forgotten at home: the watch and the keys tell where alice is")
    func forgottenPhone() throws {
        try story {
            alice.phone.stays(at: home, "07:00"..."09:00")
            alice.goesOut(at: "08:00")
            keys.goesOut(at: "08:00")
            alice.beacon.heard(in: desk, "08:20"..."09:00")
            keys.heard(in: desk, "08:20"..."09:00")

            alice.isShown(.travelling, at: "08:10")
            alice.isShown(.inRoom(desk), at: "08:40")
            keys.isWithOwner(.yes, in: desk, "08:40")
            alice.goes(.leaves(home), .enters(office, "08:20"..."08:21"))
        }
    }

    @Test("The badge is watched at work only: at home it may stay, and at work it is missed")
    func badgeAtHome() throws {
        try story {
            badge.heard(in: kitchen, "07:50"..."08:40")
            alice.leavesForWork(at: "08:00", until: "08:40")

            alice.isTold(.arrivedWithout, badge, in: kitchen, "08:15"..."08:17")
            badge.isWithOwner(.no, in: kitchen, "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The badge is watched at work: leaving it there is reported")
    func badgeAtWork() throws {
        try story {
            alice.phone.stays(at: office, "16:30"..."17:00")
            badge.heard(in: desk, "16:50"..."17:20")
            alice.phone.goes(from: office, to: home, "17:00"..."17:15")

            alice.isTold(.leftBehind, badge, in: desk, "17:00"..."17:02")
            alice.goes(.leaves(office), .enters(home))
        }
    }

    @Test("A bag is left in a café without nodes: nobody can tell, and later it is lost")
    func bagInCafe() throws {
        let bag = Thing(id: "bag", owner: alice, kind: "bag", beacon: "mac:a4c138000022")
        let cafe = Ground(id: "cafe", east: 1500, radius: 40)
        try story(in: .family.with(places: [cafe], things: [bag])) {
            alice.goesOut(at: "16:00")
            bag.goesOut(at: "16:00")
            alice.phone.stays(at: home, "15:30"..."16:00")
            alice.phone.goes(from: home, to: cafe, "16:00"..."16:15")
            alice.phone.stays(at: cafe, "16:15:20"..."17:00", every: 120)
            alice.phone.goes(from: cafe, to: home, "17:00"..."17:15")
            alice.phone.stays(at: home, "17:15:20"..."18:10")
            alice.beacon.comesIn(at: "17:16", until: "18:10")

            bag.isWithOwner(.yes, "16:30")
            bag.isWithOwner(.cannotTell, isHeard: false, "17:25")
            alice.isTold(.itemLost, bag, "17:44"..."17:50")
            alice.goes(.leaves(home), .enters(cafe), .leaves(cafe), .enters(home))
        }
    }

    @Test("Of two things, only the one that stayed is reported")
    func oneOfTwo() throws {
        try story {
            keys.goesOut(at: "08:00")
            badge.heard(in: kitchen, "07:50"..."08:20")
            wallet.heard(in: bedroom, "07:50"..."08:20")
            alice.leavesForWork(at: "08:00", until: "08:20")
            bob.phone.stays(at: home, "07:40"..."08:00")
            bob.drivesToWork(at: "08:00", until: "08:20")

            bob.isTold(.leftBehind, wallet, in: bedroom, "08:00"..."08:02")
            alice.isTold(.arrivedWithout, badge, in: kitchen, "08:15"..."08:17")
            keys.isWithOwner(.yes, "08:10")
            alice.goes(.leaves(home), .enters(office))
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The tag sleeps as alice leaves: nobody can tell until it wakes, then she is alerted")
    func asleep() throws {
        try story {
            keys.heard(in: kitchen, "07:20"..."07:40")
            alice.leavesForWork(at: "08:00", until: "08:40")
            // bob bumps against the table.
            keys.heard(in: kitchen, "08:15"..."08:40")

            keys.isWithOwner(.cannotTell, isHeard: false, "08:10")
            alice.isTold(.leftBehind, keys, at: home, "08:15"..."08:18")
            keys.isWithOwner(.no, in: kitchen, isHeard: true, "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The tag is silent because it is connected to the phone in alice's hand")
    func connected() throws {
        try story {
            alice.beacon.heard(in: kitchen, "09:00"..."10:00")
            keys.heard(in: kitchen, "09:00"..."09:20")
            keys.heard(in: kitchen, "09:40"..."10:00")

            keys.isWithOwner(.yes, "09:10")
            keys.isWithOwner(.cannotTell, in: kitchen, isHeard: false, "09:30")
            keys.isWithOwner(.yes, "09:50")
        }
    }

    @Test("The tag is connected to the phone all the way to work: no alert")
    func connectedOnTheWay() throws {
        try story {
            keys.heard(in: kitchen, "07:30"..."07:50")
            alice.leavesForWork(at: "08:00", until: "08:40")
            alice.beacon.heard(in: desk, "08:16"..."08:40")
            keys.heard(in: desk, "08:30"..."08:40")

            keys.isWithOwner(.cannotTell, "08:10")
            keys.isWithOwner(.yes, in: desk, "08:35")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The door closes behind alice, and her phone reports it only much later")
    func doorCloses() throws {
        try story {
            keys.heard(in: kitchen, "07:50"..."08:20")
            alice.goesOut(at: "08:00")
            alice.phone.stays(at: home, "07:30"..."08:00")
            alice.phone.stays(at: office, "08:15"..."08:20", every: 60)

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:30")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:01:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The hall hears the keys before the phone says that alice is back: nothing was left")
    func backByBicycle() throws {
        try story {
            alice.goesOut(at: "08:00")
            keys.goesOut(at: "08:00")
            alice.phone.stays(at: home, "07:30"..."08:00")
            alice.phone.goes(from: home, to: gym, "08:00"..."08:10")
            alice.phone.says(gym, at: "08:12")
            keys.comesIn(at: "08:20", until: "08:40")
            alice.phone.stays(at: home, "08:21:30"..."08:40")
            alice.beacon.comesIn(at: "08:21:30", until: "08:40")

            keys.isWithOwner(.yes, in: kitchen, "08:30")
            alice.goes(.leaves(home), .enters(gym), .leaves(gym), .enters(home))
        }
    }

    @Test("bob has switched off alerts about what he leaves behind, and gets none")
    func switchedOff() throws {
        try story {
            bob.asks("settings/save", ["alerts": ["left_behind": false]], at: "07:30")
            bob.phone.stays(at: home, "07:30"..."08:00")
            wallet.heard(in: bedroom, "07:50"..."08:20")
            bob.drivesToWork(at: "08:00", until: "08:20")

            wallet.isWithOwner(.no, in: bedroom, "08:15")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The hall leads to every room: crossing it all day causes a single warning")
    func crossingTheHall() throws {
        try story {
            keys.heard(in: kitchen, "09:00"..."18:00")
            for hour in 9...16 {
                let start = Moment(seconds: Double(hour) * 3600)
                alice.beacon.heard(in: kitchen, start...start + 240, every: 5)
                alice.beacon.heard(in: hall, start + 240...start + 300, every: 2)
                alice.beacon.heard(in: kitchen, start + 300...start + 3600, every: 5)
            }

            alice.isTold(.leavingWithout, keys, in: kitchen, "09:04"..."09:05")
            alice.isShown(.inRoom(hall), at: "16:04:30")
        }
    }

    @Test("The phone lies forgotten at home all day: it does not bring alice back")
    func forgottenAllDay() throws {
        try story {
            alice.phone.stays(at: home, "07:00"..."17:00")
            alice.goesOut(at: "08:00")
            gatewayAway("12:00"..."12:10")
            alice.beacon.comesIn(at: "16:00", until: "17:00")

            alice.isShown(.travelling, at: "09:00")
            alice.isShown(.travelling, at: "15:00")
            alice.isShown(.inRoom(kitchen), at: "16:30")
            alice.goes(.leaves(home), .enters(home, "16:00"..."16:01"))
        }
    }

    @Test("The phone lies forgotten at the office: leaving home is no arrival there")
    func forgottenAtTheOffice() throws {
        try story {
            alice.phone.stays(at: office, "16:00"..."23:00")
            alice.beacon.comesIn(at: "18:00", until: "18:53:20")
            alice.goesOut(at: "19:00")
            alice.beacon.comesIn(at: "20:00", until: "20:43:20")
            alice.goesOut(at: "20:50")

            alice.isShown(.travelling, at: "19:10")
            alice.isShown(.inRoom(kitchen), at: "20:30")
            alice.isShown(.travelling, at: "22:30")
            alice.isShown(.unknown, at: "22:55")
            alice.goes(
                .leaves(office), .enters(home, "18:00"..."18:01"), .leaves(home),
                .enters(home, "20:00"..."20:01"), .leaves(home))
        }
    }

    @Test("Watch and phone stay on the table: keys and purse tell that alice is out")
    func outWithNothingButThings() throws {
        let purse = Thing(id: "purse", owner: alice, kind: "wallet", beacon: "mac:a4c138000007")
        let bag = Thing(id: "bag", owner: alice, kind: "bag", beacon: "mac:a4c138000008")
        try story(in: .family.with(things: [purse, bag])) {
            for time: Moment in ["05:00", "08:00", "11:00"] {
                alice.phone.stays(at: home, time + -1200...time)
                alice.phone.goes(from: home, to: park, time...time + 600)
                alice.phone.goes(from: park, to: home, time + 4800...time + 5400)
                for tag in [alice.beacon, keys.tag, purse.tag] {
                    tag.goesOut(at: time)
                    tag.comesIn(at: time + 5400, until: time + 10_400)
                }
            }
            alice.phone.stays(at: home, "13:00"..."19:00")
            alice.beacon.heard(in: kitchen, "13:53:20"..."19:00")
            bag.heard(in: kitchen, "13:00"..."19:00")
            keys.goesOut(at: "14:00")
            purse.tag.goesOut(at: "14:00")
            keys.comesIn(at: "18:00", until: "19:00")
            purse.tag.comesIn(at: "18:00", until: "19:00")

            alice.isTold(.leftBehind, bag, in: kitchen, "14:00:50"..."14:01:10")
            alice.isShown(.travelling, at: "14:02")
            keys.isWithOwner(.yes, "17:00")
            alice.isShown(.inRoom(kitchen), at: "18:10")
            alice.goes(
                .leaves(home), .enters(home), .leaves(home), .enters(home), .leaves(home),
                .enters(home), .leaves(home, "13:59"..."14:01"), .enters(home, "18:00"..."18:01"))
        }
    }

    @Test("Three times to the door and back: one warning is enough")
    func toTheDoorAndBack() throws {
        try story {
            keys.heard(in: kitchen, "09:00"..."09:20")
            for start: Moment in ["09:00", "09:05", "09:10"] {
                alice.beacon.heard(in: kitchen, start...start + 240, every: 5)
                alice.beacon.heard(in: hall, start + 240...start + 300, every: 2)
            }
            alice.beacon.heard(in: kitchen, "09:15"..."09:20", every: 5)

            alice.isTold(.leavingWithout, keys, in: kitchen, "09:04"..."09:05")
            alice.walks(to: kitchen, hall, kitchen, hall, kitchen, hall, kitchen)
        }
    }

    @Test("The hall's node hears the keys down the stairs: they are not left behind")
    func downTheStairs() throws {
        try story {
            alice.goesOut(at: "08:00")
            keys.goesOut(at: "08:00")
            keys.heard(by: hallNode, -88, "08:00"..."08:00:24", every: 3)
            alice.phone.stays(at: home, "07:30"..."08:00")
            alice.phone.goes(from: home, to: park, "08:00"..."08:11")

            keys.isWithOwner(.yes, "08:08")
            alice.goes(.leaves(home))
        }
    }
}
