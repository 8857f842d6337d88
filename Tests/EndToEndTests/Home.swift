import Foundation
import RoostFormats
import TestBroker

/// A household with its gateway: alice and bob, a home with a kitchen and a hall, a node in each.
struct Home: Sendable {
    let broker: TestBroker
    let gateway: RoostProcess
    /// Hears all messages, and publishes for phones and nodes.
    let client: Client

    static let keys = "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:7"

    /// Sets up the house, and removes it however the test ends.
    ///
    /// - Parameters:
    ///   - secrets: The keys of encrypted messages.
    ///   - settings: Further lines of the configuration.
    ///   - environment: The gateway's variables, each as `NAME=value`.
    ///   - isFurnished: Whether there are people and rooms from the start.
    ///   - longestPacket: The most bytes that the broker takes at once.
    static func with(
        secrets: String? = nil, settings: [String] = [], environment: [String] = [],
        isFurnished: Bool = true, longestPacket: Int = 20_000_000,
        _ body: (Home) async throws -> Void
    ) async throws {
        try await TestBroker.with(config: ["max_packet_size \(longestPacket)"]) { broker in
            let gateway = try gateway(
                at: broker, secrets: secrets, settings: settings, environment: environment)
            let client = try await Client("everybody", at: broker.url)
            defer { client.close() }
            let home = Home(broker: broker, gateway: gateway, client: client)
            try gateway.start()
            defer { gateway.kill() }
            try await client.wait(for: "roost/gateway/status") { $0 == "online" }
            if isFurnished { try await home.furnish() }
            do {
                try await body(home)
            } catch let error as TestFailure {
                throw TestFailure("\(error)\n\(gateway.log.suffix(3000))")
            }
        }
    }

    /// A gateway that is not started yet, with the data of the house.
    ///
    /// - Parameter name: The name of its session at the broker: a new name finds nothing queued.
    static func gateway(
        at broker: TestBroker, name: String = "roost-gateway", secrets: String? = nil,
        settings: [String] = [], environment: [String] = []
    ) throws -> RoostProcess {
        let (config, keys) = ("\(broker.directory)/\(name).yaml", "\(broker.directory)/keys.yaml")
        var lines = "broker:\n  client_id: \(name)\n"
        if let secrets {
            try write(secrets, to: keys)
            lines += "owntracks:\n  secrets_file: \(keys)\n"
        }
        lines += settings.map { "\($0)\n" }.joined()
        try write(lines, to: config)
        return RoostProcess(
            [
                "run", "--broker", broker.url, "--data", "\(broker.directory)/data", "--config",
                config,
            ], environment: environment, log: "\(broker.directory)/roost.log")
    }

    func furnish() async throws {
        try await save(nil, "user/save", ["user": "alice", "name": "Alice"])
        try await save(nil, "user/save", ["user": "bob", "name": "Bob"])
        try await save(
            nil, "place/save",
            Spot.home.json.with("place", "home").with("name", "Home").with("kind", "home")
                .with("rooms", ["Kitchen", "Hall"]))
        for room in ["kitchen", "hall"] {
            try await save(
                nil, "node/save",
                ["node": JSON("\(room)-1"), "place": "home", "room": JSON(room)])
        }
    }

    /// Sends a request that must be granted.
    @discardableResult
    func save(_ user: String?, _ request: String, _ payload: JSON) async throws -> JSON {
        let answer = try await client.ask(user, request, payload)
        guard answer.isGood else { throw TestFailure("\(request): \(answer.json.text)") }
        return answer.data
    }

    /// Gives alice keys with a beacon.
    func giveAliceKeys() async throws {
        try await save(
            "alice", "item/save", ["name": "Keys", "kind": "key", "beacon": JSON(Self.keys)])
    }

    // MARK: Who speaks

    func phone(_ user: String, device: String = "phone") -> Phone {
        Phone(user: user, device: device, client: client)
    }

    func node(_ name: String) -> NodeVoice { NodeVoice(name: name, client: client) }

    // MARK: What is told

    func presence(of user: String) -> JSON? { client.state(of: "roost/user/\(user)/presence") }
    func item(_ item: String) -> JSON? { client.state(of: "roost/item/\(item)/state") }

    func waitFor(_ user: String, hand: JSON) async throws {
        try await client.wait(for: "roost/user/\(user)/presence") { $0["hand"] == hand }
    }

    func waitForItem(_ item: String, _ member: String, _ value: JSON) async throws {
        try await client.wait(for: "roost/item/\(item)/state") { $0[member] == value }
    }

    /// Waits until the home's occupancy matches, which is published less often than other states.
    func waitForOccupancy(count: Int, items: Int) async throws {
        try await client.wait(for: "roost/place/home/occupancy") {
            $0["count"] == .init(integerLiteral: count)
                && $0["items"] == .init(integerLiteral: items)
        }
        try await client.settle()
    }

    /// The alerts of a kind for `user`, oldest first.
    func alerts(_ user: String, _ kind: String? = nil) -> [JSON] {
        client.messages(on: "roost/user/\(user)/alert").filter {
            kind == nil || $0["kind"]?.string == kind
        }
    }

    /// The transitions, as `enter home` or `leave home/kitchen`, in their order of publication.
    func transitions(of user: String) -> [String] {
        client.messages(on: "roost/user/\(user)/transition").map(Self.step)
    }

    static func step(_ transition: JSON) -> String {
        let item = transition["item"]?.string.map { "\($0): " } ?? ""
        let room = transition["room"]?.string.map { "/\($0)" } ?? ""
        return item + "\(transition["event"]?.string ?? "?") \(transition["place"]?.string ?? "?")"
            + room
    }

    /// All that the gateway stores about a user.
    func history(of user: String, limit: Int = 10_000) async throws -> History {
        var history = History()
        var payload: JSON = [
            "from": 1_500_000_000, "to": 4_000_000_000, "limit": .init(integerLiteral: limit),
        ]
        while true {
            let page = try await save(user, "history/query", payload)
            history.add(page)
            guard let next = page["next"], next != .null else { return history }
            payload = payload.with("after", next)
        }
    }
}

/// The pages of a history, combined.
struct History: Sendable, Equatable {
    var fixes: [JSON] = []
    var transitions: [JSON] = []
    var visits: [JSON] = []
    var alerts: [JSON] = []

    mutating func add(_ page: JSON) {
        fixes += page["fixes"]?.array ?? []
        transitions += page["transitions"]?.array ?? []
        visits += page["visits"]?.array ?? []
        alerts += page["alerts"]?.array ?? []
    }

    var steps: [String] { transitions.map(Home.step) }
}

extension TestBroker {
    var url: String { "mqtt://127.0.0.1:\(port)" }
}
