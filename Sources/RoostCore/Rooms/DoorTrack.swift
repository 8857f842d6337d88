/// What a contact sensor tells of the door at which a node stands.
///
/// It is not kept over a restart: nobody knows who went through the door meanwhile.
public struct DoorTrack: Hashable, Sendable {
    public private(set) var isOpen: Bool
    /// When the door was opened last; `nil` where nobody saw it.
    public private(set) var opened: Timestamp?
    /// When it fell shut after that; `nil` while it is open, and where nobody saw it.
    public private(set) var shut: Timestamp?
    /// How loud the things in the place were when it was opened, in dBm.
    var loudness: [BeaconID: Double] = [:]
    /// Somebody went through the door since the sensor spoke last, and it said nothing.
    private(set) var isDoubted = false

    /// A door that is found so.
    init(isOpen: Bool) { self.isOpen = isOpen }

    /// Takes in what the sensor says; one that repeats itself says only that it lives.
    mutating func report(isOpen: Bool, at time: Timestamp) {
        isDoubted = false
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        if isOpen {
            (opened, shut) = (time, nil)
        } else {
            shut = time
        }
    }

    /// Whether it was open at any moment since, as far as anybody knows.
    func wasOpen(since moment: Timestamp) -> Bool { isOpen || shut.map { $0 >= moment } ?? false }

    /// Whether it was open then, as far as anybody knows.
    func wasOpen(at moment: Timestamp) -> Bool {
        guard let opened else { return isOpen }
        return opened <= moment && shut.map { $0 >= moment } ?? true
    }

    mutating func doubt() { isDoubted = true }
}
