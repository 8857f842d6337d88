extension String {
    /// How many columns of a terminal the text takes.
    public var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text, cut to at most `width` columns.
    public func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        return width < 1 ? "" : start(to: width - 1) + "…"
    }

    /// As much of the start as fits into `width` columns.
    private func start(to width: Int) -> String {
        var (text, room) = ("", width)
        for character in self {
            room -= character.columns
            guard room >= 0 else { break }
            text.append(character)
        }
        return text
    }

    /// The text in lines of at most `width` columns, broken between words, or within one that is
    /// longer than a line.
    ///
    /// - Parameter indentation: How far the lines after the first are indented.
    public func wrapped(to width: Int, indentation: Int) -> [String] {
        guard width > indentation + 1 else { return [fitted(to: width)] }
        let indent = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.columns + 1 + String(word).columns > width {
                lines.append(line)
                line = indent + word
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
            while line.columns > width {
                // A single character may be wider than a line.
                let least = (line.hasPrefix(indent) ? indentation : 0) + 1
                let start = line.prefix(max(least, line.start(to: width).count))
                guard start.count < line.count else { break }
                lines.append(String(start))
                line = indent + line.dropFirst(start.count)
            }
        }
        return (lines + [line]).map { $0.fitted(to: width) }
    }

    /// The text without anything that could control a terminal or reverse the direction of its
    /// lines.
    ///
    /// The joiners of letters and of emoji stay.
    public var harmless: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .format: scalar == "\u{200c}" || scalar == "\u{200d}"
                    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
                    default: true
                    }
                }))
    }
}

extension Character {
    /// How many columns of a terminal it takes: two for most letters of East Asia and for emoji.
    fileprivate var columns: Int {
        if isASCII { return 1 }
        // U+FE0F makes an emoji of a sign.
        let isEmoji = unicodeScalars.contains {
            $0.properties.isEmojiPresentation || $0 == "\u{fe0f}"
        }
        return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        // The vowels and final consonants that complete a Korean syllable.
        case .otherLetter where (0x1160...0x11ff).contains(value): return 0
        default: return Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// The blocks that Unicode's EastAsianWidth.txt gives as wide or full width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0xa4cf,
        0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
        0xffe0...0xffe6, 0x20000...0x3fffd,
    ]
}
