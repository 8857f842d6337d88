/// What is special about one number: its factors, its shape, its digits.
extension Fact {
    static let numbers = 0...1_000_000_000

    static func ofNumber(_ value: String?, _ choice: inout Choice) -> Fact? {
        let number: Int
        if let value {
            guard let asked = integer(value, in: numbers) else { return nil }
            number = asked
        } else {
            // Small numbers have more to tell.
            let bound = choice.pick([100, 1000, 10_000]) ?? 100
            number = choice.number(below: bound)
        }
        let statement = choice.pick(statements(about: number))
        return statement.map { Fact(.number, String(number), $0) }
    }

    /// All possible statements; there is always at least one.
    static func statements(about number: Int) -> [Statement] {
        (byDivisors(number) + byShape(number) + bySums(number) + byDigits(number))
            .map { Statement($0) }
    }

    private static func byDivisors(_ number: Int) -> [String] {
        guard number > 1 else {
            return number == 0
                ? ["0 is even, and every number but itself divides it."]
                : ["1 is neither prime nor composite: it has one divisor, itself."]
        }
        let divisors = Divisors(of: number)
        return (divisors.isPrime ? byPrimality(number) : byFactors(number, divisors))
            + byDivisorSum(number, divisors.properSum)
    }

    private static func byPrimality(_ prime: Int) -> [String] {
        var texts = ["\(prime) is prime: only 1 and itself divide it."]
        if Divisors(of: prime + 2).isPrime {
            texts.append("\(prime) and \(prime + 2) are twin primes.")
        }
        if Divisors(of: 2 * prime + 1).isPrime {
            texts.append(
                "\(prime) is a Sophie Germain prime: twice it and one more, \(2 * prime + 1), is "
                    + "prime as well.")
        }
        if (prime + 1).nonzeroBitCount == 1 {
            texts.append(
                "\(prime) is a Mersenne prime, one less than a power of two: "
                    + "2\((prime + 1).trailingZeroBitCount.superscript) − 1.")
        }
        let reversed = Int(String(String(prime).reversed())) ?? 0
        if reversed != prime, Divisors(of: reversed).isPrime {
            texts.append("\(prime) is an emirp: backwards, \(reversed), it is prime as well.")
        }
        return texts
    }

    private static func byFactors(_ number: Int, _ divisors: Divisors) -> [String] {
        var texts = [
            "\(number) is \(divisors.product).", "\(number) has \(divisors.count) divisors.",
        ]
        let digitSum = divisors.factors.reduce(0) { $0 + $1.digits.reduce(0, +) }
        if digitSum == number.digits.reduce(0, +) {
            texts.append(
                "\(number) is a Smith number: its digits add up to \(digitSum), and so do "
                    + "those of its prime factors.")
        }
        return texts
    }

    /// - Parameter sum: That of all divisors but the number itself.
    private static func byDivisorSum(_ number: Int, _ sum: Int) -> [String] {
        var texts: [String] = []
        if sum == number {
            texts.append("\(number) is perfect: it is the sum of its proper divisors.")
        } else if sum > number {
            texts.append(
                "\(number) is abundant: its proper divisors add up to \(sum), which is more.")
        }
        if sum != number, sum > 1, Divisors(of: sum).properSum == number {
            texts.append(
                "\(number) and \(sum) are amicable: each is the sum of the other's proper divisors."
            )
        }
        return texts
    }

    // MARK: Shapes

    private static func byShape(_ number: Int) -> [String] {
        guard number > 0 else { return [] }
        var texts: [String] = []
        for (name, arrangement, term) in figures {
            guard let index = index(of: number, in: term) else { continue }
            texts.append(
                "\(number) is the \(index.ordinal) \(name) number: so many \(arrangement)")
        }
        if number.nonzeroBitCount == 1, number > 2 {
            texts.append("\(number) is 2\(number.trailingZeroBitCount.superscript).")
        }
        var (factorial, last) = (1, 1)
        while factorial < number {
            last += 1
            factorial *= last
        }
        if factorial == number, last > 2 {
            texts.append("\(number) is \(last)!, the product of the numbers from 1 to \(last).")
        }
        var (before, fibonacci) = (1, 1)
        while fibonacci < number { (before, fibonacci) = (fibonacci, before + fibonacci) }
        if fibonacci == number, number > 1 {
            texts.append(
                "\(number) is a Fibonacci number: the sum of the two before it, "
                    + "\(number - before) and \(before).")
        }
        return texts
    }

    private static let figures:
        [(name: String, arrangement: String, term: @Sendable (Int) -> Int)] =
            [
                ("triangular", "balls fill a triangle.", { $0 * ($0 + 1) / 2 }),
                ("square", "balls fill a square.", { $0 * $0 }),
                ("cubic", "blocks fill a cube.", { $0 * $0 * $0 }),
                ("pentagonal", "dots make nested pentagons.", { $0 * (3 * $0 - 1) / 2 }),
                ("hexagonal", "dots make nested hexagons.", { $0 * (2 * $0 - 1) }),
                ("centred hexagonal", "cells fill a honeycomb.", { 3 * $0 * ($0 - 1) + 1 }),
                (
                    "star", "holes has a board of Chinese checkers of that size.",
                    { 6 * $0 * ($0 - 1) + 1 }
                ),
                (
                    "tetrahedral", "balls make a pyramid on a triangle.",
                    { $0 * ($0 + 1) * ($0 + 2) / 6 }
                ),
                (
                    "square pyramidal", "balls make a pyramid on a square.",
                    { $0 * ($0 + 1) * (2 * $0 + 1) / 6 }
                ),
            ]

    /// The position of the number in a rising sequence, from the second term on.
    private static func index(of number: Int, in term: (Int) -> Int) -> Int? {
        var (low, high) = (2, 100_000)
        while low < high {
            let middle = (low + high) / 2
            if term(middle) < number { low = middle + 1 } else { high = middle }
        }
        return term(low) == number ? low : nil
    }

    // MARK: Sums of powers

    private static func bySums(_ number: Int) -> [String] {
        guard number > 1 else { return [] }
        var texts: [String] = []
        let cubes = sums(ofTwoPowers: 3, to: number)
        if cubes.count > 1 {
            let ways = cubes.map { "\($0)³ + \($1)³" }.joined(separator: " = ")
            texts.append("\(number) is a taxicab number: \(ways).")
        } else if let (first, second) = cubes.first {
            texts.append("\(number) is \(first)³ + \(second)³.")
        }
        let squares = sums(ofTwoPowers: 2, to: number)
        if squares.count > 1 {
            let ways = squares.prefix(4).map { "\($0)² + \($1)²" }.joined(separator: " = ")
            texts.append(
                "\(number) is the sum of two squares in \(squares.count) ways: \(ways).")
        } else if let (first, second) = squares.first {
            texts.append(
                "\(number) is \(first)² + \(second)², and the sum of no other two squares.")
        }
        return texts
    }

    /// The ways to write it as a sum of two squares or cubes of positive numbers, the smaller
    /// first.
    static func sums(ofTwoPowers exponent: Int, to number: Int) -> [(Int, Int)] {
        func power(_ base: Int) -> Int { exponent == 2 ? base * base : base * base * base }
        var (low, high) = (1, 1)
        while power(high) < number { high += 1 }
        var ways: [(Int, Int)] = []
        while low <= high {
            let sum = power(low) + power(high)
            if sum == number { ways.append((low, high)) }
            if sum <= number { low += 1 } else { high -= 1 }
        }
        return ways
    }
}
