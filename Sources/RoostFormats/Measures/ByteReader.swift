/// Walks through bytes from outside, field by field and never past their end.
struct ByteReader {
    /// The bytes not yet read.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var count: Int { rest.count }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// The next bytes, or `nil`, with nothing read, if there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Steps over `expected`; `false`, with nothing read, if something else comes next.
    mutating func skip(_ expected: UInt8...) -> Bool {
        guard rest.starts(with: expected) else { return false }
        rest = rest.dropFirst(expected.count)
        return true
    }

    /// A number whose least significant byte comes first, possibly of fewer bytes than `T` has.
    mutating func little<T: FixedWidthInteger>(
        _: T.Type = T.self, bytes count: Int = T.bitWidth / 8
    ) -> T? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | T(truncatingIfNeeded: $1) } }
    }

    /// A number whose most significant byte comes first.
    mutating func big<T: FixedWidthInteger>(
        _: T.Type = T.self, bytes count: Int = T.bitWidth / 8
    ) -> T? {
        take(count).map { $0.reduce(0) { $0 << 8 | T(truncatingIfNeeded: $1) } }
    }
}
