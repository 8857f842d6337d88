import RoostCore
import RoostFormats
import RoostWeb

extension WebAnswer {
    /// The page's answer from a response as it would be published.
    init(_ response: [UInt8]) {
        let code = (try? JSON(response))?["error"]?["code"]?.string
        self.init(status: code.map(Self.status) ?? 200, json: response)
    }

    /// The gateway did not answer: its disk is full, or it is stopping.
    static let unanswered = WebAnswer(
        status: 503,
        json: Response.error(
            id: nil,
            RequestError(
                .unavailable,
                "the gateway does not answer now: look whether it was done, and try again"))
    )

    private static func status(of code: String) -> Int {
        switch RequestError.Code(rawValue: code) {
        case .notFound, .unknownRequest: 404
        case .conflict: 409
        case .forbidden, .wrongUser: 403
        case .tooLarge: 413
        case .unavailable: 503
        case .badRequest, .missingField, .wrongType, .outOfRange, .invalidID, nil: 400
        }
    }
}
