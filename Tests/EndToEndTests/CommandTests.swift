import Foundation
import RoostCore
import RoostFormats
import TestBroker
import Testing

@Suite("The command line")
struct CommandTests {
    @Test("Every command has help with an example")
    func help() async throws {
        let shown = try await Self.verbsWithHelp(of: .gateway)
        #expect(
            shown.isSuperset(of: [
                "run", "replay", "watch", "why", "import", "export", "user add", "user list",
                "item save", "item get", "item enrol", "place save", "node save", "share save",
                "share delete",
            ]), "\(shown)")
        #expect(try await Self.verbsWithHelp(of: .edge) == ["run", "scan"])
    }

    /// Checks the help of each verb of a program.
    private static func verbsWithHelp(
        of program: RoostProcess.Program
    ) async throws -> Set<String> {
        var verbs: [[String]] = [[]]
        var shown: Set<String> = []
        while let verb = verbs.popLast() {
            let result = try await RoostProcess.result(of: verb + ["--help"], by: program)
            #expect(result.status == 0)
            let name = verb.joined(separator: " ")
            let below = Self.verbs(in: result.output)
            verbs += below.map { verb + [$0] }
            if below.isEmpty {
                #expect(result.output.contains("Example"), "\(name)")
                #expect(result.output.contains("\(program.name) \(name)"), "\(name)")
                #expect(Self.shortLines(in: result.output) == [], "\(name)")
                shown.insert(name)
            }
        }
        return shown
    }

    /// The lines before the options that end although the next word would fit in 80 columns.
    private static func shortLines(in help: String) -> [Substring] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("USAGE:") }
        return zip(lines, lines.dropFirst()).filter { line, next in
            guard !line.hasPrefix(" "), !line.isEmpty, let word = next.split(separator: " ").first
            else { return false }
            return !next.hasPrefix(" ") && line.count + 1 + word.count < 80
        }.map(\.0)
    }

    /// The names under `SUBCOMMANDS:`.
    private static func verbs(in help: String) -> [String] {
        help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(whereSeparator: { " ,".contains($0) }).first.map(String.init) }
            .filter { $0.first?.isLowercase == true }
    }

    @Test("A household can be set up, queried and deleted using only commands")
    func household() async throws {
        try await Home.with(isFurnished: false) { home in
            try await home.roost("user", "add", "alice", "--name", "Alice")
            try await home.roost("user", "add", "bob")
            try await home.roost(
                "place", "save", "home", "--name", "Home", "--kind", "home", "--lat",
                "\(Spot.home.latitude)", "--lon", "\(Spot.home.longitude)")
            let node = try await home.roost(
                "node", "save", "kitchen-1", "--place", "home", "--room", "kitchen")
            #expect(node == "saved kitchen-1 in kitchen, home\n")
            try await home.roost(
                "item", "save", "--user", "alice", "--name", "Keys", "--kind", "key", "--beacon",
                Home.keys)
            try await home.roost("share", "save", "--user", "alice", "bob", "--level", "place")
            home.phone("alice").at(.home, .minutes(1))
            home.node("kitchen-1").hears()
            try await home.waitFor("alice", hand: "home")
            try await home.waitForItem("keys", "with_owner", "yes")

            #expect(try await home.roost("why", "alice").contains("Alice: Home"))
            #expect(try await home.roost("watch", "--once").contains("Alice"))
            let item = try await home.roost("item", "get", "--user", "alice", "keys", "--json")
            #expect(try JSON(Array(item.utf8))["state"]?["room"] == "kitchen")
            let users = try await home.roost("user", "list", "--json")
            let names = try JSON(Array(users.utf8))["users"]?.array?.map { $0["user"] }
            #expect(names == ["alice", "bob"])

            try await home.roost("share", "delete", "--user", "alice", "bob")
            try await home.client.waitForClearing(of: "roost/user/bob/friends/alice")
            try await home.roost(
                "item", "save", "--user", "alice", "--item", "keys", "--beacon", "")
            let items = try await home.roost("item", "list", "--user", "alice", "--json")
            let keys = try JSON(Array(items.utf8))["items"]?.array?.first
            #expect(keys?["item"] == "keys" && keys?["beacon"] == nil)
            try await home.roost("item", "delete", "--user", "alice", "keys")
            try await home.roost("user", "delete", "alice")
            try await home.client.waitForClearing(of: "roost/user/alice/presence")
        }
    }

    @Test("Control characters in a name are stripped from the output")
    func names() async throws {
        try await Home.with { home in
            let name: JSON = "Al\u{1b}]0;x\u{7}ice\u{9b}2J"
            try await home.save(nil, "user/save", ["user": "alice", "name": name])
            let users = try await home.roost("user", "list")
            #expect(users.contains("Al]0;xice2J"), "\(users)")
            let why = try await home.roost("why", "alice")
            #expect(why.contains("Al]0;xice2J"), "\(why)")
        }
    }

    @Test("Output for people shows local times, and JSON output exact timestamps")
    func localTimes() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(1))
            try await home.waitFor("alice", hand: "home")
            let why = ["why", "alice", "--broker", home.broker.url]
            let exact = try await RoostProcess.result(of: why + ["--json"])
            let since = try #require(
                try JSON(Array(exact.output.utf8))["presence"]?["since"]?.string)
            let time = try #require(Timestamp(rfc3339: since))
            let there = time.advanced(bySeconds: 5.5 * 3600).rfc3339.dropFirst(11).prefix(8)
            let told = try await RoostProcess.result(of: why, environment: ["TZ=Asia/Kolkata"])
            #expect(told.output.contains(there), "\(told.output)")
            #expect(!told.output.contains(since))
            #expect(!told.output.contains("Z  "))
        }
    }

    @Test("A command that fails says why, and its exit status is not 0")
    func refused() async throws {
        try await Home.with { home in
            let cases: [(words: [String], text: String)] = [
                (["item", "get", "--user", "alice", "boat"], "no such item"),
                (["item", "save", "--user", "alice", "--name", "B", "--kind", "boat"], "kind"),
                (["item", "list", "--user", "Alice!"], "--user"),
                (
                    ["share", "save", "--user", "alice", "eve", "--level", "place"],
                    "there is no such user (viewer); `roost user list` names those there are"
                ),
                (["share", "delete", "--user", "alice", "eve"], "roost share list --user NAME"),
                (["place", "save", "x", "--lat", "91", "--lon", "0"], "lat"),
                (["item", "save", "--user", "alice", "--name", "B", "--range", "-1"], "0.1 to"),
                (
                    ["place", "save", "x", "--lat", "nan", "--lon", "0"],
                    "lat must be a number from -90 to 90"
                ),
                (
                    ["note", "save", "--user", "alice", "Here", "--lat", "1", "--lon", "inf"],
                    "lon must be a number from -180 to 180"
                ),
                (["node", "save", "n", "--place", "mars"], "no such place"),
                (["user", "delete", "eve"], "no such user"),
                (["why", "eve"], "no such user"),
                (
                    ["item", "save", "--user", "alice", "--name", "B", "--watch", "mars"],
                    "place list"
                ),
                (["watch", "--user", "eve", "--once"], "nothing of eve"),
                (["import", "/nowhere/house.yaml"], "/nowhere/house.yaml"),
                (
                    ["item", "save", "--user", "alice", "--name", "B", "--picture", "/no/b.png"],
                    "/no/b.png cannot be read: No such file"
                ),
                (["settings", "save", "--user", "alice", "quiet_hours=22-6"], "22:00-06:30"),
                (["run", "--listen", "1884"], "--listen is for the embedded broker"),
                (["boat"], "boat"),
                (["node", "save", "n", "--position", "1,foo,2"], "--position must be X,Y"),
                (["node", "save", "n", "--position", "1,,2"], "--position must be X,Y"),
                (["place", "save", "x", "--polygon", "48,x,16 1,1 2,2"], "--polygon must be"),
                (["expense", "export", "--user", "alice", "--month", "May"], "month"),
                (
                    [
                        "expense", "save", "--user", "alice", "5", "--currency", "EUR", "--time",
                        "now",
                    ], "or a day such as"
                ),
                (
                    ["expense", "save", "--user", "alice", "5", "--group", "g", "--no-group"],
                    "not both"
                ),
                (
                    ["calibrate", "--user", "alice", "--forget", "--place", "home"],
                    "nothing was measured in home\n"
                ),
            ]
            for (words, text) in cases {
                let broker = words == ["boat"] ? [] : ["--broker", home.broker.url]
                let result = try await RoostProcess.result(of: words + broker)
                #expect(result.status > 0, "\(words)")
                #expect(result.output.contains(text), "\(words): \(result.output)")
                #expect(!result.output.contains("amount,"), "half of it was written")
            }
            // South and west, where most numbers begin with a minus.
            try await home.roost("node", "save", "n", "--position", "-1.5,2")
            try await home.roost(
                "place", "save", "bondi", "--polygon", "-33.9,151.2 -33.8,151.2 -33.8,151.3")
        }
    }

    @Test(
        "A gateway that cannot start says what to change, and its exit status is not 0",
        arguments: [
            (["--broker", "http://127.0.0.1"], "http://127.0.0.1"),
            (["--config", "/nowhere/roost.yaml"], "/nowhere/roost.yaml"),
            (["--web", "0.0.0.0:8080"], "127.0.0.1"), (["--log-level", "loud"], "--log-level"),
            (["--listen", "0.0.0.0:1883"], "--listen"), (["--data", "/proc/roost"], "/proc/roost"),
            (["--data", "/proc/roost"], "name a folder that can be written with --data"),
        ])
    func misconfigured(words: [String], text: String) async throws {
        let isSafe = words.contains("--data") || words.contains("--broker")
        let own = isSafe ? [] : ["--broker", "mqtt://127.0.0.1:1"]
        let result = try await RoostProcess.result(of: ["run"] + words + own)
        #expect(result.status > 0)
        #expect(words.first != "--broker" || result.status == 64)
        #expect(result.output.contains(text), "\(result.output)")
    }

    @Test("An unknown setting in the configuration file is reported by name")
    func unknownSetting() async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        try write("broker:\n  port: 1883\n", to: "\(directory)/roost.yaml")
        let result = try await RoostProcess.result(
            of: "run", "--config", "\(directory)/roost.yaml", "--data", "\(directory)/data")
        #expect(result.status > 0)
        #expect(result.output.contains("broker.port"))
    }

    @Test("A data folder that does not exist is an error, not an empty household")
    func noFolder() async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        try write("", to: "\(directory)/day")
        for words in [["export"], ["replay", "\(directory)/day"], ["backup"]] {
            let data = "\(directory)/typo"
            let result = try await RoostProcess.result(of: words + ["--data", data])
            #expect(result.status > 0, "\(words)")
            #expect(result.output.contains(data), "\(result.output)")
            #expect(result.output.contains("--data"), "\(result.output)")
            #expect(!FileManager.default.fileExists(atPath: data), "\(words)")
        }
    }

    @Test("A picture that is too large is refused before it is sent, and a demo names its folder")
    func refusedHere() async throws {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        let picture = "\(directory)/large.png"
        try Data(count: 13_000_000).write(to: URL(filePath: picture))
        let item = try await RoostProcess.result(
            of: "item", "save", "--user", "alice", "--name", "B", "--picture", picture)
        #expect(item.status > 0)
        #expect(item.output.contains("must be at most 10000000 bytes"), "\(item.output)")
        let demo = try await RoostProcess.result(of: "demo", "--once", "--data", "/dev/null")
        #expect(demo.status > 0)
        #expect(demo.output.contains("/dev/null cannot be used for data"), "\(demo.output)")
    }

    @Test("--watch accepts everywhere or nowhere, but not together with a place")
    func everywhere() async throws {
        try await Home.with { home in
            let words = ["item", "save", "--user", "alice", "--name", "Keys", "--watch"]
            let broker = ["--broker", home.broker.url]
            for (word, watch) in [
                ("home", ["home"]), ("nowhere", []), ("everywhere", "everywhere"),
            ]
                as [(String, JSON)]
            {
                let result = try await RoostProcess.result(of: words + [word] + broker)
                #expect(result.status == 0, "\(result.output)")
                let items = try await home.save("alice", "item/list", [:])
                #expect(items["items"]?.array?.first?["watch"] == watch)
                guard word != "home" else { continue }
                let both = try await RoostProcess.result(
                    of: words + [word, "--watch", "home"] + broker)
                #expect(both.status == 64)
            }
        }
    }

    @Test("Output that cannot be written is a failure")
    func fullDisk() async throws {
        try await Home.with { home in
            let recording = "\(home.broker.directory)/day.ndjson"
            let position = #"{\"_type\":\"location\",\"lat\":48.2,\"lon\":16.3,\"tst\":1790000000}"#
            try write(
                #"{"tst":"2026-09-21T14:13:20.000000Z+0000","topic":"owntracks/alice/phone","#
                    + #""qos":1,"retain":0,"payload":"\#(position)"}"# + "\n", to: recording)
            for words in [["watch", "--once"], ["watch", "--once", "--json"], ["user", "list"]] {
                let command = RoostProcess(words + ["--broker", home.broker.url], log: "/dev/full")
                try command.start()
                #expect(try await command.end() == 1, "\(words)")
            }
            let replay = RoostProcess(["replay", recording], log: "/dev/full")
            try replay.start()
            #expect(try await replay.end() == 1)
            #expect(try await RoostProcess.result(of: "replay", recording).output.contains("hand"))
        }
    }

    @Test("A command reports a missing broker or a missing gateway")
    func nobody() async throws {
        let port = try freePort()
        let alone = try await RoostProcess.result(
            of: "user", "list", "--broker", "mqtt://127.0.0.1:\(port)")
        #expect(alone.status > 0)
        #expect(alone.output.contains("mqtt://127.0.0.1:\(port)"))
        try await TestBroker.with { broker in
            let result = try await RoostProcess.result(of: "user", "list", "--broker", broker.url)
            #expect(result.status > 0)
            #expect(result.output.contains("roost run"))
        }
    }
}

extension Home {
    /// Runs a command that must succeed.
    ///
    /// - Returns: Its output.
    @discardableResult
    func roost(_ words: String...) async throws -> String {
        let result = try await RoostProcess.result(of: words + ["--broker", broker.url])
        guard result.status == 0 else { throw TestFailure("roost \(words): \(result.output)") }
        return result.output
    }
}
