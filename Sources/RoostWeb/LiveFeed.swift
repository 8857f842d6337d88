/// What a reader of the board receives.
public enum LiveEvent: Sendable {
    /// Everything; it replaces what the reader had.
    case snapshot(LiveSnapshot)

    /// The reader was too slow and missed that many changes; a snapshot follows at once.
    case resync(missed: UInt64)

    /// One change, and its number.
    case change(LiveUpdate, sequence: UInt64)

    /// Nothing has changed; the connection is open.
    case heartbeat
}

/// One reader's view of the board: a snapshot first, then each change, for one iteration.
public struct LiveFeed: AsyncSequence, Sendable {
    let board: LiveBoard
    let signals: AsyncStream<LiveSignal>
    let continuation: AsyncStream<LiveSignal>.Continuation

    /// Ends the feed after what is already buffered.
    public func finish() {
        continuation.finish()
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(board: board, signals: signals.makeAsyncIterator())
    }

    /// Turns numbered signals into events, and notices by the numbers which were dropped.
    public struct Iterator: AsyncIteratorProtocol {
        private let board: LiveBoard
        private var signals: AsyncStream<LiveSignal>.Iterator
        private var isSnapshotDue = true
        private var known: UInt64 = 0

        init(board: LiveBoard, signals: AsyncStream<LiveSignal>.Iterator) {
            self.board = board
            self.signals = signals
        }

        public mutating func next() async -> LiveEvent? {
            await next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> LiveEvent? {
            if isSnapshotDue {
                isSnapshotDue = false
                let snapshot = board.snapshot
                known = snapshot.sequence
                return .snapshot(snapshot)
            }
            while let signal = await signals.next(isolation: actor) {
                let announced = signal.update == nil ? known : known + 1
                if signal.sequence > announced {
                    isSnapshotDue = true
                    return .resync(missed: signal.sequence - known)
                }
                guard let update = signal.update else { return .heartbeat }
                // A snapshot may already hold changes that were buffered before it was taken.
                guard signal.sequence > known else { continue }
                known = signal.sequence
                return .change(update, sequence: signal.sequence)
            }
            return nil
        }
    }
}
