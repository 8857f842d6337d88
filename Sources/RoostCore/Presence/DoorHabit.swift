/// How often somebody who stood at a door then left by it.
///
/// Whoever crosses the hall ten times a day is not warned ten times. It begins by expecting that they
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

    /// There was another stay, of which nobody knows yet how it ends.
    mutating func noteStay() {
        if stays >= Self.memory { (stays, exits) = (stays / 2, exits / 2) }
        stays += 1
    }

    /// The last stay ended with leaving.
    mutating func noteExit() { exits = min(stays, exits + 1) }
}

/// The habits of somebody at the doors of one place: they differ with what is brought along.
struct DoorHabits: Hashable, Sendable, Codable {
    private var carrying = DoorHabit()
    private var empty = DoorHabit()

    subscript(isCarrying isCarrying: Bool) -> DoorHabit {
        get { isCarrying ? carrying : empty }
        set { if isCarrying { carrying = newValue } else { empty = newValue } }
    }
}
