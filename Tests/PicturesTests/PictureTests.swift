// swift-format-ignore-file: NeverForceUnwrap

import CGd
import SeededRandom
import Testing

@testable import Pictures

@Suite("Photos")
struct PictureTests {
    /// Red above on the left, green on the right, blue below on the left, white on the right.
    private static let corners = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff]

    private static func sample(
        _ width: Int, _ height: Int, as format: Picture.Format
    ) -> [UInt8] {
        let image = gdImageCreateTrueColor(Int32(width), Int32(height))!
        defer { gdImageDestroy(image) }
        for y in 0..<height {
            for x in 0..<width {
                image.pointee.tpixels[y]![x] = Int32(
                    corners[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)])
            }
        }
        var size: Int32 = 0
        let data = format == .jpeg ? gdImageJpegPtr(image, &size, 95) : gdImagePngPtr(image, &size)
        defer { gdFree(data) }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size)))
    }

    /// The colours near the corners, as letters: above left and right, below left and right.
    private static func look(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        let image = bytes.withUnsafeMutableBytes { buffer in
            bytesAreJPEG(buffer)
                ? gdImageCreateFromJpegPtr(Int32(buffer.count), buffer.baseAddress)!
                : gdImageCreateFromPngPtr(Int32(buffer.count), buffer.baseAddress)!
        }
        defer { gdImageDestroy(image) }
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let spots: [(x: Int32, y: Int32)] = [(1, 1), (3, 1), (1, 3), (3, 3)]
        return spots.map { spot -> String in
            let pixel = gdImageGetTrueColorPixel(
                image, width * spot.x / 4, height * spot.y / 4)
            switch (pixel >> 16 & 0xff > 128, pixel >> 8 & 0xff > 128, pixel & 0xff > 128) {
            case (true, false, false): return "r"
            case (false, true, false): return "g"
            case (false, false, true): return "b"
            case (true, true, true): return "w"
            default: return "?"
            }
        }.joined()
    }

    private static func bytesAreJPEG(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        buffer[0] == 0xff
    }

    /// A JPEG as a camera writes it: how it was held, and where.
    private static func camera(_ jpeg: [UInt8], orientation: UInt8, isLittle: Bool) -> [UInt8] {
        let place = Array("GPS 52.5163 13.3777".utf8)
        var exif = Array("Exif\0\0".utf8)
        exif +=
            isLittle
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
        exif +=
            isLittle
            ? [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            : [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        exif += place
        let length = exif.count + 2
        return jpeg[..<2] + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + exif
            + jpeg[2...]
    }

    @Test(
        "A photo is stored upright, however the camera was held",
        arguments: [
            // What is stored above left is shown where the number says (EXIF 2.32, 4.6.4 A).
            (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"),
            (7, "wgbr"), (8, "gwrb"),
        ])
    func upright(orientation: Int, expected: String) throws {
        for isLittle in [true, false] {
            let sent = Self.camera(
                Self.sample(64, 32, as: .jpeg), orientation: UInt8(orientation),
                isLittle: isLittle)
            let picture = try Picture(reading: sent)
            #expect(Self.look(picture.bytes) == expected)
            #expect(Self.look(picture.thumbnail) == expected)
            let size = orientation > 4 ? (32, 64) : (64, 32)
            #expect((picture.width, picture.height) == size)
        }
    }

    @Test("No metadata of the camera is kept")
    func stripped() throws {
        let sent = Self.camera(Self.sample(64, 32, as: .jpeg), orientation: 6, isLittle: true)
        #expect(String(decoding: sent, as: UTF8.self).contains("GPS 52"))
        let picture = try Picture(reading: sent)
        for bytes in [picture.bytes, picture.thumbnail] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("GPS 52") && !text.contains("Exif"))
        }
    }

    @Test(
        "A large photo is scaled down, and a small one keeps its size",
        arguments: [Picture.Format.jpeg, .png])
    func sizes(format: Picture.Format) throws {
        let large = try Picture(reading: Self.sample(3000, 1000, as: format))
        #expect((large.width, large.height) == (2048, 682) && large.format == format)
        #expect(PictureHeader(large.thumbnail)?.width == 320)
        #expect(PictureHeader(large.thumbnail)?.height == 106)
        #expect(Self.look(large.thumbnail) == "rgbw")
        let small = try Picture(reading: Self.sample(30, 10, as: format))
        #expect((small.width, small.height) == (30, 10))
        #expect(PictureHeader(small.thumbnail)?.width == 30)
    }

    @Test("Transparent pixels of a PNG stay transparent")
    func alpha() throws {
        let image = gdImageCreateTrueColor(400, 400)!
        gdImageAlphaBlending(image, 0)
        gdImageSaveAlpha(image, 1)
        gdImageFilledRectangle(image, 0, 0, 399, 399, 0x7f00_0000)
        var size: Int32 = 0
        let data = gdImagePngPtr(image, &size)
        let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size)))
        gdFree(data)
        gdImageDestroy(image)
        var thumbnail = try Picture(reading: bytes).thumbnail
        let small = thumbnail.withUnsafeMutableBytes {
            gdImageCreateFromPngPtr(Int32($0.count), $0.baseAddress)!
        }
        defer { gdImageDestroy(small) }
        #expect(gdImageGetTrueColorPixel(small, 100, 100) >> 24 & 0x7f == 0x7f)
    }

    @Test("A file that is not a valid picture, or claims to be huge, is refused with the reason")
    func refused() {
        var huge = Self.sample(8, 8, as: .png)
        huge.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0])
        var jpeg = Self.sample(8, 8, as: .jpeg)
        jpeg.removeLast(jpeg.count - 30)
        // A library skips the first marker, and would unpack the picture behind it.
        var hidden = Self.sample(8, 8, as: .jpeg)
        hidden.insert(contentsOf: [0xff, 0x00, 0x00, 0x02], at: 2)
        for (bytes, error) in [
            (hidden, PictureError.unknownFormat), ([], .unknownFormat),
            (Array("GIF89a".utf8), .unknownFormat),
            (huge, .tooManyPixels), (jpeg, .unknownFormat),
            (Array(Self.sample(8, 8, as: .png).prefix(40)), .damaged),
        ] {
            #expect(throws: error) { try Picture(reading: bytes) }
        }
    }

    @Test("A damaged picture is read consistently or refused", arguments: [1, 2])
    func damaged(seed: Int) {
        var generator = SeededRandom(seed: UInt64(seed))
        func random(_ bound: Int) -> Int { .random(in: 0..<bound, using: &generator) }
        let samples = [
            Self.camera(Self.sample(40, 30, as: .jpeg), orientation: 8, isLittle: false),
            Self.sample(40, 30, as: .png),
        ]
        var read = [0, 0]
        for round in 0..<2000 {
            var bytes = samples[round % 2]
            for _ in 0...random(4) { bytes[random(bytes.count)] = UInt8(random(256)) }
            if round % 5 == 0 { bytes.removeLast(random(bytes.count)) }
            let picture = try? Picture(reading: bytes)
            guard let picture else { continue }
            #expect(PictureHeader(picture.bytes)?.width == picture.width)
            read[round % 2] += 1
        }
        #expect(read[0] > 0 && read[1] > 0)
    }
}
