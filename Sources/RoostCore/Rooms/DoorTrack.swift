/// What a contact sensor reports of the door at which a node stands.
///
/// It is not kept over a restart: nobody knows who passed the door meanwhile.
public struct DoorTrack: Hashable, Sendable {
    /// The door was opened, or fell shut.
    private struct Move: Hashable, Sendable {
        var time: Timestamp
        var isOpening: Bool
    }

    public private(set) var isOpen: Bool
    /// The last moves seen, in order of time: one person may follow another.
    private var moves: [Move] = []
    /// How loud the things in the place were when it was opened.
    var loudness: [BeaconID: Loudness] = [:]
    /// Somebody passed the door without a word from the sensor since it last spoke.
    private(set) var isDoubted = false

    /// How many moves are kept.
    private static let most = 16

    /// A door found in this state.
    init(isOpen: Bool) { self.isOpen = isOpen }

    /// Takes in a report of the sensor; a repeated one shows only that the sensor works.
    mutating func report(isOpen: Bool, at time: Timestamp) {
        isDoubted = false
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        if moves.count >= Self.most { moves.removeFirst() }
        moves.append(Move(time: time, isOpening: isOpen))
    }

    /// When the door was last opened; `nil` if nobody saw it.
    var opened: Timestamp? { moves.last(where: \.isOpening)?.time }

    /// When it fell shut after that; `nil` while it is open, or if nobody saw it.
    var shut: Timestamp? { isOpen ? nil : moves.last?.time }

    /// Whether it was open at any moment since, as far as known.
    func wasOpen(since moment: Timestamp) -> Bool { isOpen || shut.map { $0 >= moment } ?? false }

    /// Whether it was open then, as far as known.
    func wasOpen(at moment: Timestamp) -> Bool {
        if let last = moves.last(where: { $0.time <= moment }) { return last.isOpening }
        // A forgotten move may have been either.
        guard moves.count < Self.most else { return true }
        return moves.first.map { !$0.isOpening } ?? isOpen
    }

    /// Whether it was opened or fell shut in that time.
    func moved(in time: ClosedRange<Timestamp>) -> Bool {
        moves.contains { time.contains($0.time) }
    }

    mutating func doubt() { isDoubted = true }
}
