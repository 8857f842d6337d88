import ArgumentParser
import Foundation
import RoostFormats

struct ExpenseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expense", abstract: "What you spend, on what, and where.",
        subcommands: [
            Save.self, List.self, Totals.self, BudgetCommand.self, Suggest.self, Delete.self,
            Clear.self, ExpenseImport.self, ExpenseExport.self,
        ])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note down what you spent, or edit it.",
            discussion: """
                Where that was is filled in, unless you say it. The currency of the first one is yours \
                until you say otherwise. To edit one, give its id and the revision that you read.

                Example:
                  roost expense save --user alice 12.50 Billa --currency EUR
                  roost expense save --user alice 3.20 "Café Central"
                  roost expense save --user alice 49 Train --time 2026-11-20
                  roost expense save --user alice 38 Market --group home
                  roost expense save --user alice --expense 5f0c… --revision 1 13.50
                  roost expense save --user alice --expense 5f0c… --revision 2 --name Market
                """)

        @OptionGroup var options: UserOptions
        @Argument(
            parsing: .allUnrecognized,
            help: "How much, below zero for what was paid back; and whom or what for.")
        var amountAndName: [String] = []
        @Option(help: "Three letters; yours if left out.") var currency: String?
        @Option(help: "One of your list; the usual one for that name or place if left out.")
        var category: String?
        @Option(help: "A time such as 2026-11-20T18:30:00Z, or a day; now if left out.")
        var time: String?
        @Option(parsing: .unconditional, help: "Degrees north.") var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "The place it was in.") var place: String?
        @Flag(help: "Nowhere; of an edit, take away where it was.") var nowhere = false
        @Option(help: "A group of yours that it was for.") var group: String?
        @Flag(help: "Take it back from its group.") var noGroup = false
        @Option(help: "Whom or what for; the same as behind the amount.") var name: String?
        @Option(help: "Its id; made here if left out.") var expense: String?
        @Option(help: "The revision that is edited.") var revision: Int?

        mutating func validate() throws {
            amountAndName = try texts(among: amountAndName)
            guard amountAndName.count <= 2 else {
                throw ValidationError("give an amount and a name; put a name of words in quotes")
            }
            guard !nowhere || lat == nil && lon == nil && place == nil else {
                throw ValidationError("give where it was or --nowhere, not both")
            }
            guard !noGroup || group == nil else {
                throw ValidationError("give --group or --no-group, not both")
            }
        }

        func run() throws {
            // Entering it twice means two expenses.
            let id = expense ?? (revision == nil ? UUID().uuidString.lowercased() : nil)
            try options.ask(
                "expense", "save",
                [
                    ("expense", id), ("amount", amountAndName.first),
                    ("name", (name ?? amountAndName.dropFirst().first)), ("currency", currency),
                    ("category", category), ("time", time), ("lat", lat), ("lon", lon),
                    ("place", nowhere ? JSON.null : place), ("group", noGroup ? JSON.null : group),
                    ("revision", revision),
                ]
            ) { saved in
                let place = saved["place_name"]?.string.map { ", at \($0)" } ?? ""
                return "saved \(saved.text("expense")), revision \(saved.text("revision")): "
                    + "\(saved.money), \(saved.text("category_name"))\(place)"
            }
        }
    }

    struct BudgetCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "budget",
            abstract: "Say how much you mean to spend in a month, or show what of it is left.",
            discussion: """
                You are told when 80 and 100 per cent of it are spent.

                Example:
                  roost expense budget --user alice 300 --category groceries
                  roost expense budget --user alice 1200
                  roost expense budget --user alice
                  roost expense budget --user alice --category groceries --remove
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "How much in a month; to show the budgets if left out.")
        var amount: String?
        @Option(help: "One of your list; all of them together if left out.") var category: String?
        @Option(help: "Three letters; yours if left out.") var currency: String?
        @Flag(help: "Take the budget away.") var remove = false

        func validate() throws {
            guard !remove || amount == nil else {
                throw ValidationError("give an amount or --remove, not both")
            }
        }

        func run() throws {
            try options.ask(
                "expense", "budget",
                [
                    ("amount", remove ? JSON.null : amount), ("category", category),
                    ("currency", currency),
                ]
            ) { data in
                let budgets = data["budgets"] ?? .null
                return budgets.array?.isEmpty == false ? budgets.budgets : "no budgets"
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete one.",
            discussion: "Example:\n  roost expense delete --user alice 5f0c…")

        @OptionGroup var options: UserOptions
        @Argument(help: "Its id.") var expense: String
        @Option(help: "The revision that you read, to delete no edit that came since.")
        var revision: Int?

        func run() throws {
            try options.ask(
                "expense", "delete", [("expense", expense), ("revision", revision)]
            ) { _ in "deleted \(expense)" }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete all of them, for good.",
            discussion: """
                It asks first. To keep a copy: roost expense export --user alice > expenses.csv

                Example:
                  roost expense clear --user alice
                """)

        @OptionGroup var options: UserOptions
        @Flag(help: "Do not ask.") var yes = false

        func run() throws {
            if !yes {
                writeError("Delete all expenses of \(options.user) for good? Type yes: ")
                guard readLine() == "yes" else { throw ClientError("nothing was deleted") }
            }
            try options.ask(
                "expense", "clear", [("confirm", true)],
                patience: BrokerClient.longPatience
            ) { "deleted \($0.text("deleted")) expenses" }
        }
    }
}
