/// A photo as it is stored: upright, of a sensible size, and without anything but its pixels.
///
/// The metadata of the camera, above all where the picture was taken, is gone, since the photo is
/// packed again from the pixels.
public struct Picture: Hashable, Sendable {
    public let format: Format
    /// In pixels.
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]
    /// The same, at most 320 pixels on the longer side.
    public let thumbnail: [UInt8]

    public enum Format: String, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
    }

    /// The longest side of a stored picture, in pixels.
    static let longestSide = 2048
    static let longestThumbnail = 320
    /// The most pixels accepted; each takes four bytes of memory when unpacked.
    public static let mostPixels = 40_000_000

    /// Unpacks a JPEG or PNG, and packs it again.
    public init(reading bytes: [UInt8]) throws(PictureError) {
        guard let header = PictureHeader(bytes) else { throw .unknownFormat }
        guard header.width > 0, header.height > 0 else { throw .damaged }
        guard header.width <= Self.mostPixels / header.height else { throw .tooManyPixels }
        guard let stored = Canvas(unpacking: bytes, as: header.format),
            // Scaled first, so that there is less to turn.
            let upright = stored.scaled(toSide: Self.longestSide)?.turned(from: header.orientation),
            let small = upright.scaled(toSide: Self.longestThumbnail),
            let packed = upright.packed(as: header.format),
            let thumbnail = small.packed(as: header.format)
        else { throw .damaged }
        (format, width, height) = (header.format, upright.width, upright.height)
        (self.bytes, self.thumbnail) = (packed, thumbnail)
    }
}

/// Why a picture is refused.
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
