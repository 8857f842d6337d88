import RoostCore

/// Four people, the things they wear and carry, and how each thing sends.
struct Family: Sendable {
    struct Person: Sendable {
        var id: ID<User>
        /// The room of the home in which they sleep.
        var bedroom: Int
        var isGrownUp: Bool
        /// How the phone reports its position.
        var phone: Phone
    }

    /// Things that can be put down and carried: a watch, a phone, an item.
    struct Thing: Sendable {
        enum Kind: Sendable {
            case watch, phone, keys, wallet
            /// For work or school.
            case bag
        }

        var name: String
        var owner: Int
        var kind: Kind
        /// The beacon that nodes hear; `nil` for a phone that none of them can.
        var beacon: BeaconID?
        /// The power that a node one metre away receives, in dBm.
        var power = -62.0
        /// Seconds between two advertisements.
        var interval = 2.0
        /// The places where it must not be left.
        var watch = Item.Watch.everywhere
        /// The rooms of the home where it is usually put.
        var usual: [Int] = []

        var isItem: Bool { kind != .watch && kind != .phone }
    }

    let people: [Person]
    let things: [Thing]

    static let anna = 0
    static let ben = 1
    static let carla = 2
    static let dan = 3

    init() {
        func person(_ id: String, _ bedroom: Int, _ isGrownUp: Bool, _ phone: Phone) -> Person {
            Person(id: ID(checked: id), bedroom: bedroom, isGrownUp: isGrownUp, phone: phone)
        }
        people = [
            person("anna", 3, true, .household[0]), person("ben", 3, true, .household[1]),
            person("carla", 4, false, .household[2]), person("dan", 5, false, .household[3]),
        ]
        func beacon(_ number: Int) -> BeaconID {
            BeaconID(canonical: "mac:a4c1380000\(10 + number)")
        }
        things = [
            Thing(
                name: "watch", owner: 0, kind: .watch, beacon: beacon(0), power: -64, interval: 1.5),
            Thing(name: "phone", owner: 0, kind: .phone),
            Thing(
                name: "keys", owner: 0, kind: .keys, beacon: beacon(1), interval: 2,
                usual: [0, 0, 0, 1]),
            Thing(
                name: "wallet", owner: 0, kind: .wallet, beacon: beacon(2), power: -66, interval: 5,
                usual: [1, 3, 4]),
            Thing(
                name: "laptop", owner: 0, kind: .bag, beacon: beacon(3), power: -59, interval: 3,
                watch: .places([ID(checked: "work")]), usual: [4, 2]),
            Thing(
                name: "phone", owner: 1, kind: .phone, beacon: beacon(4), power: -60, interval: 2),
            Thing(
                name: "keys", owner: 1, kind: .keys, beacon: beacon(5), interval: 3,
                usual: [0, 0, 3]),
            Thing(
                name: "wallet", owner: 1, kind: .wallet, beacon: beacon(6), power: -65, interval: 5,
                usual: [0, 3, 2]),
            Thing(
                name: "watch", owner: 2, kind: .watch, beacon: beacon(7), power: -64, interval: 2),
            Thing(name: "phone", owner: 2, kind: .phone),
            Thing(
                name: "keys", owner: 2, kind: .keys, beacon: beacon(8), interval: 2,
                usual: [4, 0, 2]),
            Thing(
                name: "tag", owner: 3, kind: .watch, beacon: beacon(9), power: -59, interval: 1),
            Thing(name: "phone", owner: 3, kind: .phone),
            Thing(
                name: "keys", owner: 3, kind: .keys, beacon: beacon(10), interval: 4,
                usual: [5, 0, 1]),
            Thing(
                name: "schoolbag", owner: 3, kind: .bag, beacon: beacon(11), interval: 2,
                watch: .places([ID(checked: "home")]), usual: [0, 5]),
        ]
    }

    func things(of person: Int) -> [Int] { things.indices.filter { things[$0].owner == person } }

    func item(_ thing: Int) -> ID<Item> {
        ID(checked: "\(people[things[thing].owner].id)-\(things[thing].name)")
    }

    /// The family as a household for Roost.
    func household(in town: Town, buildings: [Building]) -> [HouseholdChange] {
        var changes: [HouseholdChange] = people.indices.map { index in
            let beacons = things(of: index).filter { !things[$0].isItem }
                .compactMap { things[$0].beacon }
            let name = people[index].id.rawValue
            return .saveUser(
                User(
                    id: people[index].id, name: name.prefix(1).uppercased() + name.dropFirst(),
                    beacons: beacons))
        }
        changes += town.places.map { .savePlace($0) }
        for building in buildings {
            for room in building.rooms {
                guard let node = room.node else { continue }
                changes.append(
                    .saveNode(
                        Node(
                            id: building.node(in: room), place: ID(checked: building.place),
                            room: ID(checked: room.id), isExit: room.id == building.rooms[0].id,
                            position: [node.east, node.north, 1.5])))
            }
        }
        for index in things.indices where things[index].isItem {
            let thing = things[index]
            changes.append(
                .saveItem(
                    Item(
                        id: item(index), owner: people[thing.owner].id, name: thing.name,
                        kind: thing.kind == .wallet ? .wallet : .key, beacon: thing.beacon,
                        watch: thing.watch)))
        }
        return changes
    }
}

extension Building {
    func node(in room: Room) -> ID<Node> { ID(checked: "\(place)-\(room.id)") }
}

extension Phone {
    /// The four phones of the household, with apps as people configure them.
    static let household: [Phone] = [
        Phone(
            name: "move mode", interval: 20...60, displacement: nil, ping: 60, drifts: 1, lies: 0.4,
            cells: 0.03, losses: 0.1),
        Phone(
            name: "significant", interval: 30...60, displacement: 200, ping: 3600, drifts: 0.7,
            lies: 0.5, cells: 0.02, losses: 0.1, tellsActivity: true, isQueued: true,
            crossings: ["home", "plant", "shop"]),
        Phone(
            name: "pinging", interval: 30...60, displacement: 100, ping: 900, drifts: 1, lies: 0.5,
            cells: 0.03, losses: 0.1, crossings: ["home", "school"]),
        Phone(
            name: "wifi", interval: 60...180, displacement: nil, ping: 180, drifts: 1.5, lies: 0.6,
            cells: 0.02, losses: 0, tellsSpeed: false),
    ]
}
