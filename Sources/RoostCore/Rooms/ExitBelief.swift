import Glibc

/// How likely it is that a beacon went out by an exit, even while nodes still hear it from inside.
///
/// It is the "not here" beside the rooms of `RoomBelief`, as a filter of two states: a beacon in a
/// room with an exit may go out, an outside one is heard weakly and then not at all, and one heard
/// plainly is not out. How long silence takes to decide depends on what was known when it began.
public struct ExitBelief: Hashable, Sendable {
    /// How likely it is out, in 0...1; in single precision, as every beacon has one of these.
    private var outside: Float = 0
    /// How likely it is in a room with an exit and may go out, in 0...1.
    private var doorway: Float = 0

    init() {}

    /// Restores what was kept, two probabilities in 0...1.
    public init(outside: Double, doorway: Double) {
        self.outside = Float(min(Self.mostCertain, max(0, outside)))
        self.doorway = Float(min(1, max(0, doorway)))
    }

    /// Mean seconds until somebody at an exit goes out.
    private static let passage = 40.0
    /// Who has stayed in a room for longer than this seldom goes out by its exit, in seconds.
    private static let lingering = 180.0
    /// How often they do, as a share of how often others do.
    private static let lingerer = 0.1
    /// Mean seconds until somebody who is out and walks on is out of hearing.
    private static let earshot = 20.0
    /// How much each missed reading adds to the odds of being out, as a logarithm.
    private static let evidence = 0.45
    /// The most that all readings missed of one beacon add: tags fall silent inside as well.
    private static let mostEvidence = 5.7
    /// The most that several beacons add: they may also have gone to a corner that no node hears.
    private static let mostEvidenceTogether = 9.0
    /// The odds at which it is out.
    private static let certainty = 20.0
    /// A factor on those odds, since tags fall silent at doors as well.
    private static let caution = 0.3
    /// Nothing that is heard makes it more certain.
    private static let mostCertain = 0.999
    /// A beacon less likely than this at an exit is not weighed, unless it may be out.
    private static let hint = 0.01
    /// How likely it must be out for that.
    private static let trace = 1e-5
    /// The time at the onset of silence in which it may have gone out, in seconds.
    private static let gap = 10.0

    /// Takes in what is heard now.
    ///
    /// - Parameters:
    ///   - ratio: How much better being outside explains it than the rooms do.
    ///   - weight: How much of this is news, in 0...1.
    ///   - atExit: The probability of a room with an exit, in 0...1.
    ///   - stay: Seconds it has been in its room; `nil` if it came in there.
    ///   - elapsed: Seconds since the last step.
    mutating func step(
        ratio: Double, weight: Double, atExit: Double, stay: Double?, elapsed: Double
    ) {
        let pace = stay.map { $0 > Self.lingering ? Self.lingerer : 1 } ?? 0
        let leaving = 1 - exp(-elapsed * pace / Self.passage)
        let prior = Double(outside) + (1 - Double(outside)) * Double(doorway) * leaving
        let remaining = exp(-elapsed / Self.earshot)
        let odds =
            prior / max(1e-9, 1 - prior) * pow(min(1e3, max(1e-3, ratio)), weight) * remaining
        outside = Float(min(Self.mostCertain, odds / (1 + odds)))
        doorway = Float(atExit * pace)
    }

    /// The probability that it is already out, in 0...1.
    public var probability: Double { Double(outside) }

    /// The probability that it is where it may go out next, in 0...1.
    public var chance: Double { Double(doorway) }

    /// Whether there is anything to weigh for a beacon that is at an exit this likely.
    func isInDoubt(atExit: Double) -> Bool {
        max(atExit, Double(doorway)) > Self.hint || Double(outside) > Self.trace
    }

    /// The probability that it had gone out when silence began, in 0...1.
    private var prior: Double {
        let leaving = 1 - exp(-Self.gap / Self.passage)
        return Double(outside) + (1 - Double(outside)) * Double(doorway) * leaving
    }

    /// How many readings must be missed until it is out; `nil` if it did not go to an exit.
    var missesUntilOut: Double? {
        let needed = Self.needed(prior)
        return needed <= Self.mostEvidence ? max(0, needed) / Self.evidence : nil
    }

    /// The probability that somebody went out, by the readings missed of each of their beacons and of
    /// the things that fell silent with them, in 0...1.
    ///
    /// One tag may have fallen asleep; several hardly do so at the same moment.
    ///
    /// - Parameters:
    ///   - least: A lower bound on the probability that they were on their way out as silence
    ///     began.
    ///   - weight: How much likelier other evidence makes it.
    static func probability(
        of silences: [(exit: ExitBelief, misses: Double)], atLeast least: Double = 0,
        weight: Double = 1
    ) -> Double {
        let missed = silences.reduce(0) { $0 + min(mostEvidence, evidence * $1.misses) }
        let prior = max(least, silences.map(\.exit.prior).max() ?? 0)
        let odds =
            weight * caution * prior / max(1e-9, 1 - prior) * exp(min(mostEvidenceTogether, missed))
        return odds / (1 + odds)
    }

    /// Whether that is enough to say so.
    ///
    /// - Parameter weight: How much likelier other evidence makes it.
    static func isCertain(_ probability: Double, weight: Double) -> Bool {
        isCertain(odds: weight * probability / max(1e-9, 1 - probability))
    }

    static func isCertain(odds: Double) -> Bool { odds > certainty }

    /// The evidence that silence must give, as a logarithm.
    private static func needed(_ prior: Double) -> Double {
        prior > 0 ? log(certainty / caution * (1 - prior) / prior) : .infinity
    }
}
