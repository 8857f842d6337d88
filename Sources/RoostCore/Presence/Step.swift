/// One leaving or entering of a place or a room.
struct Step {
    var isEntering: Bool
    var place: ID<Place>
    /// `nil` for the place itself.
    var room: ID<Room>?
    var time: Timestamp

    /// The steps from one spot to another, in order: out of the old room, its place and those
    /// around that, as far as they do not hold the new place too; then into what is new.
    ///
    /// - Parameters:
    ///   - old: `nil` for outside, as is `new`.
    ///   - around: The places that a place lies in, the smallest first.
    static func between(
        _ old: Spot?, _ new: Spot?, at time: Timestamp,
        around: (ID<Place>) -> [Place]
    ) -> [Step] {
        guard old != new else { return [] }
        func step(_ isEntering: Bool, _ place: ID<Place>, _ room: ID<Room>? = nil) -> Step {
            Step(isEntering: isEntering, place: place, room: room, time: time)
        }
        let leaving = old.flatMap { old in old.room.map { step(false, old.place, $0) } }
        let entering = new.flatMap { new in new.room.map { step(true, new.place, $0) } }
        var steps = [leaving].compactMap { $0 }
        if old?.place != new?.place {
            let before = old.map { [$0.place] + around($0.place).map(\.id) } ?? []
            let after = new.map { [$0.place] + around($0.place).map(\.id) } ?? []
            steps += before.filter { !after.contains($0) }.map { step(false, $0) }
            steps += after.filter { !before.contains($0) }.reversed().map { step(true, $0) }
        }
        return steps + [entering].compactMap { $0 }
    }
}

extension Transition {
    init(_ step: Step, of user: ID<User>, by subject: Subject) {
        self.init(
            subject: subject, user: user, isEntering: step.isEntering, place: step.place,
            room: step.room, time: step.time)
    }
}
