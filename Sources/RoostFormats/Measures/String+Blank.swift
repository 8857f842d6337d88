extension String {
    /// Whether nothing of the text can be seen, as of a name that would look like none.
    var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension Character {
    /// Whether it is a space, or only what Unicode says to show as nothing, such as U+200B.
    fileprivate var isBlank: Bool {
        isWhitespace
            || unicodeScalars.allSatisfy { scalar in
                let properties = scalar.properties
                return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                    || properties.generalCategory == .control
            }
    }
}
