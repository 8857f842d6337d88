/// How a piece of text looks on a terminal that supports colours.
public enum TextStyle: String {
    case plain = ""
    case dim = "2"
    case bold = "1"
    case red = "31;1"
    case yellow = "33"
    case green = "32"
}

/// A piece of text and its style.
public struct TextCell {
    public var text: String
    public var style: TextStyle

    public init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }

    public func written(isColored: Bool) -> String {
        isColored && style != .plain ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
    }
}

/// Columns that fit a given width: empty ones are dropped, then the least important ones, then the
/// widest are cut.
public struct TextTable {
    public struct Column {
        public var title: String
        /// The order in which columns are dropped for lack of room: the highest number first.
        public var rank: Int

        public init(title: String, rank: Int) {
            self.title = title
            self.rank = rank
        }
    }

    public var columns: [Column]
    public var rows: [[TextCell]]

    public init(columns: [Column], rows: [[TextCell]]) {
        self.columns = columns
        self.rows = rows
    }

    private static let gap = 2
    private static let narrowest = 6

    public func lines(width: Int, isColored: Bool) -> [String] {
        var kept = columns.indices.filter { column in
            rows.contains { !["", "–"].contains($0[column].text) }
        }
        var widths = columns.indices.map { column in
            max(columns[column].title.columns, rows.map { $0[column].text.columns }.max() ?? 0)
        }
        func total() -> Int { kept.reduce(0) { $0 + widths[$1] } + Self.gap * (kept.count - 1) }
        while total() > width {
            if let least = kept.filter({ columns[$0].rank > 0 })
                .max(by: { columns[$0].rank < columns[$1].rank })
            {
                kept.removeAll { $0 == least }
            } else if let widest = kept.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > Self.narrowest
            {
                widths[widest] = max(Self.narrowest, widths[widest] - (total() - width))
            } else {
                break
            }
        }
        let heading = columns.map { TextCell($0.title, .dim) }
        return ([heading] + rows).map { row in
            kept.map { column in
                let text = row[column].text.fitted(to: widths[column])
                let padding = column == kept.last ? 0 : widths[column] - text.columns
                return TextCell(text, row[column].style).written(isColored: isColored)
                    + String(repeating: " ", count: padding)
            }.joined(separator: String(repeating: " ", count: Self.gap))
        }
    }
}
