import Foundation
import Logging
import MQTT
import RoostFormats
import ServiceLifecycle
import Subprocess
import Synchronization
import SystemPackage

/// Packs pictures anew, one after the other, in processes of their own, so that the loop need not wait and no
/// decoder runs in the gateway.
struct PictureWorkshop: Service {
    let bench: PictureBench
    let logger: Logger

    /// The largest answer, in bytes: two pictures of a sensible size.
    private static let mostBytes = 64_000_000
    private static let patience = Duration.seconds(60)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await job in bench.jobs {
                let result = await pack(job)
                // What was broken off is begun again when the gateway starts.
                if Task.isCancelled { return }
                bench.finish(job, result)
            }
        }
    }

    private func pack(
        _ job: PictureJob
    ) async -> Result<PackedPicture, PackedPicture.Refusal> {
        guard let program = Self.program else {
            return .failure(
                PackedPicture.Refusal(
                    code: .unavailable,
                    reason: "cannot be taken: the program roost-picture is not beside roost"))
        }
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(1))]
        options.createSession = true
        do {
            let answer = try await withThrowingTaskGroup(of: [UInt8]?.self) { [options] group in
                group.addTask {
                    try await Subprocess.run(
                        .path(.init(program)), platformOptions: options, input: .array(job.picture),
                        output: .bytes(limit: Self.mostBytes), error: .discarded
                    ).standardOutput
                }
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            return answer.map(PackedPicture.read) ?? .failure(.failed)
        } catch {
            logger.warning("a picture could not be packed", metadata: ["error": "\(error)"])
            return .failure(.failed)
        }
    }

    /// Beside the gateway's own program.
    private static let program: String? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return nil }
        let path = URL(filePath: own).deletingLastPathComponent()
            .appending(path: "roost-picture").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}

/// A request whose picture is to be packed before it is answered.
struct PictureJob: Sendable {
    var id: Int64
    var message: MQTTMessage
    /// As it was sent.
    var picture: [UInt8]
}

/// Where the loop puts pictures down, and finds them packed.
final class PictureBench: Sendable {
    typealias Packed = (job: PictureJob, result: Result<PackedPicture, PackedPicture.Refusal>)

    let jobs: AsyncStream<PictureJob>
    private let entrance: AsyncStream<PictureJob>.Continuation
    private let packed = Mutex<[Packed]>([])
    private let waker: MQTTWaker

    init(waker: MQTTWaker) {
        (jobs, entrance) = AsyncStream.makeStream()
        self.waker = waker
    }

    func put(_ job: PictureJob) { entrance.yield(job) }

    fileprivate func finish(
        _ job: PictureJob, _ result: Result<PackedPicture, PackedPicture.Refusal>
    ) {
        packed.withLock { $0.append((job, result)) }
        waker.wake()
    }

    func takePacked() -> [Packed] {
        packed.withLock { packed in
            defer { packed = [] }
            return packed
        }
    }
}
