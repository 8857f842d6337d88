import CSodium

/// Opens OwnTracks' encrypted payloads: a nonce of 24 bytes, then libsodium's secret box.
enum SecretBox {
    private static let nonceLength = 24
    private static let tagLength = 16
    private static let keyLength = 32

    /// Lets the library choose its fastest code; safe from any thread and any number of times.
    private static let isReady = sodium_init() >= 0

    /// Returns `nil` unless `sealed` was sealed with this secret and not changed since.
    static func open(_ sealed: [UInt8], secret: String) -> [UInt8]? {
        guard isReady, sealed.count >= nonceLength + tagLength else { return nil }
        let nonce = Array(sealed.prefix(nonceLength))
        let box = Array(sealed.dropFirst(nonceLength))
        var plain = [UInt8](repeating: 0, count: box.count - tagLength)
        // The arrays stay alive during the call and have the lengths that the library is given or
        // requires.
        let status = unsafe crypto_secretbox_open_easy(
            &plain, box, UInt64(box.count), nonce, key(secret))
        return status == 0 ? plain : nil
    }

    /// The secret's UTF-8, cut or padded with zeros to the length of a key.
    private static func key(_ secret: String) -> [UInt8] {
        let bytes = Array(secret.utf8.prefix(keyLength))
        return bytes + Array(repeating: 0, count: keyLength - bytes.count)
    }
}
