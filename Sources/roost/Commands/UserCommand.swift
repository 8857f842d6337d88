import ArgumentParser
import RoostFormats
import Terminal

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Users: the people.",
        subcommands: [Add.self, List.self, Delete.self, Password.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add or change a user.",
            discussion: """
                The id is the user's MQTT user name.

                Example:
                  roost user add alice --name Alice --beacon mac:a4c138000001
                """,
            aliases: ["save"])

        @OptionGroup var options: ClientOptions
        @Argument(help: "The id.") var user: String
        @Option(help: "The name.") var name: String?
        @Flag(inversion: .prefixedNo, help: "Whether alerts about the household go to them.")
        var admin: Bool?
        @Option(
            help: "The name of a phone, as its app publishes; may be repeated. All are replaced.")
        var device: [String] = []
        @Option(help: "A beacon that they carry; may be repeated. All are replaced.")
        var beacon: [String] = []
        @Option(help: "The time zone of their times of day. Of a new user: that of the gateway.")
        var timezone: String?

        func run() throws {
            try options.ask(
                .admin, "user", "save",
                [
                    ("user", user), ("name", name), ("admin", admin),
                    ("devices", device.isEmpty ? nil : device),
                    ("beacons", beacon.isEmpty ? nil : beacon), ("timezone", timezone),
                ]
            ) { "saved \($0.text("user"))" }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the users.", discussion: "Example:\n  roost user list --json")

        @OptionGroup var options: ClientOptions

        func run() throws {
            try options.ask(.admin, "user", "list") { data in
                table(
                    [["USER", "NAME", "ADMIN", "DEVICES", "BEACONS", "TIMEZONE"]]
                        + data.list("users").map {
                            $0.texts("user", "name", "admin", "devices", "beacons", "timezone")
                        })
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a user with their items, own places and history.",
            discussion: "Example:\n  roost user delete mallory")

        @OptionGroup var options: ClientOptions
        @Argument(help: "The user.") var user: String

        func run() throws {
            try options.ask(.admin, "user", "delete", [("user", user)]) { _ in
                "deleted \(user)"
            }
        }
    }

    struct Password: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a user a password for the web page.",
            discussion: """
                It is asked for on the terminal, or read as a line from standard input.

                Browsers that are signed in as that user are signed out.

                Example:
                  roost user password alice
                """)

        @OptionGroup var options: ClientOptions
        @Argument(help: "The user.") var user: String
        @Flag(help: "Take the password away: nobody can sign in as that user.") var remove = false

        func run() throws {
            let password = remove ? JSON.null : .string(try read())
            try options.ask(
                .admin, "user", "password", [("user", user), ("password", password)]
            ) { _ in
                remove
                    ? "\(user) has no password any more" : "\(user) can sign in with that password"
            }
        }

        private func read() throws -> String {
            guard let password = SecretPrompt.read("Password for \(user): ") else {
                throw ClientError("no password was given: nothing is changed")
            }
            guard SecretPrompt.isTerminal else { return password }
            guard SecretPrompt.read("Once more: ") == password else {
                throw ClientError("the two are not the same: nothing is changed")
            }
            return password
        }
    }
}
