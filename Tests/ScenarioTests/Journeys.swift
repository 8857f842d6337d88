import RoostCore
import RoostFormats
import Testing

@Suite("Journeys")
struct Journeys {
    @Test("Moving house: changing places and nodes does not make anybody come or go")
    func movingHouse() throws {
        let nest = Ground(id: "nest", kind: "home", east: 4000, north: 1000, rooms: ["salon"])
        let salon = nest.room("salon")
        try story {
            alice.phone.stays(at: home, "09:00"..."10:00")
            alice.goesOut(at: "10:00")
            keys.goesOut(at: "10:00")
            alice.phone.goes(from: home, to: nest, "10:00"..."10:15")
            alice.phone.stays(at: nest, "10:15:20"..."18:00")
            admin("place/save", nest.entry, at: "12:00")
            down(kitchenNode, hallNode, bedroomNode, during: "10:10"..."13:00")
            admin(
                "node/save", ["node": "kitchen-1", "place": "nest", "room": "salon"], at: "12:30")
            admin("node/save", ["node": "hall-1", "place": "nest", "room": "porch"], at: "12:31")
            admin("node/save", ["node": "bedroom-1", "place": "nest", "room": "loft"], at: "12:32")
            admin("place/delete", ["place": "home"], at: "14:00")
            alice.beacon.heard(by: kitchenNode, -58, "13:01"..."18:00", every: 30)
            keys.heard(by: kitchenNode, -58, "13:01"..."18:00", every: 30)
            alice.phone.goes(from: nest, to: office, "18:00"..."18:15")
            alice.phone.stays(at: office, "18:15:20"..."18:30")

            alice.isTold(.nodeOffline, at: home, "10:11"..."10:12")
            alice.isShown(.at(nest), at: "12:10")
            alice.isShown(.inRoom(salon), at: "15:00")
            keys.isWithOwner(.yes, in: salon, "15:00")
            alice.goes(.leaves(home), .leaves(nest), .enters(office))
        }
    }

    @Test("The car is left at the station for the day: no node there could tell, so no alert")
    func carAtStation() throws {
        let car = Thing(
            id: "car", owner: bob, beacon: "mac:a4c138000051", watchedAt: [office, gym])
        try story(in: .family.with(things: [car])) {
            bob.phone.stays(at: home, "07:00"..."08:00")
            car.heard(by: hallNode, -80, "07:30"..."08:00")
            bob.phone.goes(from: home, to: station, "08:00"..."08:06")
            bob.phone.stays(at: station, "08:06:20"..."08:30")
            bob.phone.goes(from: station, to: office, "08:30"..."08:50")
            bob.phone.stays(at: office, "08:50:20"..."17:00")
            bob.phone.goes(from: office, to: station, "17:00"..."17:20")
            bob.phone.goes(from: station, to: home, "17:25"..."17:31")
            car.heard(by: hallNode, -80, "17:31"..."18:00")
            bob.phone.stays(at: home, "17:31:20"..."18:00")

            car.isWithOwner(.yes, at: home, "17:50")
            bob.goes(.leaves(home), .enters(office), .leaves(office), .enters(home))
        }
    }

    @Test("Driving past the gym is not arriving there")
    func drivingPast() throws {
        try story {
            bob.phone.stays(at: home, "07:30"..."08:00")
            bob.phone.goes(from: home, to: gym.moved(east: 1500), "08:00"..."08:06", every: 5)

            bob.isShown(.travelling, at: "08:05:30")
            bob.goes(.leaves(home))
        }
    }

    @Test("Travelling, and heading home")
    func headingHome() throws {
        try story {
            bob.phone.stays(at: office, "16:30"..."17:00")
            bob.phone.goes(from: office, to: home, "17:00"..."17:15")
            bob.phone.stays(at: home, "17:15:20"..."17:30")

            bob.isShown(.heading(to: home), at: "17:10")
            bob.isShown(.at(home), at: "17:25")
            bob.goes(.leaves(office), .enters(home))
        }
    }

    @Test("Ringing at the gym's door and walking on soon afterwards still counts as a visit")
    func shortVisit() throws {
        try story {
            bob.phone.stays(at: street, "09:00"..."09:10", every: 60)
            bob.phone.goes(from: street, to: gym, "09:10"..."09:40")
            bob.phone.stays(at: gym, "09:40:20"..."09:43", every: 60)
            bob.phone.goes(from: gym, to: street, "09:43"..."10:13")

            bob.goes(.enters(gym), .leaves(gym))
        }
    }

    @Test("A walk around the block within sight of the house")
    func aroundTheBlock() throws {
        try story {
            alice.goesOut(at: "20:00")
            keys.goesOut(at: "20:00")
            alice.phone.stays(at: home, "19:30"..."20:00")
            alice.phone.goes(from: home, to: street, "20:00"..."20:03", every: 10)
            alice.phone.goes(from: street, to: home, "20:03:10"..."20:06", every: 10)
            alice.phone.stays(at: home, "20:06:20"..."20:20", every: 120)
            alice.beacon.comesIn(at: "20:06", until: "20:20")
            keys.comesIn(at: "20:06", until: "20:20")

            keys.isWithOwner(.yes, in: kitchen, "20:15")
            alice.goes(.leaves(home), .enters(home))
        }
    }

    @Test("The neighbour's garden, across the fence, is still at home")
    func overTheFence() throws {
        try story {
            keys.heard(in: kitchen, "15:00"..."16:00", every: 10)
            alice.phone.stays(at: home, "15:00"..."15:20")
            alice.phone.stays(at: home.moved(east: 55), "15:20"..."16:00", every: 60, accuracy: 20)

            keys.isWithOwner(.yes, in: kitchen, "15:50")
            alice.isShown(.at(home), at: "15:50")
        }
    }
}
