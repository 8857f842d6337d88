public import RoostCore

extension RequestField {
    /// `2026-11-30T09:00`, a time without a zone; `nil` for anything else.
    public var localTime: LocalTime? {
        guard let text = value.string, text.utf8.count == 16,
            let day = CivilDay(iso8601: String(text.prefix(10))),
            text.dropFirst(10).first == "T", let minute = Self.minuteOfDay(text.suffix(5))
        else { return nil }
        return LocalTime(day, minuteOfDay: minute)
    }

    /// Days as a list, or as text with spans: `mon-fri,sun`.
    public func weekdays() throws(RequestError) -> Set<Weekday> {
        var days: Set<Weekday> = []
        if let text = value.string {
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last
                else { throw Self.noDays(name) }
                days.formUnion(try Self.span(first, last, name))
            }
        } else {
            for element in try array(count: 1...7) {
                days.insert(try element.choice(of: Weekday.self))
            }
        }
        return days
    }

    private static func span(
        _ first: Substring, _ last: Substring, _ name: String
    ) throws(RequestError) -> [Weekday] {
        let week = Weekday.allCases
        guard let first = week.firstIndex(where: { $0.rawValue == first }),
            let last = week.firstIndex(where: { $0.rawValue == last })
        else { throw noDays(name) }
        let length = (last - first + 7) % 7
        return (0...length).map { week[(first + $0) % 7] }
    }

    private static func noDays(_ name: String) -> RequestError {
        RequestError(.outOfRange, "\(name) must be days such as mon-fri,sun", field: name)
    }
}
