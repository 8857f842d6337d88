import HTTPTypes
import Synchronization
import Testing

@testable import RoostWeb

@Suite("Signing in and authenticated requests")
struct AccountRoutesTests {
    private let asked = Asked()

    @Test(
        "Signing in returns a token, or an error that says what to do",
        arguments: [
            ("right", HTTPResponse.Status.ok, #""token":"alice.right""#),
            ("wrong", .unauthorized, "roost user password"),
            ("often", .tooManyRequests, "in 7 seconds"),
        ])
    func signIn(password: String, status: HTTPResponse.Status, text: String) async throws {
        let response = try await post(
            "/api/v1/session", #"{"user":"alice","password":"\#(password)"}"#)
        #expect(response.status == status)
        #expect(response.body.contains(text))
        #expect(response.headers[.retryAfter] == (password == "often" ? "7" : nil))
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(response.headers[.setCookie] == nil)
    }

    @Test("Malformed credentials are refused", arguments: ["{", "[]", "{}", ""])
    func badCredentials(body: String) async throws {
        #expect(try await post("/api/v1/session", body).status == .badRequest)
    }

    @Test("Forms and scripts of other sites can neither sign in nor make requests")
    func forms() async throws {
        for path in ["/api/v1/session", "/api/v1/request/expense/clear"] {
            for type in ["text/plain", "application/x-www-form-urlencoded", nil] {
                let response = try await post(
                    path, "{}", type: type, session: "alice.right")
                #expect(response.status == .unsupportedMediaType)
            }
            // A browser asks so whether a script of another site may; nobody answers yes.
            let preflight = try await execute(path, .options, [.origin: "http://localhost:3000"])
            #expect(preflight.status == .methodNotAllowed)
            #expect(preflight.headers[.accessControlAllowOrigin] == nil)
        }
        #expect(asked.requests.isEmpty)
    }

    @Test(
        "Without a valid session no request is made",
        arguments: [nil, "", "alice", "Bearer alice.right", "mallory.wrong"])
    func strangers(session: String?) async throws {
        let response = try await post("/api/v1/request/expense/list", "{}", session: session)
        #expect(response.status == .unauthorized)
        #expect(response.headers[.wwwAuthenticate] == "Roost")
        var fields = HTTPFields()
        fields[.roostSession] = session
        #expect(try await execute("/api/v1/session", .get, fields).status == .unauthorized)
        #expect(asked.requests.isEmpty)
    }

    @Test("A signed-in user makes requests as themself and gets the gateway's response unchanged")
    func asking() async throws {
        let session = try await execute("/api/v1/session", .get, [.roostSession: "alice.right"])
        #expect(session.body == #"{"user":"alice"}"#)
        let response = try await post(
            "/api/v1/request/expense/clear", #"{"user":"bob","confirm":true}"#,
            session: "alice.right")
        #expect(response.status == .conflict)
        #expect(response.body == "as it is")
        let request = try #require(asked.requests.first)
        #expect([request.user, request.noun, request.verb] == ["alice", "expense", "clear"])
        #expect(String(decoding: request.payload, as: UTF8.self).contains("bob"))
    }

    @Test(
        "A request's noun and verb must be plain words",
        arguments: [
            "expense/%23", "expense/a%2Fb", "Expense/list", "expense/list/more", "expense/",
        ])
    func words(path: String) async throws {
        let response = try await post(
            "/api/v1/request/\(path)", "{}", session: "alice.right")
        #expect(response.status == .notFound)
        #expect(asked.requests.isEmpty)
    }

    @Test("A body that is too large is refused", arguments: ["session", "request/note/save"])
    func large(path: String) async throws {
        let text = String(repeating: "a", count: 4 << 20)
        let response = try await post("/api/v1/\(path)", text, session: "alice.right")
        #expect(response.status == .contentTooLarge)
        #expect(response.body.contains(#""code":"too_large""#))
        #expect(asked.requests.isEmpty)
    }

    // MARK: Requests

    private func post(
        _ path: String, _ body: String, type: String? = "application/json",
        session: String? = nil
    ) async throws -> WebReply {
        var fields = HTTPFields()
        fields[.contentType] = type
        fields[.roostSession] = session
        return try await execute(path, .post, fields, body)
    }

    private func execute(
        _ path: String, _ method: HTTPRequest.Method, _ fields: HTTPFields, _ body: String = ""
    ) async throws -> WebReply {
        try await WebRoutes(board: LiveBoard(), readings: { .healthy }, accounts: accounts)
            .answer(method, path, fields, body: body)
    }

    private var accounts: WebAccounts {
        WebAccounts(
            signIn: { user, password in
                switch password {
                case "right": .done(token: "\(user).right")
                case "often": .wait(seconds: 7)
                default: .refused
                }
            }, user: { $0 == "alice.right" ? "alice" : nil },
            ask: { [asked] request in
                asked.note(request)
                return WebAnswer(status: 409, json: Array("as it is".utf8))
            })
    }

    private final class Asked: Sendable {
        private let all = Mutex<[WebRequest]>([])
        var requests: [WebRequest] { all.withLock { $0 } }
        func note(_ request: WebRequest) { all.withLock { $0.append(request) } }
    }
}
