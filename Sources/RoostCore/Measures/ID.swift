/// The name of one `Entity`: 1 to 64 of `a`–`z`, `0`–`9`, `_` and `-`, so that it is one topic
/// level.
///
/// The type parameter is only a marker: it keeps the id of a node from being passed in place of a
/// place's, and costs nothing at run time.
public struct ID<Entity>: Hashable, Sendable {
    public let rawValue: String

    /// Returns `nil` for a name that has other characters, is empty, or is longer than 64.
    public init?(_ rawValue: String) {
        let utf8 = rawValue.utf8
        guard (1...64).contains(utf8.count), utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.rawValue = rawValue
    }

    /// Takes a name that was already checked, such as one from the store.
    public init(checked rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name from a person's text, `bob-s-bag` from "Bob's Bag".
    ///
    /// Letters that are not spelt out here are told apart by some digits, always the same:
    /// `id-1c5f8a3e`. `nil` if the text has neither letter nor digit.
    public init?(from text: String) {
        let text = text.lowercased()
        var name = ""
        var isWhole = true
        for scalar in text.unicodeScalars {
            if scalar.isASCII, Self.isAllowed(UInt8(scalar.value)) {
                name.unicodeScalars.append(scalar)
            } else if let plain = plainLetters[scalar] {
                name += plain
            } else if scalar.properties.canonicalCombiningClass != .notReordered {
                // An accent of its own, behind its letter.
                continue
            } else {
                isWhole = isWhole && !Character(scalar).isLetter && !Character(scalar).isNumber
                if !name.isEmpty, name.last != "-" { name += "-" }
            }
            if name.utf8.count >= 60 { break }
        }
        while name.last == "-" { name.removeLast() }
        if !isWhole {
            var hash = StableHash()
            for word in text.split(whereSeparator: \.isWhitespace) { hash.combine(String(word)) }
            name = (name.isEmpty ? "id" : String(name.prefix(50))) + "-" + hash.hex.suffix(8)
        }
        self.init(name)
    }

    /// This id, then others in case it is taken: `keys`, `alice-keys`, `alice-keys-2`.
    ///
    /// - Parameter user: Whose it is to be; `nil` for nobody's.
    public func variants(of user: ID<User>?) -> some Sequence<ID> {
        // Leaves room for a number.
        let stem = String((user.map { "\($0)-\(self)" } ?? rawValue).prefix(55))
        return (0...1000).lazy.compactMap { number in
            switch number {
            case 0: self
            case 1: user.flatMap { _ in ID(from: stem) }
            default: ID(from: "\(stem)-\(number)")
            }
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension ID: Comparable {
    public static func < (lhs: ID, rhs: ID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension ID: CustomStringConvertible {
    public var description: String { rawValue }
}

extension ID: Codable {
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// Lets dictionaries keyed by an ID be coded as objects rather than as lists of pairs.
extension ID: CodingKeyRepresentable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public var codingKey: any CodingKey { Key(stringValue: rawValue) }

    public init?(codingKey: some CodingKey) {
        rawValue = codingKey.stringValue
    }
}

/// The letters that Europeans expect to find spelt out rather than dropped.
private let plainLetters: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe",
    "á": "a", "à": "a", "â": "a", "ã": "a", "ą": "a", "ă": "a", "ç": "c", "ć": "c", "č": "c",
    "ď": "d", "đ": "d", "ð": "d", "é": "e", "è": "e", "ê": "e", "ë": "e", "ę": "e", "ě": "e",
    "ğ": "g", "í": "i", "ì": "i", "î": "i", "ï": "i", "ı": "i", "ł": "l", "ñ": "n", "ń": "n",
    "ň": "n", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ő": "o", "ř": "r", "ś": "s", "š": "s",
    "ş": "s", "ș": "s", "ť": "t", "ț": "t", "þ": "th", "ú": "u", "ù": "u", "û": "u", "ů": "u",
    "ű": "u", "ý": "y", "ÿ": "y", "ź": "z", "ż": "z", "ž": "z", "ā": "a", "ē": "e", "ė": "e",
    "ī": "i", "į": "i", "ū": "u", "ų": "u", "ģ": "g", "ķ": "k", "ļ": "l", "ľ": "l", "ņ": "n",
    "ŕ": "r", "ħ": "h",
    "α": "a", "ά": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "έ": "e", "ζ": "z", "η": "i",
    "ή": "i", "θ": "th", "ι": "i", "ί": "i", "ϊ": "i", "ΐ": "i", "κ": "k", "λ": "l", "μ": "m",
    "ν": "n", "ξ": "x", "ο": "o", "ό": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
    "υ": "y", "ύ": "y", "ϋ": "y", "ΰ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o", "ώ": "o",
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "ђ": "dj", "е": "e", "ё": "yo",
    "є": "ye", "ж": "zh", "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "ј": "j", "к": "k",
    "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "ћ": "c", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "џ": "dz",
    "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
]
