/// Where the web page listens: a loopback address and a port.
///
/// `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `:8080`; the last two mean 127.0.0.1. Port 0
/// is any free one.
public struct WebAddress: Hashable, Sendable {
    /// An IPv4 address of 127.0.0.0/8, or `::1`.
    public let host: String

    public let port: Int

    /// Reads `HOST:PORT`.
    ///
    /// - Throws: ``WebAddressError``, also for an address that other machines could reach.
    public init(_ text: String) throws(WebAddressError) {
        guard let colon = Loopback.portSeparator(in: text) else { throw .malformed(text) }
        let host = text[..<colon].lowercased()
        let digits = text[text.index(after: colon)...]
        guard host.first == "[" ? host.last == "]" : !host.contains(where: ":/[]@ ".contains)
        else { throw .malformed(text) }
        guard let port = UInt16(digits), digits.first != "+" else { throw .malformed(text) }
        self.port = Int(port)
        switch host {
        case "", "localhost":
            self.host = "127.0.0.1"
        case "[::1]":
            self.host = "::1"
        case _ where host.hasPrefix("127.") && Loopback.contains(host: host):
            self.host = host
        default:
            throw .notLoopback(host)
        }
    }
}

extension WebAddress: CustomStringConvertible {
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// Why an address is not one the web page may listen on.
public enum WebAddressError: Error, Hashable {
    case malformed(String)
    case notLoopback(String)
}

extension WebAddressError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let text):
            """
            "\(text)" is no address for the web page: write HOST:PORT with a port of 0 to 65535, \
            such as 127.0.0.1:8080, [::1]:8080, localhost:8080 or :8080
            """
        case .notLoopback(let host):
            """
            the web page listens on this machine only, and "\(host)" is not it: whoever reached it could \
            see where everybody is, without a password, and nothing is encrypted. Listen on \
            127.0.0.1:8080, and come from elsewhere through an ssh tunnel \
            (ssh -L 8080:127.0.0.1:8080 HOST) or a reverse proxy with a login on this machine
            """
        }
    }
}
