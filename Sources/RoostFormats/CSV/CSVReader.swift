/// Reads comma-separated values, RFC 4180, as spreadsheets write them.
///
/// Semicolons and tabs work too, whichever the first line has most of, as do bare line feeds and a
/// byte order mark. Empty lines are not records.
public struct CSVReader: Sendable {
    /// The byte between two fields.
    public let separator: UInt8
    private let bytes: [UInt8]
    private var index: Int
    private var line = 1

    public struct Record: Hashable, Sendable {
        /// The line on which it begins, from 1.
        public var line: Int
        public var fields: [String]
    }

    /// Why the rest of a file cannot be read.
    public enum Flaw: Error, Hashable, Sendable {
        case openQuote(line: Int)
        /// Something follows a closing quote.
        case afterQuote(line: Int)
        case notUTF8(line: Int)

        public var line: Int {
            switch self {
            case .openQuote(let line), .afterQuote(let line), .notUTF8(let line): line
            }
        }
    }

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = bytes[index...].prefix { $0 != Self.lineFeed }
        let counts = [Self.comma, Self.semicolon, Self.tab].map { separator in
            (separator, first.count { $0 == separator })
        }
        separator = counts.reduce(counts[0]) { $1.1 > $0.1 ? $1 : $0 }.0
    }

    /// The next record; `nil` at the end.
    public mutating func next() throws(Flaw) -> Record? {
        while index < bytes.count {
            let start = line
            var fields: [String] = []
            repeat { fields.append(try field()) } while take(separator)
            endLine()
            if fields != [""] { return Record(line: start, fields: fields) }
        }
        return nil
    }

    private mutating func field() throws(Flaw) -> String {
        let start = line
        guard take(Self.quote) else { return try text(plain(), line: start) }
        var content: [UInt8] = []
        while true {
            guard index < bytes.count else { throw .openQuote(line: start) }
            let byte = bytes[index]
            index += 1
            if byte == Self.lineFeed { line += 1 }
            if byte == Self.quote {
                // Two quotes stand for one.
                guard take(Self.quote) else { break }
            }
            content.append(byte)
        }
        guard isAtEndOfField else { throw .afterQuote(line: line) }
        return try text(content[...], line: start)
    }

    private mutating func plain() -> ArraySlice<UInt8> {
        let start = index
        while !isAtEndOfField { index += 1 }
        return bytes[start..<index]
    }

    private var isAtEndOfField: Bool {
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case separator, Self.lineFeed: return true
        case Self.carriageReturn:
            return index + 1 == bytes.count || bytes[index + 1] == Self.lineFeed
        default: return false
        }
    }

    private mutating func endLine() {
        _ = take(Self.carriageReturn)
        if take(Self.lineFeed) { line += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private func text(_ bytes: ArraySlice<UInt8>, line: Int) throws(Flaw) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(line: line)
        }
        return text
    }

    private static let comma = UInt8(ascii: ",")
    private static let semicolon = UInt8(ascii: ";")
    private static let tab = UInt8(ascii: "\t")
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
