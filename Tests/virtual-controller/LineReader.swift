import Glibc

/// Cuts what comes from a descriptor into lines.
struct LineReader {
    let descriptor: Int32
    private var rest: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The lines that are whole by now; `nil` at the end.
    mutating func read() -> [String]? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return nil }
        rest += chunk[..<count]
        var lines = rest.split(separator: 0x0a, omittingEmptySubsequences: false)
        rest = Array(lines.removeLast())
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
