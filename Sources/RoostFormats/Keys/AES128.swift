import CCrypto

/// A 128-bit AES key; uses OpenSSL's libcrypto, which libmosquitto depends on anyway.
public struct AES128: Sendable {
    /// The length of a key and of a block, in bytes.
    static let blockLength = 16

    private let key: [UInt8]

    /// Returns `nil` for a key of any other length than 16 bytes.
    public init?(key: [UInt8]) {
        guard key.count == Self.blockLength else { return nil }
        self.key = key
    }

    /// Encrypts one block of 16 bytes.
    func encrypt(_ block: [UInt8]) -> [UInt8] {
        precondition(block.count == Self.blockLength, "a block of AES is 16 bytes")
        var output = [UInt8](repeating: 0, count: Self.blockLength)
        var count: Int32 = 0
        // The context lives until the end of this function, the arrays for each call.
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let isDone =
            unsafe EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nil, key, nil) == 1
            && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            && EVP_EncryptUpdate(context, &output, &count, block, Int32(block.count)) == 1
        precondition(isDone, "AES refuses nothing but a wrong length")
        return output
    }

    /// Opens what was sealed with CCM (RFC 3610) and no associated data.
    ///
    /// `nil` if the ciphertext is empty, or key, nonce and tag do not match it. The tag may have 4,
    /// 6, … 16 bytes, the nonce 7 to 13; the longer the nonce, the shorter the text must be.
    func openCCM(_ ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard !ciphertext.isEmpty, (7...13).contains(nonce.count), (4...16).contains(tag.count),
            tag.count.isMultiple(of: 2), let length = Int32(exactly: ciphertext.count)
        else { return nil }
        var plain = [UInt8](repeating: 0, count: ciphertext.count)
        var (tag, count) = (tag, Int32(0))
        // As above.
        let context = unsafe EVP_CIPHER_CTX_new()
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let isOpen =
            unsafe EVP_DecryptInit_ex(context, EVP_aes_128_ccm(), nil, nil, nil) == 1
            && EVP_CIPHER_CTX_ctrl(
                context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
            && EVP_CIPHER_CTX_ctrl(
                context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
            && EVP_DecryptInit_ex(context, nil, nil, key, nonce) == 1
            && EVP_DecryptUpdate(context, &plain, &count, ciphertext, length) == 1
        return isOpen ? plain : nil
    }
}
