/// What the page can do for somebody who signed in, as the gateway does it.
public struct WebAccounts: Sendable {
    /// Looks at a password.
    let signIn: @Sendable (_ user: String, _ password: String) async -> WebSignIn
    /// Whose session a token opens; `nil` for nobody's.
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

/// What came of an attempt to sign in.
public enum WebSignIn: Hashable, Sendable {
    /// The token opens the user's session.
    case done(token: String)
    /// There is no such user, they have no password, or it is another.
    case refused
    /// Too many were wrong.
    case wait(seconds: Int)
}

/// A request of a user who signed in: the same as on `roost/user/<user>/request/<noun>/<verb>`.
public struct WebRequest: Hashable, Sendable {
    public var user: String
    public var noun: String
    public var verb: String
    /// JSON, or nothing.
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
    /// The status of HTTP that means the same.
    public var status: Int
    public var json: [UInt8]

    public init(status: Int, json: [UInt8]) {
        self.status = status
        self.json = json
    }
}
