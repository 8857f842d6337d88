import Foundation
import Synchronization
import TestBroker

/// A built program, or one of others, as it would run on a user's machine.
final class RoostProcess: Sendable {
    enum Program {
        case gateway, edge
        /// One of others, by its path.
        case other(String)

        var name: String { URL(filePath: path).lastPathComponent }

        /// `ROOST_TEST_GATEWAY` names another gateway to test.
        fileprivate var path: String {
            switch self {
            case .gateway:
                ProcessInfo.processInfo.environment["ROOST_TEST_GATEWAY"] ?? Self.built("roost")
            case .edge: Self.built("roost-edge")
            case .other(let path): path
            }
        }

        /// The programs are next to the tests that were built with them.
        private static func built(_ name: String) -> String {
            let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            return tests.deletingLastPathComponent().appending(path: name).path
        }
    }

    private let program: Program
    let arguments: [String]
    /// Variables in addition to those of the tests, as `NAME=value`.
    private let environment: [String]
    /// The file for its standard input.
    private let input: String
    /// The file for its output.
    private let logFile: String
    private let process = Mutex<pid_t?>(nil)

    /// Whether the long form of the tests was requested.
    static let isFull = ProcessInfo.processInfo.environment["ROOST_TEST_FULL"] == "1"

    /// - Parameters:
    ///   - input: A file to read from.
    ///   - log: The file for its output.
    init(
        _ arguments: [String], by program: Program = .gateway, environment: [String] = [],
        input: String = "/dev/null", log: String
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.input = input
        logFile = log
    }

    /// Runs a command to its end.
    ///
    /// - Returns: Its exit status and output.
    static func result(of arguments: String...) async throws -> (status: Int32, output: String) {
        try await result(of: arguments)
    }

    static func result(
        of arguments: [String], by program: Program = .gateway, environment: [String] = [],
        typing input: String = ""
    ) async throws -> (status: Int32, output: String) {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        try write(input, to: "\(directory)/input")
        let command = RoostProcess(
            arguments, by: program, environment: environment, input: "\(directory)/input",
            log: "\(directory)/output")
        try command.start()
        defer { command.kill() }
        return (try await command.end(), command.log)
    }

    var log: String { (try? read(logFile)) ?? "" }
    var id: pid_t? { process.withLock { $0 } }

    func start() throws {
        let words = environment.isEmpty ? [] : ["env"] + environment
        let id = try spawn(words + [program.path] + arguments, input: input, output: logFile)
        process.withLock { $0 = id }
    }

    /// Waits until the process ends by itself.
    ///
    /// - Returns: Its exit status; for a process ended by a signal, the negative signal.
    func end() async throws -> Int32 {
        guard let id else { throw TestFailure("\(arguments) does not run") }
        var status: Int32 = 0
        try await eventually("\(arguments) to end: \(log)") {
            waitpid(id, &status, WNOHANG) == id ? () : nil
        }
        process.withLock { $0 = nil }
        return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    }

    /// Asks the process to end.
    ///
    /// - Returns: Its exit status.
    func stop(by signal: Int32 = SIGTERM) async throws -> Int32 {
        if let id { Foundation.kill(id, signal) }
        return try await end()
    }

    /// Kills the process before it can write anything.
    func kill() {
        guard let id = process.withLock({ $0.take() }) else { return }
        Foundation.kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Its resident memory, in MB.
    var residentMegabytes: Int {
        get throws {
            guard let id else { throw TestFailure("\(arguments) does not run") }
            let lines = try read("/proc/\(id)/status").split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("VmRSS:") }),
                let kilobytes = Int(line.split(separator: " ").dropFirst().first ?? "")
            else { throw TestFailure("no memory of \(id)") }
            return kilobytes / 1024
        }
    }
}
