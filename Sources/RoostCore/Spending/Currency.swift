/// A currency by its ISO 4217 code.
public struct Currency: Hashable, Sendable {
    /// Three capital letters, `EUR`.
    public let code: String

    /// Returns `nil` if it is not a currency code; lower case is accepted.
    public init?(_ code: String) {
        guard code.utf8.count == 3 else { return nil }
        let code = code.uppercased()
        guard Self.codes.contains(code) else { return nil }
        self.code = code
    }

    /// Takes a code that was already checked, such as one from the store.
    public init(checked code: String) {
        self.code = code
    }

    /// How many decimals an amount has: 2 for euros, none for yen, 3 for Kuwaiti dinars.
    public var decimals: Int {
        if Self.withoutDecimals.contains(code) { return 0 }
        return Self.withThreeDecimals.contains(code) ? 3 : 2
    }

    // ISO 4217, list one, of 2026, and recently withdrawn codes that old expenses may have: ANG,
    // BGN, HRK.
    private static let codes = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
        CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
        GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
        KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
        NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
        SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF
        XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split { $0.isWhitespace }.map(String.init))
    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF",
    ]
    private static let withThreeDecimals: Set<String> = [
        "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
    ]
}

extension Currency: Comparable {
    public static func < (lhs: Currency, rhs: Currency) -> Bool { lhs.code < rhs.code }
}

extension Currency: CustomStringConvertible {
    public var description: String { code }
}

extension Currency: Codable {
    public init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
