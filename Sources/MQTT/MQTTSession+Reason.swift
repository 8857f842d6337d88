import Glibc

extension MQTTSession {
    /// Why the connection ended, from the best source there is.
    func reason(for code: Int32, error: Int32) -> String {
        if let refusal { return "the broker refused: \(refusal)" }
        if code == Code.tls || !isConnected, !complaints.isEmpty {
            return "TLS: \(complaints.map(plain).joined(separator: "; "))"
        }
        // Below 128 it is a result of the library, which `code` has too.
        if let farewell, farewell >= 128 {
            return "the broker ended the connection: \(describe(reason: farewell))"
        }
        let result = code == Code.success ? farewell ?? code : code
        let isCutOff = result == Code.connectionLost || error == ECONNRESET
        if options.tls != nil, !isConnected, isCutOff || result == Code.success {
            return "TLS: the connection ended before it was secured; does the broker listen there, "
                + "and speak TLS on this port?"
        }
        switch result {
        case Code.success: return "the broker ended the connection"
        case Code.connectionLost:
            // Not every broker says that it closed the older of two connections.
            if isShortLived {
                return "the broker closed the connection again: "
                    + "does another client have the id \(options.clientID)?"
            }
            return "the broker closed the connection"
                + (isConnected ? "" : "; does it want TLS on this port?")
        case Code.noAnswer: return "the broker no longer answers"
        case Code.systemError: return String(cString: strerror(error))
        default: return describe(result)
        }
    }

    /// An error text of OpenSSL without its location in OpenSSL.
    private func plain(_ complaint: String) -> String {
        guard complaint.hasPrefix("OpenSSL Error"), let colon = complaint.lastIndex(of: ":")
        else { return complaint }
        return String(complaint[colon...].dropFirst())
    }

    /// Whether this connection ends as soon as the one before it did.
    private var isShortLived: Bool {
        guard case .connected(let since) = phase else { return false }
        return wasShortLived && ContinuousClock.now - since < Self.settled
    }
}
