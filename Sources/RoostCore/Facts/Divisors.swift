/// A number's prime factors, and what follows from them.
struct Divisors: Hashable {
    let number: Int
    /// In ascending order, each as many times as it divides; empty for 0 and 1.
    let factors: [Int]

    init(of number: Int) {
        self.number = number
        var (rest, factor, factors) = (number, 2, [Int]())
        while number > 1, factor * factor <= rest {
            while rest % factor == 0 {
                factors.append(factor)
                rest /= factor
            }
            factor += factor == 2 ? 1 : 2
        }
        if rest > 1 { factors.append(rest) }
        self.factors = factors
    }

    var isPrime: Bool { factors.count == 1 }

    /// Each prime with its exponent.
    var powers: [(prime: Int, exponent: Int)] {
        factors.reduce(into: []) { powers, factor in
            if powers.last?.prime == factor {
                powers[powers.count - 1].exponent += 1
            } else {
                powers.append((factor, 1))
            }
        }
    }

    /// How many numbers divide it, including 1 and itself; requires 1 or more.
    var count: Int { powers.reduce(1) { $0 * ($1.exponent + 1) } }

    /// The sum of the smaller numbers that divide it; requires 1 or more.
    var properSum: Int {
        powers.reduce(1) { sum, power in
            sum
                * (0...power.exponent).reduce((sum: 0, term: 1)) { partial, _ in
                    (partial.sum + partial.term, partial.term * power.prime)
                }.sum
        } - number
    }

    /// How many of the numbers up to it have no common factor with it; requires 1 or more.
    var totient: Int { powers.reduce(number) { $0 / $1.prime * ($1.prime - 1) } }

    /// `2³ × 5`.
    var product: String {
        powers.map { $0.exponent == 1 ? "\($0.prime)" : "\($0.prime)\($0.exponent.superscript)" }
            .joined(separator: " × ")
    }
}

extension Int {
    var superscript: String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return String(self.digits.map { digits[$0] })
    }

    /// In base ten, the most significant first.
    var digits: [Int] { String(self).compactMap(\.wholeNumberValue) }

    /// The greatest number whose square is not greater than this.
    var squareRoot: Int {
        var root = Int(Double(self).squareRoot())
        while root * root > self { root -= 1 }
        while (root + 1) * (root + 1) <= self { root += 1 }
        return root
    }

    /// `1st`, `22nd`, `113th`.
    var ordinal: String {
        switch (self % 10, self % 100) {
        case (_, 11...13): "\(self)th"
        case (1, _): "\(self)st"
        case (2, _): "\(self)nd"
        case (3, _): "\(self)rd"
        default: "\(self)th"
        }
    }

    /// `MCMLXIX`; `nil` if the Romans had no usual way to write it.
    var roman: String? {
        guard (1...3999).contains(self) else { return nil }
        let signs = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
            (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ]
        var (rest, text) = (self, "")
        for (value, sign) in signs {
            while rest >= value {
                text += sign
                rest -= value
            }
        }
        return text
    }
}
