import Glibc

/// A port on 127.0.0.1 that nobody listens on, as the system chooses it; `nil` where there is none.
///
/// Somebody else may take it before it is used; then that says so.
func freePort() -> Int? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            guard bind(descriptor, address, length) == 0, listen(descriptor, 1) == 0,
                getsockname(descriptor, address, &length) == 0
            else { return false }
            return true
        }
    } ? Int(UInt16(bigEndian: address.sin_port)) : nil
}
