/// What a contact sensor tells of the door at which a node stands.
///
/// It is not kept over a restart: nobody knows who went through the door meanwhile.
public struct DoorTrack: Hashable, Sendable {
    /// The door was opened, or fell shut.
    private struct Move: Hashable, Sendable {
        var time: Timestamp
        var isOpening: Bool
    }

    public private(set) var isOpen: Bool
    /// The last of those that were seen, in the order of time: one person may follow another.
    private var moves: [Move] = []
    /// How loud the things in the place were when it was opened.
    var loudness: [BeaconID: Loudness] = [:]
    /// Somebody went through the door since the sensor spoke last, and it said nothing.
    private(set) var isDoubted = false

    /// So many moves are known.
    private static let most = 16

    /// A door that is found so.
    init(isOpen: Bool) { self.isOpen = isOpen }

    /// Takes in what the sensor says; one that repeats itself says only that it lives.
    mutating func report(isOpen: Bool, at time: Timestamp) {
        isDoubted = false
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        if moves.count >= Self.most { moves.removeFirst() }
        moves.append(Move(time: time, isOpening: isOpen))
    }

    /// When the door was opened last; `nil` where nobody saw it.
    public var opened: Timestamp? { moves.last(where: \.isOpening)?.time }

    /// When it fell shut after that; `nil` while it is open, and where nobody saw it.
    public var shut: Timestamp? { isOpen ? nil : moves.last?.time }

    /// Whether it was open at any moment since, as far as anybody knows.
    func wasOpen(since moment: Timestamp) -> Bool { isOpen || shut.map { $0 >= moment } ?? false }

    /// Whether it was open then, as far as anybody knows.
    func wasOpen(at moment: Timestamp) -> Bool {
        if let last = moves.last(where: { $0.time <= moment }) { return last.isOpening }
        // What is forgotten may have been anything.
        guard moves.count < Self.most else { return true }
        return moves.first.map { !$0.isOpening } ?? isOpen
    }

    /// Whether it was opened or fell shut in that time.
    func moved(in time: ClosedRange<Timestamp>) -> Bool {
        moves.contains { time.contains($0.time) }
    }

    mutating func doubt() { isDoubted = true }
}
