import Foundation
import MQTT
import RoostFormats
import TestBroker
import Testing

/// At a broker with passwords, where a user may use only their own topics.
@Suite("An ordinary user at a broker with access control")
struct AccessTests {
    @Test(
        "Commands get their responses with rights to the user's own topics only",
        arguments: Rights.allCases)
    func commands(rights: Rights) async throws {
        try await GuardedHome.with(rights) { home in
            try await home.roost("admin", "user", "add", "alice", "--name", "Alice")
            try await home.roost("admin", "user", "add", "bob")
            try await home.roost(
                "alice", "item", "save", "--user", "alice", "--name", "Keys", "--kind", "key")
            let list = try await home.roost("alice", "item", "list", "--user", "alice")
            #expect(list.contains("Keys"))
            let refused = try await home.result("alice", "item", "get", "--user", "alice", "boat")
            #expect(refused.status > 0)
            #expect(refused.output.contains("no such item"), "\(refused.output)")
        }
    }

    @Test("Messages published under another user's or node's name do not arrive")
    func impostor() async throws {
        try await GuardedHome.with { home in
            try await home.roost("admin", "user", "add", "alice", "--name", "Alice")
            try await home.roost(
                "admin", "place", "save", "home", "--name", "Home", "--lat", "52.5163", "--lon",
                "13.3777")
            try home.publish("bob", to: "owntracks/alice/phone", home.location(52.5163))
            for node in ["hall-1", "bob", "kitchen"] {
                try home.publish("bob", to: "roost/node/\(node)/status", "online")
                try home.publish("kitchen", to: "roost/node/\(node)/status", "online")
            }
            try home.publish("alice", to: "owntracks/alice/phone", home.location(52.7))
            let why = try await eventually("alice's own word") {
                let why = try await home.roost("alice", "why", "alice")
                return why.contains("outside every known place") ? why : nil
            }
            #expect(!why.contains("Alice is in Home"))
            let nodes = try await home.roost("admin", "node", "list")
            #expect(nodes.contains("kitchen"))
            #expect(!nodes.contains("hall-1") && !nodes.contains("bob"))
        }
    }

    @Test("A request that the broker refuses is reported with its topic")
    func refused() async throws {
        try await GuardedHome.with { home in
            for words in [["user", "list"], ["item", "list", "--user", "bob"]] {
                let result = try await home.result("alice", words)
                #expect(result.status > 0)
                #expect(result.output.contains("does not let this user publish to roost/"))
            }
        }
    }

    @Test("A response the gateway may not write to the requested topic goes to the default one")
    func elsewhere() async throws {
        try await GuardedHome.with { home in
            try await home.roost("admin", "user", "add", "alice")
            let app = try await home.client("alice")
            defer { app.close() }
            app.post(
                Array(#"{"id":7}"#.utf8), to: "roost/user/alice/request/item/list",
                responseTopic: "replies/alice")
            let answer = try await app.wait(for: "roost/user/alice/response/item/list")
            #expect(answer["id"] == 7)
        }
    }

    @Test("Home automation receives the household's state, but no requests or responses")
    func homeAutomation() async throws {
        try await GuardedHome.with { home in
            let automation = try await home.client("homeassistant")
            defer { automation.close() }
            try await home.roost("admin", "user", "add", "alice", "--name", "Alice")
            try await home.roost(
                "alice", "item", "save", "--user", "alice", "--name", "Keys", "--kind", "key")
            // A request before the phone's message would arrive before its effects.
            try home.publish("alice", to: "owntracks/alice/phone", home.location(52.7))
            try await automation.wait(for: "roost/user/alice/location")
            try await automation.wait(for: "roost/gateway/status")
            let asked = automation.messages.map(\.topic).filter {
                $0.contains("/request/") || $0.contains("/response/")
            }
            #expect(asked == [])
        }
    }

    @Test(
        "A user can watch their own state and is told what they may not read",
        arguments: Rights.allCases)
    func watch(rights: Rights) async throws {
        try await GuardedHome.with(rights) { home in
            try await home.roost("admin", "user", "add", "alice", "--name", "Alice")
            let picture = try await home.roost("alice", "watch", "--user", "alice", "--once")
            #expect(picture.contains("Alice"))
            #expect(picture.contains("roost/gateway/status cannot be read"), "\(picture)")
            let other = try await home.result("alice", "watch", "--user", "bob", "--once")
            #expect(other.status > 0)
            #expect(other.output.contains("nothing of bob"), "\(other.output)")
        }
    }
}

/// What a broker lets each user read and write.
enum Rights: CaseIterable {
    /// The file that `deploy` has for a household.
    case deployed
    /// For a user only the one line that the documents require.
    case least

