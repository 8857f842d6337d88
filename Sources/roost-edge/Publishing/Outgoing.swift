import DequeModule

/// Batches that have not reached the broker yet: bounded, the oldest is dropped first.
struct Outgoing {
    private(set) var dropped = 0
    private(set) var delivered = 0
    /// Oldest first.
    private var waiting: Deque<[UInt8]> = []
    private var bytes = 0
    /// On the way, by the ids of the session.
    private var inFlight: [(id: Int32, payload: [UInt8])] = []

    /// Three hours of ten beacons, or a quarter of an hour of a hundred.
    private static let mostBytes = 2 << 20
    private static let mostInFlight = 20

    var count: Int { waiting.count + inFlight.count }

    mutating func add(_ payload: [UInt8]) {
        waiting.append(payload)
        bytes += payload.count
        while bytes > Self.mostBytes, let oldest = waiting.popFirst() {
            bytes -= oldest.count
            dropped += 1
        }
    }

    /// The next to be published; `nil` if there is none, or enough is on the way.
    mutating func next() -> [UInt8]? {
        guard inFlight.count < Self.mostInFlight, let payload = waiting.popFirst() else {
            return nil
        }
        bytes -= payload.count
        return payload
    }

    mutating func sent(_ payload: [UInt8], as id: Int32) {
        inFlight.append((id, payload))
        bytes += payload.count
    }

    /// Puts back a batch that could not be sent.
    mutating func returned(_ payload: [UInt8]) {
        waiting.prepend(payload)
        bytes += payload.count
    }

    /// Drops a batch that no broker would accept.
    mutating func refused() {
        dropped += 1
    }

    /// The broker has accepted or refused a message.
    ///
    /// - Returns: Whether that was a batch.
    @discardableResult
    mutating func settled(_ id: Int32, wasAccepted: Bool) -> Bool {
        guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return false }
        bytes -= inFlight.remove(at: index).payload.count
        if wasAccepted { delivered += 1 } else { dropped += 1 }
        return true
    }

    /// The connection is gone, and it is not known what arrived: everything in flight is sent
    /// again.
    mutating func disconnected() {
        waiting.insert(contentsOf: inFlight.map(\.payload), at: 0)
        inFlight = []
    }
}
