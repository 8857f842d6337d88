import RoostCore
import Testing

@Suite("Mornings")
struct Mornings {
    @Test("alice drives to work with her keys, and no alert is given")
    func toWork() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "09:00")
            keys.goesOut(at: "08:00")
            alice.beacon.heard(in: desk, "08:16"..."09:00")
            keys.heard(in: desk, "08:16"..."09:00")

            alice.isShown(.inRoom(kitchen), at: "07:55")
            keys.isWithOwner(.yes, in: kitchen, isHeard: true, "07:55")
            alice.isShown(.travelling, at: "08:08")
            keys.isWithOwner(.yes, isHeard: false, "08:08")
            alice.isShown(.inRoom(desk), at: "08:30")
            keys.isWithOwner(.yes, in: desk, "08:30")
            alice.goes(.leaves(home, "07:59"..."08:02"), .enters(office, "08:13"..."08:17"))
            alice.walks(to: kitchen, hall, desk)
        }
    }

    @Test("The school run: home, school, home, and the keys come along")
    func schoolRun() throws {
        let school = Ground(id: "school", kind: "school", north: 1500)
        try story(in: .family.with(places: [school])) {
            alice.goesOut(at: "07:40")
            keys.goesOut(at: "07:40")
            alice.phone.stays(at: home, "07:20"..."07:40")
            alice.phone.goes(from: home, to: school, "07:40"..."07:46")
            alice.phone.stays(at: school, "07:46:20"..."07:52", every: 60)
            alice.phone.goes(from: school, to: home, "07:52"..."07:58")
            alice.phone.stays(at: home, "07:58:20"..."08:30")
            alice.beacon.comesIn(at: "07:58:30", until: "08:30")
            keys.comesIn(at: "07:58:30", until: "08:30")

            alice.isShown(.at(school), at: "07:49")
            keys.isWithOwner(.yes, "07:49")
            keys.isWithOwner(.yes, in: kitchen, "08:20")
            alice.goes(.leaves(home), .enters(school), .leaves(school), .enters(home))
        }
    }

    @Test("Fetching forgotten keys: alerts the first time, and none once the keys are along")
    func turnsBack() throws {
        try story {
            alice.goesOut(at: "08:00")
            keys.heard(in: kitchen, "07:50"..."08:07")
            alice.phone.stays(at: home, "07:40"..."08:00")
            alice.phone.goes(from: home, to: park, "08:00"..."08:03")
            alice.phone.goes(from: park, to: home, "08:03:20"..."08:06")
            alice.beacon.comesIn(at: "08:06", until: "08:07")
            alice.phone.stays(at: home, "08:06:20"..."08:08", every: 30)
            alice.beacon.heard(in: hall, "08:07"..."08:08", every: 2)
            keys.heard(in: hall, "08:07"..."08:08", every: 2)
            alice.drivesToWork(at: "08:08", until: "08:40")

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:59:30"..."08:00:30")
            alice.isTold(.leftBehind, keys, in: kitchen, "08:00"..."08:02")
            keys.isWithOwner(.no, in: kitchen, "08:03")
            keys.isWithOwner(.yes, "08:15")
            alice.goes(.leaves(home), .enters(home), .leaves(home), .enters(office))
        }
    }

    @Test("Taking out the bins in slippers is not leaving: a warning at the door, and no more")
    func bins() throws {
        try story {
            keys.heard(in: kitchen, "07:00"..."07:30")
            alice.beacon.heard(in: kitchen, "07:00"..."07:10")
            alice.beacon.heard(in: hall, "07:10"..."07:10:40", every: 2)
            // The bins are across the yard.
            alice.beacon.heard(by: hallNode, -89, "07:10:40"..."07:12", every: 4)
            alice.beacon.comesIn(at: "07:12", until: "07:30")
            alice.phone.stays(at: home, "07:00"..."07:30", every: 120, accuracy: 25)

            alice.isTold(.leavingWithout, keys, in: kitchen, "07:10"..."07:12")
            keys.isWithOwner(.yes, in: kitchen, "07:20")
            alice.isShown(.inRoom(kitchen), at: "07:20")
        }
    }

    @Test("The dog is walked with phone and keys, and everybody comes home")
    func dogWalk() throws {
        let dog = Thing(id: "dog", owner: alice, kind: "pet", beacon: "mac:a4c138000021")
        try story(in: .family.with(things: [dog])) {
            alice.goesOut(at: "06:30")
            keys.goesOut(at: "06:30")
            dog.goesOut(at: "06:30")
            alice.phone.stays(at: home, "06:00"..."06:30")
            alice.phone.goes(from: home, to: park, "06:30"..."06:42", every: 30)
            alice.phone.goes(from: park, to: home, "06:44"..."06:56", every: 30)
            alice.phone.stays(at: home, "06:57"..."07:10", every: 120)
            alice.beacon.comesIn(at: "06:56", until: "07:10")
            keys.comesIn(at: "06:56", until: "07:10")
            dog.comesIn(at: "06:56", until: "07:10")

            alice.isShown(.travelling, at: "06:40")
            dog.isWithOwner(.yes, "06:40")
            dog.isWithOwner(.yes, in: kitchen, "07:05")
            alice.goes(.leaves(home), .enters(home))
        }
    }

    @Test("The dog is walked and the phone stays on the table: the door tells that alice is out")
    func dogWalkWithoutPhone() throws {
        try story {
            alice.goesOut(at: "06:30")
            keys.goesOut(at: "06:30")
            alice.phone.stays(at: home, "06:00"..."07:10")
            alice.beacon.comesIn(at: "06:50", until: "07:10")
            keys.comesIn(at: "06:50", until: "07:10")

            alice.isShown(.travelling, at: "06:35")
            keys.isWithOwner(.yes, "06:40")
            keys.isWithOwner(.yes, in: kitchen, "07:05")
            alice.goes(.leaves(home, "06:30"..."06:33"), .enters(home, "06:50"..."06:51"))
        }
    }

    @Test("A parcel is taken at the door with the keys in the pocket")
    func parcel() throws {
        try story {
            alice.beacon.heard(in: kitchen, "10:00"..."10:10")
            keys.heard(in: kitchen, "10:00"..."10:10")
            alice.beacon.heard(in: hall, "10:10"..."10:11", every: 2)
            keys.heard(in: hall, "10:10"..."10:11", every: 2)
            alice.beacon.heard(in: kitchen, "10:11"..."10:30")
            keys.heard(in: kitchen, "10:11"..."10:30")

            alice.walks(to: kitchen, hall, kitchen)
            keys.isWithOwner(.yes, in: kitchen, "10:20")
        }
    }

    @Test("bob, known only by his phone, forgets his wallet in the bedroom")
    func forgottenWallet() throws {
        try story {
            bob.phone.stays(at: home, "07:00"..."08:00")
            wallet.heard(in: bedroom, "07:50"..."08:20")
            bob.drivesToWork(at: "08:00", until: "08:20")

            bob.isTold(.leftBehind, wallet, in: bedroom, "08:00"..."08:02")
            wallet.isWithOwner(.no, in: bedroom, isHeard: true, "08:10")
            bob.goes(.leaves(home), .enters(office))
        }
    }
}
