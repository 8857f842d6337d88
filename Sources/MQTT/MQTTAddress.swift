/// Where a broker listens.
public enum MQTTAddress: Hashable, Sendable {
    case tcp(host: String, port: Int)
    case unix(path: String)
}

extension MQTTAddress {
    /// Reads `mqtt://host[:1883]`, `mqtts://host[:8883]` or `unix:/path`.
    ///
    /// An IPv6 address is written in brackets: `mqtt://[::1]:1883`.
    ///
    /// - Returns: The address, and whether the URL asks for TLS.
    public static func parse(
        _ url: String
    ) throws(MQTTAddressError) -> (address: MQTTAddress, isEncrypted: Bool) {
        guard !url.utf8.contains(0) else { throw .unknownScheme(url) }
        if let rest = url.dropping("unix:") {
            // As in `file:///path`, the host may be there and empty.
            let path = rest.hasPrefix("///") ? String(rest.dropFirst(2)) : rest
            guard path.hasPrefix("/"), !path.hasPrefix("//") else { throw .relativePath(path) }
            // `sun_path` holds 107 bytes and a terminator.
            guard path.utf8.count <= 107 else { throw .pathTooLong(path) }
            return (.unix(path: path), false)
        }
        if let rest = url.dropping("mqtt://") {
            return (try tcp(rest, defaultPort: 1883), false)
        }
        if let rest = url.dropping("mqtts://") {
            return (try tcp(rest, defaultPort: 8883), true)
        }
        // Whatever is wrong with it, a password must not end up in a log.
        guard !url.contains("@") else { throw .credentialsInURL }
        throw .unknownScheme(url)
    }

    private static func tcp(
        _ text: String, defaultPort: Int
    ) throws(MQTTAddressError) -> MQTTAddress {
        var rest = Substring(text)
        if rest.hasSuffix("/") { rest.removeLast() }
        guard !rest.contains("@") else { throw .credentialsInURL }
        if let slash = rest.firstIndex(where: { "/?#".contains($0) }) {
            throw .unexpected(String(rest[slash...]))
        }
        let host: Substring
        if rest.hasPrefix("[") {
            guard let bracket = rest.firstIndex(of: "]") else { throw .unexpected(String(rest)) }
            host = rest[..<bracket].dropFirst()
            rest = rest[bracket...].dropFirst()
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
        }
        guard !host.isEmpty else { throw .missingHost }
        guard !rest.isEmpty else { return .tcp(host: String(host), port: defaultPort) }
        guard rest.first == ":" else { throw .unexpected(String(rest)) }
        rest = rest.dropFirst()
        guard rest.allSatisfy({ ("0"..."9").contains($0) }), let port = Int(rest),
            (1...65535).contains(port)
        else { throw .invalidPort(String(rest)) }
        return .tcp(host: String(host), port: port)
    }
}

/// The fault in the URL of a broker.
public enum MQTTAddressError: Error, Hashable, CustomStringConvertible {
    case unknownScheme(String)
    case missingHost
    case invalidPort(String)
    case relativePath(String)
    case pathTooLong(String)
    /// The URL contains a user name, which would end up in logs.
    case credentialsInURL
    case unexpected(String)

    public var description: String {
        switch self {
        case .unknownScheme(let url):
            "'\(url)' does not begin with mqtt://, mqtts:// or unix:/"
        case .missingHost: "the URL names no host"
        case .invalidPort(let text): "'\(text)' is no port: it must be 1 to 65535"
        case .relativePath(let path): "'\(path)' must be a path from the root: unix:/run/mqtt.sock"
        case .pathTooLong(let path): "'\(path)' is longer than the 107 bytes of a unix socket"
        case .credentialsInURL: "give user name and password as settings of their own"
        case .unexpected(let text): "'\(text)' has no meaning after mqtt://host:port"
        }
    }
}

extension String {
    /// The rest after `prefix`, whose case does not matter; `nil` if the text does not begin with
    /// it.
    fileprivate func dropping(_ prefix: String) -> String? {
        guard self.prefix(prefix.count).lowercased() == prefix else { return nil }
        return String(dropFirst(prefix.count))
    }
}
