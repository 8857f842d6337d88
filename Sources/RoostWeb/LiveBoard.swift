import Synchronization

/// The current beliefs, for readers that never make the gateway wait.
///
/// The gateway's loop posts after each commit; any number of readers take a ``snapshot`` or follow
/// ``updates(holding:most:)``. Posting holds a lock only while a dictionary is changed and a pointer is
/// put into each reader's bounded buffer; no reader does any work under that lock.
public final class LiveBoard: Sendable {
    private struct State {
        var shown = LiveSnapshot()
        var readers: [UInt64: AsyncStream<LiveSignal>.Continuation] = [:]
        var nextReader: UInt64 = 0

        func tell(_ signal: LiveSignal) {
            for reader in readers.values { reader.yield(signal) }
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Shows an update and passes it to each reader.
    public func post(_ update: LiveUpdate) {
        state.withLock { state in
            state.shown.apply(update)
            state.tell(LiveSignal(sequence: state.shown.sequence, update: update))
        }
    }

    /// The current content.
    public var snapshot: LiveSnapshot {
        state.withLock { $0.shown }
    }

    /// How many readers follow the board.
    public var readerCount: Int {
        state.withLock { $0.readers.count }
    }

    /// Follows the board: a snapshot first, then each change.
    ///
    /// - Parameter bound: The most changes kept for a reader that does not take them (at least 1).
    ///   Beyond it the oldest are dropped, since a snapshot replaces them, and the reader is told
    ///   with ``LiveEvent/resync(missed:)``.
    /// - Parameter most: The most readers at once.
    /// - Returns: `nil` if there are as many already.
    public func updates(holding bound: Int = 256, most: Int = .max) -> LiveFeed? {
        let (signals, continuation) = AsyncStream.makeStream(
            of: LiveSignal.self, bufferingPolicy: .bufferingNewest(max(bound, 1)))
        let reader: UInt64? = state.withLock { state in
            guard state.readers.count < most else { return nil }
            defer { state.nextReader += 1 }
            state.readers[state.nextReader] = continuation
            return state.nextReader
        }
        guard let reader else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.readers.removeValue(forKey: reader) }
        }
        return LiveFeed(board: self, signals: signals, continuation: continuation)
    }

    /// Sends a heartbeat to each reader.
    func beat() {
        state.withLock { state in
            state.tell(LiveSignal(sequence: state.shown.sequence, update: nil))
        }
    }
}

/// An update with its number, or a heartbeat with the number of the last one.
struct LiveSignal: Sendable {
    var sequence: UInt64
    var update: LiveUpdate?
}
