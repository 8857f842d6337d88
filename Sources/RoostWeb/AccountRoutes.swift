import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes for signing in and for a user's own requests.
///
/// A signed-in page sends a token with each request, in its own header, since the login of a
/// reverse proxy uses the usual one. No browser sends that header by itself. It would send a
/// cookie, even to other programs on other ports of this machine.
struct AccountRoutes: Sendable {
    let accounts: WebAccounts

    /// A request without a picture is far smaller.
    private static let mostBytes = 1 << 20

    func add(to router: Router<BasicRequestContext>) {
        router.post("/api/v1/session") { request, _ -> Response in
            try await signIn(request)
        }
        router.get("/api/v1/session") { request, _ -> Response in
            guard let user = user(of: request) else { return .notSignedIn }
            return .json(#"{"user":\#(user.quotedAsJSON)}"#)
        }
        router.post("/api/v1/request/:noun/:verb") { request, context -> Response in
            try await ask(request, context)
        }
    }

    private struct Credentials: Decodable {
        var user: String
        var password: String
    }

    private func signIn(_ request: Request) async throws -> Response {
        guard request.isJSON else { return .notJSON }
        guard let body = try await self.body(of: request) else { return .tooLarge }
        guard
            let credentials = try? JSONDecoder().decode(
                Credentials.self, from: Data(body.readableBytesView))
        else {
            return .error(
                .badRequest, "bad_request", #"the body must be {"user":…,"password":…}"#)
        }
        switch await accounts.signIn(credentials.user, credentials.password) {
        case .done(let token):
            let user = credentials.user.quotedAsJSON
            return .json(#"{"user":\#(user),"token":\#(token.quotedAsJSON)}"#)
        case .refused:
            return .error(
                .unauthorized, "unauthorized",
                "that user and that password do not fit: `roost user password` gives a new one")
        case .wait(let seconds):
            var response = Response.error(
                .tooManyRequests, "unavailable",
                "too many wrong passwords: try again in \(seconds) seconds")
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }

    private func ask(
        _ request: Request, _ context: BasicRequestContext
    ) async throws -> Response {
        guard let user = user(of: request) else { return .notSignedIn }
        guard request.isJSON else { return .notJSON }
        guard let noun = context.parameters.get("noun"), Self.isWord(noun),
            let verb = context.parameters.get("verb"), Self.isWord(verb)
        else { throw HTTPError(.notFound) }
        guard let body = try await self.body(of: request) else { return .tooLarge }
        let answer = await accounts.ask(
            WebRequest(user: user, noun: noun, verb: verb, payload: Array(body.readableBytesView)))
        return .bytes(
            answer.json, type: "application/json", status: .init(code: answer.status))
    }

    /// The body of a request; `nil` if it is more than any needs.
    private func body(of request: Request) async throws -> ByteBuffer? {
        do {
            return try await request.body.collect(upTo: Self.mostBytes)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    private func user(of request: Request) -> String? {
        request.headers[.roostSession].flatMap(accounts.user)
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7a).contains($0) }
    }
}

extension Request {
    /// A page of another site cannot send this without a preflight request.
    fileprivate var isJSON: Bool {
        headers[.contentType]?.lowercased().hasPrefix("application/json") == true
    }
}

extension Response {
    fileprivate static func json(
        _ text: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        .bytes(Array(text.utf8), type: "application/json", status: status)
    }

    /// In the form of the gateway's own answers.
    fileprivate static func error(
        _ status: HTTPResponse.Status, _ code: String, _ message: String
    ) -> Response {
        let error = #"{"code":\#(code.quotedAsJSON),"message":\#(message.quotedAsJSON)}"#
        return .json(#"{"status":"error","error":\#(error)}"#, status: status)
    }

    fileprivate static var tooLarge: Response {
        error(.contentTooLarge, "too_large", "a request is at most 1 MiB long")
    }

    fileprivate static var notSignedIn: Response {
        var response = error(.unauthorized, "unauthorized", "sign in first")
        response.headers[.wwwAuthenticate] = "Roost"
        return response
    }

    fileprivate static var notJSON: Response {
        error(.unsupportedMediaType, "bad_request", "the content type must be application/json")
    }
}
