/// Whether a thing goes where its owner goes, by what became of both so far.
///
/// Who keeps the books of a household may own what others take.
struct Belonging: Hashable, Sendable, Codable {
    /// How often it went along as its owner left, and how often it went while they are known to have stayed.
    private var along = 0
    private var without = 0
    /// How often it went along while nobody else left who might have had it; `nil` where an earlier version did not
    /// count that.
    private var alone: Int?
    /// When it was heard last before the going that was counted last.
    private var counted: Timestamp?

    /// So often it must have gone along, and so many times as often as without its owner.
    private static let enough = 3
    private static let share = 9
    /// Within so many seconds it is the same going.
    private static let pavement = 300.0
    /// Then both are halved, so that what was of late counts more.
    private static let most = 60

    /// Whether its going tells that its owner went.
    var tellsOfOwner: Bool { along >= Self.enough && along >= Self.share * without }

    /// The same though somebody else left then too, who hardly ever had it before.
    var isNobodyElses: Bool { alone ?? 0 >= Self.share * (1 + without) }

    /// Who went as it did.
    enum Company { case owner, ownerAndOthers, others }

    /// Counts a going once: what is heard once more from the pavement goes no second time.
    ///
    /// - Parameter moment: When it was heard last.
    mutating func noteGoing(with company: Company, at moment: Timestamp) {
        guard counted.map({ abs(moment.seconds(since: $0)) > Self.pavement }) ?? true
        else { return }
        counted = moment
        if company == .others { without += 1 } else { along += 1 }
        if company == .owner { alone = (alone ?? 0) + 1 }
        guard along + without >= Self.most else { return }
        // What happened once is not forgotten by half.
        (along, alone, without) = (along / 2, alone.map { $0 / 2 }, (without + 1) / 2)
    }
}
