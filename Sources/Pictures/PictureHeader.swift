/// The first bytes of a JPEG or PNG, read before anything is unpacked: a few bytes may claim to be
/// a picture that fills the memory.
struct PictureHeader: Hashable {
    var format: Picture.Format
    /// In pixels, as stored.
    var width: Int
    var height: Int
    /// How the camera was held, 1...8 (EXIF): 1 is upright.
    var orientation = 1

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self.init(png: bytes)
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self.init(jpeg: bytes)
        } else {
            return nil
        }
    }

    /// The first chunk is the header: width and height, four bytes each.
    private init?(png bytes: [UInt8]) {
        guard bytes.count > 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        (format, width, height) = (
            .png, bytes.number(at: 16, size: 4), bytes.number(at: 20, size: 4)
        )
    }

    /// Segments of a marker and a length, until the one with the size of the picture.
    private init?(jpeg bytes: [UInt8]) {
        var (position, orientation) = (2, 1)
        while position + 4 <= bytes.count, bytes[position] == 0xff {
            let marker = bytes[position + 1]
            // Padding bytes, and markers without a segment.
            if marker == 0xff || marker == 0x01 || (0xd0...0xd8).contains(marker) {
                position += marker == 0xff ? 1 : 2
                continue
            }
            let length = bytes.number(at: position + 2, size: 2)
            guard length >= 2, position + 2 + length <= bytes.count else { return nil }
            let segment = bytes[(position + 4)..<(position + 2 + length)]
            switch marker {
            case 0xe1: orientation = Self.orientation(exif: Array(segment)) ?? orientation
            // Frames of every kind; the excluded codes are tables and the like.
            case 0xc0...0xcf where ![0xc4, 0xc8, 0xcc].contains(marker):
                guard segment.count >= 5 else { return nil }
                format = .jpeg
                height = bytes.number(at: position + 5, size: 2)
                width = bytes.number(at: position + 7, size: 2)
                self.orientation = orientation
                return
            // A zero is no marker, and what libraries skip there may hold another picture.
            case 0x00, 0xd9, 0xda: return nil
            default: break
            }
            position += 2 + length
        }
        return nil
    }

    /// The tag 0x0112 of the first directory of a TIFF header.
    private static func orientation(exif: [UInt8]) -> Int? {
        let start = 6
        guard exif.count > start + 8, exif.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let isLittle = exif[start] == UInt8(ascii: "I")
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, start + offset + size <= exif.count else { return nil }
            return exif.number(at: start + offset, size: size, isLittle: isLittle)
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 200) {
            let offset = directory + 2 + 12 * entry
            if number(offset, 2) == 0x0112 {
                return number(offset + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
            }
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func number(at offset: Int, size: Int, isLittle: Bool = false) -> Int {
        let digits = self[offset..<(offset + size)]
        let ordered = isLittle ? Array(digits.reversed()) : Array(digits)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
