import CGd

/// Unpacked pixels, by means of libgd.
final class Canvas {
    private let image: gdImagePtr

    private init(_ image: gdImagePtr) {
        self.image = image
    }

    deinit {
        gdImageDestroy(image)
    }

    var width: Int { Int(image.pointee.sx) }
    var height: Int { Int(image.pointee.sy) }

    convenience init?(unpacking bytes: [UInt8], as format: Picture.Format) {
        _ = Self.isSilent
        guard var bytes = format == .png ? PNGChunks.pixelsAlone(of: bytes) : bytes else {
            return nil
        }
        let image = bytes.withUnsafeMutableBytes { buffer in
            switch format {
            // A JPEG that ends too soon is shown as far as it goes.
            case .jpeg: gdImageCreateFromJpegPtrEx(Int32(buffer.count), buffer.baseAddress, 1)
            case .png: gdImageCreateFromPngPtr(Int32(buffer.count), buffer.baseAddress)
            }
        }
        guard let image else { return nil }
        self.init(image)
        gdImagePaletteToTrueColor(image)
    }

    /// Otherwise the sender of damaged pictures could fill the log.
    private static let isSilent: Bool = {
        gdSetErrorMethod(nil)
        return true
    }()

    private static func blank(_ width: Int, _ height: Int) -> Canvas? {
        guard let image = gdImageCreateTrueColor(Int32(width), Int32(height)) else { return nil }
        gdImageAlphaBlending(image, 0)
        gdImageSaveAlpha(image, 1)
        return Canvas(image)
    }

    /// The same picture with at most `most` pixels on its longer side; smaller ones stay unchanged.
    func scaled(toSide most: Int) -> Canvas? {
        let longer = max(width, height)
        guard longer > most else { return self }
        // At most by half each time, so that no pixel is skipped.
        let isFar = longer > 2 * most
        let size = (
            width: max(1, isFar ? width / 2 : width * most / longer),
            height: max(1, isFar ? height / 2 : height * most / longer)
        )
        gdImageSetInterpolationMethod(image, GD_BILINEAR_FIXED)
        return gdImageScale(image, UInt32(size.width), UInt32(size.height))
            .flatMap { Canvas($0).scaled(toSide: most) }
    }

    /// The picture turned upright from how it was stored with `orientation`, 1...8 (EXIF).
    func turned(from orientation: Int) -> Canvas? {
        guard (2...8).contains(orientation) else { return self }
        let isOnItsSide = orientation > 4
        let canvas = isOnItsSide ? Self.blank(height, width) : Self.blank(width, height)
        guard let canvas, let from = image.pointee.tpixels, let to = canvas.image.pointee.tpixels
        else { return nil }
        let (right, bottom) = (width - 1, height - 1)
        for y in 0...bottom {
            for x in 0...right {
                let (column, row) =
                    switch orientation {
                    case 2: (right - x, y)
                    case 3: (right - x, bottom - y)
                    case 4: (x, bottom - y)
                    case 5: (y, x)
                    case 6: (bottom - y, x)
                    case 7: (bottom - y, right - x)
                    default: (y, right - x)
                    }
                to[row]?[column] = from[y]?[x] ?? 0
            }
        }
        return canvas
    }

    /// Within 1...9; higher levels take several times as long and save little.
    private static let pngCompression: Int32 = 4

    func packed(as format: Picture.Format) -> [UInt8]? {
        var size: Int32 = 0
        gdImageSaveAlpha(image, 1)
        let data =
            switch format {
            case .jpeg: gdImageJpegPtr(image, &size, 85)
            case .png: gdImagePngPtrEx(image, &size, Self.pngCompression)
            }
        guard let data else { return nil }
        defer { gdFree(data) }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size)))
    }
}
