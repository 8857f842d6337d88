import Foundation

/// A text as it is searched: without case, accents and the width of letters.
public enum SearchText {
    public static func folded(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// What finds the beginning of a folded text in an FTS5 index of trigrams: each further one takes
    /// time, and few notes are left by then.
    static func pattern(_ folded: String) -> String {
        let beginning = String(String.UnicodeScalarView(folded.unicodeScalars.prefix(longest)))
        // A quotation mark is one also where what joins it makes one character of both.
        let quoted = beginning.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
        return "\"" + quoted + "\""
    }

    private static let longest = 12

    /// The shortest text that the index finds, in code points.
    static let shortest = 3
}
