import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    /// Names for which the framework has no constants.
    static let referrerPolicy = named("Referrer-Policy")
    /// The token of the signed-in user.
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
    /// A short answer for humans.
    static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A rendered answer that must not be cached.
    static func bytes(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status,
            headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
