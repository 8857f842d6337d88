import RoostCore
import Testing

@Suite("Doors with sensors")
struct Doors {
    /// Signs of life of the nodes and the sensor, all morning.
    private let house: [Line] =
        [wallet.heard(in: bedroom, "07:00"..."08:30", every: 2)] + doorOpens("07:01"..."07:01:03")

    @Test("alice leaves without her keys, and is told on the pavement")
    func keysStay() throws {
        try story(in: .familyWithDoor) {
            house
            alice.beacon.walksOut(at: "08:00")
            doorOpens("07:59:59"..."08:00:02")
            keys.heard(in: kitchen, "07:00"..."08:30", every: 2)
            alice.phone.stays(at: home, "07:40"..."08:00")
            alice.phone.goes(from: home, to: park, "08:00"..."08:10")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:10")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00:08"..."08:00:20")
            alice.isShown(.travelling, at: "08:00:30")
            keys.isWithOwner(.no, in: kitchen, "08:01")
            alice.goes(.leaves(home, "08:00"..."08:00:15"))
        }
    }

    @Test("alice leaves with her keys, which are heard from the pavement as well")
    func keysAlong() throws {
        try story(in: .familyWithDoor) {
            house
            alice.beacon.walksOut(at: "08:00")
            keys.tag.walksOut(at: "08:00")
            doorOpens("07:59:59"..."08:00:02")
            alice.phone.stays(at: home, "07:40"..."08:00")
            alice.phone.goes(from: home, to: park, "08:00"..."08:10")

            keys.isWithOwner(.yes, isHeard: false, "08:05")
            alice.goes(.leaves(home, "08:00"..."08:00:15"))
        }
    }

    @Test("A parcel comes: alice opens the door, and goes back to the kitchen")
    func parcel() throws {
        try story(in: .familyWithDoor) {
            house
            keys.heard(in: kitchen, "07:00"..."08:30", every: 2)
            alice.beacon.heard(in: kitchen, "07:30"..."07:59:40", every: 2)
            alice.beacon.heard(in: hall, "07:59:40"..."08:00:20", every: 2)
            doorOpens("07:59:50"..."08:00:18")
            alice.beacon.heard(in: kitchen, "08:00:22"..."08:30", every: 2)
            alice.phone.stays(at: home, "07:30"..."08:30")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:20")
            alice.isShown(.inRoom(kitchen), at: "08:02")
            keys.isWithOwner(.yes, in: kitchen, "08:02")
        }
    }

    @Test("bob opens the door as alice's watch falls asleep in the kitchen: she has not left")
    func asleep() throws {
        try story(in: .familyWithDoor) {
            house
            alice.beacon.heard(in: kitchen, "07:30"..."08:00", every: 2)
            doorOpens("08:00:01"..."08:00:04")
            alice.beacon.heard(in: kitchen, "08:00:40"..."08:30", every: 2)
            alice.phone.stays(at: home, "07:30"..."08:30")

            alice.isShown(.inRoom(kitchen), at: "08:00:30")
            alice.isShown(.inRoom(kitchen), at: "08:02")
        }
    }

    @Test("The sensor's battery is empty: leaving is told as without a sensor")
    func emptyBattery() throws {
        try story(in: .familyWithDoor) {
            wallet.heard(in: bedroom, "07:00"..."08:30", every: 2)
            alice.leavesForWork(at: "08:00", until: "08:40")
            keys.heard(in: kitchen, "07:00"..."08:40", every: 2)

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59"..."08:00:10")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:02")
            alice.goes(.leaves(home), .enters(office))
        }
    }
}
