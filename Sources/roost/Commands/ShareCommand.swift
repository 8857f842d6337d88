import ArgumentParser
import RoostCore
import RoostFormats

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Shares: who may see how much of whom.",
        subcommands: [Save.self, List.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let somebody see where a user is.",
            discussion: """
                Levels: presence (home or away), place (the place, never coordinates), exact.

                Example:
                  roost share save --user alice bob --level place --until 2026-12-24T18:00:00Z
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "The viewer, or everyone.") var viewer: String
        @Option(help: "\(ShareLevel.choice); needed for a new share.") var level: String?
        @Option(help: "When it ends by itself; an empty one for never.") var until: String?
        @Option(help: "The hours of the day in which it holds: 08:00-18:00; empty for all.")
        var hours: String?

        func run() throws {
            try options.ask(
                "share", "save",
                [
                    ("viewer", viewer), ("level", level), ("until", until.map(\.orNull)),
                    ("hours", hours.map(\.orNull)),
                ]
            ) { share in
                let end = share["until"].map { _ in "until \(share.localTime("until"))" }
                let next = share["afterwards"].map { _ in
                    "then what everyone may: \(share.text("afterwards"))"
                }
                return "\(share.text("viewer")) sees \(share.text("owner")): "
                    + [share.text("level"), share.hours, end, next].compactMap { $0 }.joined(
                        separator: ", ")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what a user shows, and what is shown to them.",
            discussion: "Example:\n  roost share list --user alice")

        @OptionGroup var options: UserOptions

        func run() throws {
            try options.ask("share", "list") { data in
                let shares = data.list("shares") + data.list("received")
                let rows = shares.map { share in
                    let hours = share.hours ?? "–"
                    return share.texts("owner", "viewer", "level")
                        + [share.localTime("until"), hours]
                }
                return table([["OWNER", "VIEWER", "LEVEL", "UNTIL", "HOURS"]] + rows)
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a share at once.",
            discussion: "Example:\n  roost share delete --user alice bob")

        @OptionGroup var options: UserOptions
        @Argument(help: "The viewer, or everyone.") var viewer: String

        func run() throws {
            try options.ask("share", "delete", [("viewer", viewer)]) { answer in
                if viewer == "everyone" { return "only who has a share of their own sees anything" }
                guard answer["share"] != nil else { return "\(viewer) sees nothing any more" }
                return "\(viewer) may see what everyone may: \(answer.text("share"))"
            }
        }
    }
}

extension JSON {
    /// The hours of a share: `08:00-18:00`; `nil` if it always holds.
    fileprivate var hours: String? {
        self["hours"].map { "\($0.text("from"))-\($0.text("to"))" }
    }
}
