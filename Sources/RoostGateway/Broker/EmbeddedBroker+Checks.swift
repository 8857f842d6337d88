import Foundation
import Glibc

/// Whether a broker could be started.
extension EmbeddedBroker {
    /// mosquitto is in /usr/sbin, which is not in every user's path.
    static func findProgram() -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders =
            path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
        return folders.map { "\($0)/mosquitto" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Why no broker could be started at a port now; `nil` if one could.
    static func objection(toPort port: Int) -> EmbeddedBrokerError? {
        if findProgram() == nil { return .notInstalled }
        return errorOfListening(at: port).map { EmbeddedBrokerError($0, port: port) }
    }

    /// The system's error number if nobody can listen at a port now.
    private static func errorOfListening(at port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // As mosquitto does: connections that are being closed do not hold the port.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? nil : errno
            }
        }
    }
}

/// Why there is no embedded broker.
public enum EmbeddedBrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    case notInstalled
    case portTaken(Int)
    case portNotAllowed(Int)

    /// - Parameter code: The system's error number of listening at `port`.
    init(_ code: Int32, port: Int) {
        self = code == EACCES ? .portNotAllowed(port) : .portTaken(port)
    }

    public var description: String {
        switch self {
        case .notInstalled:
            "mosquitto is not installed: `apt-get install mosquitto`, or name a broker of your own "
                + "with --broker mqtt://HOST."
        case .portTaken(let port):
            "port \(port) on 127.0.0.1 is taken, perhaps by a broker that runs already: use that one "
                + "with --broker mqtt://127.0.0.1:\(port), or another port with --listen PORT."
        case .portNotAllowed(let port):
            "this account may not listen on port \(port): choose one above 1023 with --listen PORT."
        }
    }
}
