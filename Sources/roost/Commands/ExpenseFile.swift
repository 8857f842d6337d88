import Foundation
import RoostCore
import RoostFormats
import RoostSettings
import Terminal

/// Expenses as a CSV file, read by `roost expense import` and written by `roost expense export`.
struct ExpenseFile {
    /// The members for `expense/import`, and their line in the file.
    struct Row {
        var line: Int
        var members: JSON
    }

    static let columns = [
        "time", "day", "amount", "currency", "category", "name", "place", "lat", "lon", "expense",
    ]
    /// The names used by other programs.
    private static let synonyms = [
        "date": "time", "payee": "name", "description": "name", "id": "expense",
    ]

    private(set) var rows: [Row] = []
    /// Whether it has a column for ids.
    private(set) var namesExpenses = false

    /// - Throws: `ClientError` that names the line.
    init(contentsOf path: String) throws {
        var reader = CSVReader(try inputBytes(path))
        do {
            guard let head = try reader.next() else {
                throw ClientError("\(path) is empty: its first line must name the columns")
            }
            let names = try Self.names(head, of: path)
            namesExpenses = names.contains("expense")
            var seen: [String: Int] = [:]
            while var record = try reader.next() {
                record.fields = record.fields.map { $0.trimmingCharacters(in: .whitespaces) }
                // Spreadsheets write emptied rows like this.
                if record.fields.allSatisfy(\.isEmpty) { continue }
                guard record.fields.count == names.count else {
                    throw ClientError(
                        "\(path): line \(record.line) has \(record.fields.count) fields, and the first "
                            + "line \(names.count)")
                }
                let hasDecimalComma = reader.separator == UInt8(ascii: ";")
                if hasDecimalComma { try Self.checkAmount(in: record, names, of: path) }
                rows.append(Self.row(record, names, hasDecimalComma: hasDecimalComma, &seen))
            }
            try Self.checkIDs(rows, of: path)
        } catch let flaw as CSVReader.Flaw {
            throw ClientError("\(path): line \(flaw.line) \(flaw.reason)")
        }
    }

    private static func names(_ head: CSVReader.Record, of path: String) throws -> [String] {
        let names = head.fields.map { field in
            let name = field.trimmingCharacters(in: .whitespaces).lowercased()
            return synonyms[name] ?? name
        }
        let known = columns.joined(separator: ", ")
        if let stray = names.first(where: { !columns.contains($0) }) {
            throw ClientError("\(path): there is no column \(stray.harmless); there are \(known)")
        }
        if Set(names).count < names.count {
            throw ClientError("\(path): a column is there twice")
        }
        if !names.contains("amount") || !names.contains("time") && !names.contains("day") {
            throw ClientError(
                "\(path): the columns amount and time, or day, must be there; there are \(known)")
        }
        return names
    }

    /// Where decimals follow a comma, a point before three digits may part thousands.
    private static func checkAmount(
        in record: CSVReader.Record, _ names: [String], of path: String
    ) throws {
        guard let column = names.firstIndex(of: "amount"),
            record.fields[column].wholeMatch(of: /-?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?/) != nil
        else { return }
        throw ClientError(
            "\(path): line \(record.line) has the amount \(record.fields[column]): write thousands "
                + "without a point, and decimals after a comma")
    }

    /// The same row of the same file has the same id each time.
    private static func row(
        _ record: CSVReader.Record, _ names: [String], hasDecimalComma: Bool,
        _ seen: inout [String: Int]
    ) -> Row {
        var members: [JSONObject.Member] = []
        var hasID = false
        for (name, field) in zip(names, record.fields) where !field.isEmpty {
            var value = JSON.string(field)
            if ["amount", "lat", "lon"].contains(name), hasDecimalComma, !field.contains(".") {
                value = .string(field.replacingOccurrences(of: ",", with: "."))
            }
            hasID = hasID || name == "expense"
            members.append(JSONObject.Member(name: name, value: value))
        }
        if !hasID {
            var hash = StableHash()
            // The order of the columns does not matter.
            for member in members.sorted(by: { $0.name < $1.name }) {
                hash.combine(member.name)
                hash.combine(member.value.string ?? "")
            }
            // Two equal coffees on one day are two expenses.
            let number = (seen[hash.hex] ?? 0) + 1
            seen[hash.hex] = number
            members.append(
                JSONObject.Member(name: "expense", value: .string("csv-\(hash.hex)-\(number)")))
        }
        return Row(line: record.line, members: .object(JSONObject(members)))
    }

    /// Two concatenated files may have an expense twice.
    private static func checkIDs(_ rows: [Row], of path: String) throws {
        var lines: [String: Int] = [:]
        for row in rows {
            guard let id = row.members["expense"]?.string else { continue }
            if let other = lines.updateValue(row.line, forKey: id) {
                throw ClientError(
                    "\(path): lines \(other) and \(row.line) have the same expense, \(id.harmless)")
            }
        }
    }

    /// One line of a file, from an expense as `expense/list` returns it.
    static func line(_ expense: JSON) -> String {
        CSV.line(
            columns.map { column in
                switch expense[column] {
                case .string(let text): text
                case .number(let number): number.literal
                default: ""
                }
            })
    }
}

extension CSVReader.Flaw {
    fileprivate var reason: String {
        switch self {
        case .openQuote: "has a quotation mark that nothing closes"
        case .afterQuote: "has something behind a closing quotation mark"
        case .notUTF8: "is not UTF-8: save the file as that"
        }
    }
}
