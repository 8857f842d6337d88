/// Whether a thing goes where its owner goes, by what became of both so far.
///
/// Who keeps the books of a household may own what others take.
struct Belonging: Hashable, Sendable, Codable {
    /// How often it went along as its owner left, and how often it went while they are known to have stayed.
    private var along = 0
    private var without = 0
    /// When it was heard last before the going that was counted last.
    private var counted: Timestamp?

    /// So often it must have gone along, and so many times as often as without its owner.
    private static let enough = 3
    private static let share = 9
    /// Then both are halved, so that what was of late counts more.
    private static let most = 60

    /// Whether its going tells that its owner went.
    var tellsOfOwner: Bool { along >= Self.enough && along >= Self.share * without }

    /// The same though somebody else went by the same door, who would have had it for the first time, or hardly ever
    /// before.
    var isNobodyElses: Bool { along >= 2 * Self.share * (1 + without) }

    /// Counts a going once.
    ///
    /// - Parameters:
    ///   - isAlong: Whether its owner went too.
    ///   - moment: When it was heard last.
    mutating func noteGoing(isAlong: Bool, at moment: Timestamp) {
        guard counted != moment else { return }
        counted = moment
        if isAlong { along += 1 } else { without += 1 }
        if along + without >= Self.most { (along, without) = (along / 2, without / 2) }
    }
}
