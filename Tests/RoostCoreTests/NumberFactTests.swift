import Testing

@testable import RoostCore

@Suite("Facts about numbers")
struct NumberFactTests {
    private func divisors(of number: Int) -> [Int] {
        (1...number).filter { number % $0 == 0 }
    }

    @Test("Divisor counts, sums and totients match a brute-force search")
    func divisors() {
        for number in 1...300 {
            let all = divisors(of: number)
            let found = Divisors(of: number)
            #expect(found.factors.reduce(1, *) == number)
            #expect(found.isPrime == (all.count == 2))
            #expect(found.count == all.count)
            #expect(found.properSum == all.dropLast().reduce(0, +))
            let coprime = (1...number).count { other in
                divisors(of: other).allSatisfy { $0 == 1 || number % $0 != 0 }
            }
            #expect(found.totient == coprime)
        }
    }

    /// The start or a part of a statement, and the numbers up to 1,800 for which it is true.
    static let claims: [(words: String, isTrue: @Sendable (Int) -> Bool)] = [
        ("is prime:", { number in number > 1 && (2..<number).allSatisfy { number % $0 != 0 } }),
        ("is perfect", { [6, 28, 496].contains($0) }),
        ("are amicable", { [220, 284, 1184, 1210].contains($0) }),
        ("Mersenne prime", { [3, 7, 31, 127].contains($0) }),
        ("triangular number", { number in (2...60).contains { $0 * ($0 + 1) / 2 == number } }),
        (" square number", { number in (2...42).contains { $0 * $0 == number } }),
        ("cubic number", { number in (2...12).contains { $0 * $0 * $0 == number } }),
        (
            "Fibonacci",
            { [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597].contains($0) }
        ),
        ("taxicab", { $0 == 1729 }),
        ("palindrome", { $0 > 9 && String($0) == String(String($0).reversed()) }),
        ("narcissistic", { [153, 370, 371, 407, 1634].contains($0) }),
        ("automorphic", { [25, 76, 376, 625].contains($0) }),
        ("Kaprekar", { [45, 55, 99, 297, 703, 999].contains($0) }),
        ("star number", { number in (2...18).contains { 6 * $0 * ($0 - 1) + 1 == number } }),
        ("!, the product", { [6, 24, 120, 720].contains($0) }),
    ]

    /// All statements about each number.
    private static let told = (0...1800).map { number in
        Fact.statements(about: number).map(\.text).joined(separator: "\n")
    }

    @Test(
        "A special property is stated for the right numbers and for no others",
        arguments: claims.indices)
    func claim(index: Int) {
        let (words, isTrue) = Self.claims[index]
        let wrong = Self.told.indices.filter { Self.told[$0].contains(words) != isTrue($0) }
        #expect(wrong.isEmpty, "\(words)")
    }

    @Test("All sums of two squares and of two cubes are found", arguments: [2, 3])
    func sums(exponent: Int) {
        let powers = (0...43).map { Fact.power($0, exponent) }
        let pairs = (1...43).flatMap { low in (low...43).map { [low, $0] } }
        for number in 2...900 {
            let ways = pairs.filter { powers[$0[0]] + powers[$0[1]] == number }
            let found = Fact.sums(ofTwoPowers: exponent, to: number).map { [$0.0, $0.1] }
            if found != ways { Issue.record("\(number)") }
        }
    }

    @Test("A number is happy if its sums of squared digits end at 1 and not at 4")
    func happy() {
        for number in 1...1000 {
            var current = number
            while current != 1, current != 4 {
                current = current.digits.reduce(0) { $0 + $1 * $1 }
            }
            #expect((Fact.happySteps(number) != nil) == (current == 1))
        }
    }

    @Test("Counts such as Fibonacci, Catalan and partition numbers match known values")
    func counting() {
        #expect((1...10).compactMap(Fact.fibonacci) == [1, 1, 2, 3, 5, 8, 13, 21, 34, 55])
        #expect(Fact.fibonacci(90) == 2_880_067_194_370_816_120)
        #expect((2...7).map(Fact.catalan) == [2, 5, 14, 42, 132, 429])
        #expect(Fact.catalan(30) == 3_814_986_502_092_304)
        #expect((2...7).map(Fact.derangements) == [1, 2, 9, 44, 265, 1854])
        #expect(
            [2, 5, 10, 100, 200].map(Fact.partitions) == [2, 7, 42, 190_569_292, 3_972_999_029_388])
        #expect(Fact.collatzSteps(27) == 111)
        #expect([22, 23].map(Fact.birthdayPercent) == [47.6, 50.7])
        let primes = Fact.theorems(about: 1000).map(\.text)
        #expect(primes.contains("The 1000th prime is 7919."))
        #expect(primes.contains("Of the numbers below 1000, 168 are prime."))
    }

    @Test("There is a fact about every number")
    func everyNumber() {
        for number in [0, 1, 2, 999_999_937, 1_000_000_000] {
            #expect(!Fact.statements(about: number).isEmpty)
        }
        for number in 1...100 { #expect(!Fact.theorems(about: number).isEmpty) }
    }

    @Test("Ordinals, superscripts and Roman numerals are written correctly")
    func writing() {
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 21, 102, 113].map(\.ordinal)
                == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "113th"])
        #expect(120.superscript == "¹²⁰")
        #expect([1969, 2026, 3999, 4].map(\.roman) == ["MCMLXIX", "MMXXVI", "MMMCMXCIX", "IV"])
        #expect(0.roman == nil && 4000.roman == nil)
    }
}
