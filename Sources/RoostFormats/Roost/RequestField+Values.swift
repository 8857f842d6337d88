public import RoostCore

extension RequestField {
    /// A number, or a string that spells one.
    public func number(in range: ClosedRange<Double>) throws(RequestError) -> Double {
        let number = try anyNumber("a number from \(expectation(range))").double
        guard range.contains(number) else { throw outOfRange(expectation(range)) }
        return number
    }

    /// A whole number, or a string that spells one.
    public func integer(in range: ClosedRange<Int>) throws(RequestError) -> Int {
        let number = try anyNumber("a whole number")
        guard let integer = number.integer.flatMap(Int.init(exactly:)) else {
            throw wrongType("a whole number")
        }
        guard range.contains(integer) else {
            throw outOfRange("\(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// An amount in plain decimal digits, exactly as written: `"12.50"`, or the literal `12.50`.
    public func decimal() throws(RequestError) -> String {
        let text: String
        switch value {
        case .string(let string): text = string
        case .number(let number): text = number.literal
        default: throw wrongType("a decimal number in a string")
        }
        var digits = Substring(text)
        if digits.first == "-" { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isDecimal = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        }
        guard (1...2).contains(parts.count), isDecimal else {
            throw wrongType("a decimal number with a point, such as 12.50")
        }
        guard text.utf8.count <= 40 else { throw outOfRange("at most 40 digits long") }
        return text
    }

    /// RFC 3339, or seconds since the Unix epoch.
    ///
    /// - Parameter alternative: What else the member may be, for the error's text.
    public func time(or alternative: String? = nil) throws(RequestError) -> Timestamp {
        let expectation =
            "a time such as 2026-09-20T08:01:12.345Z" + (alternative.map { " or \($0)" } ?? "")
        if let text = value.string, let time = Timestamp(rfc3339: text) { return time }
        let seconds = try anyNumber(expectation).double
        guard let time = Timestamp(secondsSinceEpoch: seconds) else {
            throw outOfRange(expectation)
        }
        return time
    }

    /// A time of day, `"HH:MM"`, as minutes after midnight.
    public func minuteOfDay() throws(RequestError) -> Int {
        guard let text = value.string else { throw wrongType("a time of day such as 09:30") }
        guard let minute = Self.minuteOfDay(text[...]) else {
            throw outOfRange("a time of day such as 08:00, from 00:00 to 23:59")
        }
        return minute
    }

    static func minuteOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = twoDigits(parts[0]), let minute = twoDigits(parts[1]),
            hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// Hours of the day: `{"from":"22:00","to":"06:30"}` or `"22:00-06:30"`.
    public func hours() throws(RequestError) -> DailyHours {
        let ends: [Int]
        if let text = value.string {
            let parts = text.split(separator: "-")
            guard parts.count == 2 else { throw wrongType("hours such as 22:00-06:30") }
            ends = try parts.map { (part) throws(RequestError) in
                guard let minute = Self.minuteOfDay(part) else {
                    throw outOfRange("hours such as 22:00-06:30")
                }
                return minute
            }
        } else {
            let hours = try object()
            try hours.allow(only: ["from", "to"])
            ends = [
                try hours.required("from").minuteOfDay(), try hours.required("to").minuteOfDay(),
            ]
        }
        guard let hours = DailyHours(from: ends[0], to: ends[1]) else {
            throw outOfRange("hours of the day")
        }
        return hours
    }

    /// A position: `[lat,lon]` or `{"lat":…,"lon":…}`.
    public func coordinate() throws(RequestError) -> Coordinate {
        if value.object != nil {
            let position = try object()
            try position.allow(only: ["lat", "lon"])
            guard let coordinate = try position.coordinate() else {
                throw wrongType("a position with lat and lon")
            }
            return coordinate
        }
        let numbers = try array(count: 2...2)
        let north = try numbers[0].number(in: -90...90)
        let east = try numbers[1].number(in: -180...180)
        guard let coordinate = Coordinate(latitude: north, longitude: east) else {
            throw outOfRange("a position")
        }
        return coordinate
    }

    /// Corners in order, `[[lat,lon],…]`, 3 to 1000 around an area; a last one equal to the first
    /// is dropped.
    public func polygon() throws(RequestError) -> [Coordinate] {
        var polygon = try array(count: 0...(Area.mostCorners + 1)).map {
            (corner) throws(RequestError) in try corner.coordinate()
        }
        if polygon.count > 1, polygon.first == polygon.last { polygon.removeLast() }
        guard (3...Area.mostCorners).contains(polygon.count) else {
            throw outOfRange("3 to \(Area.mostCorners) corners")
        }
        guard !Area.polygon(polygon).isLine else {
            throw outOfRange("the corners of an area: these lie in one line")
        }
        return polygon
    }

    /// The largest picture that a request may hold, in bytes.
    public static let mostPictureBytes = 10_000_000

    /// Base64, with or without the `data:image/png;base64,` that browsers prepend.
    public func base64(maximumSize: Int) throws(RequestError) -> [UInt8] {
        guard let text = value.string else { throw wrongType("a Base64 string") }
        var digits = text.utf8[...]
        if digits.starts(with: "data:".utf8), let comma = digits.firstIndex(of: UInt8(ascii: ",")) {
            digits = digits[digits.index(after: comma)...]
        }
        let tooLarge = RequestError(
            .tooLarge, "\(name) must be at most \(maximumSize) bytes", field: name)
        guard digits.count <= maximumSize / 3 * 4 + 4 else { throw tooLarge }
        guard let bytes = Base64.decode(digits) else { throw wrongType("a Base64 string") }
        guard bytes.count <= maximumSize else { throw tooLarge }
        return bytes
    }

    private func anyNumber(
        _ expectation: @autoclosure () -> String
    ) throws(RequestError) -> JSONNumber {
        switch value {
        case .number(let number): return number
        case .string(let text):
            // A string with anything else in it is not a number.
            if text.utf8.count <= 400, let number = (try? JSON(Array(text.utf8)))?.number {
                return number
            }
        default: break
        }
        throw wrongType(expectation())
    }

    private func expectation(_ range: ClosedRange<Double>) -> String {
        "\(range.lowerBound.jsonText) to \(range.upperBound.jsonText)"
    }

    private static func twoDigits(_ text: Substring) -> Int? {
        text.utf8.count == 2 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
            ? Int(text) : nil
    }
}
