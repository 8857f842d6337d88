import CSodium
import RoostCore
import RoostFormats

/// What a browser presents to prove that its user signed in: `USER.UNTIL.SEAL`.
///
/// It is sealed with the hash of the user's password, which never leaves the gateway. A new or
/// removed password ends all sessions of its user, a restart ends none, and none needs to be
/// stored.
struct SessionToken: Hashable {
    var user: ID<User>
    var until: Timestamp

    init(user: ID<User>, until: Timestamp) {
        self.user = user
        self.until = until
    }

    /// Reads a token; `nil` if it was not sealed with the user's `hash`.
    ///
    /// `until` says whether it is still valid.
    init?(_ token: String, hash: (ID<User>) throws -> String?) rethrows {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let user = ID<User>(String(parts[0])),
            let until = Int64(parts[1])
        else { return nil }
        self.init(user: user, until: Timestamp(milliseconds: until))
        guard let hash = try hash(user) else { return nil }
        let (given, right) = (Array(token.utf8), Array(sealed(with: hash).utf8))
        // In constant time, wherever they differ.
        guard given.count == right.count, sodium_memcmp(given, right, right.count) == 0
        else { return nil }
    }

    /// The token, ending with an HMAC-SHA-256 of the rest.
    func sealed(with hash: String) -> String {
        let text = "\(user).\(until.milliseconds)"
        let (key, bytes) = (Array(hash.utf8), Array(text.utf8))
        var state = crypto_auth_hmacsha256_state()
        var seal = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        crypto_auth_hmacsha256_final(&state, &seal)
        return "\(text).\(seal.map { $0.zeroPadded(to: 2, radix: 16) }.joined())"
    }
}
