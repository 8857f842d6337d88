import Foundation

/// How long the disk takes to store one page durably, which every transaction waits for.
///
/// Like SQLite in a reused log: a page written over an old one, then `fdatasync`.
enum DiskSync {
    private static let page = 4096
    /// The number of pages after which the log starts over.
    private static let pages = 1000

    /// - Parameter folder: A folder on the disk in question.
    /// - Returns: Milliseconds in ascending order, one for each fix of `Latency`.
    static func times(in folder: URL, seconds: Int) throws -> [Double] {
        let path = folder.appending(path: "sync").path
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Problem("cannot write \(path)") }
        defer {
            close(file)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 0x5a, count: page)
        for index in 0..<pages where pwrite(file, bytes, page, off_t(index * page)) != page {
            throw Problem("cannot write \(path)")
        }
        fsync(file)
        let start = ContinuousClock.now
        let times = (0..<(seconds * Latency.rate)).map { index in
            let due = start + Duration.seconds(1) / Latency.rate * index
            while .now < due { usleep(useconds_t(max(1, (due - .now) / .microseconds(1)))) }
            let began = ContinuousClock.now
            pwrite(file, bytes, page, off_t(index % pages * page))
            fdatasync(file)
            return (ContinuousClock.now - began) / .milliseconds(1)
        }
        return times.sorted()
    }
}
