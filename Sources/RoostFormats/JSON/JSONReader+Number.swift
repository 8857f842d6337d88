extension JSONReader {
    /// A number as the nearest 64-bit floating-point number; one that is too large is refused.
    mutating func number() throws(JSONError) -> Double {
        try numberAndStart().value
    }

    /// The number and where its text starts, for callers that need each of its digits.
    mutating func numberAndStart() throws(JSONError) -> (value: Double, start: Int) {
        skipWhitespace()
        let start = position
        var scan = NumberScan()
        guard let end = scan.run(bytes, from: start) else {
            throw unexpected(at: scan.stoppedAt)
        }
        guard let value = scan.value(in: bytes, start..<end) else {
            throw JSONError(.numberOutOfRange, at: start)
        }
        position = end
        return (value, start)
    }

    /// A number inside a string, `"52.5"`, in JSON's number format.
    func number(in text: JSONText) -> Double? {
        guard !text.hasEscapes else { return nil }
        var scan = NumberScan()
        guard let end = scan.run(bytes, from: text.start), end == text.end else { return nil }
        return scan.value(in: bytes, text.start..<end)
    }
}

/// One pass over a number's digits.
struct NumberScan {
    /// The digits without the point, as many as fit.
    private var digits: UInt64 = 0
    /// The power of ten by which to multiply `digits`.
    private var exponent = 0
    private var isNegative = false
    private var isExact = true
    /// Where the grammar was violated.
    private(set) var stoppedAt = 0

    /// Returns the end of the number, or `nil` if none stands at `start`.
    mutating func run(_ bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
            isNegative = true
            index &+= 1
        }
        let whole = index
        takeDigits(bytes, &index)
        stoppedAt = index
        guard index > whole else { return nil }
        if index > whole &+ 1, bytes[whole] == UInt8(ascii: "0") {
            stoppedAt = whole + 1
            return nil
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let fraction = index
            takeDigits(bytes, &index)
            stoppedAt = index
            guard index > fraction else { return nil }
            exponent = fraction &- index
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            guard takeExponent(bytes, &index) else { return nil }
        }
        return index
    }

    /// The nearest floating-point number; `nil` if it is not finite.
    ///
    /// One multiplication or division gives it if both factors are exact (Clinger's fast path);
    /// else the standard library does.
    func value(in bytes: [UInt8], _ range: Range<Int>) -> Double? {
        if isExact, digits <= 1 << 53, (-22...22).contains(exponent) {
            var value = Double(digits)
            if exponent < 0 {
                value /= powersOfTen[-exponent]
            } else {
                value *= powersOfTen[exponent]
            }
            return isNegative ? -value : value
        }
        guard let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    @inline(__always)
    private mutating func takeDigits(_ bytes: [UInt8], _ index: inout Int) {
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            if digits < 100_000_000_000_000_000 {
                digits = digits &* 10 &+ UInt64(digit)
            } else {
                isExact = false
            }
            index &+= 1
        }
    }

    private mutating func takeExponent(_ bytes: [UInt8], _ index: inout Int) -> Bool {
        var isBelowOne = false
        if index < bytes.count {
            if bytes[index] == UInt8(ascii: "-") {
                isBelowOne = true
                index += 1
            } else if bytes[index] == UInt8(ascii: "+") {
                index += 1
            }
        }
        let start = index
        var written = 0
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 {
            // Beyond this the number is out of range or zero, whatever follows.
            written = min(written * 10 + Int(bytes[index] - UInt8(ascii: "0")), 1_000_000)
            index += 1
        }
        stoppedAt = index
        exponent += isBelowOne ? -written : written
        return index > start
    }
}

private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
