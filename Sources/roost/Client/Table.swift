import Terminal

/// Aligns columns; the first row is their headings.
///
/// No cell breaks a line.
func table(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(\.onOneLine.harmless) }
    guard let columns = rows.first?.count else { return "" }
    let widths = (0..<columns).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
        zip(row, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.columns)
        }.joined(separator: "  ").trimmingTrailingSpaces
    }.joined(separator: "\n")
}

extension String {
    /// As a cell of a table, which can hold neither a line's end nor a tab.
    var onOneLine: String { split { $0.isNewline || $0 == "\t" }.joined(separator: " ") }

    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
