/// The beginning of a text, on one line, for a notification.
enum Headline {
    /// In characters.
    private static let longest = 80

    static func of(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        guard let line else { return "" }
        guard line.count > longest else { return String(line) }
        let start = line.prefix(longest - 1)
        // Up to the last whole word, unless that leaves hardly anything.
        let words = start.lastIndex(of: " ").map { start[..<$0] } ?? start
        return (words.count > longest / 2 ? words : start) + "…"
    }
}
