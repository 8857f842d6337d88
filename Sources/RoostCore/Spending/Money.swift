/// An exact amount: a whole number of the smallest unit of its currency.
///
/// Nothing is ever rounded. An amount that the currency cannot express is invalid, and sums of
/// different currencies stay separate.
public struct Money: Hashable, Sendable, Codable {
    /// In cents for euros, in yen; negative for a refund.
    public var units: Int64
    public var currency: Currency

    public init(units: Int64, _ currency: Currency) {
        self.units = units
        self.currency = currency
    }

    /// The largest amount of one expense, in the smallest unit: a million of them still add up.
    public static let most: Int64 = 999_999_999_999

    /// Why a text is not an amount.
    public enum Flaw: Error, Hashable, Sendable {
        /// Characters other than digits, a leading minus and one point.
        case notDecimal
        case tooManyDecimals
        case tooLarge
    }

    /// Reads `12.50`, `12.5`, `12` or `-3.00`.
    public init(_ text: String, _ currency: Currency) throws(Flaw) {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ part in
                !part.isEmpty
                    && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
            })
        else { throw .notDecimal }
        var fraction = parts.count > 1 ? parts[1] : ""
        // `12.500` is as exact as `12.50`.
        while fraction.utf8.count > currency.decimals, fraction.last == "0" {
            fraction.removeLast()
        }
        let missing = currency.decimals - fraction.utf8.count
        guard missing >= 0 else { throw .tooManyDecimals }
        let whole = parts[0] + fraction + String(repeating: "0", count: missing)
        guard let units = Int64(whole), units <= Self.most else { throw .tooLarge }
        self.init(units: isNegative ? -units : units, currency)
    }

    /// All decimals, with a point and nothing else: `1234.50`.
    public var decimal: String {
        let decimals = currency.decimals
        let digits = units.magnitude.zeroPadded(to: decimals + 1)
        let sign = units < 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        return "\(sign)\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
    }
}

extension Money: CustomStringConvertible {
    public var description: String { "\(decimal) \(currency)" }
}
