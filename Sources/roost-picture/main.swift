import Glibc
import Pictures

// Unpacks the picture on standard input and packs it again on standard output, for the gateway.
//
// A process of its own: whatever a damaged or malicious picture does to a decoder, it does here,
// not where presence is decided. The answer begins with the line
// `ok TYPE WIDTH HEIGHT BYTES THUMBNAIL`, followed by that many bytes of the picture and of the
// thumbnail, or is `refused CODE REASON`.

/// Far more than the largest accepted picture needs.
var memory = rlimit(rlim_cur: 2 << 30, rlim_max: 2 << 30)
var seconds = rlimit(rlim_cur: 30, rlim_max: 30)
var none = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &seconds)
// No files, and no core dump of anybody's photo.
setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)

func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(STDIN_FILENO, &part, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += part[..<count]
    }
}

func writeAll(_ bytes: [UInt8]) {
    var written = 0
    bytes.withUnsafeBytes { bytes in
        while written < bytes.count {
            let count = write(
                STDOUT_FILENO, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(1) }
            written += count
        }
    }
}

do {
    let picture = try Picture(reading: readAll())
    let head =
        "ok \(picture.format.rawValue) \(picture.width) \(picture.height) \(picture.bytes.count) "
        + "\(picture.thumbnail.count)\n"
    writeAll(Array(head.utf8) + picture.bytes + picture.thumbnail)
} catch {
    let code = error == .tooManyPixels ? "too_large" : "wrong_type"
    writeAll(Array("refused \(code) \(error)\n".utf8))
}
