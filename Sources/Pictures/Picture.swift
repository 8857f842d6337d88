/// A photo as it is kept: upright, of a sensible size, and without anything but its pixels.
///
/// What a camera writes beside them, where the picture was taken above all, is gone, since it is packed
/// anew from the pixels.
public struct Picture: Hashable, Sendable {
    public let format: Format
    /// Pixels.
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]
    /// The same, 320 pixels at the longer side at most.
    public let thumbnail: [UInt8]

    public enum Format: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    /// The longest side that is kept, in pixels.
    static let longestSide = 2048
    static let longestThumbnail = 320
    /// What unpacks to more is refused: four bytes of memory each.
    public static let mostPixels = 40_000_000

    /// Unpacks a JPEG or PNG, and packs it anew.
    public init(reading bytes: [UInt8]) throws(PictureError) {
        guard let header = PictureHeader(bytes) else { throw .unknownFormat }
        guard header.width > 0, header.height > 0 else { throw .damaged }
        guard header.width <= Self.mostPixels / header.height else { throw .tooManyPixels }
        guard let stored = Canvas(unpacking: bytes, as: header.format),
            // Smaller first: there is less to turn.
            let upright = stored.scaled(toSide: Self.longestSide)?.turned(from: header.orientation),
            let small = upright.scaled(toSide: Self.longestThumbnail),
            let packed = upright.packed(as: header.format),
            let thumbnail = small.packed(as: header.format)
        else { throw .damaged }
        (format, width, height) = (header.format, upright.width, upright.height)
        (self.bytes, self.thumbnail) = (packed, thumbnail)
    }
}

/// Why a picture cannot be taken.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownFormat, tooManyPixels, damaged

    public var description: String {
        switch self {
        case .unknownFormat: "must be a JPEG or a PNG"
        case .tooManyPixels: "must have at most \(Picture.mostPixels / 1_000_000) million pixels"
        case .damaged: "is damaged: it cannot be unpacked"
        }
    }
}
