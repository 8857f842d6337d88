import ArgumentParser
import RoostCore
import RoostFormats
import RoostGateway
import Terminal

/// The options of every command that asks a running gateway.
struct ClientOptions: ParsableArguments {
    @OptionGroup var gateway: GatewayOptions

    @Flag(help: "Print JSON instead of text.")
    var json = false

    /// Asks as `actor` and prints the answer, or reports the error and fails.
    func ask(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: [RequestMember] = [],
        patience: Double = BrokerClient.patience, hear: ((JSON) -> Void)? = nil,
        print text: (JSON) throws -> String
    ) throws {
        try print(answer(actor, noun, verb, payload, patience: patience, hear: hear), text)
    }

    /// Asks as `actor`, and waits for the answer.
    ///
    /// - Parameter payload: The members of the request; those without a value are left out.
    func answer(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: [RequestMember] = [],
        patience: Double = BrokerClient.patience, hear: ((JSON) -> Void)? = nil
    ) throws -> JSON {
        var client = try BrokerClient(gateway.clientConfiguration(), as: actor)
        defer { client.close() }
        return try client.ask(noun, verb, RequestMembers(payload), patience: patience, hear: hear)
    }

    func print(_ data: JSON, _ text: (JSON) throws -> String) throws {
        guard !json else { return try write(line: data.jsonText) }
        // Names are whatever people and phones choose.
        let lines = try text(data)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        try write(line: lines.map { String($0).harmless }.joined(separator: "\n"))
    }
}

/// The options of every command that asks as a user.
struct UserOptions: ParsableArguments {
    @OptionGroup var client: ClientOptions

    @Option(help: "The user who asks.")
    var user: String

    /// Asks and prints the answer, or reports the error and fails.
    func ask(
        _ noun: String, _ verb: String, _ payload: [RequestMember] = [],
        patience: Double = BrokerClient.patience, hear: ((JSON) -> Void)? = nil,
        print text: (JSON) throws -> String
    ) throws {
        try client.ask(
            actor(), noun, verb, payload, patience: patience, hear: hear, print: text)
    }

    /// Asks, and waits for the answer.
    func answer(_ noun: String, _ verb: String, _ payload: [RequestMember] = []) throws -> JSON {
        try client.answer(actor(), noun, verb, payload)
    }

    /// A connection for several requests.
    func connect() throws -> BrokerClient {
        try BrokerClient(client.gateway.clientConfiguration(), as: actor())
    }

    private func actor() throws -> Request.Actor { .user(try id(user, "--user")) }
}
