import Glibc
public import SystemPackage

/// A TCP socket on this machine's loopback interface, which closes when its life ends.
///
/// Each call throws the system's error number.
public struct LoopbackSocket: ~Copyable {
    public let descriptor: Int32

    private init() throws(Errno) {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, flags, 0)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Connects to what listens on `port`.
    public init(connectedTo port: Int) throws(Errno) {
        let socket = try LoopbackSocket()
        let descriptor = socket.descriptor
        try Self.check(Self.withAddress(port) { connect(descriptor, $0, $1) })
        self = socket
    }

    /// Takes a port as a broker does: connections that are being closed do not hold it.
    ///
    /// - Parameter port: 1 to 65,535.
    public init(boundTo port: Int) throws(Errno) {
        let socket = try LoopbackSocket()
        let descriptor = socket.descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        try Self.check(Self.withAddress(port) { bind(descriptor, $0, $1) })
        self = socket
    }

    /// A port on which nothing listens now.
    ///
    /// It is below the system's range for outgoing connections, so that it is still free when a
    /// program returns to it.
    ///
    /// - Parameter isWanted: Whether a port may be returned.
    public static func freePort(where isWanted: (Int) -> Bool = { _ in true }) throws(Errno) -> Int
    {
        for _ in 0..<1000 {
            let port = Int.random(in: 20_000..<32_000)
            if isWanted(port), (try? LoopbackSocket(boundTo: port)) != nil { return port }
        }
        throw .addressInUse
    }

    private static func check(_ result: Int32) throws(Errno) {
        guard result == 0 else { throw Errno(rawValue: errno) }
    }

    private static func withAddress(
        _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
