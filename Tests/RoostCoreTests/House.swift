// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import RoostCore

/// A household for tests: alice, bob, a home with a kitchen, a hall and a door, an office, and
/// alice's keys.
struct House {
    var engine: Engine
    var effects: [Effect] = []

    static let start = Timestamp(milliseconds: 1_790_000_000_000)
    static let keys = BeaconID(canonical: "mac:a4c138000001")
    static let wallet = BeaconID(canonical: "mac:a4c138000003")
    static let bag = BeaconID(canonical: "mac:a4c138000007")
    static let tag = BeaconID(canonical: "mac:a4c138000002")
    static let home = Coordinate(latitude: 52.5163, longitude: 13.3777)!
    static let office = Coordinate(latitude: 52.5363, longitude: 13.3777)!

    init(settings: EngineSettings = EngineSettings()) {
        engine = Engine(settings: settings)
        _ = engine.apply(.listening, at: Self.start)
        _ = engine.apply(.household(Self.changes), at: Self.start)
    }

    private static var changes: [HouseholdChange] {
        let home: ID<Place> = ID(checked: "home")
        return [
            .saveUser(User(id: alice, name: "Alice", beacons: [tag])),
            .saveUser(User(id: bob, name: "Bob")),
            .savePlace(
                Place(
                    id: home, name: "Home", kind: .home,
                    area: .circle(center: Self.home, radius: 60), isShared: true)),
            .savePlace(
                Place(
                    id: ID(checked: "office"), name: "Office", kind: .work,
                    area: .circle(center: office, radius: 60), isShared: true)),
            .saveNode(Node(id: ID(checked: "n1"), place: home, room: ID(checked: "kitchen"))),
            .saveNode(
                Node(id: ID(checked: "n2"), place: home, room: ID(checked: "hall"), isExit: true)),
            .saveItem(Item(id: ID(checked: "keys"), owner: alice, name: "Keys", beacon: keys)),
        ]
    }

    /// The same with a wallet of alice's.
    static func withWallet() -> House {
        var house = House()
        house.change(
            .saveItem(
                Item(id: ID(checked: "wallet"), owner: alice, name: "Wallet", beacon: wallet)),
            at: 0)
        return house
    }

    /// The same, with nodes that say that they are online.
    static func online() -> House {
        var house = House()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        return house
    }

    static let alice: ID<User> = ID(checked: "alice")
    static let bob: ID<User> = ID(checked: "bob")

    /// Lets time pass to `second`, handling each deadline at its own moment.
    mutating func wait(until second: Double) {
        let end = Self.start.advanced(bySeconds: second)
        while let next = engine.nextDeadline, next <= end {
            effects += engine.apply(.tick, at: max(next, engine.now))
        }
        effects += engine.apply(.tick, at: end)
    }

    mutating func hear(
        _ beacon: BeaconID, by node: String, _ dBm: Double, at second: Double, battery: Int? = nil
    ) {
        wait(until: second)
        let sighting = Sighting(beacon: beacon, rssi: RSSI(dBm: dBm), battery: battery)
        effects += engine.apply(
            .sightings(SightingBatch(node: ID(checked: node), sightings: [sighting])),
            at: Self.start.advanced(bySeconds: second))
        // Time for what other nodes hear of the same packet.
        wait(until: second + 0.1)
    }

    /// One node hears a beacon repeatedly, from `start` to before `end`.
    mutating func hear(
        _ beacon: BeaconID, by node: String, _ dBm: Double, from start: Double, to end: Double,
        every step: Double
    ) {
        for second in stride(from: start, to: end, by: step) {
            hear(beacon, by: node, dBm, at: second)
        }
    }

    /// A batch of one sighting arrives, with the time at which its node heard and sent it.
    mutating func send(
        _ beacon: BeaconID, by node: String, _ dBm: Double = -60, sent: Double, at second: Double
    ) {
        wait(until: second)
        let time = Self.start.advanced(bySeconds: sent)
        let sighting = Sighting(beacon: beacon, rssi: RSSI(dBm: dBm), time: time)
        effects += engine.apply(
            .sightings(
                SightingBatch(node: ID(checked: node), sightings: [sighting], sent: time)),
            at: Self.start.advanced(bySeconds: second))
    }

    /// The gateway starts again, or the host's clock was set.
    mutating func listen(at second: Double) {
        effects += engine.apply(.listening, at: Self.start.advanced(bySeconds: second))
    }

    /// The gateway loses the broker.
    mutating func interrupt(at second: Double) {
        effects += engine.apply(.interrupted, at: Self.start.advanced(bySeconds: second))
    }

