import Foundation
import Glibc
import Logging
import RoostSettings
import ServiceLifecycle
import Subprocess
import SystemPackage

/// A private mosquitto, started as a child, restarted when it dies, stopped with the gateway.
///
/// A killed gateway leaves its broker running, which keeps taking messages for it. The next gateway
/// finds that broker by its process id and supervises it.
struct EmbeddedBroker: Service {
    let files: BrokerFiles
    let logger: Logger

    /// - Throws: `EmbeddedBrokerError` if no broker can be started.
    init(files: BrokerFiles, logger: Logger) async throws {
        self.files = files
        self.logger = logger
        try files.write()
        if Self.findProgram() == nil { throw EmbeddedBrokerError.notInstalled }
        if let survivor {
            guard survivor.port != files.port else { return }
            logger.notice(
                "the broker of an earlier run listens on another port: it is stopped",
                metadata: ["process": "\(survivor.process)"])
            await stop(survivor)
        }
        if let objection = Self.objection(toPort: files.port) { throw objection }
    }

    func run() async throws {
        if let survivor { await adopt(survivor) }
        var failures = 0
        while !Task.isEnding {
            let started = ContinuousClock.now
            let reason: String
            do {
                reason = try await cancelWhenGracefulShutdown { try await runOnce() }
            } catch {
                // A package being upgraded, or too many processes: it is tried again.
                reason = "\(error)"
            }
            if Task.isEnding { return }
            failures = ContinuousClock.now - started > .seconds(60) ? 1 : failures + 1
            logger.error(
                "the broker ended; it is started again",
                metadata: ["reason": "\(reason)", "attempt": "\(failures)"])
            let delay = Duration.milliseconds(min(30_000, 100 << min(failures, 9)))
            await Task.rest(for: delay)
        }
    }

    /// Runs one broker until it ends; stops it in order when the task is cancelled.
    private func runOnce() async throws -> String {
        let started = Date()
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
        guard let program = Self.findProgram() else { throw EmbeddedBrokerError.notInstalled }
        // A Ctrl-C in the terminal is meant for the gateway, which then stops the broker in order.
        options.createSession = true
        let errors = try FileDescriptor.open(
            FilePath(files.errors.path), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        let outcome = try await Subprocess.run(
            .path(.init(program)), arguments: ["-c", files.configuration.path],
            platformOptions: options, input: .none, output: .discarded,
            error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
        ) { execution in
            let process = execution.processIdentifier.value
            do {
                let text = "\(process) \(files.port)"
                try Data(text.utf8).write(to: files.process, options: .atomic)
            } catch {
                logger.warning(
                    "a later run will not find this broker", metadata: ["error": "\(error)"])
            }
            logger.info(
                "started the broker",
                metadata: [
                    "address": "127.0.0.1:\(files.port)", "process": "\(process)",
                    "log": "\(files.log.path)",
                ])
        }
        let reason = files.lastError(since: started).map { ": \($0)" }
        return "\(outcome.terminationStatus)\(reason ?? "")"
    }

    // MARK: A broker that outlived its gateway

    private var survivor: RunningBroker? { RunningBroker(files) }

    /// Supervises a broker that is not a child, until it or the gateway ends.
    private func adopt(_ broker: RunningBroker) async {
        logger.notice(
            "found the broker of an earlier run", metadata: ["process": "\(broker.process)"])
        while !Task.isEnding, survivor == broker { await Task.rest(for: .milliseconds(500)) }
        await stop(broker)
    }

    /// Waits until the broker has ended, unless the task is cancelled or the broker hangs.
    private func stop(_ broker: RunningBroker) async {
        guard survivor == broker else { return }
        kill(broker.process, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(10)
        while survivor == broker, ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
