import HTTPTypes
import Testing

@testable import RoostWeb

@Suite("WebRoutes")
struct WebRoutesTests {
    let board = LiveBoard()

    @Test(
        "Each path is answered with its content type",
        arguments: [
            ("/", "text/html; charset=utf-8", "<!doctype html>"),
            ("/style.css", "text/css; charset=utf-8", ":root {"),
            ("/app.js", "text/javascript; charset=utf-8", "//"),
            ("/clock.js", "text/javascript; charset=utf-8", "//"),
            ("/words.js", "text/javascript; charset=utf-8", "//"),
            ("/spending", "text/html; charset=utf-8", "<!doctype html>"),
            ("/spending.css", "text/css; charset=utf-8", "/*"),
            ("/spending.js", "text/javascript; charset=utf-8", "//"),
            ("/account.js", "text/javascript; charset=utf-8", "//"),
            ("/favicon.svg", "image/svg+xml", "<svg"),
            ("/healthz", "application/json", #"{"status":"ok"}"#),
            ("/metrics", "text/plain; version=0.0.4; charset=utf-8", "roost_up 1\n"),
            ("/api/v1/presence", "application/json", #"{"users":[],"items":[]"#),
        ])
    func answers(path: String, type: String, beginning: String) async throws {
        let response = try await execute(path)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == type)
        #expect(response.body.hasPrefix(beginning))
        let head = try await execute(path, method: .head)
        #expect(head.status == .ok)
        #expect(head.headers[.contentType] == type)
        #expect(head.headers[.contentLength] == "\(response.body.utf8.count)")
        #expect(head.body.isEmpty)
    }

    @Test("The presence route returns what was posted")
    func presence() async throws {
        board.post(.presence("alice", #"{"user":"alice","battery":50}"#))
        let response = try await execute("/api/v1/presence")
        #expect(response.body == board.text)
    }

    @Test("The health route answers 503 while the gateway is unhealthy")
    func unhealthy() async throws {
        let readings = WebReadings(
            isHealthy: false, healthJSON: Array(#"{"status":"broker gone"}"#.utf8), metrics: "")
        let response = try await execute("/healthz", readings: readings)
        #expect(response.status == .serviceUnavailable)
        #expect(response.body == #"{"status":"broker gone"}"#)
    }

    @Test(
        "Every response has the security headers",
        arguments: ["/", "/api/v1/presence", "/nothing", "/metrics"])
    func headers(path: String) async throws {
        let headers = try await execute(path).headers
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe"))
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] == "no-referrer")
        #expect(headers[.crossOriginResourcePolicy] == "same-origin")
        #expect(headers[.accessControlAllowOrigin] == nil)
        #expect(headers[.cacheControl] == "no-store")
    }

    @Test(
        "Methods other than GET and HEAD are refused",
        arguments: [HTTPRequest.Method.post, .put, .delete, .patch, .options, .trace])
    func refusesToChange(method: HTTPRequest.Method) async throws {
        for path in ["/", "/api/v1/presence", "/nothing"] {
            let response = try await execute(path, method: method)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }

    @Test(
        "An unknown path is answered with 404 and a hint where to look",
        arguments: ["/nothing", "/../app.js", "/api"])
    func nothingHere(path: String) async throws {
        let response = try await execute(path)
        #expect(response.status == .notFound)
        #expect(response.body.contains("/api/v1/presence"))
    }

    @Test("However many follow the events, pages and monitoring are answered")
    func manyStreams() async throws {
        let feeds = (0..<WebRoutes.mostStreams).compactMap { _ in board.updates() }
        #expect(try await execute("/api/v1/events").status == .serviceUnavailable)
        #expect(try await execute("/healthz").status == .ok)
        for feed in feeds { feed.finish() }
        #expect(WebRoutes.mostStreams < WebServer.connectionLimit)
    }

    @Test("A stream counts from its answer on, before a byte of it is written")
    func unwrittenStream() async throws {
        do {
            let routes = WebRoutes(board: board, readings: { .healthy }, accounts: .none)
            let response = try await routes.response(.get, "/api/v1/events")
            #expect(board.readerCount == 1)
            withExtendedLifetime(response) {}
        }
        #expect(board.readerCount == 0)
    }

    @Test("A HEAD request opens no event stream")
    func headOfEvents() async throws {
        let response = try await execute("/api/v1/events", method: .head)
        #expect(response.headers[.contentType] == "text/event-stream")
        #expect(board.readerCount == 0)
    }

    @Test("Pages have no external links or inline handlers, and scripts insert no HTML")
    func pageIsOfItself() throws {
        for bytes in [PackageResources.index_html, PackageResources.spending_html] {
            let page = String(decoding: bytes, as: UTF8.self)
            #expect(!page.contains("http://") && !page.contains("https://"))
            #expect(!page.contains("style=") && !page.contains("onclick"))
        }
        let scripts = [
            PackageResources.app_js, PackageResources.clock_js, PackageResources.words_js,
            PackageResources.account_js, PackageResources.spending_js,
        ]
        for script in scripts.map({ String(decoding: $0, as: UTF8.self) }) {
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
            {
                #expect(!script.contains(word))
            }
        }
    }

    @Test("The page contains the current state, escaped so that it cannot become markup")
    func pageHoldsSnapshot() async throws {
        let empty = try await execute("/")
        board.post(.presence("alice", #"{"user":"alice","name":"</script><b>"}"#))
        let page = try await execute("/").body
        let elements = { (text: String) in text.count { $0 == "<" } }
        #expect(elements(page) == elements(empty.body))
        #expect(page.contains(#"{"user":"alice","name":"\u003c/script>\u003cb>"}"#))
    }

    private func execute(
        _ path: String, method: HTTPRequest.Method = .get, readings: WebReadings = .healthy
    ) async throws -> WebReply {
        try await WebRoutes(board: board, readings: { readings }, accounts: .none)
            .answer(method, path)
    }
}
