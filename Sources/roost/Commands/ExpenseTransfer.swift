import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import Terminal

struct ExpenseImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in expenses from a CSV file: all of them, or none.",
        discussion: """
            The first line names the columns: amount and time or day, and any of currency, category, name, \
            place, lat, lon and expense (an id). Doing it twice is doing it once. What is there already \
            stays as it is: if the file names an expense that is another there, the exit status is not 0.

            Example:
              roost expense import --user alice expenses.csv
            """)

    @OptionGroup var options: UserOptions
    @Argument(help: "The file; - for standard input.", completion: .file()) var file: String

    /// Rows per message.
    private static let part = 500

    func run() throws {
        let content = try ExpenseFile(contentsOf: file)
        let rows = content.rows
        let name = JSON.string(uniqueName("csv"))
        var client = try options.connect()
        defer { client.close() }
        var sent = 0
        var progress = ProgressLine("rows")
        let data: JSON
        do {
            while sent < rows.count {
                let part = rows[sent...].prefix(Self.part)
                let payload: JSON = ["import": name, "rows": .array(part.map(\.members))]
                _ = try client.ask("expense", "import", payload)
                sent += part.count
                progress.show(sent, of: rows.count)
            }
            progress.end()
            let payload: JSON = ["import": name, "count": .number(JSONNumber(rows.count))]
            data = try client.ask(
                "expense", "import", payload, patience: BrokerClient.longPatience)
        } catch let error as ClientError {
            progress.end()
            // Without this, the rows are dropped within a day.
            let end: JSON = ["import": name, "cancel": true]
            _ = try? client.ask("expense", "import", end)
            throw located(error, rows[sent...]) ?? error
        }
        try options.client.print(data) {
            "imported \($0.text("new")) expenses; \($0.text("known")) were there already"
                + differences($0, rows)
        }
        // An id that was made from the row's content is that of an expense edited since.
        if content.namesExpenses, data["differing"] != nil { throw ExitCode.failure }
    }

    /// How many expenses stay as they are although the file has others; empty if none.
    private func differences(_ data: JSON, _ rows: [ExpenseFile.Row]) -> String {
        guard data["differing"] != nil else { return "" }
        let example = rows.first { $0.members["expense"] == data["example"] }
        return ", \(data.text("differing")) of them with other content, which stays"
            + (example.map { ": see line \($0.line)" } ?? "")
    }

    /// The same error with the line of the file instead of the row in the message.
    private func located(_ error: ClientError, _ part: ArraySlice<ExpenseFile.Row>) -> ClientError?
    {
        guard let field = error.field, field.hasPrefix("rows["),
            let end = field.firstIndex(of: "]"),
            let index = Int(field[field.index(field.startIndex, offsetBy: 5)..<end]),
            part.indices.contains(part.startIndex + index)
        else { return nil }
        let row = part[part.startIndex + index]
        let prefix = field[...end] + "."
        let message = error.description.replacingOccurrences(of: prefix, with: "")
        return ClientError("\(file): line \(row.line): \(message); nothing was imported")
    }
}

struct ExpenseExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your expenses as CSV, newest first.",
        discussion: """
            Example:
              roost expense export --user alice > expenses.csv
            """)

    @OptionGroup var options: UserOptions
    @Option(help: "Such as 2026-11; all if left out.") var month: String?

    func run() throws {
        var client = try options.connect()
        defer { client.close() }
        var after: String?
        var all: [JSON] = []
        var heading = CSV.line(ExpenseFile.columns)
        repeat {
            let page = try client.ask(
                "expense", "list",
                RequestMembers([("limit", 1000), ("month", month), ("after", after)]))
            let expenses = page.list("expenses")
            if options.client.json {
                all += expenses
            } else {
                try write(heading + expenses.map(ExpenseFile.line).joined())
            }
            heading = ""
            after = page["next"]?.string
        } while after != nil
        if options.client.json { try options.client.print(["expenses": .array(all)]) { _ in "" } }
    }
}
