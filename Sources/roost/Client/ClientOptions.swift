import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import RoostGateway
import RoostSettings
import SystemPackage
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

/// A client id for the broker: unlike one made of the process id, it is unique across machines, so
/// it replaces no other client.
func uniqueName(_ kind: String) -> String {
    "\(kind)-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
}

/// The file that an argument names: `-` is standard input.
func inputFile(_ argument: String) -> String { argument == "-" ? "/dev/stdin" : argument }

/// Writes a line to standard output.
func write(line: String) throws { try write(line + "\n") }

/// Writes to standard output.
///
/// - Throws: `ClientError` if that fails, as on a full disk; `ExitCode.success` if nobody reads on.
func write(_ text: String) throws {
    guard Screen.write(text) else {
        // A reader that has gone, such as `head`, wants no more.
        if errno == EPIPE { throw ExitCode.success }
        throw ClientError("the output cannot be written: \(Errno(rawValue: errno))")
    }
}

/// Writes to standard error: words for people, which are no part of the output.
func writeError(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

/// An id from the command line.
func id<Entity>(_ text: String, _ argument: String) throws -> ID<Entity> {
    guard let id = ID<Entity>(text) else {
        throw ValidationError("\(argument) must be 1 to 64 of a-z, 0-9, _ and -: '\(text)'")
    }
    return id
}

/// The numbers of a comma-separated list; `nil` if one is not a number.
func numbers(in text: some StringProtocol) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == parts.count ? numbers : nil
}

/// The content of the file that an argument names.
///
/// - Throws: `ClientError` with the argument and the system's reason.
func inputBytes(_ argument: String) throws -> [UInt8] {
    do {
        return try WholeFile.read(inputFile(argument))
    } catch {
        throw ClientError("\(argument) cannot be read: \(error)")
    }
}

/// The same, encoded as in requests.
func base64(of argument: String) throws -> String {
    try Data(inputBytes(argument)).base64EncodedString()
}

/// A member of a request, which is left out without a value.
typealias RequestMember = (String, (any JSONWritable)?)

extension String {
    /// As a member of a request: an empty text removes what there was.
    var orNull: JSON { isEmpty ? .null : .string(self) }

    /// As a cell of a table, which can hold neither a line's end nor a tab.
    var onOneLine: String { split { $0.isNewline || $0 == "\t" }.joined(separator: " ") }
}

/// An object of the members that have a value.
struct RequestMembers: JSONWritable {
    let members: [RequestMember]

    init(_ members: [RequestMember]) {
        self.members = members
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for case (let name, let value?) in members {
                json.member(name) { value.write(to: &$0) }
            }
        }
    }
}

extension JSON {
    /// The member as text for people; "–" if there is none.
    func text(_ name: String) -> String {
        switch self[name] {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let elements): elements.compactMap(\.string).joined(separator: ", ")
        case .null, .object, nil: "–"
        }
    }

    /// The elements of a list; none if there is no such member.
    func list(_ name: String) -> [JSON] { self[name]?.array ?? [] }

    /// How to ask for the next page, on a line of its own; empty after the last one.
    var nextPage: String { self["next"]?.string.map { "\nmore with --after \($0)" } ?? "" }
}

/// Aligns columns; the first row is their headings.
///
/// No cell breaks a line.
func table(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(\.harmless) }
    guard let columns = rows.first?.count else { return "" }
    let widths = (0..<columns).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.map { row in
        zip(row, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.columns)
        }.joined(separator: "  ").trimmingTrailingSpaces
    }.joined(separator: "\n")
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
