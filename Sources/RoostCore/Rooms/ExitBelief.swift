import Glibc

/// How likely it is that a beacon went out by an exit, also while nodes still hear it from within.
///
/// It is the "not here" beside the rooms of `RoomBelief`, as a filter of two states: whoever is in a room
/// with an exit may go out, what is out is heard weakly and then not at all, and what is heard plainly is
/// not out. How long it takes until silence decides depends on what was known when it began.
struct ExitBelief: Hashable, Sendable {
    /// That it is out, and that it is in a room with an exit and may go out, in 0...1.
    ///
    /// In single precision: there is one of these for each beacon.
    private var outside: Float = 0
    private var doorway: Float = 0

    /// Who is at an exit goes out about once in so many seconds, and seldom who stays there for longer.
    private static let passage = 40.0
    private static let lingering = 180.0
    private static let lingerer = 0.1
    /// Who is out and walks on is out of hearing after about so many seconds.
    private static let earshot = 20.0
    /// How much more likely each missed reading makes it that a beacon is out, as a logarithm, and how much
    /// all of them together: tags fall silent within as well.
    private static let evidence = 0.45
    private static let mostEvidence = 5.7
    /// The same for several beacons: they may also have been carried to a corner that no node hears.
    private static let mostEvidenceTogether = 9.0
    /// The odds at which it is out.
    private static let certainty = 20.0
    /// How much less likely it is than that, for tags fall silent at doors as well.
    private static let caution = 0.3
    /// What is less likely at an exit, or out, is not looked at more closely.
    private static let hint = 0.01
    private static let trace = 1e-5
    /// In which it may have gone out, when silence has begun, in seconds.
    private static let gap = 10.0

    /// Takes in what is heard now.
    ///
    /// - Parameters:
    ///   - ratio: How much better it is explained by being outside than by the rooms.
    ///   - weight: How much of this is news, in 0...1.
    ///   - atExit: How likely it is in a room with an exit, in 0...1.
    ///   - stay: For how long it has been in its room, in seconds; `nil` where it came in there.
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
        outside = Float(min(0.999, odds / (1 + odds)))
        doorway = Float(atExit * pace)
    }

    /// How likely it is out already, in 0...1.
    var probability: Double { Double(outside) }

    /// Whether there is anything to weigh of a beacon that is so likely at an exit.
    func isInDoubt(atExit: Double) -> Bool {
        max(atExit, Double(doorway)) > Self.hint || Double(outside) > Self.trace
    }

    /// How likely it had gone out when silence began, in 0...1.
    private var prior: Double {
        let leaving = 1 - exp(-Self.gap / Self.passage)
        return Double(outside) + (1 - Double(outside)) * Double(doorway) * leaving
    }

    /// How many readings must be missed until it is out; `nil` for what did not go to an exit.
    var missesUntilOut: Double? {
        let needed = Self.needed(prior)
        return needed <= Self.mostEvidence ? max(0, needed) / Self.evidence : nil
    }

    /// How likely somebody went out, by the readings missed of each of their own beacons, and of the
    /// things that fell silent with them, in 0...1.
    ///
    /// One tag may have fallen asleep; several did so hardly at the same moment.
    ///
    /// - Parameter least: How likely they were on their way out as silence began, whatever was heard of them.
    static func probability(
        _ own: [(exit: ExitBelief, misses: Double)],
        with things: [(exit: ExitBelief, misses: Double)], atLeast least: Double = 0
    ) -> Double {
        let missed = (own + things).reduce(0) { $0 + min(mostEvidence, evidence * $1.misses) }
        let prior = max(least, (own + things).map(\.exit.prior).max() ?? 0)
        let odds = caution * prior / max(1e-9, 1 - prior) * exp(min(mostEvidenceTogether, missed))
        return odds / (1 + odds)
    }

    /// Whether that is enough to say so.
    ///
    /// - Parameter weight: How much likelier other things make it.
    static func isCertain(_ probability: Double, weight: Double) -> Bool {
        isCertain(odds: weight * probability / max(1e-9, 1 - probability))
    }

    static func isCertain(odds: Double) -> Bool { odds > certainty }

    /// How much silence must tell, as a logarithm.
    private static func needed(_ prior: Double) -> Double {
        prior > 0 ? log(certainty / caution * (1 - prior) / prior) : .infinity
    }
}
