/// How often somebody who stood at a door then left by it.
///
/// Whoever crosses the hall ten times a day is not warned ten times. It begins by expecting that they
/// leave.
struct DoorHabit: Hashable, Sendable, Codable {
    private var stays = 0.0
    private var exits = 0.0

    /// What is expected of a door that nobody came to yet, and how many stays that counts for.
    private static let expected = 0.6
    private static let doubt = 2.0
    /// How many stays of somebody new count for as much as what all others do.
    private static let patience = 4.0
    /// Older stays than about so many are forgotten.
    private static let memory = 60.0

    /// How likely the next stay ends with leaving, in 0...1.
    ///
    /// - Parameter all: The habits of all who come to that door, this one too: of whom little is known is
    ///   expected to do as they do.
    func likelihood(among all: some Sequence<DoorHabit>) -> Double {
        let usual = all.reduce(into: DoorHabit()) { sum, habit in
            sum.stays += habit.stays
            sum.exits += habit.exits
        }
        .likelihood(expecting: Self.expected, for: Self.doubt)
        return likelihood(expecting: usual, for: Self.patience)
    }

    private func likelihood(expecting share: Double, for weight: Double) -> Double {
        (exits + share * weight) / (stays + weight)
    }

    /// There was another stay, of which nobody knows yet how it ends.
    mutating func noteStay() {
        if stays >= Self.memory { (stays, exits) = (stays / 2, exits / 2) }
        stays += 1
    }

    /// The last stay ended with leaving.
    mutating func noteExit() { exits = min(stays, exits + 1) }
}

/// The habits of somebody at the doors of one place: they differ with what was taken up to go along.
struct DoorHabits: Hashable, Sendable, Codable {
    private var packed = DoorHabit()
    private var unpacked = DoorHabit()

    subscript(isPacked isPacked: Bool) -> DoorHabit {
        get { isPacked ? packed : unpacked }
        set { if isPacked { packed = newValue } else { unpacked = newValue } }
    }

    // So they were called when they were first kept.
    private enum CodingKeys: String, CodingKey {
        case packed = "carrying"
        case unpacked = "empty"
    }
}
