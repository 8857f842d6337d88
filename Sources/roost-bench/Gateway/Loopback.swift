import Glibc

/// TCP sockets on this machine's loopback interface.
enum Loopback {
    static func connect(port: Int) throws -> Int32 {
        let descriptor = try make()
        guard withAddress(port, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw Problem("nothing listens on 127.0.0.1:\(port)")
        }
        return descriptor
    }

    /// A port on which nothing listens now.
    static func freePort() throws -> Int {
        for _ in 0..<1000 {
            let port = Int.random(in: 20_000..<32_000)
            let descriptor = try make()
            defer { close(descriptor) }
            if withAddress(port, { bind(descriptor, $0, $1) }) == 0 { return port }
        }
        throw Problem("there is no free port")
    }

    /// Requests one page from a web server on this machine.
    static func get(_ path: String, port: Int) throws -> String {
        let descriptor = try connect(port: port)
        defer { close(descriptor) }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
        let sent = Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        guard sent == request.count else {
            throw Problem("the web page cannot be asked")
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 {
            answer += chunk[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func make() throws -> Int32 {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Problem("there is no socket left") }
        return descriptor
    }

    private static func withAddress(
        _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
