/// What is special about a number as it is written.
extension Fact {
    static func byDigits(_ number: Int) -> [String] {
        let digits = number.digits
        var texts = ["In binary, \(number) is \(String(number, radix: 2))."]
        if let roman = number.roman { texts.append("The Romans wrote \(number) as \(roman).") }
        guard number > 9 else { return texts }
        if digits == digits.reversed() {
            texts.append("\(number) is a palindrome: it is the same backwards.")
        }
        if Set(digits).count == 1 {
            texts.append("\(number) is a repdigit: it is written with one digit alone.")
        }
        if zip(digits, digits.dropFirst()).allSatisfy({ $0 + 1 == $1 }) {
            texts.append("The digits of \(number) count upwards.")
        }
        if Set(digits) == Set(1...9), digits.count == 9 {
            texts.append("\(number) has each digit from 1 to 9 once.")
        }
        let sum = digits.reduce(0, +)
        if number % sum == 0 {
            texts.append(
                "\(number) is a Harshad number: the sum of its digits, \(sum), divides it.")
        }
        let powers = digits.map { power($0, digits.count) }
        if powers.reduce(0, +) == number {
            let terms = digits.map { "\($0)\(digits.count.superscript)" }.joined(separator: " + ")
            texts.append("\(number) is narcissistic: it is \(terms).")
        }
        let square = number * number
        if String(square).hasSuffix(String(number)) {
            texts.append("\(number) is automorphic: its square, \(square), ends with it.")
        }
        if isKaprekar(number) {
            texts.append(
                "\(number) is a Kaprekar number: its square, \(square), can be cut in two parts "
                    + "that add up to it.")
        }
        let steps = happySteps(number)
        if let steps {
            texts.append(
                "\(number) is happy: add up the squares of its digits, again and again, "
                    + "\(steps) \(steps == 1 ? "time" : "times"), and it becomes 1.")
        }
        return texts
    }

    static func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    /// Whether the square can be split so that the parts, the right one above 0, add up to the
    /// number.
    static func isKaprekar(_ number: Int) -> Bool {
        let square = number * number
        var cut = 10
        while cut <= square {
            let (left, right) = (square / cut, square % cut)
            if right > 0, left + right == number { return true }
            guard cut <= square / 10 else { break }
            cut *= 10
        }
        return false
    }

    /// How many times to sum the squares of the digits until the result is 1; `nil` if it never is.
    static func happySteps(_ number: Int) -> Int? {
        var (current, seen) = (number, Set<Int>())
        while current != 1 {
            guard seen.insert(current).inserted else { return nil }
            current = current.digits.reduce(0) { $0 + $1 * $1 }
        }
        return seen.count
    }
}
