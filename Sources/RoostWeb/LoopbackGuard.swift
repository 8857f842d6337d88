import HTTPTypes
import Hummingbird

/// Accepts only requests of a browser on this machine, and tells it to trust nothing else.
///
/// The `Host` must be a loopback name: otherwise a page of another site with a name that points to
/// 127.0.0.1 (DNS rebinding) could read the answers as its own.
struct LoopbackGuard: RouterMiddleware {
    typealias Context = BasicRequestContext

    @concurrent func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context: context, next: next)
        for field in Self.headers { response.headers[field.name] = field.value }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, Loopback.contains(authority: authority)
        else { return .text(Self.foreignHost, status: .misdirectedRequest) }
        guard
            request.method == .get || request.method == .head
                || request.method == .post && Self.takesPosts(request.uri.path)
        else {
            var response = Response.text(Self.readOnly, status: .methodNotAllowed)
            response.headers[.allow] =
                Self.takesPosts(request.uri.path) ? "GET, HEAD, POST" : "GET, HEAD"
            return response
        }
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            return .text(Self.nothingHere, status: .notFound)
        }
    }

    private static func takesPosts(_ path: String) -> Bool {
        path == "/api/v1/session" || path.hasPrefix("/api/v1/request/")
    }

    private static let headers: HTTPFields = [
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
        connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer",
        .crossOriginResourcePolicy: "same-origin",
    ]

    private static let foreignHost = """
        Roost answers only to the names of its own machine: localhost, 127.0.0.1 or [::1].
        Open http://localhost with the port of --web, through an ssh tunnel if you are elsewhere.
        A reverse proxy on the machine must send "Host: localhost" (Caddy: header_up Host localhost).

        """
    private static let readOnly = """
        Here one can only read. To change something, sign in and post to /api/v1/request/<noun>/<verb>, use the \
        roost command, or publish a request to roost/user/<user>/request/<noun>/<verb>.

        """
    private static let nothingHere = """
        There is nothing here. The pages are / and /spending, their data is at /api/v1/presence, \
        /api/v1/events and, for who signed in, /api/v1/request/<noun>/<verb>; /healthz and /metrics are \
        for monitoring.

        """
}
