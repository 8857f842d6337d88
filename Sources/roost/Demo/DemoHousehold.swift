import RoostCore

/// The people of the demo, their belongings and the positions of the nodes.
enum DemoHousehold {
    /// A node and its position.
    struct Post {
        var id: ID<Node>
        var place: ID<Place>
        var room: ID<Room>
        var point: DemoPoint
        var isExit = false
    }

    static let alice = ID<User>(checked: "alice")
    static let bob = ID<User>(checked: "bob")
    static let finn = ID<User>(checked: "finn")
    static let mia = ID<User>(checked: "mia")
    static let rosa = ID<User>(checked: "rosa")

    static let officeKey = ID<Item>(checked: "office-key")
    static let laptop = ID<Item>(checked: "laptop")
    static let rex = ID<Item>(checked: "rex")
    static let schoolBag = ID<Item>(checked: "school-bag")
    static let wallet = ID<Item>(checked: "wallet")

    private static let home = ID<Place>(checked: "home")
    private static let school = ID<Place>(checked: "school")
    private static let park = ID<Place>(checked: "park")

    static let posts: [Post] = [
        post("kitchen-1", home, "kitchen", .kitchen), post("living-1", home, "living", .living),
        post("bedroom-1", home, "bedroom", .bedroom), post("bath-1", home, "bath", .bath),
        post("hall-1", home, "hall", .hall, isExit: true),
        post("entrance-1", school, "entrance", .entrance, isExit: true),
        post("class-1", school, "classroom", .classroom),
    ]

    private static func post(
        _ id: String, _ place: ID<Place>, _ room: String, _ middle: DemoPoint, isExit: Bool = false
    ) -> Post {
        // On the wall, not in the middle of the room: towards the outside door, or away from it.
        let point = DemoPoint(middle.east + (isExit ? 1.2 : -1.2), middle.north + 0.8)
        return Post(
            id: ID(checked: id), place: place, room: ID(checked: room), point: point,
            isExit: isExit)
    }

    static func phone(of user: ID<User>) -> String { "\(user)s-phone" }

    static let household: Household = {
        var household = Household()
        for change in people + places + nodes + items + shares { household.apply(change) }
        return household
    }()

    private static let people: [HouseholdChange] = [
        person(alice, "Alice", "a4c138d00001", isAdmin: true), person(bob, "Bob", "a4c138d00002"),
        person(finn, "Finn", "a4c138d00003"), person(mia, "Mia", "a4c138d00004"),
        person(rosa, "Rosa", nil),
    ]

    private static func person(
        _ id: ID<User>, _ name: String, _ tag: String?, isAdmin: Bool = false
    ) -> HouseholdChange {
        .saveUser(
            User(
                id: id, name: name, isAdmin: isAdmin,
                devices: [Device(phone(of: id))].compactMap { $0 },
                beacons: tag.map { [BeaconID(canonical: "mac:\($0)")] } ?? []))
    }

    private static let places: [HouseholdChange] = [
        place(
            home, "Home", .home, .init(9, 6), 60,
            rooms: [
                ("kitchen", "Kitchen"), ("living", "Living room"), ("bedroom", "Bedroom"),
                ("bath", "Bath"), ("hall", "Hall"),
            ]),
        place(
            school, "School", .school, .init(465, 33), 50,
            rooms: [("entrance", "Entrance"), ("classroom", "Classroom")]),
        place(ID(checked: "office"), "Office", .work, .office, 60),
        place(park, "Park", .other, .park, 60),
        place(ID(checked: "rosas-house"), "Rosa's house", .home, .rosa, 50, owner: rosa),
    ].compactMap { $0 }

    private static func place(
        _ id: ID<Place>, _ name: String, _ kind: Place.Kind, _ middle: DemoPoint, _ radius: Double,
        owner: ID<User>? = nil, rooms: [(id: String, name: String)] = []
    ) -> HouseholdChange? {
        middle.coordinate.map { center in
            .savePlace(
                Place(
                    id: id, name: name, kind: kind, area: .circle(center: center, radius: radius),
                    owner: owner, isShared: owner == nil,
                    rooms: rooms.map { Room(id: ID(checked: $0.id), name: $0.name) }))
        }
    }

    private static let nodes: [HouseholdChange] = posts.map { post in
        let corner = post.place == home ? DemoPoint(0, 0) : .entrance
        return .saveNode(
            Node(
                id: post.id, place: post.place, room: post.room, isExit: post.isExit,
                position: [
                    post.point.east - corner.east, post.point.north - corner.north, 1.5,
                ]))
    }

    private static let items: [HouseholdChange] = [
        item(officeKey, bob, "Office key", .key, "a4c138d00011"),
        item(laptop, bob, "Laptop", .laptop, "a4c138d00012"),
        item(rex, alice, "Rex the dog", .pet, "a4c138d00013", watch: .places([park])),
        item(schoolBag, mia, "School bag", .bag, "a4c138d00014"),
        item(wallet, bob, "Wallet", .wallet, "a4c138d00015"),
    ]

    private static func item(
        _ id: ID<Item>, _ owner: ID<User>, _ name: String, _ kind: Item.Kind, _ tag: String,
        watch: Item.Watch = .everywhere
    ) -> HouseholdChange {
        .saveItem(
            Item(
                id: id, owner: owner, name: name, kind: kind,
                beacon: BeaconID(canonical: "mac:\(tag)"), watch: watch))
    }

    private static let shares: [HouseholdChange] =
        [
            (alice, bob, ShareLevel.exact), (bob, alice, .exact), (finn, alice, .exact),
            (mia, alice, .exact), (finn, bob, .place), (mia, bob, .place), (alice, finn, .place),
            (alice, mia, .place), (bob, mia, .place), (alice, rosa, .presence),
            (mia, rosa, .presence), (rosa, alice, .place),
        ].map { .saveShare(Share(owner: $0, viewer: .user($1), level: $2)) }
        + [(alice, bob), (alice, finn), (alice, mia), (alice, rosa), (bob, alice), (rosa, mia)]
        .enumerated().map { order, pair in
            .saveFriend(
                Friend(
                    user: pair.0, friend: pair.1, color: colors[order % colors.count],
                    order: order))
        }

    /// Alerts that a user does not get: their own arrivals and departures, departures of others
    /// and, except for the parents, arrivals of others.
    static func mutedAlerts(of user: ID<User>) -> [AlertKind] {
        let own: [AlertKind] = [.arrived, .left, .friendLeft]
        return [alice, bob].contains(user) ? own : own + [.friendArrived]
    }

    private static let colors = ["#3366ff", "#22aa55", "#dd8800", "#aa44cc"]
}
