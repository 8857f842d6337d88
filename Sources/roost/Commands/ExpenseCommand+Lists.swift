import ArgumentParser
import Foundation
import RoostFormats

extension ExpenseCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what you spent, or a group did, newest first.",
            discussion: """
                Example:
                  roost expense list --user alice --month 2026-11 --category groceries
                  roost expense list --user alice --group home
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "Such as 2026-11.") var month: String?
        @Option(help: "A category's id.") var category: String?
        @Option(help: "A place's id.") var place: String?
        @Option(help: "A group of yours.") var group: String?
        @Option(help: "So many at a time.") var limit: Int?
        @Option(parsing: .unconditional, help: "The next of the page before.")
        var after: String?

        func run() throws {
            try options.ask(
                "expense", "list",
                [
                    ("month", month), ("category", category), ("place", place), ("group", group),
                    ("limit", limit), ("after", after),
                ]
            ) { data in
                let expenses = data.list("expenses")
                guard !expenses.isEmpty else { return "no expenses" }
                let rows = expenses.map { expense in
                    [
                        expense.text("day"), expense.money, expense.text("category"),
                        expense.text("name"),
                        expense.text(group == nil ? "place_name" : "user_name"),
                        expense.text("expense"),
                    ]
                }
                let column = group == nil ? "PLACE" : "BY"
                return table([["DAY", "AMOUNT", "CATEGORY", "NAME", column, "EXPENSE"]] + rows)
                    + data.nextPage
            }
        }
    }

    struct Totals: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add up a month, by category and place, or who spent what for a group.",
            discussion: """
                Example:
                  roost expense totals --user alice
                  roost expense totals --user alice --group home
                  roost expense totals --user alice --month all
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "Such as 2026-11, or all; this one if left out.") var month: String?
        @Option(help: "A group of yours.") var group: String?

        func run() throws {
            try options.ask("expense", "totals", [("month", month), ("group", group)]) { data in
                var parts: [String] = []
                for total in data.list("totals") {
                    let currency = total.text("currency")
                    func rows(_ kind: String, _ none: String) -> [[String]] {
                        total.list(kind).map { part in
                            [
                                part["name"]?.string ?? none,
                                "\(part.text("total")) \(currency)", part.text("count"),
                            ]
                        }
                    }
                    parts.append(
                        table(
                            [["CATEGORY", "SPENT", "TIMES"]] + rows("categories", "–")
                                + [["in all", total.money("total"), total.text("count")]]))
                    parts.append(
                        group == nil
                            ? table([["PLACE", "SPENT", "TIMES"]] + rows("places", "elsewhere"))
                            : table([["BY", "SPENT", "TIMES"]] + rows("members", "–")))
                }
                if parts.isEmpty {
                    parts = ["nothing spent in \(data["month"]?.string ?? "all the time")"]
                }
                if let budgets = data["budgets"], budgets.array?.isEmpty == false {
                    parts.append(budgets.budgets)
                }
                let months = data.list("months").map {
                    [$0.text("month"), $0.money("total"), $0.text("count")]
                }
                if !months.isEmpty { parts.append(table([["MONTH", "SPENT", "TIMES"]] + months)) }
                return parts.joined(separator: "\n\n")
            }
        }
    }

    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell what you usually spend on where you are.",
            discussion: "Example:\n  roost expense suggest --user alice")

        @OptionGroup var options: UserOptions
        @Option(parsing: .unconditional, help: "Degrees north; where you are if left out.")
        var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "A place's id.") var place: String?

        func run() throws {
            try options.ask(
                "expense", "suggest", [("lat", lat), ("lon", lon), ("place", place)]
            ) { data in
                let rows = data.list("suggestions").map {
                    [
                        $0.text("name"), $0.text("category"), $0.money, $0.text("count"),
                    ]
                }
                return rows.isEmpty
                    ? "nothing was spent here before"
                    : table([["NAME", "CATEGORY", "LAST", "TIMES"]] + rows)
            }
        }
    }
}

extension JSON {
    /// `12.50 EUR`.
    var money: String { money("amount") }

    func money(_ member: String) -> String {
        "\(text(member)) \(text("currency"))"
    }

    /// One line per budget.
    var budgets: String {
        table(
            [["BUDGET", "A MONTH", "SPENT", "LEFT", ""]]
                + (array ?? []).map { budget in
                    [
                        budget["name"]?.string ?? "all", budget.money,
                        budget.text("spent"), budget.text("left"), "\(budget.text("percent")) %",
                    ]
                })
    }
}
