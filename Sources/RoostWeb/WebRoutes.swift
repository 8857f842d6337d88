import Hummingbird

/// The routes for the page and other programs.
struct WebRoutes: Sendable {
    let board: LiveBoard
    let readings: @Sendable () -> WebReadings
    let accounts: WebAccounts

    var router: Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: LoopbackGuard())
        addPage(to: router)
        addReadings(to: router)
        AccountRoutes(accounts: accounts).add(to: router)
        router.get("/api/v1/presence") { [board] _, _ in
            Response.bytes(board.snapshot.json, type: "application/json")
        }
        router.get("/api/v1/events") { [board] request, _ in
            // The other connections stay free for pages that only ask, and for monitoring.
            guard let feed = board.updates(most: Self.mostStreams) else {
                return Response.text(Self.tooManyStreams, status: .serviceUnavailable)
            }
            return EventStream(feed: feed).response(to: request)
        }
        return router
    }

    /// The most event streams at once, of the connections that the server takes.
    static let mostStreams = WebServer.connectionLimit - 50
    private static let tooManyStreams = """
        \(mostStreams) pages or programs follow the events already: close one, or read /api/v1/presence.

        """

    private func addReadings(to router: Router<BasicRequestContext>) {
        router.get("/healthz") { [readings] _, _ in
            let readings = readings()
            return Response.bytes(
                readings.healthJSON, type: "application/json",
                status: readings.isHealthy ? .ok : .serviceUnavailable)
        }
        router.get("/metrics") { [readings] _, _ in
            Response.bytes(
                Array(readings().metrics.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private func addPage(to router: Router<BasicRequestContext>) {
        let page = LivePage(html: PackageResources.index_html)
        router.get("/") { [board] _, _ in
            Response.bytes(page.html(showing: board.snapshot), type: "text/html; charset=utf-8")
        }
        router.get("/spending") { _, _ in
            Response.bytes(PackageResources.spending_html, type: "text/html; charset=utf-8")
        }
        let script = "text/javascript; charset=utf-8"
        let files: [(path: RouterPath, type: String, bytes: [UInt8])] = [
            ("/style.css", "text/css; charset=utf-8", PackageResources.style_css),
            ("/spending.css", "text/css; charset=utf-8", PackageResources.spending_css),
            ("/app.js", script, PackageResources.app_js),
            ("/clock.js", script, PackageResources.clock_js),
            ("/words.js", script, PackageResources.words_js),
            ("/account.js", script, PackageResources.account_js),
            ("/spending.js", script, PackageResources.spending_js),
            ("/favicon.svg", "image/svg+xml", PackageResources.favicon_svg),
        ]
        for file in files {
            router.get(file.path) { _, _ in Response.bytes(file.bytes, type: file.type) }
        }
    }
}
