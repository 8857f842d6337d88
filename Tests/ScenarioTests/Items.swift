import RoostCore
import RoostFormats
import Testing

@Suite("Items")
struct Items {
    @Test("A tag's battery runs low, and its owner is told once")
    func battery() throws {
        try story {
            keys.heard(in: kitchen, "09:00"..."09:10", battery: 40)
            keys.heard(in: kitchen, "09:10"..."10:30", every: 10, battery: 12)

            alice.isTold(.batteryLow, keys, "09:10"..."09:11")
        }
    }

    @Test("The keys are lent to a guest, who brings them back in the evening")
    func lent() throws {
        try story {
            alice.beacon.heard(in: kitchen, "14:00"..."18:20", every: 30)
            keys.heard(in: kitchen, "14:00"..."14:30")
            keys.heard(in: hall, "14:30"..."14:31", every: 2)
            keys.comesIn(at: "18:00", until: "18:20")

            keys.isWithOwner(.cannotTell, isHeard: false, "14:45")
            alice.isTold(.itemLost, keys, "15:00"..."15:03")
            alice.isTold(.itemFound, keys, at: home, "18:00"..."18:01")
            keys.isWithOwner(.yes, in: kitchen, "18:10")
        }
    }

    @Test("The keys are heard at home while alice was last seen at work: nobody is in two places")
    func inTwoPlaces() throws {
        try story {
            alice.phone.stays(at: home, "08:00"..."08:05")
            keys.heard(in: kitchen, "08:00"..."08:05")
            alice.phone.goes(from: home, to: office, "08:05"..."08:15")
            alice.phone.stays(at: office, "08:15:20"..."08:20")
            keys.heard(in: kitchen, "08:27"..."08:30")

            for time: Moment in ["08:27:02", "08:27:30", "08:28:30", "08:29:30"] {
                keys.isWithOwner(.cannotTell, in: kitchen, isHeard: true, time)
            }
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A tag that sends once a minute is not missed in between")
    func slowTag() throws {
        try story {
            alice.beacon.heard(in: kitchen, "09:00"..."11:00", every: 10)
            keys.heard(in: kitchen, "09:00"..."11:00", every: 60)

            for time: Moment in ["09:20", "10:00", "10:30", "10:59"] {
                keys.isWithOwner(.yes, in: kitchen, isHeard: true, time)
            }
        }
    }

    @Test("The keys are carried from room to room by somebody at home")
    func carriedAbout() throws {
        try story {
            alice.beacon.heard(in: kitchen, "09:00"..."09:20")
            keys.heard(in: kitchen, "09:00"..."09:10")
            keys.heard(in: bedroom, "09:10"..."09:20", every: 2)

            keys.isWithOwner(.yes, in: kitchen, "09:09")
            keys.isWithOwner(.yes, in: bedroom, "09:12")
            alice.isShown(.inRoom(kitchen), at: "09:19")
        }
    }

    @Test("A new tag is added at noon and watched from then on")
    func newTag() throws {
        let purse = Thing(id: "purse", owner: bob, kind: "purse", beacon: "mac:a4c138000031")
        try story {
            bob.phone.stays(at: home, "11:00"..."13:00")
            purse.heard(in: bedroom, "11:50"..."13:20")
            bob.asks(
                "item/save",
                ["item": "purse", "name": "Purse", "kind": "purse", "beacon": "mac:a4c138000031"],
                at: "12:00")
            bob.phone.goes(from: home, to: park, "13:00"..."13:10")

            purse.isWithOwner(.yes, in: bedroom, "12:10")
            bob.isTold(.leftBehind, purse, in: bedroom, "13:00"..."13:04")
            bob.goes(.leaves(home))
        }
    }

    @Test("The wallet is given away: nobody is told of it any more")
    func givenAway() throws {
        try story {
            bob.phone.stays(at: home, "11:00"..."13:00")
            wallet.heard(in: bedroom, "11:50"..."13:20")
            bob.asks("item/delete", ["item": "wallet"], at: "12:00")
            bob.phone.goes(from: home, to: park, "13:00"..."13:10")

            bob.goes(.leaves(home))
        }
    }

    @Test("The wallet falls behind the sofa, falls silent, and turns up the next day")
    func turnsUp() throws {
        try story {
            bob.phone.stays(at: home, "12:00"..."day 2 12:10", every: 1200)
            wallet.heard(in: bedroom, "12:00"..."13:00", every: 10)
            wallet.heard(in: bedroom, "day 2 12:00"..."day 2 12:10")

            wallet.isWithOwner(.yes, "12:30")
            bob.isTold(.itemLost, wallet, in: bedroom, "13:29"..."13:50")
            wallet.isWithOwner(.cannotTell, in: bedroom, isHeard: false, "20:00")
            bob.isTold(.itemFound, wallet, in: bedroom, "day 2 12:00"..."day 2 12:01")
            wallet.isWithOwner(.yes, in: bedroom, "day 2 12:09")
        }
    }
}