    func file(in directory: String) throws -> String {
        switch self {
        case .deployed:
            return URL(filePath: #filePath)
                .deletingLastPathComponent().appending(path: "../../deploy/mosquitto.acl").path
        case .least:
            let path = "\(directory)/rights.acl"
            try write(
                """
                pattern readwrite roost/user/%u/#
                user roost
                topic readwrite roost/#
                user admin
                topic readwrite roost/admin/#

                """, to: path)
            return path
        }
    }
}

/// A gateway at a broker with passwords.
private struct GuardedHome {
    let directory: String
    let port: Int

    private static let users = ["roost", "admin", "alice", "bob", "kitchen", "homeassistant"]

    static func with(
        _ rights: Rights = .deployed, _ body: (GuardedHome) async throws -> Void
    ) async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        try run("touch", "\(directory)/passwords")
        for user in users {
            try run("mosquitto_passwd", "-b", "\(directory)/passwords", user, "secret-\(user)")
        }
        let config = [
            "allow_anonymous false", "acl_file \(try rights.file(in: directory))",
            "password_file \(directory)/passwords",
        ]
        try await TestBroker.with(config: config) { broker in
            let home = GuardedHome(directory: directory, port: broker.port)
            for user in users { try home.configure(user, at: broker) }
            let gateway = RoostProcess(
                ["run", "--config", home.file(of: "roost"), "--data", "\(directory)/data"],
                log: "\(directory)/roost.log")
            try gateway.start()
            defer { gateway.kill() }
            try await eventually("the gateway to connect: \(gateway.log)") {
                gateway.log.contains("connected to the broker") ? () : nil
            }
            try await body(home)
        }
    }

    /// A client that hears all that the broker allows it.
    func client(_ user: String) async throws -> Client {
        try await Client(user, at: "mqtt://127.0.0.1:\(port)", password: "secret-\(user)")
    }

    private func file(of user: String) -> String { "\(directory)/\(user).yaml" }

    private func configure(_ user: String, at broker: TestBroker) throws {
        try write("secret-\(user)\n", to: "\(directory)/\(user).password")
        try write(
            """
            broker:
              url: \(broker.url)
              username: \(user)
              password_file: \(directory)/\(user).password

            """, to: file(of: user))
    }

    /// A phone's message from somewhere in Berlin.
    func location(_ latitude: Double) -> String {
        let now = Int(Date().timeIntervalSince1970)
        return """
            {"_type":"location","lat":\(latitude),"lon":13.3777,"acc":10,"tst":\(now)}
            """
    }

    /// Publishes what the broker may refuse silently.
    func publish(_ user: String, to topic: String, _ payload: String) throws {
        try run(
            "mosquitto_pub", "-p", "\(port)", "-u", user, "-P", "secret-\(user)", "-q", "1", "-t",
            topic, "-m", payload)
    }

    func result(_ user: String, _ words: [String]) async throws -> (status: Int32, output: String) {
        try await RoostProcess.result(of: words + ["--config", file(of: user)])
    }

    func result(
        _ user: String, _ words: String...
    ) async throws -> (status: Int32, output: String) {
        try await result(user, words)
    }

    /// Runs a command that must succeed.
    ///
    /// - Returns: Its output.
    @discardableResult
    func roost(_ user: String, _ words: String...) async throws -> String {
        let result = try await result(user, words)
        guard result.status == 0 else { throw TestFailure("roost \(words): \(result.output)") }
        return result.output
    }
}
