/// One setting of a program: its key in the file, and how its text becomes part of `Configuration`.
public struct Setting<Configuration>: Sendable {
    public var key: String
    /// Throws `SettingMisfit`, or an error whose description says what the text must be.
    public var apply: @Sendable (inout Configuration, String) throws -> Void

    public init(
        key: String, apply: @escaping @Sendable (inout Configuration, String) throws -> Void
    ) {
        self.key = key
        self.apply = apply
    }

    /// The environment variable, derived from the key: `broker.url` is `ROOST_BROKER_URL`.
    ///
    /// - Parameter prefix: The prefix of all variables of the program, such as `ROOST_`.
    public func variable(_ prefix: String) -> String {
        prefix + key.uppercased().replacing(".", with: "_")
    }
}

/// A text that does not fit the setting.
public struct SettingMisfit: Error {
    /// What the text must be, as the end of a sentence that begins with the key.
    public var expectation: String

    public init(_ expectation: String) {
        self.expectation = expectation
    }
}

extension Setting {
    /// The most bytes of a text.
    private static var longestText: Int { 4096 }

    public static func text(
        _ key: String, _ apply: @escaping @Sendable (inout Configuration, String) -> Void
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard !text.isEmpty else { throw SettingMisfit("must not be empty") }
            guard text.utf8.count <= longestText else {
                throw SettingMisfit("must have at most \(longestText) bytes")
            }
            apply(&configuration, text)
        }
    }

    public static func number(
        _ key: String, _ range: ClosedRange<Double>,
        _ apply: @escaping @Sendable (inout Configuration, Double) -> Void
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard let number = Double(text), range.contains(number) else {
                throw SettingMisfit(
                    "must be a number from \(range.lowerBound) to \(range.upperBound)")
            }
            apply(&configuration, number)
        }
    }

    /// A number without a fraction.
    public static func whole(
        _ key: String, _ range: ClosedRange<Int>,
        _ apply: @escaping @Sendable (inout Configuration, Int) -> Void
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard let number = Int(text), range.contains(number) else {
                throw SettingMisfit(
                    "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            apply(&configuration, number)
        }
    }

    public static func flag(
        _ key: String, _ apply: @escaping @Sendable (inout Configuration, Bool) -> Void
    ) -> Setting {
        Setting(key: key) { configuration, text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": apply(&configuration, true)
            case "false", "no", "off", "0": apply(&configuration, false)
            default: throw SettingMisfit("must be true or false")
            }
        }
    }

    /// One of a few words.
    public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ key: String, _ apply: @escaping @Sendable (inout Configuration, Choice) -> Void
    ) -> Setting {
        let choices = Array(Choice.allCases)
        return Setting(key: key) { configuration, text in
            guard let choice = choices.first(where: { $0.rawValue == text }) else {
                let words = choices.map(\.rawValue).joined(separator: ", ")
                throw SettingMisfit("must be one of \(words)")
            }
            apply(&configuration, choice)
        }
    }

    /// The first levels of topics.
    public static func topicBase(
        _ key: String, _ apply: @escaping @Sendable (inout Configuration, String) -> Void
    ) -> Setting {
        Setting(key: key) { configuration, text in
            guard isTopicBase(text), text != "off" else {
                throw SettingMisfit(
                    "must be the first levels of a topic, such as roost, and cannot be off")
            }
            apply(&configuration, text)
        }
    }

    /// Whether the text can be the first levels of topics.
    public static func isTopicBase(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 100 && !text.hasPrefix("/") && !text.hasSuffix("/")
            && !text.utf8.contains { "+#$\0".utf8.contains($0) }
    }
}
