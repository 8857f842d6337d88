import RoostCore
import RoostFormats
import Testing

@Suite("Arrived without")
struct ArrivedWithout {
    @Test("The badge is missed at work once, however often alice comes back to her desk")
    func once() throws {
        try story {
            badge.heard(in: kitchen, "07:50"..."14:00")
            alice.phone.stays(at: home, "07:40"..."08:00")
            alice.phone.goes(from: home, to: office, "08:00"..."08:15")
            alice.phone.stays(at: office, "08:15:20"..."12:00")
            alice.phone.goes(from: office, to: park, "12:00"..."12:10")
            alice.phone.stays(at: park, "12:10:20"..."12:40")
            alice.phone.goes(from: park, to: office, "12:40"..."12:50")
            alice.phone.stays(at: office, "12:50:20"..."14:00")

            alice.isTold(.arrivedWithout, badge, in: kitchen, "08:15"..."08:17")
            alice.goes(.leaves(home), .enters(office), .leaves(office), .enters(office))
        }
    }

    @Test("A bag left at the office since yesterday is missed at the gym, where it is wanted")
    func sinceYesterday() throws {
        let bag = Thing(
            id: "bag", owner: bob, kind: "bag", beacon: "mac:a4c138000071", watchedAt: [gym])
        try story(in: .family.with(things: [bag])) {
            bag.heard(in: desk, "16:50"..."18:30")
            bob.phone.stays(at: home, "17:00"..."18:00")
            bob.phone.goes(from: home, to: gym, "18:00"..."18:10")
            bob.phone.stays(at: gym, "18:10:20"..."18:30")

            bob.isTold(.arrivedWithout, bag, in: desk, "18:10"..."18:12")
            bob.goes(.leaves(home), .enters(gym))
        }
    }

    @Test("No fix between two places: a badge that stays is reported soon after the arrival")
    func noFixBetween() throws {
        try story {
            badge.heard(in: kitchen, "07:50"..."08:40", every: 15)
            alice.phone.stays(at: home, "07:40"..."08:00")
            alice.beacon.heard(in: kitchen, "07:50"..."08:00")
            alice.phone.stays(at: office, "08:15"..."08:40")
            alice.beacon.heard(in: desk, "08:14"..."08:40")

            alice.isTold(.arrivedWithout, badge, in: kitchen, "08:14"..."08:20")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A badge that nobody hears any more is not missed, as it may be in the bag")
    func cannotTell() throws {
        try story {
            badge.heard(in: kitchen, "07:50"..."07:59:20")
            badge.heard(in: hall, "07:59:22"..."08:00", every: 2)
            alice.leavesForWork(at: "08:00", until: "08:40")

            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("In the garden, which is part of the house, nothing left indoors is missed")
    func garden() throws {
        let garden = Ground(id: "garden", east: 90, radius: 50)
        let basket = Thing(
            id: "basket", owner: bob, beacon: "mac:a4c138000072", watchedAt: [garden])
        try story(in: .family.with(places: [garden], things: [basket])) {
            basket.heard(in: kitchen, "10:00"..."11:00")
            bob.phone.stays(at: home, "10:00"..."10:20")
            bob.phone.stays(at: garden, "10:22"..."11:00", every: 60)

            bob.goes(.leaves(home), .enters(garden))
        }
    }
}