    mutating func report(
        _ node: String, isOnline: Bool, isDeaf: Bool = false, isRetained: Bool = false,
        at second: Double
    ) {
        wait(until: second)
        effects += engine.apply(
            .nodeStatus(
                ID(checked: node), isOnline ? isDeaf ? .deaf : .online : .offline,
                isRetained: isRetained),
            at: Self.start.advanced(bySeconds: second))
    }

    /// The broker says how long it has been running.
    mutating func broker(upFor uptime: Double, at second: Double) {
        wait(until: second)
        effects += engine.apply(
            .brokerUptime(uptime), at: Self.start.advanced(bySeconds: second))
    }

    /// The sensor at the hall's door reports.
    mutating func door(isOpen: Bool, isRetained: Bool = false, at second: Double) {
        wait(until: second)
        effects += engine.apply(
            .door(at: ID(checked: "n2"), isOpen: isOpen, isRetained: isRetained),
            at: Self.start.advanced(bySeconds: second))
    }

    mutating func change(_ change: HouseholdChange, at second: Double) {
        wait(until: second)
        effects += engine.apply(
            .household([change]), at: Self.start.advanced(bySeconds: second))
    }

    /// Draws a round place that everybody knows.
    mutating func draw(
        _ id: String, _ name: String, at center: Coordinate, radius: Double = 50
    ) {
        change(
            .savePlace(
                Place(
                    id: ID(checked: id), name: name,
                    area: .circle(center: center, radius: radius), isShared: true)),
            at: engine.now.seconds(since: Self.start))
    }

    mutating func spend(_ change: ExpenseChange, at second: Double) {
        wait(until: second)
        effects += engine.apply(.spending([change]), at: Self.start.advanced(bySeconds: second))
    }

    /// alice sets her budgets.
    mutating func give(_ budgets: [Budget], at second: Double) {
        var alice = engine.household.users[Self.alice]!
        alice.settings.budgets = budgets
        change(.saveUser(alice), at: second)
    }

    /// A fix of a user's device, by default of alice's phone.
    mutating func fix(
        _ coordinate: Coordinate, accuracy: Double = 10, of user: ID<User> = alice,
        device: String = "phone", at second: Double, arriving: Double? = nil
    ) {
        let fix = Fix(
            coordinate: coordinate, accuracy: accuracy,
            time: Self.start.advanced(bySeconds: second))
        take(fix, of: user, device: device, at: arriving ?? second)
    }

    mutating func take(
        _ fix: Fix, of user: ID<User> = alice, device: String = "phone", at second: Double
    ) {
        wait(until: second)
        let key = DeviceKey(user: user, device: Device(device)!)
        effects += engine.apply(.fix(fix, of: key), at: Self.start.advanced(bySeconds: second))
    }

    var alice: PresenceView { engine.presence(of: Self.alice)! }
    var keys: ItemView { engine.view(of: ID(checked: "keys"))! }

    func alerts(_ kind: AlertKind) -> [Alert] {
        effects.compactMap { effect in
            if case .alert(let alert) = effect, alert.kind == kind { alert } else { nil }
        }
    }

    var alertIDs: [String] {
        effects.compactMap { if case .alert(let alert) = $0 { alert.id } else { nil } }
    }

    var decisions: [Decision] {
        effects.compactMap { if case .explain(let decision) = $0 { decision } else { nil } }
    }

    /// The arrivals of users at places, and their departures.
    var transitions: [String] {
        steps { $0.subject == .user && $0.room == nil ? $0.place.rawValue : nil }
    }

    /// The entries of users into rooms, and their exits.
    var rooms: [String] { steps { $0.subject == .user ? $0.room?.rawValue : nil } }

    /// The entries of items into rooms, and their exits.
    var itemSteps: [String] {
        steps { $0.subject == .user ? nil : $0.room?.rawValue }
    }

    /// The entries of items into places, and their exits.
    var itemPlaces: [String] {
        steps { $0.subject != .user && $0.room == nil ? $0.place.rawValue : nil }
    }

    private func steps(_ name: (Transition) -> String?) -> [String] {
        effects.compactMap { effect in
            guard case .announce(let transition) = effect, let name = name(transition) else {
                return nil
            }
            return "\(transition.isEntering ? "enter" : "leave") \(name)"
        }
    }
}

extension Coordinate {
    /// The point this many metres to the north.
    func north(_ meters: Double) -> Coordinate {
        Coordinate(latitude: latitude + meters / 111_195, longitude: longitude)!
    }
}
