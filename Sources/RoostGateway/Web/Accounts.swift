import Logging
import RoostCore
import RoostStore
import RoostWeb

/// The accounts of the page: signs users in and checks their sessions.
///
/// One password is checked at a time, so that guessing is slow and takes little memory.
actor Accounts {
    private let store: Store
    private let logger: Logger
    private var failures: [ID<User>: Failures] = [:]

    /// The wrong passwords in a row, the time of the last one, and the hash they were checked
    /// against.
    private struct Failures {
        var count = 0
        var last: ContinuousClock.Instant
        let hash: String
    }

    /// How many may be wrong in a row before each further attempt has to wait.
    private static let mostFailures = 5
    private static let penalty = Duration.seconds(60)
    /// How many days a browser stays signed in.
    private static let days = 90.0

    init(store: Store, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    func signIn(_ name: String, _ password: String) -> WebSignIn {
        guard let user = ID<User>(name), let hash = hash(of: user) else { return .refused }
        let now = ContinuousClock.now
        // A new password resets the count.
        var failed =
            failures[user].flatMap { $0.hash == hash ? $0 : nil } ?? .init(last: now, hash: hash)
        if failed.count >= Self.mostFailures {
            let wait = failed.last + Self.penalty - now
            guard wait <= .zero else {
                return .wait(seconds: Int(wait.components.seconds) + 1)
            }
        }
        guard Password.isRight(password, for: hash) else {
            failed.count += 1
            failed.last = now
            failures[user] = failed
            logger.warning("a wrong password for the web page", metadata: ["user": "\(user)"])
            return .refused
        }
        failures[user] = nil
        let until = Timestamp.now.advanced(bySeconds: Self.days * 86400)
        return .done(token: SessionToken(user: user, until: until).sealed(with: hash))
    }

    /// The user whose session a token opens; `nil` if it is false or expired.
    nonisolated func user(showing token: String) -> ID<User>? {
        guard let session = SessionToken(token, hash: hash(of:)), session.until > .now
        else { return nil }
        return session.user
    }

    /// If the store cannot be read, nobody is let in.
    private nonisolated func hash(of user: ID<User>) -> String? {
        do {
            return try store.passwordHash(of: user)
        } catch {
            logger.error("passwords cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
