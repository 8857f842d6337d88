public import RoostCore

extension Timestamp {
    /// `2026-09-20T08:01:12.345Z`: UTC, always with milliseconds.
    public var rfc3339: String {
        let dayLength: Int64 = 86_400_000
        var day = milliseconds / dayLength
        var rest = milliseconds % dayLength
        if rest < 0 {
            rest += dayLength
            day -= 1
        }
        let date = CivilDay(daysSinceEpoch: Int(day))
        let hour = (rest / 3_600_000).zeroPadded(to: 2)
        let minute = (rest / 60_000 % 60).zeroPadded(to: 2)
        let second = (rest / 1000 % 60).zeroPadded(to: 2)
        return "\(date.iso8601)T\(hour):\(minute):\(second).\((rest % 1000).zeroPadded(to: 3))Z"
    }

    /// Reads RFC 3339 with any fraction and any offset.
    ///
    /// It also reads the form in which Mosquitto's programs print times,
    /// `2021-08-03T16:28:18.976000Z+0000`, where the offset alone counts. A leap second counts as
    /// the second after it. `nil` outside the years 1970 to 9999.
    public init?(rfc3339 text: String) {
        self.init(rfc3339: Array(text.utf8)[...])
    }

    init?(rfc3339 bytes: ArraySlice<UInt8>) {
        guard (20...64).contains(bytes.count) else { return nil }
        var digits = DigitCursor(bytes)
        guard let year = digits.number(4), digits.take("-"), let month = digits.number(2),
            digits.take("-"), let day = digits.number(2),
            let date = CivilDay(checking: Int(year), Int(month), Int(day)),
            digits.take("T") || digits.take("t") || digits.take(" "),
            let hour = digits.number(2), hour < 24, digits.take(":"),
            let minute = digits.number(2), minute < 60, digits.take(":"),
            let second = digits.number(2), second <= 60
        else { return nil }
        var milliseconds: Int64 = 0
        if digits.take(".") {
            guard let fraction = digits.fraction() else { return nil }
            milliseconds = fraction
        }
        guard let offset = digits.offset(), digits.isAtEnd else { return nil }
        let seconds =
            Int64(date.daysSinceEpoch) * 86400 + hour * 3600 + minute * 60 + second - offset * 60
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        self.init(milliseconds: seconds * 1000 + milliseconds)
    }
}

extension CivilDay {
    /// `2026-09-20`.
    public var iso8601: String {
        "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }

    /// Reads `2026-09-20`; `nil` for anything else.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        var digits = DigitCursor(bytes[...])
        guard bytes.count == 10, let year = digits.number(4), digits.take("-"),
            let month = digits.number(2), digits.take("-"), let day = digits.number(2)
        else { return nil }
        self.init(checking: Int(year), Int(month), Int(day))
    }
}

/// Reads a time from left to right.
private struct DigitCursor {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.endIndex, UInt32(bytes[index]) == character.value else { return false }
        index &+= 1
        return true
    }

    private mutating func digit() -> Int64? {
        guard index < bytes.endIndex else { return nil }
        let value = bytes[index] &- UInt8(ascii: "0")
        guard value < 10 else { return nil }
        index &+= 1
        return Int64(value)
    }

    mutating func number(_ width: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// One or more digits after the point, as milliseconds; finer digits are dropped.
    mutating func fraction() -> Int64? {
        guard var milliseconds = digit() else { return nil }
        milliseconds *= 100
        var weight: Int64 = 10
        while let digit = digit() {
            milliseconds += digit * weight
            weight /= 10
        }
        return milliseconds
    }

    /// `Z`, `+01:00`, `+0100` or `Z+0100`, in minutes east of Greenwich.
    mutating func offset() -> Int64? {
        let isMarked = take("Z") || take("z")
        let sign: Int64
        if take("+") {
            sign = 1
        } else if take("-") {
            sign = -1
        } else {
            return isMarked ? 0 : nil
        }
        guard let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
