import Foundation
import Logging
import RoostCore
import RoostStore
import ServiceLifecycle

/// What the store needs now and then, on a thread of its own, so that the loop need not wait for it.
struct Housekeeping: Service {
    let store: Store
    let retention: Retention
    let logger: Logger

    private static let checkpointInterval = Duration.seconds(5)
    /// Old history is looked for once in so many checkpoints, about every hour; the first time after five minutes, by
    /// when a clock that was wrong as the host started is set.
    private static let retentionInterval = 720
    private static let firstRetention = 60

    func run() async throws {
        var round = 0
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await attempt("the log of the store") {
                try await onOwnThread { try store.checkpoint() }
            }
            if round % Self.retentionInterval == Self.firstRetention {
                await attempt("old history") { try await forget() }
            }
            round += 1
            try? await cancelWhenGracefulShutdown {
                try await Task.sleep(for: Self.checkpointInterval)
            }
        }
    }

    private func attempt(_ what: String, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            logger.warning("\(what) could not be tidied up", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes history that has been kept long enough, a little at a time.
    private func forget() async throws {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        while !Task.isShuttingDownGracefully, !Task.isCancelled,
            try await onOwnThread({ try store.forget(retention, now: now) }) > 0
        {}
    }

    /// The threads that tasks share are few, and must not wait for a disk.
    private func onOwnThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }
}
