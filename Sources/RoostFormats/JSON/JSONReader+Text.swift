/// The position of a string in the bytes, between its quotes.
struct JSONText {
    var start: Int
    var end: Int
    var hasEscapes: Bool

    var count: Int { end - start }
}

extension JSONReader {
    /// Skips a string and checks it: UTF-8, no raw control characters, whole escapes.
    mutating func text() throws(JSONError) -> JSONText {
        skipWhitespace()
        guard try byte(at: position) == UInt8(ascii: "\"") else { throw unexpected(at: position) }
        let start = position &+ 1
        var index = start
        var hasEscapes = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                position = index &+ 1
                return JSONText(start: start, end: index, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                index = try escape(at: index).next
            } else if byte < 0x20 {
                throw JSONError(.unexpectedByte(byte), at: index)
            } else if byte < 0x80 {
                index &+= 1
            } else {
                guard let length = UTF8Sequence.length(in: bytes, at: index) else {
                    throw JSONError(.invalidUTF8, at: index)
                }
                index &+= length
            }
        }
        throw JSONError(.unexpectedEnd, at: bytes.count)
    }

    /// A member's name, packed while it is read; the fast case is a run of plain ASCII.
    mutating func shortName() throws(JSONError) -> ShortWord {
        skipWhitespace()
        guard try byte(at: position) == UInt8(ascii: "\"") else { throw unexpected(at: position) }
        var word = ShortWord()
        var index = position &+ 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                position = index &+ 1
                return word
            }
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\\") { break }
            word.append(byte)
            index &+= 1
        }
        return ShortWord(string(try text()))
    }

    func string(_ text: JSONText) -> String {
        guard text.hasEscapes else {
            return String(decoding: bytes[text.start..<text.end], as: UTF8.self)
        }
        return String(decoding: unescaped(text), as: UTF8.self)
    }

    /// The text's bytes with its escapes resolved.
    func contents(_ text: JSONText) -> ArraySlice<UInt8> {
        text.hasEscapes ? unescaped(text)[...] : bytes[text.start..<text.end]
    }

    private func unescaped(_ text: JSONText) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.start
        while index < text.end {
            if bytes[index] == UInt8(ascii: "\\"), let escape = try? escape(at: index) {
                // `text()` has already read it once, so it cannot fail here.
                result.append(contentsOf: String(Character(escape.scalar)).utf8)
                index = escape.next
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// One escape, or both halves of a surrogate pair: the character it stands for and where it
    /// ends.
    private func escape(at index: Int) throws(JSONError) -> (scalar: Unicode.Scalar, next: Int) {
        let letter = try byte(at: index + 1)
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (Unicode.Scalar(letter), index + 2)
        case UInt8(ascii: "b"): return ("\u{8}", index + 2)
        case UInt8(ascii: "f"): return ("\u{c}", index + 2)
        case UInt8(ascii: "n"): return ("\n", index + 2)
        case UInt8(ascii: "r"): return ("\r", index + 2)
        case UInt8(ascii: "t"): return ("\t", index + 2)
        case UInt8(ascii: "u"):
            let unit = try hexUnit(at: index + 2)
            if let scalar = Unicode.Scalar(unit) { return (scalar, index + 6) }
            guard unit < 0xdc00, try byte(at: index + 6) == UInt8(ascii: "\\"),
                try byte(at: index + 7) == UInt8(ascii: "u")
            else { throw JSONError(.invalidEscape, at: index) }
            let low = try hexUnit(at: index + 8)
            guard (0xdc00..<0xe000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
            else { throw JSONError(.invalidEscape, at: index) }
            return (scalar, index + 12)
        default:
            throw JSONError(.invalidEscape, at: index)
        }
    }

    private func hexUnit(at index: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = Hex.value(of: try byte(at: index + offset)) else {
                throw JSONError(.invalidEscape, at: index + offset)
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
