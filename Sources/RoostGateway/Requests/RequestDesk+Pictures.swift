import Pictures
import RoostFormats

extension RequestDesk {
    /// What was sent as a picture, at most 10 MB.
    static func pictureBytes(_ field: RequestField) throws(RequestError) -> [UInt8] {
        try field.base64(maximumSize: 10_000_000)
    }

    /// Unpacks and packs it anew: nothing is kept of what a camera wrote beside it.
    static func picture(
        _ bytes: [UInt8], of field: RequestField
    ) throws(RequestError) -> Picture {
        do throws(PictureError) {
            return try Picture(reading: bytes)
        } catch {
            throw RequestError(
                error == .tooManyPixels ? .tooLarge : .wrongType, "\(field.name) \(error)",
                field: field.name)
        }
    }
}
