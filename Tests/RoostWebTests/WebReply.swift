import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization

@testable import RoostWeb

/// What the routes answer to a request that came over no connection.
///
/// Hummingbird's own test client brings a second HTTP client and its TLS, which take longer to build than Roost.
struct WebReply: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: String
}

extension WebRoutes {
    func answer(
        _ method: HTTPRequest.Method = .get, _ path: String, _ fields: HTTPFields = [:],
        body: String = ""
    ) async throws -> WebReply {
        let response = try await response(method, path, fields, body: body)
        let written = Written()
        try await response.body.write(written)
        return WebReply(status: response.status, headers: response.headers, body: written.text)
    }

    /// The answer before its body is written.
    func response(
        _ method: HTTPRequest.Method = .get, _ path: String, _ fields: HTTPFields = [:],
        body: String = ""
    ) async throws -> Response {
        var fields = fields
        fields[.contentLength] = "\(body.utf8.count)"
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "localhost", path: path,
                headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(string: body)))
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: .quiet)
        return try await router.buildResponder().respond(
            to: request, context: BasicRequestContext(source: source))
    }
}

private final class Written: ResponseBodyWriter {
    private let buffer = Mutex(ByteBuffer())

    var text: String { buffer.withLock { String(buffer: $0) } }

    func write(_ part: ByteBuffer) {
        buffer.withLock { _ = $0.writeImmutableBuffer(part) }
    }

    func finish(_ trailers: HTTPFields?) {}
}
