import Glibc
import Synchronization
import TestBroker

/// The host's end of a port of the guest, line by line.
final class LineSocket: Sendable {
    private struct State {
        var rest: [UInt8] = []
        var lines: [String] = []
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// `nil` while nobody listens at `path`.
    init?(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else {
            Glibc.close(descriptor)
            return nil
        }
    }

    func close() { Glibc.close(descriptor) }

    /// All that came so far.
    var lines: [String] {
        state.withLock { state in
            var chunk = [UInt8](repeating: 0, count: 4096)
            while case let count = recv(
                descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT)),
                count > 0
            {
                state.rest += chunk[..<count]
            }
            var lines = state.rest.split(separator: 0x0a, omittingEmptySubsequences: false)
            state.rest = Array(lines.removeLast())
            state.lines += lines.map { String(decoding: $0, as: UTF8.self) }
            return state.lines
        }
    }

    func send(_ line: String) throws {
        let bytes = Array("\(line)\n".utf8)
        guard
            Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw TestFailure("the guest is gone") }
    }

    /// Waits for a line after the first `mark` of them that `answer` makes sense of.
    func wait<Answer>(
        for what: @autoclosure () -> String, after mark: Int, _ answer: (String) -> Answer?
    ) async throws -> Answer {
        try await eventually(
            "\(what()) after \(lines.dropFirst(mark))", within: .seconds(60)
        ) {
            lines.dropFirst(mark).lazy.compactMap(answer).first
        }
    }
}
