import Foundation
import Logging
import RoostCore
import RoostStore
import ServiceLifecycle

/// The periodic upkeep of the store, on its own thread, so that the loop waits for little of it.
struct Housekeeping: Service {
    let store: Store
    let window: GatewayWindow
    let logger: Logger

    private static let checkpointInterval = Duration.seconds(5)
    /// Old history, and what is left of deleted users, is deleted at each 720th checkpoint, about
    /// every hour; first after five minutes, by when a clock that was wrong at the start of the
    /// host is set.
    private static let retentionInterval = 720
    private static let firstRetention = 60
    private static let pause = Duration.milliseconds(50)

    func run() async throws {
        var round = 0
        var failing: Set<String> = []
        var age = AgeClock(at: .now, .now)
        while !Task.isEnding {
            await attempt("the log of the store", &failing) {
                try await onOwnThread {
                    try store.checkpoint()
                    try store.emptyLogOfForgotten()
                }
            }
            if round % Self.retentionInterval == Self.firstRetention {
                let now = age.now(by: .now, at: .now)
                await attempt("old history", &failing) { try await forget(asOf: now) }
                await attempt("what users that are gone have left", &failing) {
                    try await littleByLittle { try store.forgetWords() ? 1 : 0 }
                }
            }
            round += 1
            await Task.rest(for: Self.checkpointInterval)
        }
    }

    /// Does a piece of work, and says once that it fails, until it succeeds again.
    private func attempt(
        _ what: String, _ failing: inout Set<String>, _ work: () async throws -> Void
    ) async {
        do {
            try await work()
            failing.remove(what)
        } catch {
            guard failing.insert(what).inserted else { return }
            logger.warning("\(what) could not be tidied up", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes history past its retention, a little at a time.
    private func forget(asOf now: Timestamp) async throws {
        let retention = window.retention
        let count = try await littleByLittle { try store.forget(retention, now: now) }
        if count > 0 {
            logger.info("what was too old to keep was deleted", metadata: ["entries": "\(count)"])
        }
    }

    /// Goes on with a step while it has more to do; the loop's commits take turns with it.
    ///
    /// - Parameter step: Returns how much it did; 0 if nothing was left.
    /// - Returns: How much was done.
    @discardableResult
    private func littleByLittle(_ step: @escaping @Sendable () throws -> Int) async throws -> Int {
        var total = 0
        while !Task.isEnding {
            let count = try await onOwnThread(step)
            guard count > 0 else { break }
            total += count
            try await onOwnThread { try store.checkpoint() }
            try await Task.sleep(for: Self.pause)
        }
        return total
    }

    /// The threads that tasks share are few, and must not block on a disk.
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
