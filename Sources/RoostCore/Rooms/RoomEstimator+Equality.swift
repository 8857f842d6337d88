/// In what two estimators with the same history agree.
extension RoomEstimator {
    // The weighing is not kept: after a restart, two estimators with the same history differ in it.
    public static func == (lhs: RoomEstimator, rhs: RoomEstimator) -> Bool {
        lhs.hearings == rhs.hearings && lhs.current == rhs.current && lhs.isGone == rhs.isGone
            && lhs.presentSince == rhs.presentSince && lhs.roomSince == rhs.roomSince
            && lhs.returned == rhs.returned && lhs.wentOut == rhs.wentOut
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(hearings)
        hasher.combine(current)
    }
}
