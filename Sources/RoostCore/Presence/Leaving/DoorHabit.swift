/// How often standing at a door without something that lies elsewhere was followed by leaving.
///
/// Somebody who crosses the hall ten times a day is not warned ten times. Leaving is expected at
/// first. Stays with all their things are not counted: nobody would be warned then.
struct DoorHabit: Hashable, Sendable, Codable {
    /// How often somebody stood there; older stays fade.
    private var stays = 0.0
    /// How many of these ended with leaving.
    private var exits = 0.0

    /// How likely a stay ends with leaving at a door to which nobody has come yet, in 0...1.
    private static let expected = 0.6
    /// How many stays that expectation counts for.
    private static let doubt = 2.0
    /// How many stays of a new user count as much as those of all others.
    private static let patience = 4.0
    /// About this many stays are remembered; older ones fade.
    private static let memory = 60.0

    /// How likely the next stay ends with leaving, in 0...1.
    ///
    /// - Parameter all: The habits of everybody at that door, this one included: somebody little
    ///   known is expected to do as they do.
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

    /// There was another stay, whose end is not known yet.
    mutating func noteStay() {
        if stays >= Self.memory { (stays, exits) = (stays / 2, exits / 2) }
        stays += 1
    }

    /// The last stay ended with leaving.
    mutating func noteExit() { exits = min(stays, exits + 1) }
}

/// The habits of somebody at the doors of one place: they differ with whether things were packed.
struct DoorHabits: Hashable, Sendable, Codable {
    private var packed = DoorHabit()
    private var unpacked = DoorHabit()

    subscript(isPacked isPacked: Bool) -> DoorHabit {
        get { isPacked ? packed : unpacked }
        set { if isPacked { packed = newValue } else { unpacked = newValue } }
    }

    // The names under which they were first stored.
    private enum CodingKeys: String, CodingKey {
        case packed = "carrying"
        case unpacked = "empty"
    }
}
