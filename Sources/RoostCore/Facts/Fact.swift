/// One true sentence about a number, a day, a year or the world.
///
/// What can be computed is computed, and holds for every value; the rest comes from small tables of our
/// own, each line with its source. Nothing is looked up elsewhere.
public struct Fact: Hashable, Sendable {
    public var about: Subject
    /// What it is about, as one would ask for it again: `1729`, `03-14`, `1969`, `c`, `Au`.
    public var value: String
    public var text: String
    /// Who says so; `nil` for what anybody can compute.
    public var source: String?

    public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
        case number, math, date, year, physics, chemistry

        /// What can be asked for, in words.
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

    /// A fact about what is asked for; `nil` where nobody could know what is meant.
    ///
    /// - Parameters:
    ///   - value: What it is to be about, as `Subject.expectation` says; `nil` for anything.
    ///   - choice: Which one, of all that there are: the same choice gives the same fact.
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

    /// Something that a fact says, with its source.
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

    /// Takes one of several, evenly, and another one the next time.
    struct Choice {
        private var hash = StableHash()

        init(_ seed: UInt64) { hash.combine(Int64(bitPattern: seed)) }

        mutating func number(below bound: Int) -> Int {
            hash.combine(UInt8(0))
            // The lower bits of this hash depend on few others.
            return Int((hash.value >> 32) % UInt64(bound))
        }

        mutating func pick<Element>(_ elements: [Element]) -> Element? {
            elements.isEmpty ? nil : elements[number(below: elements.count)]
        }
    }

    /// A whole number as people write it in a request: digits, and nothing else.
    static func integer(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 10,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), range.contains(number)
        else { return nil }
        return number
    }
}
