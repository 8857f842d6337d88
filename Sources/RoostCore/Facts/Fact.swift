/// One true sentence about a number, a day, a year or the world.
///
/// Whatever can be computed is computed, and holds for every value; the rest comes from small
/// tables in this code, each line with its source. Nothing is looked up elsewhere.
public struct Fact: Hashable, Sendable {
    public var about: Subject
    /// The subject, in the form in which it can be requested again: `1729`, `03-14`, `1969`, `c`,
    /// `Au`.
    public var value: String
    public var text: String
    /// The authority; `nil` if anybody can compute it.
    public var source: String?

    public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
        case number, math, date, year, physics, chemistry

        /// What can be requested, in words.
        public var expectation: String {
            switch self {
            case .number: "a whole number from 0 to 1000000000"
            case .math: "a whole number from 1 to 1000"
            case .date: "a day such as 03-14 or 2026-03-14"
            case .year: "a year from 1 to 9999"
            case .physics:
                "one of \(PhysicalConstant.all.map(\.symbol).joined(separator: ", "))"
            case .chemistry: "an element's symbol, name or number, such as Au, gold or 79"
            }
        }
    }

    /// A fact about the requested value; `nil` if the value is not understood.
    ///
    /// - Parameters:
    ///   - value: The subject, as `Subject.expectation` describes; `nil` for any.
    ///   - choice: Selects one of all the facts: the same choice gives the same fact.
    public static func about(_ subject: Subject, _ value: String?, choice: UInt64) -> Fact? {
        var choice = Choice(choice)
        return switch subject {
        case .number: ofNumber(value, &choice)
        case .math: ofMathematics(value, &choice)
        case .date: ofDay(value, &choice)
        case .year: ofYear(value, &choice)
        case .physics: ofPhysics(value, &choice)
        case .chemistry: ofChemistry(value, &choice)
        }
    }

    /// The text of a fact, with its source.
    struct Statement: Hashable {
        var text: String
        var source: String?

        init(_ text: String, source: String? = nil) {
            self.text = text
            self.source = source
        }
    }

    init(_ about: Subject, _ value: String, _ statement: Statement) {
        self.about = about
        self.value = value
        text = statement.text
        source = statement.source
    }

    /// Picks one of several, evenly, and a different one each time.
    struct Choice {
        private var hash = StableHash()

        init(_ seed: UInt64) { hash.combine(Int64(bitPattern: seed)) }

        mutating func number(below bound: Int) -> Int {
            hash.combine(UInt8(0))
            // The lower bits of this hash depend on few other bits.
            return Int((hash.value >> 32) % UInt64(bound))
        }

        mutating func pick<Element>(_ elements: [Element]) -> Element? {
            elements.isEmpty ? nil : elements[number(below: elements.count)]
        }
    }

    /// A whole number as written in a request: digits, and nothing else.
    static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 10,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), range.contains(number)
        else { return nil }
        return number
    }
}
