import Glibc

/// How often, and for how long, nothing is heard of somebody who is there, as it was learned.
///
/// Every home has corners that no node hears, and phones that fall asleep. What a silence tells depends on
/// how rare it is.
struct SilenceHabit: Hashable, Sendable {
    /// How many silences lasted at least as long as each of `lengths`.
    private var counts = [Double](repeating: 0, count: lengths.count)
    /// In so many seconds in which they were heard.
    private var presence = 0.0

    /// In seconds.
    private static let lengths: [Double] = [6, 8, 10, 12, 15, 20, 30, 45]
    /// What is older than about so many seconds of presence is forgotten.
    private static let memory = 30 * 86_400.0
    /// A silence is looked at as one that began within so many seconds.
    private static let window = 10.0

    /// Shorter silences are none, in seconds.
    static let shortest = lengths[0]

    /// How unlikely so long a silence is of somebody who is there, as a logarithm.
    ///
    /// - Parameters:
    ///   - silence: In seconds.
    ///   - expected: The same as it is where nothing was learned, which counts for one silence.
    func evidence(of silence: Double, expected: Double) -> Double {
        guard let index = Self.lengths.lastIndex(where: { $0 <= silence }) else { return expected }
        return log(presence / Self.window + exp(expected)) - log(counts[index] + 1)
    }

    /// They were heard again, in the same place.
    mutating func noteSilence(of seconds: Double) {
        for (index, length) in Self.lengths.enumerated() where length <= seconds {
            counts[index] += 1
        }
    }

    /// They were heard for so many more seconds.
    mutating func notePresence(of seconds: Double) {
        presence += seconds
        guard presence > Self.memory else { return }
        presence /= 2
        for index in counts.indices { counts[index] /= 2 }
    }
}

/// The silences of somebody in one place: at its exits, where one node may be all that hears them, they are
/// others than elsewhere.
struct SilenceHabits: Hashable, Sendable, Codable {
    private var exits = SilenceHabit()
    private var elsewhere = SilenceHabit()

    subscript(atExit atExit: Bool) -> SilenceHabit {
        get { atExit ? exits : elsewhere }
        set { if atExit { exits = newValue } else { elsewhere = newValue } }
    }
}

/// A list of numbers, the presence first: it is written with each change of its user.
extension SilenceHabit: Codable {
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        presence = try list.decode(Double.self)
        for index in counts.indices { counts[index] = try list.decode(Double.self) }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(presence)
        for count in counts { try list.encode(count) }
    }
}
