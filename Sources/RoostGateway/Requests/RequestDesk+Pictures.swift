import RoostFormats

extension RequestDesk {
    /// The picture as sent.
    static func pictureBytes(_ field: RequestField) throws(RequestError) -> [UInt8] {
        try field.base64(maximumSize: RequestField.mostPictureBytes)
    }

    /// The repacked picture, without the camera's metadata.
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
