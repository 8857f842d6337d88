import RoostCore
import Testing

@Suite("Strangers")
struct Strangers {
    @Test("A guest comes and goes with a tag that nobody knows")
    func guest() throws {
        let guest = Tag(name: "the guest's tag", beacon: "mac:c0ffee000001")
        try story {
            alice.beacon.heard(in: kitchen, "18:00"..."20:00", every: 10)
            keys.heard(in: kitchen, "18:00"..."20:00", every: 10)
            guest.comesIn(at: "18:30", until: "19:29")
            guest.goesOut(at: "19:30")

            keys.isWithOwner(.yes, in: kitchen, "19:50")
            alice.isShown(.inRoom(kitchen), at: "19:50")
            alice.walks(to: kitchen)
        }
    }

    @Test("The shop below has beacons of the wallet's UUID but other numbers: they do not count")
    func shopBelow() throws {
        let shop = Tag(
            name: "the shop's beacon", beacon: "ibeacon:2f234454cf6d4a0fadf2f4911ba9ffa6:1:8")
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            shop.heard(in: bedroom, "07:30"..."08:40")
            wallet.goesOut(at: "08:00")
            bob.drivesToWork(at: "08:00", until: "08:40")

            wallet.isWithOwner(.yes, isHeard: false, "08:12")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The shop below has the wallet's very identity, but only the shop's node hears it")
    func sameIdentity() throws {
        let shopNode = Station("shop-till", in: Room(place: "shop", id: "till"))
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            wallet.tag.heard(by: shopNode, -92, "07:30"..."08:40")
            wallet.goesOut(at: "08:00")
            bob.drivesToWork(at: "08:00", until: "08:40")

            wallet.isWithOwner(.yes, in: kitchen, isHeard: true, "07:55")
            wallet.isWithOwner(.yes, isHeard: false, "08:12")
            bob.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A neighbour's node appears and disappears: nobody is alerted")
    func neighbour() throws {
        let neighbour = Station("attic", in: Room(place: "next-door", id: "attic"))
        try story {
            bob.phone.stays(at: home, "09:00"..."10:00")
            keys.tag.heard(by: neighbour, -93, "09:00"..."09:20")

            quiet(until: "10:00")
        }
    }

    @Test("A stranger's phone publishes here: it counts as nobody")
    func unknownPhone() throws {
        let mallory = Person(id: "mallory")
        try story {
            bob.phone.stays(at: home, "09:00"..."09:30")
            mallory.phone.stays(at: home, "09:00"..."09:30", every: 60)

            home.holds(1, at: "09:20")
        }
    }

    @Test("Rubbish on every topic, in the middle of the day, changes nothing")
    func rubbish() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "08:40")
            keys.goesOut(at: "08:00")
            published("owntracks/alice/phone", #"{"_type":"location","lat":1e400}"#, at: "07:59")
            published("owntracks/alice/phone", "{", at: "08:01")
            published(
                "owntracks/alice/phone", #"{"_type":"location","lat":0,"lon":0,"tst":0}"#,
                at: "08:02")
            published("roost/node/kitchen-1/sightings", #"{"sightings":17}"#, at: "08:03")
            published("roost/node/kitchen-1/status", "perhaps", at: "08:04")

            keys.isWithOwner(.yes, "08:10")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("bob's phone claims to be alice's: it cannot speak for her")
    func impostor() throws {
        try story {
            alice.phone.stays(at: home, "09:00"..."09:30")
            bob.phone.stays(at: office, "09:00"..."09:30")
            published(
                "owntracks/bob/phone",
                #"{"_type":"location","topic":"owntracks/alice/phone","lat":52.6,"lon":13.4,"tst":1781514600}"#,
                at: "09:10")

            alice.isShown(.at(home), at: "09:20")
            bob.isShown(.at(office), at: "09:20")
        }
    }
}
