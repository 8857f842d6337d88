import RoostFormats

extension RequestDesk {
    /// What was sent as a picture, at most 10 MB.
    static func pictureBytes(_ field: RequestField) throws(RequestError) -> [UInt8] {
        try field.base64(maximumSize: 10_000_000)
    }

    /// The picture as it was packed anew: nothing is kept of what a camera wrote beside it.
    func picture(of field: RequestField) throws(RequestError) -> PackedPicture {
        guard let packed else {
            throw RequestError(
                .unavailable, "\(field.name) cannot be taken now: try again", field: field.name)
        }
        do throws(PackedPicture.Refusal) {
            return try packed.get()
        } catch {
            throw RequestError(error.code, "\(field.name) \(error.reason)", field: field.name)
        }
    }
}
