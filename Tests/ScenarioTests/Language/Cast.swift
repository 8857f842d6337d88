// The family of most stories: alice and bob in a flat with three nodes, an office with one, and the
// ways between them. alice wears a watch that the nodes hear; bob has only the phone.

let alice = Person(id: "alice", watch: "mac:a4c138000011", isAdmin: true)
let bob = Person(id: "bob")

let home = Ground(id: "home", kind: "home", rooms: ["kitchen", "hall", "bedroom"])
let office = Ground(id: "office", kind: "work", north: 5000, radius: 80, rooms: ["desk"])
let gym = Ground(id: "gym", kind: "gym", east: 3000, radius: 50)

let kitchen = home.room("kitchen")
let hall = home.room("hall")
let bedroom = home.room("bedroom")
let desk = office.room("desk")

/// Spots that are not places.
let street = Ground(id: "the street", east: 250)
let park = Ground(id: "the park", east: 900)
let station = Ground(id: "the station", east: -2500)
let beach = Ground(id: "the beach", east: 0, north: -900_000)

let keys = Thing(id: "keys", owner: alice, kind: "key", beacon: "mac:a4c138000001")
let wallet = Thing(
    id: "wallet", owner: bob, kind: "wallet",
    beacon: "ibeacon:2f234454cf6d4a0fadf2f4911ba9ffa6:1:7")
let badge = Thing(
    id: "badge", owner: alice, kind: "id", beacon: "mac:a4c138000003", watchedAt: [office])

let kitchenNode = Station("kitchen-1", in: kitchen)
let hallNode = Station("hall-1", in: hall, isExit: true)
let bedroomNode = Station("bedroom-1", in: bedroom)
let deskNode = Station("desk-1", in: desk, isExit: true)

extension World {
    static let family = World(
        people: [alice, bob], places: [home, office, gym],
        stations: [kitchenNode, hallNode, bedroomNode, deskNode], things: [keys, wallet, badge])
}

extension Person {
    /// Sits in the kitchen, stands half a minute in the hall, and drives to the office in a quarter
    /// of an hour, with the phone and the watch, if there is one.
    func leavesForWork(at time: Moment, until end: Moment) -> [Line] {
        [phone.stays(at: home, time + -1200...time), drivesToWork(at: time, until: end)]
            + goesOut(at: time)
    }

    /// Only the phone, which then lies on the desk.
    func drivesToWork(at time: Moment, until end: Moment) -> Line {
        phone.goes(from: home, to: office, time...time + 900).followed(
            by: phone.stays(at: office, time + 920...end))
    }

    /// What the nodes hear of a person who leaves the kitchen through the hall.
    func goesOut(at time: Moment) -> [Line] {
        guard watch != nil else { return [] }
        return beacon.goesOut(at: time)
    }
}

extension Tag {
    func goesOut(at time: Moment) -> [Line] {
        [
            heard(in: kitchen, time + -400...time + -30, every: 4),
            heard(in: hall, time + -30...time, every: 2),
        ]
    }

    /// Comes in through the hall, and then lies in the kitchen.
    func comesIn(at time: Moment, until end: Moment) -> [Line] {
        [
            heard(in: hall, time...time + 30, every: 2),
            heard(in: kitchen, time + 30...end),
        ]
    }
}

extension Thing {
    /// Leaves the kitchen through the hall with its bearer.
    func goesOut(at time: Moment) -> [Line] { tag.goesOut(at: time) }
    func comesIn(at time: Moment, until end: Moment) -> [Line] {
        tag.comesIn(at: time, until: end)
    }
}
