import CSodium
import Foundation

/// A password in its stored form: hashed with Argon2id and its own salt.
///
/// A hash takes 19 MiB and two passes, the minimum of OWASP's cheat sheet on password storage: some
/// tens of milliseconds, in which the loop waits when a password is set. Passwords that look the
/// same are the same, however a keyboard or a terminal composes an `ä`.
enum Password {
    /// In characters.
    static let lengths = 8...200

    private static let passes: UInt64 = 2
    private static let memory = 19 << 20

    /// Returns `nil` if there is not enough memory.
    static func hash(_ password: String) -> String? {
        guard sodium_init() >= 0 else { return nil }
        var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let bytes = characters(password)
        let status = crypto_pwhash_str(&hash, bytes, UInt64(bytes.count), passes, memory)
        guard status == 0 else { return nil }
        return String(
            decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func isRight(_ password: String, for hash: String) -> Bool {
        guard sodium_init() >= 0 else { return false }
        let bytes = characters(password)
        return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    }

    private static func characters(_ password: String) -> [CChar] {
        password.precomposedStringWithCanonicalMapping.utf8.map { CChar(bitPattern: $0) }
    }
}
