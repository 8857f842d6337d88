import Foundation
import Synchronization
import TestBroker
import Testing

/// A machine in QEMU with a real Bluetooth kernel, and a broker of its own on the host.
///
/// One boot serves all tests of a suite with the trait `.machine`.
final class Machine: Sendable {
    @TaskLocal static var current: Machine?

    /// Booting takes its time, so it must be asked for: `make test-ble` does.
    static let isWanted = ProcessInfo.processInfo.environment["ROOST_TEST_BLE"] == "1"

    let broker: TestBroker
    let listener: Listener
    /// Leads to `virtual-controller`.
    let controllers: LineSocket
    /// Leads to a shell.
    private let shell: LineSocket
    private let process: pid_t
    private let numbers = Mutex(0)

    /// Boots a machine, and ends it however `body` ends.
    ///
    /// - Parameter name: What the log of its console is called.
    static func with(_ name: String, _ body: (Machine) async throws -> Void) async throws {
        try await TestBroker.with { broker in
            let machine = try await Machine(broker, name)
            defer { machine.end() }
            try await body(machine)
        }
    }

    private init(_ broker: TestBroker, _ name: String) async throws {
        self.broker = broker
        listener = try await Listener(at: broker)
        let directory = broker.directory
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let script = URL(filePath: #filePath).appending(path: "../../BluetoothVM/boot.sh")
        let process = try spawn(
            [
                script.standardized.path, tests.deletingLastPathComponent().path, directory, name,
            ], output: "\(directory)/boot.log")
        self.process = process
        func connect(to port: String) async throws -> LineSocket {
            try await eventually("QEMU: \((try? read("\(directory)/boot.log")) ?? "")") {
                guard waitpid(process, nil, WNOHANG) == 0 else {
                    throw TestFailure("no machine: \((try? read("\(directory)/boot.log")) ?? "")")
                }
                return LineSocket(path: "\(directory)/\(port)")
            }
        }
        controllers = try await connect(to: "controller")
        shell = try await connect(to: "shell")
        try await run("true")
    }

    /// The guest ends by itself when nobody is connected to it any more.
    private func end() {
        listener.end()
        controllers.close()
        shell.close()
        if !eventually({ waitpid(process, nil, WNOHANG) != 0 }) {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
        }
    }

    /// A number that nothing else in this machine is called by.
    func number() -> Int {
        numbers.withLock {
            $0 += 1; return $0
        }
    }

    /// Runs a command in the guest's shell, as root, and waits for its end.
    ///
    /// - Returns: what it printed.
    /// - Throws: `TestFailure` where it failed.
    @discardableResult
    func run(_ command: String) async throws -> String {
        let mark = shell.lines.count
        try shell.send(command)
        let status = try await shell.wait(for: "the end of \(command)", after: mark) { line in
            line.wholeMatch(of: /status (\d+)/).map { String($0.1) }
        }
        let output = shell.lines.dropFirst(mark).dropLast().joined(separator: "\n")
        guard status == "0" else { throw TestFailure("\(command): status \(status): \(output)") }
        return output
    }
}

/// Boots one machine for all tests of a suite, which find it in `Machine.current`.
struct MachineTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Machine.with(test.name) { machine in
            try await Machine.$current.withValue(machine) { try await function() }
        }
    }
}

extension Trait where Self == MachineTrait {
    static var machine: Self { Self() }
}
