/// How numbers are written.
extension Int {
    var superscript: String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return String(self.digits.map { digits[$0] })
    }

    /// In base ten, the most significant first.
    var digits: [Int] { String(self).compactMap(\.wholeNumberValue) }

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
