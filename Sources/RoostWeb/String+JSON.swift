extension String {
    /// The text as a string of JSON; control characters, which nothing here has, become spaces.
    var quotedAsJSON: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..<"\u{20}": " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
