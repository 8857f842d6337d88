import Foundation

/// Text in the form in which it is searched: without case, accents and letter width.
public enum SearchText {
    public static func folded(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// A pattern for the beginning of a folded text in an FTS5 trigram index.
    ///
    /// More trigrams would take time, and few notes are left by then.
    static func pattern(_ folded: String) -> String {
        let beginning = String(String.UnicodeScalarView(folded.unicodeScalars.prefix(longest)))
        // A quotation mark counts even if it forms one character with a combining mark.
        let quoted = beginning.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
        return "\"" + quoted + "\""
    }

    private static let longest = 12

    /// The shortest text that the index finds, in code points.
    static let shortest = 3
}
