extension String {
    /// Whether nothing of the text can be seen, as of a name that would look like none.
    var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension Character {
    /// Whether it is a space, or only what is shown as nothing, such as U+200B.
    fileprivate var isBlank: Bool {
        isWhitespace
            || unicodeScalars.allSatisfy { scalar in
                let properties = scalar.properties
                return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                    || properties.generalCategory == .control || Self.emptySymbols.contains(scalar)
            }
    }

    /// What Unicode counts among the symbols, marks and letters, although it is empty: the marks of
    /// an annotation, the place of an object, braille without dots, a note without a head, the gaps
    /// between hieroglyphs.
    private static let emptySymbols: Set<Unicode.Scalar> = [
        "\u{fff9}", "\u{fffa}", "\u{fffb}", "\u{fffc}", "\u{2800}", "\u{1d159}",
        "\u{13441}", "\u{13442}",
    ]
}
