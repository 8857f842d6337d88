/// Counts connections to the broker that end soon after they began, one after the other.
///
/// Each time the gateway seems to be well for a moment, while most messages go elsewhere: usually
/// to another client with the same id. Times are milliseconds of a clock that cannot be set.
struct ShortConnections {
    /// A longer connection is no short one.
    private static let short: Int64 = 10_000
    /// So many in a row are no accident.
    private static let tooMany = 3

    private var began: Int64?
    private var inARow = 0

    mutating func begin(at now: Int64) { began = now }

    /// - Returns: Whether too many ended like this one.
    mutating func end(at now: Int64) -> Bool {
        defer { began = nil }
        inARow = began.map { now - $0 < Self.short } ?? false ? inARow + 1 : 0
        return inARow >= Self.tooMany
    }

    /// Whether a connection lasts, for the first time since too many were short.
    mutating func isMended(at now: Int64) -> Bool {
        guard inARow >= Self.tooMany, let began, now - began >= Self.short else { return false }
        inARow = 0
        return true
    }
}
