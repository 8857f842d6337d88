/// Recognizes the host names that mean this machine and no other.
public enum Loopback {
    /// Whether a host is a loopback name or address; an IPv6 one may be in brackets.
    public static func contains(host: some StringProtocol) -> Bool {
        let host = host.lowercased()
        return ["localhost", "[::1]", "::1"].contains(host) || host.hasSuffix(".localhost")
            || isIPv4(host)
    }

    /// Whether the value of a `Host` header, with or without a port, names this machine.
    static func contains(authority: String) -> Bool {
        guard let colon = portSeparator(in: authority) else { return contains(host: authority) }
        let port = authority[authority.index(after: colon)...]
        return port.utf8.allSatisfy(isDigit) && contains(host: authority[..<colon])
    }

    /// Where the port begins: the last colon that is not inside the brackets of an IPv6 address.
    static func portSeparator(in text: String) -> String.Index? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        if let bracket = text.lastIndex(of: "]"), bracket > colon { return nil }
        return colon
    }

    /// Whether the text is an address of 127.0.0.0/8, as four decimal numbers.
    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                part.utf8.allSatisfy(isDigit) && UInt8(part) != nil
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
