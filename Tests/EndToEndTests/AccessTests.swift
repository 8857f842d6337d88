import RoostFormats
import TestBroker
import Testing

/// Behind a broker that asks for passwords, and where a user may use their own topics alone.
@Suite("An ordinary user at a broker with rights")
struct AccessTests {
    @Test("Commands are answered with rights to nothing but the user's own topics")
    func commands() async throws {
        try await GuardedHome.with { home in
            try await home.roost("boss", "user", "add", "alice", "--name", "Alice")
            try await home.roost("boss", "user", "add", "bob")
            try await home.roost(
                "alice", "item", "save", "--user", "alice", "--name", "Keys", "--kind", "key")
            let list = try await home.roost("alice", "item", "list", "--user", "alice")
            #expect(list.contains("Keys"))
            let refused = try await home.result("alice", "item", "get", "--user", "alice", "boat")
            #expect(refused.status > 0)
            #expect(refused.output.contains("no such item"), "\(refused.output)")
        }
    }

    @Test("A request that the broker refuses is told with its topic")
    func refused() async throws {
        try await GuardedHome.with { home in
            for words in [["user", "list"], ["item", "list", "--user", "bob"]] {
                let result = try await home.result("alice", words)
                #expect(result.status > 0)
                #expect(result.output.contains("does not let this user publish to roost/"))
            }
        }
    }

    @Test("A user watches what is theirs, and is told what they cannot read")
    func watch() async throws {
        try await GuardedHome.with { home in
            try await home.roost("boss", "user", "add", "alice", "--name", "Alice")
            let picture = try await home.roost("alice", "watch", "--user", "alice", "--once")
            #expect(picture.contains("Alice"))
            #expect(picture.contains("roost/gateway/status cannot be read"), "\(picture)")
            let other = try await home.result("alice", "watch", "--user", "bob", "--once")
            #expect(other.status > 0)
            #expect(other.output.contains("nothing of bob"), "\(other.output)")
        }
    }
}

/// A gateway at a broker where alice has the one line of rights that suffices, and boss administers.
private struct GuardedHome {
    let directory: String

    static func with(_ body: (GuardedHome) async throws -> Void) async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // What stays is in the system's /tmp.
        let home = GuardedHome(directory: directory)
        try write(
            """
            user roost
            topic readwrite #
            user boss
            topic readwrite roost/admin/#
            user alice
            topic readwrite roost/user/alice/#

            """, to: "\(directory)/acl")
        try run("touch", "\(directory)/passwords")
        for user in ["roost", "boss", "alice"] {
            try run("mosquitto_passwd", "-b", "\(directory)/passwords", user, "secret-\(user)")
        }
        let config = [
            "allow_anonymous false", "acl_file \(directory)/acl",
            "password_file \(directory)/passwords",
        ]
        try await TestBroker.with(config: config) { broker in
            for user in ["roost", "boss", "alice"] { try home.configure(user, at: broker) }
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
    /// - Returns: what it printed.
    @discardableResult
    func roost(_ user: String, _ words: String...) async throws -> String {
        let result = try await result(user, words)
        guard result.status == 0 else { throw TestFailure("roost \(words): \(result.output)") }
        return result.output
    }
}
