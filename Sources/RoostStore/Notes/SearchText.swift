import Foundation

/// A text as it is searched: without case, accents and the width of letters.
enum SearchText {
    static func folded(_ text: String) -> String {
        text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// What finds a folded text of three or more characters in an FTS5 index of trigrams.
    static func pattern(_ folded: String) -> String {
        "\"" + folded.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// The shortest text that the index finds, in code points.
    static let shortest = 3
}
