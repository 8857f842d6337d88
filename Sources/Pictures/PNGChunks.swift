/// The parts of a PNG: a length, a type of four letters, what is in it, and a checksum.
enum PNGChunks {
    /// What the pixels need.
    private static let needed = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

    /// The PNG without texts, times and whatever else stands beside the pixels; libpng writes a line
    /// to the terminal for each that is damaged.
    ///
    /// - Returns: `nil` where it ends within a chunk.
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
