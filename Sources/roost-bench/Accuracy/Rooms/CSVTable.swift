/// A small table of text: a line of names, then lines of values, separated by commas.
struct CSVTable {
    /// The name in errors.
    let name: String
    private let columns: [String]
    private let lines: [(number: Int, values: [Substring])]

    /// - Parameter required: The columns that must be there.
    init(_ text: String, name: String, required: [String]) throws {
        self.name = name
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().map { (number: $0 + 1, values: Self.values($1)) }
        columns = (all.first?.values ?? []).map(String.init)
        for column in required where !columns.contains(column) {
            throw Problem(
                "\(name) has no column \(column): its first line must name at least "
                    + required.joined(separator: ","))
        }
        lines = all.dropFirst().filter { $0.values != [""] }
        for line in lines where line.values.count != columns.count {
            throw Problem(
                "\(name):\(line.number): \(columns.count) values are expected, there are "
                    + "\(line.values.count)")
        }
    }

    private static func values(_ line: Substring) -> [Substring] {
        line.split(separator: ",", omittingEmptySubsequences: false).map { value in
            let start = value.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
        }
    }

    /// One line of the table.
    struct Row {
        fileprivate let table: CSVTable
        fileprivate let number: Int
        fileprivate let values: [Substring]

        /// The text in a column; `nil` if there is no such column.
        subscript(column: String) -> Substring? {
            table.columns.firstIndex(of: column).map { values[$0] }
        }

        /// The number in a column; `nil` if there is no such column.
        func number(_ column: String) throws -> Double? {
            guard let text = self[column] else { return nil }
            guard let number = Double(text), number.isFinite else {
                throw problem("\(column) must be a number, not \"\(text)\"")
            }
            return number
        }

        func problem(_ text: String) -> Problem { Problem("\(table.name):\(number): \(text)") }
    }

    func has(_ column: String) -> Bool { columns.contains(column) }

    var rows: [Row] { lines.map { Row(table: self, number: $0.number, values: $0.values) } }
}
