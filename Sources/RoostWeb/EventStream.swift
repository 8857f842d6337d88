import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// Answers with a board's updates as server-sent events, until either side ends it.
struct EventStream: Sendable {
    let feed: LiveFeed

    func response(to request: Request) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream",
                .cacheControl: "no-store",
                // Otherwise a reverse proxy (nginx) would buffer events before passing them on.
                .xAccelBuffering: "no",
            ],
            body: ResponseBody { [feed] writer in
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await withGracefulShutdownHandler {
                        try await Self.write(feed, to: &writer)
                    } onGracefulShutdown: {
                        feed.finish()
                    }
                } onInboundClosed: {
                    feed.finish()
                }
                try await writer.finish(nil)
            })
    }

    @concurrent private static func write(
        _ feed: LiveFeed, to writer: inout any ResponseBodyWriter
    ) async throws {
        try await writer.write(ByteBuffer(bytes: EventFrame.opening))
        for await event in feed {
            // Waits while the browser is slow; meanwhile new events stay in the feed's bounded
            // buffer.
            try await writer.write(ByteBuffer(bytes: EventFrame.bytes(of: event)))
        }
    }
}
