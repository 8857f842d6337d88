import ArgumentParser
import Foundation
import RoostFormats

struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Groups: people who share notes and spending, and talk.",
        subcommands: [
            Save.self, List.self, Chat.self, Messages.self, Leave.self, Delete.self,
        ])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a group of yours, or say anew who is in it.",
            discussion: """
                Whoever is no more named among the members is out, and what they shared with the group is \
                theirs alone again.

                Example:
                  roost group save --user alice study --name "Study group" --members bob,carol
                  roost group save --user alice study --revision 1 --members bob
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "Its id; made from the name if left out.") var group: String?
        @Option(help: "How people call it.") var name: String?
        @Option(help: "All members beside you, with commas or one by one; as they are if left out.")
        var members: [String] = []
        @Option(help: "The revision that is edited; list tells it.") var revision: Int?

        func validate() throws {
            guard group != nil || name != nil else {
                throw ValidationError("give the group's id or a --name")
            }
        }

        func run() throws {
            let names = members.flatMap { $0.split { $0 == "," || $0 == " " } }
            let users = members.isEmpty ? nil : JSON.array(names.map { .string(String($0)) })
            try options.ask(
                "group", "save",
                [("group", group), ("name", name), ("members", users), ("revision", revision)]
            ) { saved in
                "saved \(saved.text("group")), revision \(saved.text("revision")): "
                    + saved.text("members")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the groups that you are in.",
            discussion: "Example:\n  roost group list --user alice")

        @OptionGroup var options: UserOptions

        func run() throws {
            try options.ask("group", "list") { data in
                let groups = data.list("groups")
                guard !groups.isEmpty else { return "no groups" }
                return table(
                    [["GROUP", "NAME", "OWNER", "REVISION", "MEMBERS"]]
                        + groups.map {
                            $0.texts("group", "name", "owner", "revision", "members")
                        })
            }
        }
    }

    struct Chat: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say something in a group.",
            discussion: """
                All members get it at roost/user/<member>/group/<group>/chat at once, in the order of its \
                numbers.

                Example:
                  roost group chat --user alice study "Shall we meet at six?"
                """)

        @OptionGroup var options: UserOptions
        @Argument(
            parsing: .allUnrecognized,
            help: "The group's id, and the text; at most 4000 characters.")
        var groupAndText: [String] = []

        mutating func validate() throws {
            groupAndText = try texts(among: groupAndText)
            guard groupAndText.count == 2 else {
                throw ValidationError("give a group and a text; put a text of words in quotes")
            }
        }

        func run() throws {
            try options.ask(
                "group", "chat",
                [
                    ("group", groupAndText.first), ("text", groupAndText.last),
                    // Repeated deliveries count as one message.
                    ("message", UUID().uuidString.lowercased()),
                ]
            ) { "said as number \($0.text("number"))" }
        }
    }

    struct Messages: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what was said in a group since you are in it.",
            discussion: """
                Example:
                  roost group messages --user alice study
                  roost group messages --user alice study --before 120
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "The group's id.") var group: String
        @Option(help: "Those before this number.") var before: Int?
        @Option(help: "Those after this number.") var after: Int?
        @Option(help: "So many at a time.") var limit: Int?

        func run() throws {
            try options.ask(
                "group", "messages",
                [("group", group), ("before", before), ("after", after), ("limit", limit)]
            ) { data in
                let messages = data.list("messages")
                guard let first = messages.first, let last = messages.last else {
                    return "nothing was said"
                }
                let rows = messages.map { message in
                    [
                        message.text("number"), message.localTime("time"),
                        message.text("name"), message.text("text"),
                    ]
                }
                let more =
                    after == nil
                    ? "earlier ones with --before \(first.text("number"))"
                    : "later ones with --after \(last.text("number"))"
                return table([["NO", "WHEN", "BY", "TEXT"]] + rows)
                    + (data["more"]?.bool == true ? "\n" + more : "")
            }
        }
    }

    struct Leave: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leave a group, and take along what you shared with it.",
            discussion: "Example:\n  roost group leave --user bob study")

        @OptionGroup var options: UserOptions
        @Argument(help: "The group's id.") var group: String

        func run() throws {
            try options.ask("group", "leave", [("group", group)]) { _ in
                "left \(group)"
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a group of yours, and what was said in it.",
            discussion: "Example:\n  roost group delete --user alice study")

        @OptionGroup var options: UserOptions
        @Argument(help: "The group's id.") var group: String

        func run() throws {
            try options.ask("group", "delete", [("group", group)]) { _ in
                "deleted \(group)"
            }
        }
    }
}
