import ArgumentParser

/// The texts among the words that no option took, of which some may begin with a dash.
///
/// An argument parsed as `.allUnrecognized` holds these words: also mistyped options, and the `--`
/// before what is no option.
///
/// - Throws: `ValidationError` for a word that may be a mistyped option.
func texts(among words: [String]) throws -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    if let stray = words[..<end].first(where: { !isText($0) }) {
        throw ValidationError(
            "there is no option \(stray); put -- before a text that begins with a dash")
    }
    return Array(words[..<end]) + words[end...].dropFirst()
}

/// Whether a word is no option: without a dash, or as in `- buy milk` and `-5 degrees`.
private func isText(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return true }
    return second == " " || second.isNumber
}
