/// The parts of a PNG: a length, a type of four letters, the content, and a checksum.
enum PNGChunks {
    /// The chunks that the pixels need.
    private static let needed = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

    /// The PNG without texts, times and other chunks beside the pixels; libpng writes a line to the
    /// terminal for each one that is damaged.
    ///
    /// - Returns: `nil` if it ends within a chunk.
    static func pixelsAlone(of bytes: [UInt8]) -> [UInt8]? {
        var (position, kept) = (8, Array(bytes.prefix(8)))
        while position < bytes.count {
            guard position + 12 <= bytes.count else { return nil }
            let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            let end = position + 12 + length
            guard end <= bytes.count else { return nil }
            let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            if needed.contains(type) { kept += bytes[position..<end] }
            if type == "IEND" { break }
            position = end
        }
        return kept
    }
}
