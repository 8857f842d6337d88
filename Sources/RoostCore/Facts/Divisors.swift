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
