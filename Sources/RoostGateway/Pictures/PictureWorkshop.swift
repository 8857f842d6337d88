import Foundation
import Logging
import RoostFormats
import ServiceLifecycle
import Subprocess
import SystemPackage

/// Repacks pictures, one after the other, each in its own process.
///
/// So the loop does not wait, and no decoder runs in the gateway.
struct PictureWorkshop: Service {
    let bench: PictureBench
    let logger: Logger

    /// The largest answer, in bytes: two pictures of a sensible size.
    private static let mostBytes = 64_000_000
    private static let patience = Duration.seconds(60)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await job in bench.jobs {
                var result: PackedPicture.Outcome?
                if let picture = job.picture { result = await pack(picture) }
                // An interrupted job is begun again when the gateway starts.
                if Task.isCancelled { return }
                bench.finish(job, result)
            }
        }
    }

    private func pack(_ picture: [UInt8]) async -> PackedPicture.Outcome {
        guard let program = Self.program else {
            return .failure(.unavailable("the program roost-picture is not beside roost"))
        }
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(1))]
        options.createSession = true
        do {
            let outcome = try await withThrowingTaskGroup(of: Outcome?.self) { [options] group in
                group.addTask {
                    let record = try await Subprocess.run(
                        .path(.init(program)), environment: .custom([:]), platformOptions: options,
                        input: .array(picture), output: .bytes(limit: Self.mostBytes),
                        error: .discarded)
                    return (record.standardOutput, record.terminationStatus)
                }
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            guard let outcome else { return .failure(.failed) }
            // 127: it could not be started, for instance because a library is missing.
            if outcome.status == .exited(127) {
                return .failure(.unavailable("the program roost-picture cannot be started"))
            }
            return outcome.status.isSuccess
                ? PackedPicture.read(outcome.answer) : .failure(.failed)
        } catch {
            logger.warning("a picture could not be packed", metadata: ["error": "\(error)"])
            return .failure(.unavailable("the program roost-picture cannot be run"))
        }
    }

    private typealias Outcome = (answer: [UInt8], status: TerminationStatus)

    /// Next to the gateway's own program.
    private static let program: String? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return nil }
        let path = URL(filePath: own).deletingLastPathComponent()
            .appending(path: "roost-picture").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}
