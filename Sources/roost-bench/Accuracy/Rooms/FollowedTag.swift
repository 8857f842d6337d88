import RoostCore
import RoostFormats

/// The user whose tag a folder's walks are about, and where the nodes are that hear it.
struct FollowedTag {
    let user: ID<User>
    let beacons: Set<BeaconID>
    let nodes: [ID<Node>: Whereabouts]
    let rooms: Set<ID<Room>>

    /// - Parameters:
    ///   - household: As `roost export --json` prints it.
    ///   - wanted: The user; needed if several carry beacons.
    ///   - file: The name of the household in errors.
    init(household: JSON, user wanted: String?, file: String) throws {
        let carriers = (household["users"]?.array ?? []).compactMap(Self.carrier)
        let names = carriers.map(\.0.rawValue).joined(separator: ", ")
        let chosen = carriers.filter { wanted == nil || $0.0.rawValue == wanted }
        guard let carrier = chosen.first else {
            throw Problem(
                wanted.map { "\(file): no user \($0) carries a beacon; who does: \(names)" }
                    ?? "\(file): a user with beacons is expected: whose walk is it?")
        }
        guard chosen.count == 1 else {
            throw Problem("\(file): several users carry beacons (\(names)): say which with --user")
        }
        (user, beacons) = carrier
        nodes = Dictionary(
            (household["nodes"]?.array ?? []).compactMap(Self.node), uniquingKeysWith: { $1 })
        guard !nodes.isEmpty else { throw Problem("\(file): nodes are expected") }
        let places = household["places"]?.array ?? []
        let named = places.flatMap { $0["rooms"]?.array ?? [] }
            .compactMap { $0["room"]?.string.flatMap { ID<Room>($0) } }
        rooms = Set(named).union(nodes.values.compactMap(\.room))
    }

    private static func carrier(_ json: JSON) -> (ID<User>, Set<BeaconID>)? {
        let beacons = (json["beacons"]?.array ?? [])
            .compactMap { $0.string.flatMap { BeaconID(spelling: $0) } }
        guard let user = json["user"]?.string.flatMap({ ID<User>($0) }), !beacons.isEmpty else {
            return nil
        }
        return (user, Set(beacons))
    }

    private static func node(_ json: JSON) -> (ID<Node>, Whereabouts)? {
        guard let node = json["node"]?.string.flatMap({ ID<Node>($0) }) else { return nil }
        let position = (json["position"]?.array ?? []).compactMap { $0.number?.double }
        return (
            node,
            Whereabouts(
                room: json["room"]?.string.flatMap { ID<Room>($0) },
                position: position.count >= 2 ? Position(x: position[0], y: position[1]) : nil)
        )
    }

    /// The whereabouts that a rule's `answer` stands for.
    func whereabouts(_ answer: Answer) -> Whereabouts {
        switch answer {
        case .node(let node): nodes[node] ?? Whereabouts()
        case .whereabouts(let whereabouts): whereabouts
        case .unknown: Whereabouts()
        }
    }
}
