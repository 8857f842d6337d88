import ArgumentParser
import RoostFormats
import Terminal

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "What a user wants to be told, and how.",
        subcommands: [Get.self, Save.self])

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a user's settings.",
            discussion: "Example:\n  roost settings get --user alice")

        @OptionGroup var options: UserOptions

        func run() throws {
            try options.ask("settings", "get") { $0.settings }
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change some of them.",
            discussion: """
                A value is JSON, or else a text; null for what is usual.

                Example:
                  roost settings save --user alice timezone=Europe/Vienna currency=EUR
                  roost settings save --user alice quiet_hours=22:00-06:30
                  roost settings save --user alice 'alerts={"left":false}'
                  roost settings save --user alice 'categories=["Food","Books","Other"]'
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "NAME=VALUE, several of them.") var values: [String]

        func validate() throws {
            guard values.allSatisfy({ $0.contains("=") }) else {
                throw ValidationError("each setting must be NAME=VALUE, such as currency=EUR")
            }
        }

        func run() throws {
            let members = values.map { text in
                let parts = text.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = String(parts[1])
                return (
                    String(parts[0]), Optional((try? JSON(Array(value.utf8))) ?? .string(value))
                )
            }
            try options.ask("settings", "save", members) { $0.settings }
        }
    }
}

extension JSON {
    /// One line per setting, in the form that `save` takes.
    fileprivate var settings: String {
        (object?.members ?? []).map { member in
            let value = member.value.string ?? member.value.jsonText
            return "\(member.name)=\(value.harmless)"
        }.joined(separator: "\n")
    }
}
