import Glibc

/// A free port on 127.0.0.1, chosen by the system; `nil` if there is none.
///
/// Another program may take it before it is used; then listening fails.
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
