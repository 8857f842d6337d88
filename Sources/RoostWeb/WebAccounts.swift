/// What the page can do for a signed-in user, provided by the gateway.
public struct WebAccounts: Sendable {
    /// Checks a password.
    let signIn: @Sendable (_ user: String, _ password: String) async -> WebSignIn
    /// The user of a token's session; `nil` if there is none.
    let user: @Sendable (_ token: String) -> String?
    let ask: @Sendable (WebRequest) async -> WebAnswer

    public init(
        signIn: @escaping @Sendable (_ user: String, _ password: String) async -> WebSignIn,
        user: @escaping @Sendable (_ token: String) -> String?,
        ask: @escaping @Sendable (WebRequest) async -> WebAnswer
    ) {
        self.signIn = signIn
        self.user = user
        self.ask = ask
    }
}

/// The result of an attempt to sign in.
public enum WebSignIn: Hashable, Sendable {
    /// The token opens the user's session.
    case done(token: String)
    /// There is no such user, they have no password, or it is a different one.
    case refused
    /// Too many attempts failed.
    case wait(seconds: Int)
}

/// A request of a signed-in user, as on `roost/user/<user>/request/<noun>/<verb>`.
public struct WebRequest: Hashable, Sendable {
    public var user: String
    public var noun: String
    public var verb: String
    /// JSON, or empty.
    public var payload: [UInt8]

    public init(user: String, noun: String, verb: String, payload: [UInt8]) {
        self.user = user
        self.noun = noun
        self.verb = verb
        self.payload = payload
    }
}

/// The gateway's answer, as it would be published.
public struct WebAnswer: Hashable, Sendable {
    /// The equivalent HTTP status.
    public var status: Int
    public var json: [UInt8]

    public init(status: Int, json: [UInt8]) {
        self.status = status
        self.json = json
    }
}
