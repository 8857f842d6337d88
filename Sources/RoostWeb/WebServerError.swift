import Foundation
import NIOCore

/// Why the page cannot be served.
public enum WebServerError: Error, Hashable {
    case portTaken(WebAddress)
    case portNotAllowed(WebAddress)
    case cannotListen(WebAddress, reason: String)

    init(_ error: IOError, address: WebAddress) {
        switch error.errnoCode {
        case EADDRINUSE: self = .portTaken(address)
        case EACCES: self = .portNotAllowed(address)
        default: self = .cannotListen(address, reason: error.description)
        }
    }
}

extension WebServerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .portTaken(let address):
            """
            cannot serve the web page on \(address): another program listens there (perhaps a \
            second roost). Stop it, or choose another port with --web, such as --web :8081
            """
        case .portNotAllowed(let address):
            """
            cannot serve the web page on \(address): this account may not listen on that port. \
            Choose one above 1023 with --web, such as --web :8080
            """
        case .cannotListen(let address, let reason):
            """
            cannot serve the web page on \(address): \(reason). Choose another address with \
            --web, such as --web 127.0.0.1:8080
            """
        }
    }
}
