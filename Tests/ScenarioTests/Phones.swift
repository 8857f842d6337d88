import RoostCore
import Testing

@Suite("Phones")
struct Phones {
    @Test("The phone's battery dies at work: the watch brings alice home")
    func diesAtWork() throws {
        try story {
            alice.phone.stays(at: office, "13:00"..."14:00", battery: 30)
            alice.phone.stays(at: office, "14:00"..."15:00", battery: 9)
            alice.beacon.heard(in: desk, "13:00"..."17:00", every: 20)
            alice.beacon.comesIn(at: "17:30", until: "18:00")

            alice.isTold(.batteryLow, nil, "14:00"..."14:01")
            alice.isShown(.inRoom(desk), at: "16:30")
            alice.isShown(.inRoom(kitchen), at: "17:50")
            alice.goes(.leaves(office), .enters(home, "17:30"..."17:31"))
        }
    }

    @Test("bob's phone dies at work, and only his wallet comes home: nobody can tell")
    func walletAlone() throws {
        try story {
            bob.phone.stays(at: home, "07:40"..."08:00")
            wallet.goesOut(at: "08:00")
            bob.phone.goes(from: home, to: office, "08:00"..."08:15")
            bob.phone.stays(at: office, "08:15:20"..."15:00")
            wallet.heard(in: desk, "08:16"..."17:00", every: 60)
            wallet.comesIn(at: "17:25", until: "18:30")

            wallet.isWithOwner(.yes, in: desk, "12:00")
            wallet.isWithOwner(.cannotTell, in: kitchen, isHeard: true, "18:00")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("alice leaves her phone at the gym, and comes home without it")
    func leftAtGym() throws {
        try story {
            alice.phone.stays(at: gym, "18:00"..."21:00")
            alice.beacon.comesIn(at: "19:30", until: "21:00")

            alice.isShown(.at(gym), at: "19:00")
            alice.isShown(.inRoom(kitchen), at: "20:30")
            alice.goes(.leaves(gym), .enters(home, "19:30"..."19:31"))
        }
    }

    @Test("The watch is charged overnight, switched off: alice is still at home")
    func watchOnCharger() throws {
        try story {
            alice.phone.stays(at: home, "21:00"..."day 2 07:30", every: 3600)
            alice.beacon.heard(in: bedroom, "21:00"..."22:00", every: 10)
            alice.beacon.heard(in: bedroom, "day 2 07:00"..."day 2 07:30", every: 10)

            alice.isShown(.inRoom(bedroom), at: "21:50")
            alice.isShown(.at(home), at: "day 2 03:00")
            alice.isShown(.inRoom(bedroom), at: "day 2 07:20")
        }
    }

    @Test("What a phone reports hours later is history: nobody is alerted")
    func lateNews() throws {
        try story {
            bob.phone.stays(at: home, "07:00"..."08:00")
            wallet.heard(by: bedroomNode, -58, "07:50"..."12:20", every: 30)
            bob.phone.goes(from: home, to: office, "08:00"..."08:15", arriving: "12:00")
            bob.phone.stays(at: office, "12:01"..."12:20", every: 60)

            bob.isShown(.at(home), at: "11:00")
            bob.isShown(.at(office), at: "12:10")
            wallet.isWithOwner(.no, in: bedroom, isHeard: true, "12:10")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("Airplane mode on the sofa: bob is still at home")
    func airplaneMode() throws {
        try story {
            bob.phone.stays(at: home, "18:00"..."19:00")
            bob.phone.stays(at: home, "22:00"..."22:30")

            bob.isShown(.at(home), at: "20:30")
            bob.isShown(.at(home), at: "22:20")
        }
    }

    @Test("A flight: first on the way, then unknown, then on the way again at the beach")
    func flight() throws {
        try story {
            bob.phone.stays(at: home, "07:00"..."08:00")
            bob.phone.goes(from: home, to: station, "08:00"..."08:10")
            bob.phone.stays(at: station, "08:10:20"..."09:00")
            bob.phone.stays(at: beach, "12:00"..."13:00")

            bob.isShown(.travelling, at: "08:50")
            bob.isShown(.unknown, at: "11:30")
            bob.isShown(.travelling, at: "12:30")
            bob.goes(.leaves(home))
        }
    }

    @Test("A radio cell fix, 1,500 m wide, moves nobody out of the house")
    func radioCell() throws {
        try story {
            bob.phone.stays(at: home, "20:00"..."21:00")
            bob.phone.stays(
                at: home.moved(east: 1200), "21:00"..."23:00", every: 600, accuracy: 1500)

            bob.isShown(.at(home), at: "22:30")
        }
    }

    @Test("Roaming: the phone has only radio cells, but the house hears the watch")
    func roaming() throws {
        try story {
            alice.beacon.heard(in: kitchen, "20:00"..."21:00", every: 10)
            alice.phone.stays(
                at: home.moved(north: 2500), "20:00"..."21:00", every: 600, accuracy: 1500)

            alice.isShown(.inRoom(kitchen), at: "20:55")
        }
    }

    @Test("Out of a tunnel, the phone sends all that it kept: a single trip, told once")
    func tunnel() throws {
        let middle = home.point(0.5, to: office)
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.phone.goes(from: home, to: middle, "08:00"..."08:07")
            bob.phone.goes(from: middle, to: office, "08:07:20"..."08:14", arriving: "08:15")
            bob.phone.stays(at: office, "08:15:20"..."08:30", every: 60)

            bob.isShown(.at(office), at: "08:20")
            bob.goes(.leaves(home, "08:00"..."08:02"), .enters(office, "08:14"..."08:16"))
        }
    }

    @Test("The whole trip is sent again, in the wrong order: it does not count twice")
    func duplicates() throws {
        let middle = home.point(0.5, to: office)
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.drivesToWork(at: "08:00", until: "08:50")
            bob.phone.goes(from: middle, to: office, "08:07:30"..."08:15", arriving: "08:30")
            bob.phone.goes(from: home, to: middle, "08:00"..."08:07:30", arriving: "08:31")

            bob.isShown(.at(office), at: "08:32")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The tablet on the sofa does not outvote the phone in the pocket")
    func tablet() throws {
        try story {
            bob.device("tablet").stays(at: home, "07:00"..."12:00", every: 600)
            bob.phone.stays(at: home, "07:00"..."08:00")
            bob.drivesToWork(at: "08:00", until: "12:00")

            bob.isShown(.at(office), at: "09:00")
            bob.isShown(.at(office), at: "11:45")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The watch stays on the table, and alice drives to work without it")
    func watchForgotten() throws {
        try story {
            alice.phone.stays(at: home, "07:30"..."08:00")
            alice.beacon.heard(in: kitchen, "07:30"..."09:00")
            alice.drivesToWork(at: "08:00", until: "09:00")

            alice.isShown(.inRoom(kitchen), at: "07:50")
            alice.isShown(.at(office), at: "08:30")
            alice.goes(.leaves(home, "08:00"..."08:16"), .enters(office))
        }
    }

    @Test("A second phone stays in the office overnight, and bob does not")
    func workPhone() throws {
        try story {
            bob.phone.stays(at: office, "16:00"..."17:00")
            bob.device("workphone").stays(at: office, "16:00"..."day 2 07:00", every: 900)
            bob.phone.goes(from: office, to: home, "17:00"..."17:15")
            bob.phone.stays(at: home, "17:15:20"..."day 2 07:00", every: 1800)

            bob.isShown(.at(home), at: "18:00")
            bob.isShown(.at(home), at: "day 2 06:30")
            bob.goes(.leaves(office), .enters(home))
        }
    }

    @Test("GPS wanders about the flat within its accuracy while bob sits still")
    func wandering() throws {
        try story {
            for (minute, east) in [0, 70, -40, 110, -90, 60, 100, -20].enumerated() {
                let time = Moment(seconds: 20 * 3600 + Double(minute) * 60)
                bob.phone.says(
                    home.moved(east: Double(east)), at: time,
                    Manner(accuracy: max(20, Double(abs(east)))))
            }

            bob.isShown(.at(home), at: "20:09")
        }
    }

    @Test("The phones are swapped by mistake: alice is where her watch is")
    func swapped() throws {
        try story {
            alice.phone.stays(at: home, "07:00"..."10:00")
            bob.phone.stays(at: home, "07:00"..."08:00")
            alice.goesOut(at: "08:00")
            bob.drivesToWork(at: "08:00", until: "10:00")
            alice.beacon.heard(in: desk, "08:16"..."10:00", every: 10)

            alice.isShown(.inRoom(desk), at: "09:00")
            bob.isShown(.at(office), at: "09:00")
            alice.goes(.leaves(home), .enters(office))
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The sauna in the cellar: GPS drifts about, but the node there hears the watch")
    func sauna() throws {
        let cellar = home.room("cellar")
        try story(in: .family.with(stations: [Station("cellar-1", in: cellar)])) {
            alice.phone.stays(at: home, "19:00"..."20:00")
            alice.beacon.heard(in: kitchen, "19:50"..."20:00")
            alice.beacon.heard(in: cellar, "20:00"..."22:00", every: 20)
            alice.phone.stays(
                at: home.moved(east: 300), "20:05"..."20:50", every: 120, accuracy: 60)
            alice.phone.stays(
                at: home.moved(north: -450), "20:50"..."21:55", every: 120, accuracy: 90)

            alice.isShown(.inRoom(cellar), at: "20:45")
            alice.isShown(.inRoom(cellar), at: "21:50")
            alice.walks(to: kitchen, cellar)
        }
    }

    @Test("A fix four kilometres off, ten seconds later, is not believed")
    func spike() throws {
        try story {
            bob.phone.stays(at: home, "12:00"..."13:00", every: 60)
            bob.phone.says(home.moved(north: -4000), at: "12:30:10")

            bob.isShown(.at(home), at: "12:31")
            bob.isShown(.at(home), at: "12:59")
        }
    }

    @Test("A phone whose clock is five minutes ahead is still followed")
    func clockAhead() throws {
        let fast = Manner(clockAhead: 300)
        try story {
            bob.phone.says(home, at: "08:00", fast)
            bob.phone.says(home, at: "08:05", fast)
            bob.phone.says(park, at: "08:10", fast)
            bob.phone.says(park.moved(north: 900), at: "08:12", fast)
            bob.phone.says(office, at: "08:20", fast)
            bob.phone.says(office, at: "08:25", fast)

            bob.isShown(.travelling, at: "08:13")
            bob.isShown(.at(office), at: "08:26")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The app reports that it left its region: bob leaves home at once")
    func region() throws {
        try story {
            bob.phone.stays(at: home, "07:00"..."08:00")
            bob.phone.crosses("leave", home, near: street, at: "08:01")
            bob.phone.says(park, at: "08:05")

            bob.goes(.leaves(home, "08:01"..."08:01:05"))
        }
    }

    @Test("A phone that reports only a few times a day misses nothing and invents nothing")
    func sparse() throws {
        try story {
            bob.phone.says(home, at: "06:00")
            bob.phone.says(office, at: "10:00")
            bob.phone.says(home, at: "19:00")

            bob.isShown(.at(home), at: "07:00")
            bob.isShown(.at(office), at: "12:00")
            bob.isShown(.at(home), at: "20:00")
            bob.goes(.leaves(home), .enters(office), .leaves(office), .enters(home))
        }
    }
}
