/// How often somebody who stood at a door then left by it.
///
/// Whoever crosses the hall ten times a day is not warned ten times. It is learned apart for those who
/// bring something along to the door and for those who bring nothing, and begins by expecting that they
/// leave.
struct DoorHabit: Hashable, Sendable, Codable {
    private var stays = 0.0
    private var exits = 0.0

    /// What is expected at first, and how many stays that counts for.
    private static let expected = 0.6
    private static let patience = 4.0
    /// Older stays than about so many are forgotten.
    private static let memory = 60.0

    /// How likely the next stay ends with leaving, in 0...1.
    var likelihood: Double {
        (exits + Self.expected * Self.patience) / (stays + Self.patience)
    }

    /// After another stay, of which nobody knows yet how it ends.
    func waited() -> DoorHabit {
        var habit = self
        if stays >= Self.memory { (habit.stays, habit.exits) = (stays / 2, exits / 2) }
        habit.stays += 1
        return habit
    }

    /// The last stay ended with leaving.
    mutating func left() { exits = min(stays, exits + 1) }

    static func key(of place: ID<Place>, isCarrying: Bool) -> String {
        isCarrying ? "\(place) carrying" : place.rawValue
    }
}
