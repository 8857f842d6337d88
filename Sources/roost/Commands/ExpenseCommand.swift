import ArgumentParser
import Foundation
import RoostFormats
import Terminal

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
                  roost expense save --user alice 12.50 Billa --category groceries --currency EUR
                  roost expense save --user alice 3.20 "Café Central"
                  roost expense save --user alice 49 Train --time 2026-11-20
                  roost expense save --user alice --expense 5f0c… --revision 1 13.50
                """)

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Argument(parsing: .allUnrecognized, help: "How much; below zero for what was paid back.")
        var amountAndName: [String] = []
        @Option(help: "Three letters; yours if left out.") var currency: String?
        @Option(help: "One of your list; the usual one for that name or place if left out.")
        var category: String?
        @Option(help: "A time such as 2026-11-20T18:30:00Z, or a day; now if left out.")
        var time: String?
        @Option(parsing: .unconditional, help: "Degrees north.") var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "The place it was in.") var place: String?
        @Option(help: "Its id; made here if left out.") var expense: String?
        @Option(help: "The revision that is edited.") var revision: Int?

        func validate() throws {
            // An amount may begin with a minus, an option that there is not too.
            if let stray = amountAndName.first(where: {
                $0.hasPrefix("-") && $0.dropFirst().first?.isNumber != true
            }) {
                throw ValidationError("there is no option \(stray)")
            }
            guard amountAndName.count <= 2 else {
                throw ValidationError("give an amount and a name; put a name of words in quotes")
            }
        }

        func run() throws {
            // Whoever types it twice means two.
            let id = expense ?? (revision == nil ? UUID().uuidString.lowercased() : nil)
            try options.ask(
                actor.actor(), "expense", "save",
                [
                    ("expense", id.map { .string($0) }),
                    ("amount", amountAndName.first.map { .string($0) }),
                    ("name", amountAndName.dropFirst().first.map { .string($0) }),
                    ("currency", currency.map { .string($0) }),
                    ("category", category.map { .string($0) }), ("time", time.map { .string($0) }),
                    ("lat", lat.map { JSON($0) }), ("lon", lon.map { JSON($0) }),
                    ("place", place.map { .string($0) }),
                    ("revision", revision.map { .number(JSONNumber($0)) }),
                ]
            ) { saved in
                let place = saved["place_name"]?.string.map { ", at \($0.harmless)" } ?? ""
                return "saved \(saved.text("expense")), revision \(saved.text("revision")): "
                    + "\(saved.money), \(saved.text("category_name").harmless)\(place)"
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what you spent, newest first.",
            discussion: """
                Example:
                  roost expense list --user alice --month 2026-11 --category groceries
                """)

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Option(help: "Such as 2026-11.") var month: String?
        @Option(help: "A category's id.") var category: String?
        @Option(help: "A place's id.") var place: String?
        @Option(help: "So many at a time.") var limit: Int?
        @Option(help: "The next of the page before.") var after: String?

        func run() throws {
            try options.ask(
                actor.actor(), "expense", "list",
                [
                    ("month", month.map { .string($0) }),
                    ("category", category.map { .string($0) }),
                    ("place", place.map { .string($0) }),
                    ("limit", limit.map { .number(JSONNumber($0)) }),
                    ("after", after.map { .string($0) }),
                ]
            ) { data in
                let expenses = data["expenses"]?.array ?? []
                guard !expenses.isEmpty else { return "no expenses" }
                let rows = expenses.map { expense in
                    [
                        expense.text("day"), expense.money, expense.text("category"),
                        expense.text("name").harmless, expense.text("place_name").harmless,
                        expense.text("expense"),
                    ]
                }
                let next = data["next"]?.string.map { "\nmore with --after \($0)" } ?? ""
                return table([["DAY", "AMOUNT", "CATEGORY", "NAME", "PLACE", "EXPENSE"]] + rows)
                    + next
            }
        }
    }

    struct Totals: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add up a month, by category and place.",
            discussion: """
                Example:
                  roost expense totals --user alice
                  roost expense totals --user alice --month all
                """)

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Option(help: "Such as 2026-11, or all; this one if left out.") var month: String?

        func run() throws {
            try options.ask(
                actor.actor(), "expense", "totals", [("month", month.map { .string($0) })]
            ) { data in
                var parts: [String] = []
                for total in data["totals"]?.array ?? [] {
                    let currency = total.text("currency")
                    func rows(_ kind: String, _ none: String) -> [[String]] {
                        (total[kind]?.array ?? []).map { part in
                            [
                                part["name"]?.string?.harmless ?? none,
                                "\(part.text("total")) \(currency)", part.text("count"),
                            ]
                        }
                    }
                    parts.append(
                        table(
                            [["CATEGORY", "SPENT", "TIMES"]] + rows("categories", "–")
                                + [["in all", total.money("total"), total.text("count")]]))
                    parts.append(
                        table([["PLACE", "SPENT", "TIMES"]] + rows("places", "elsewhere")))
                }
                if parts.isEmpty {
                    parts = ["nothing spent in \(data["month"]?.string ?? "all the time")"]
                }
                if let budgets = data["budgets"], budgets.array?.isEmpty == false {
                    parts.append(budgets.budgets)
                }
                let months = (data["months"]?.array ?? []).map {
                    [$0.text("month"), $0.money("total"), $0.text("count")]
                }
                if !months.isEmpty { parts.append(table([["MONTH", "SPENT", "TIMES"]] + months)) }
                return parts.joined(separator: "\n\n")
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

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
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
                actor.actor(), "expense", "budget",
                [
                    ("amount", remove ? .null : amount.map { .string($0) }),
                    ("category", category.map { .string($0) }),
                    ("currency", currency.map { .string($0) }),
                ]
            ) { data in
                let budgets = data["budgets"] ?? .null
                return budgets.array?.isEmpty == false ? budgets.budgets : "no budgets"
            }
        }
    }

    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell what you usually spend on where you are.",
            discussion: "Example:\n  roost expense suggest --user alice")

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Option(parsing: .unconditional, help: "Degrees north; where you are if left out.")
        var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "A place's id.") var place: String?

        func run() throws {
            try options.ask(
                actor.actor(), "expense", "suggest",
                [
                    ("lat", lat.map { JSON($0) }), ("lon", lon.map { JSON($0) }),
                    ("place", place.map { .string($0) }),
                ]
            ) { data in
                let rows = (data["suggestions"]?.array ?? []).map {
                    [
                        $0.text("name").harmless, $0.text("category"), $0.money, $0.text("count"),
                    ]
                }
                return rows.isEmpty
                    ? "nothing was spent here before"
                    : table([["NAME", "CATEGORY", "LAST", "TIMES"]] + rows)
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete one.",
            discussion: "Example:\n  roost expense delete --user alice 5f0c…")

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Argument(help: "Its id.") var expense: String

        func run() throws {
            try options.ask(
                actor.actor(), "expense", "delete", [("expense", .string(expense))]
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

        @OptionGroup var options: ClientOptions
        @OptionGroup var actor: ActorOption
        @Flag(help: "Do not ask.") var yes = false

        func run() throws {
            if !yes {
                let text = "Delete all expenses of \(actor.user) for good? Type yes: "
                FileHandle.standardError.write(Data(text.utf8))
                guard readLine() == "yes" else { throw ClientError("nothing was deleted") }
            }
            try options.ask(actor.actor(), "expense", "clear", [("confirm", .bool(true))]) {
                "deleted \($0.text("deleted")) expenses"
            }
        }
    }
}

extension JSON {
    /// `12.50 EUR`.
    fileprivate var money: String { money("amount") }

    fileprivate func money(_ member: String) -> String {
        "\(text(member)) \(text("currency"))"
    }

    /// A line for each budget.
    fileprivate var budgets: String {
        table(
            [["BUDGET", "A MONTH", "SPENT", "LEFT", ""]]
                + (array ?? []).map { budget in
                    [
                        budget["name"]?.string?.harmless ?? "all", budget.money,
                        budget.text("spent"), budget.text("left"), "\(budget.text("percent")) %",
                    ]
                })
    }
}
