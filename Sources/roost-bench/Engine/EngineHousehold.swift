import Glibc
import RoostCore
import SeededRandom
import Simulator

/// Many tags in buildings full of nodes, and what the nodes hear of them: always the same.
struct EngineHousehold {
    let tags: Int
    /// The number of nodes in each place; their sum is what the engine knows.
    let places: [Int]
    private let nodes: [[Node]]
    private let household: Household
    private let positions: [(x: Double, y: Double)]
    private var chance = SeededRandom(seed: 1)

    /// Metres from one node to the next, in rows of ten.
    private static let pitch = 5.0
    /// The most nodes that hear one tag.
    private static let mostHeard = 5
    /// How far away a tag is heard, in metres.
    private static let reach = 14.0

    init(tags: Int, places: [Int], hasPositions: Bool) {
        self.tags = tags
        self.places = places
        nodes = places.enumerated().map { place, count in
            (0..<count).map { index in
                Node(
                    id: ID(checked: "n\(place)-\(index)"), place: Self.place(place),
                    room: ID(checked: "room-\(index)"), isExit: index == 0,
                    position: hasPositions ? Self.position(index) : nil)
            }
        }
        positions = (0..<(places.max() ?? 0)).map { (Self.position($0)[0], Self.position($0)[1]) }
        var household = Household()
        household.apply(.saveUser(User(id: Self.owner, name: "Owner")))
        for (index, nodes) in nodes.enumerated() {
            guard let center = Coordinate(latitude: 48.2 + 0.01 * Double(index), longitude: 16.37)
            else { continue }
            household.apply(
                .savePlace(
                    Place(
                        id: Self.place(index), name: "Place \(index)",
                        area: .circle(center: center, radius: 80), isShared: true)))
            for node in nodes { household.apply(.saveNode(node)) }
        }
        for tag in 0..<tags {
            household.apply(
                .saveItem(
                    Item(
                        id: ID(checked: "t\(tag)"), owner: Self.owner, name: "Tag \(tag)",
                        beacon: Self.beacon(tag))))
        }
        self.household = household
    }

    /// An engine that has heard nothing yet.
    func engine(at time: Timestamp) -> Engine {
        var engine = Engine(household: household)
        _ = engine.apply(.listening, at: time)
        for node in nodes.joined() {
            _ = engine.apply(.nodeStatus(node.id, .online), at: time)
        }
        return engine
    }

    /// One advertisement of a tag, as reported by each node that hears it.
    ///
    /// A tag stays within a room's width of the node it lies beside; every 30 turns it is carried
    /// to the next one.
    mutating func sightings(of tag: Int, turn: Int) -> [SightingBatch] {
        let nodes = nodes[tag % places.count]
        let home = (tag / places.count + turn / 30) % nodes.count
        let own = Self.position(home)
        let (x, y) = (own[0] + 4 * chance.fraction() - 2, own[1] + 4 * chance.fraction() - 2)
        let heard = nodes.indices.compactMap { index -> (index: Int, level: Double)? in
            let (dx, dy) = (positions[index].x - x, positions[index].y - y)
            let square = dx * dx + dy * dy
            guard square < Self.reach * Self.reach else { return nil }
            let wall = index == home ? 0 : 4.0
            let noise = 4 * (chance.fraction() + chance.fraction() - 1)
            return (index, -59 - 10 * log10(max(1, square)) - wall + noise)
        }
        .sorted { $0.level > $1.level }
        return heard.prefix(Self.mostHeard).map { index, level in
            SightingBatch(
                node: nodes[index].id,
                sightings: [Sighting(beacon: Self.beacon(tag), rssi: RSSI(dBm: level.rounded()))])
        }
    }

    private static let owner = ID<User>(checked: "owner")

    private static func place(_ index: Int) -> ID<Place> { ID(checked: "p\(index)") }

    private static func beacon(_ tag: Int) -> BeaconID {
        BeaconID(
            canonical: "ibeacon:e5ca1ade-f007-ba11-0000-000000000000:\(tag / 1000):\(tag % 1000)")
    }

    private static func position(_ index: Int) -> [Double] {
        [pitch * Double(index % 10), pitch * Double(index / 10), 2]
    }
}
