/// Mathematical counts for a number: ways, pieces, sums.
extension Fact {
    private static let terms = 1...1000

    static func ofMathematics(_ value: String?, _ choice: inout Choice) -> Fact? {
        let number: Int
        if let value {
            guard let asked = integer(value, in: terms) else { return nil }
            number = asked
        } else {
            number = 2 + choice.number(below: 49)
        }
        return choice.pick(theorems(about: number)).map { Fact(.math, String(number), $0) }
    }

    static func theorems(about number: Int) -> [Statement] {
        (series(number) + pieces(number) + arrangements(number) + primes(number))
            .map { Statement($0) }
    }

    private static func series(_ number: Int) -> [String] {
        let triangle = number * (number + 1) / 2
        var texts = [
            "The whole numbers from 1 to \(number) add up to \(triangle).",
            "The odd numbers from 1 to \(2 * number - 1) add up to \(number * number), which is "
                + "\(number)².",
            "The cubes from 1 to \(number) add up to \(triangle * triangle), "
                + "the square of the sum of their roots.",
        ]
        if let fibonacci = fibonacci(number) {
            texts.append("The \(number.ordinal) Fibonacci number is \(fibonacci).")
        }
        let steps = collatzSteps(number)
        if steps > 0 {
            texts.append(
                "Halve it where it is even, else triple it and add one: \(number) becomes 1 after "
                    + "\(count(steps, "step")).")
        }
        return texts
    }

    private static func pieces(_ number: Int) -> [String] {
        var texts = [
            "\(count(number, "straight cut")) make\(number == 1 ? "s" : "") \((number * number + number + 2) / 2) pieces of a "
                + "pancake at the most."
        ]
        if number >= 3 {
            texts.append(
                "The angles of a polygon with \(number) corners add up to \((number - 2) * 180)°.")
        }
        if number >= 4 {
            texts.append(
                "A polygon with \(number) corners has \(number * (number - 3) / 2) diagonals.")
        }
        if number >= 2 {
            texts.append(
                "When \(number) people all shake hands with each other, hands are shaken "
                    + "\(count(number * (number - 1) / 2, "time")).")
        }
        if (1...62).contains(number) {
            texts.append(
                "The Tower of Hanoi with \(count(number, "disc")) takes at least "
                    + "\(count((1 << number) - 1, "move")).")
            texts.append(
                "From \(count(number, "thing")), one can choose some, all or none in "
                    + "\(1 << number) ways.")
        }
        return texts
    }

    private static func arrangements(_ number: Int) -> [String] {
        var texts: [String] = []
        if (2...20).contains(number) {
            texts.append("\(number) books can stand on a shelf in \(factorial(number)) orders.")
            texts.append(
                "Of \(factorial(number)) ways to hand back \(number) hats, \(derangements(number)) "
                    + "give nobody their own.")
        }
        if (2...30).contains(number) {
            texts.append(
                "\(number) pairs of brackets can be nested in \(catalan(number)) ways: a Catalan "
                    + "number.")
        }
        if (2...200).contains(number) {
            texts.append(
                "\(number) can be written as a sum of whole numbers in \(partitions(number)) ways, "
                    + "if their order does not matter.")
        }
        if (2...60).contains(number) {
            texts.append(
                "Among \(number) people, two share a birthday with a probability of "
                    + "\(birthdayPercent(number)) %, if all 365 days are alike.")
        }
        return texts
    }

    private static func primes(_ number: Int) -> [String] {
        var (found, candidate) = (1, 2)
        while found < number {
            candidate += 1
            if Divisors(of: candidate).isPrime { found += 1 }
        }
        let below = (0..<number).count { Divisors(of: $0).isPrime }
        return [
            "The \(number.ordinal) prime is \(candidate).",
            "Of the numbers below \(number), \(below) \(below == 1 ? "is" : "are") prime.",
            "Of the numbers from 1 to \(number), \(Divisors(of: number).totient) have no factor but 1 "
                + "in common with it.",
        ]
    }

    // MARK: Counting

    static func fibonacci(_ index: Int) -> Int? {
        guard (1...90).contains(index) else { return nil }
        return (1..<index).reduce((0, 1)) { pair, _ in (pair.1, pair.0 + pair.1) }.1
    }

    static func collatzSteps(_ number: Int) -> Int {
        var (current, steps) = (number, 0)
        while current > 1 {
            current = current.isMultiple(of: 2) ? current / 2 : 3 * current + 1
            steps += 1
        }
        return steps
    }

    static func factorial(_ number: Int) -> Int { (1...number).reduce(1, *) }

    static func derangements(_ number: Int) -> Int {
        (1..<number).reduce((1, 0)) { pair, index in (pair.1, index * (pair.0 + pair.1)) }.1
    }

    static func catalan(_ number: Int) -> Int {
        (0..<number).reduce(1) { $0 * 2 * (2 * $1 + 1) / ($1 + 2) }
    }

    static func partitions(_ number: Int) -> Int {
        var ways = [1] + Array(repeating: 0, count: number)
        for part in 1...number {
            for sum in part...number { ways[sum] += ways[sum - part] }
        }
        return ways[number]
    }

    /// Rounded to a tenth.
    static func birthdayPercent(_ people: Int) -> Double {
        let different = (0..<people).reduce(1.0) { $0 * Double(365 - $1) / 365 }
        return ((1 - different) * 1000).rounded() / 10
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
