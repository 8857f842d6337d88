/// Why bytes are not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The text ends inside a value.
        case unexpectedEnd
        /// A byte that the grammar does not allow here.
        case unexpectedByte(UInt8)
        /// A string or the text between values is not UTF-8.
        case invalidUTF8
        /// An escape that does not exist, or half of a surrogate pair.
        case invalidEscape
        /// Arrays and objects nested more than 32 deep.
        case tooDeep
        /// A number too large for a 64-bit floating-point number.
        case numberOutOfRange
        /// More values than a message can need.
        case tooManyValues
        /// Something follows the value.
        case trailingBytes
    }

    public var reason: Reason
    /// Bytes from the start of the text.
    public var offset: Int

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .unexpectedEnd: "the text ends too early, at byte \(offset)"
        case .unexpectedByte: "unexpected byte at \(offset)"
        case .invalidUTF8: "not UTF-8 at byte \(offset)"
        case .invalidEscape: "invalid escape at byte \(offset)"
        case .tooDeep: "nested too deep at byte \(offset)"
        case .numberOutOfRange: "number out of range at byte \(offset)"
        case .tooManyValues: "too many values at byte \(offset)"
        case .trailingBytes: "something follows the value at byte \(offset)"
        }
    }
}
