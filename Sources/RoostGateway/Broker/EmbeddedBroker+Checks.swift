import Foundation
import LoopbackSockets
import SystemPackage

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
        do {
            _ = try LoopbackSocket(boundTo: port)
            return nil
        } catch {
            return EmbeddedBrokerError(error, port: port)
        }
    }
}

/// Why there is no embedded broker.
public enum EmbeddedBrokerError: Error, Hashable, Sendable, CustomStringConvertible {
    case notInstalled
    case portTaken(Int)
    case portNotAllowed(Int)

    /// - Parameter error: Why nobody can listen at `port`; `nil` for what mosquitto itself says.
    init?(_ error: Errno, port: Int) {
        switch error {
        case .permissionDenied: self = .portNotAllowed(port)
        case .addressInUse: self = .portTaken(port)
        default: return nil
        }
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
