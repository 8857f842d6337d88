import RoostCore
import RoostFormats
import Testing

@Suite("Friends")
struct Friends {
    private func family(showing level: String, _ more: [String: JSON] = [:]) -> World {
        var members = ["owner": "alice", "viewer": "bob", "level": JSON.string(level)]
        members.merge(more) { $1 }
        let entry = members.sorted { $0.key < $1.key }
            .map { JSONObject.Member(name: $0.key, value: $0.value) }
        return .family.with(shares: [.object(JSONObject(entry))])
    }

    @Test("bob may see alice's places: he is told as she leaves and arrives")
    func places() throws {
        try story(in: family(showing: "place")) {
            alice.leavesForWork(at: "08:00", until: "09:00")

            bob.sees(alice, .at(home), at: "07:59")
            bob.isTold(.friendLeft, of: alice, at: home, "07:59"..."08:02")
            bob.sees(alice, .heading(to: office), at: "08:10")
            bob.isTold(.friendArrived, of: alice, at: office, "08:13"..."08:17")
            bob.sees(alice, .at(office), at: "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("bob may see alice's room")
    func exact() throws {
        try story(in: family(showing: "exact")) {
            alice.phone.stays(at: home, "07:00"..."08:00")
            alice.beacon.heard(in: kitchen, "07:00"..."08:00", every: 10)

            bob.sees(alice, .inRoom(kitchen), at: "07:50")
        }
    }

    @Test("bob may see whether alice is out, but never where")
    func presence() throws {
        try story(in: family(showing: "presence")) {
            alice.leavesForWork(at: "08:00", until: "09:00")

            bob.sees(alice, .atSome("home"), at: "07:59")
            bob.sees(alice, .travelling, at: "08:08")
            bob.sees(alice, .atSome("work"), at: "08:30")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("The nodes of bob's own place hear alice's watch: she is not shown there")
    func privatePlace() throws {
        let workshop = Ground(id: "workshop", east: 900, rooms: ["bench"], owner: bob)
        let bench = workshop.room("bench")
        let world = World.family.with(
            places: [workshop], stations: [Station("bench-1", in: bench)])
        try story(in: world) {
            alice.phone.stays(at: home, "09:00"..."09:30")
            alice.phone.goes(from: home, to: park, "09:30"..."09:40")
            alice.beacon.heard(in: bench, "09:40"..."10:20")
            alice.phone.stays(at: park, "09:40:20"..."10:20", every: 120)
            bob.phone.stays(at: workshop, "09:00"..."10:20")

            alice.isShown(.travelling, at: "10:10")
            bob.isShown(.at(workshop), at: "10:10")
            workshop.holds(1, at: "10:10")
            alice.goes(.leaves(home))
        }
    }

    @Test("Without a share bob sees nothing of alice")
    func nothing() throws {
        try story {
            alice.leavesForWork(at: "08:00", until: "09:00")

            bob.seesNothing(of: alice, at: "07:59")
            bob.seesNothing(of: alice, at: "08:59")
            alice.goes(.leaves(home), .enters(office))
        }
    }

    @Test("A share until five ends at five, and what was shown is cleared")
    func until() throws {
        try story(in: family(showing: "place", ["until": "2026-06-15T17:00:00Z"])) {
            alice.phone.stays(at: home, "16:00"..."18:00")

            bob.sees(alice, .at(home), at: "16:59:50")
            bob.seesNothing(of: alice, at: "17:00:05")
        }
    }

    @Test("A share that ends while the gateway is away shows nothing once it is back")
    func endsUnseen() throws {
        try story(in: family(showing: "place", ["until": "2026-06-15T17:00:00Z"])) {
            alice.phone.stays(at: home, "16:00"..."18:00")
            gatewayAway("16:50"..."17:10")

            bob.sees(alice, .at(home), at: "16:49")
            bob.seesNothing(of: alice, at: "17:10:05")
        }
    }

    @Test("A share with daily hours begins and ends with them")
    func hours() throws {
        try story(in: family(showing: "place", ["hours": "08:00-16:00"])) {
            alice.phone.stays(at: home, "07:00"..."18:00", every: 1200)

            bob.seesNothing(of: alice, at: "07:59:50")
            bob.sees(alice, .at(home), at: "08:00:05")
            bob.sees(alice, .at(home), at: "15:59:50")
            bob.seesNothing(of: alice, at: "16:00:05")
        }
    }

    @Test("alice ends the share at noon: bob sees nothing from then on")
    func ended() throws {
        try story(in: family(showing: "place")) {
            alice.phone.stays(at: home, "11:00"..."13:00")
            alice.asks("share/delete", ["viewer": "bob"], at: "12:00")
            alice.phone.goes(from: home, to: park, "13:00"..."13:10")

            bob.sees(alice, .at(home), at: "11:59")
            bob.seesNothing(of: alice, at: "12:00:02")
            alice.goes(.leaves(home))
        }
    }

    @Test("A share for the way home, begun on the way, takes effect at once")
    func begun() throws {
        try story {
            alice.phone.stays(at: office, "17:00"..."18:00")
            alice.phone.goes(from: office, to: home, "18:00"..."18:15")
            alice.phone.stays(at: home, "18:15:20"..."18:30")
            alice.asks("share/save", ["viewer": "bob", "level": "place"], at: "18:05")

            bob.seesNothing(of: alice, at: "18:04")
            bob.sees(alice, .heading(to: home), at: "18:10")
            bob.isTold(.friendArrived, of: alice, at: home, "18:13"..."18:17")
            alice.goes(.leaves(office), .enters(home))
        }
    }
}
