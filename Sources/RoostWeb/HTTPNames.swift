import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    /// The framework has no constants for these.
    static let referrerPolicy = named("Referrer-Policy")
    /// The token of who signed in.
    static let roostSession = named("Roost-Session")
    static let xAccelBuffering = named("X-Accel-Buffering")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not the name of a header")
        }
        return name
    }
}

extension Response {
    /// A short answer for people.
    static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// An answer that was rendered already and must be asked for anew each time.
    static func bytes(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status,
            headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
