/// One leaving or entering of a place or a room.
struct Step {
    var isEntering: Bool
    var place: ID<Place>
    /// `nil` for the place itself.
    var room: ID<Room>?
    var time: Timestamp

    /// The steps from one spot to another, in order: out of the old room and its place, into the new
    /// place and its room.
    ///
    /// - Parameter old: `nil` for outside, as is `new`.
    static func between(
        _ old: RoomEstimator.Spot?, _ new: RoomEstimator.Spot?, at time: Timestamp
    ) -> [Step] {
        guard old != new else { return [] }
        func steps(_ spot: RoomEstimator.Spot?, isEntering: Bool) -> [Step] {
            guard let spot else { return [] }
            let place = Step(isEntering: isEntering, place: spot.place, time: time)
            var room = place
            room.room = spot.room
            let outwards =
                (spot.room == nil ? [] : [room]) + (old?.place == new?.place ? [] : [place])
            return isEntering ? Array(outwards.reversed()) : outwards
        }
        return steps(old, isEntering: false) + steps(new, isEntering: true)
    }
}

extension Transition {
    init(_ step: Step, of user: ID<User>, by subject: Subject) {
        self.init(
            subject: subject, user: user, isEntering: step.isEntering, place: step.place,
            room: step.room, time: step.time)
    }
}
