extension AES128 {
    /// Opens what was sealed with CCM (RFC 3610) and no further data: encrypted in counter mode,
    /// and proved by a tag that chains the plain text.
    ///
    /// `nil` unless key, nonce and tag belong together. The tag may have 4, 6, … 16 bytes, the
    /// nonce 7 to 13; the longer it is, the shorter must the text be.
    func openCCM(_ ciphertext: [UInt8], tag: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard (7...13).contains(nonce.count), (4...16).contains(tag.count),
            tag.count.isMultiple(of: 2)
        else { return nil }
        // The rest of the block that the nonce and a byte of flags leave counts.
        let counterLength = Self.blockLength - 1 - nonce.count
        guard counterLength > 3 || ciphertext.count < 1 << (8 * counterLength) else { return nil }
        let lengthFlags = UInt8(counterLength - 1)
        let tagFlags = UInt8((tag.count - 2) / 2) << 3

        func block(_ flags: UInt8, _ number: Int) -> [UInt8] {
            [flags] + nonce + UInt64(number).bigEndianBytes.suffix(counterLength)
        }

        var plain: [UInt8] = []
        var proof = encrypt(block(tagFlags | lengthFlags, ciphertext.count))
        for start in stride(from: 0, to: ciphertext.count, by: Self.blockLength) {
            let keyStream = encrypt(block(lengthFlags, start / Self.blockLength + 1))
            let piece = zip(ciphertext[start...], keyStream).map { $0 ^ $1 }
            plain += piece
            for (index, byte) in piece.enumerated() { proof[index] ^= byte }
            proof = encrypt(proof)
        }
        let expected = zip(proof, encrypt(block(lengthFlags, 0))).map { $0 ^ $1 }
        // Every byte is compared, so that the time it takes tells nothing of the tag.
        let difference = zip(expected, tag).reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? plain : nil
    }
}
