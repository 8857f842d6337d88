/// Whether a thing goes where its owner goes, by what happened to both so far.
///
/// Somebody who registers a household's things may own what others take.
struct Belonging: Hashable, Sendable, Codable {
    /// How often it went along as its owner left.
    private var along = 0
    /// How often it went while its owner is known to have stayed.
    private var without = 0
    /// How often it went along when nobody else left who might have had it; `nil` if an earlier
    /// version did not count that.
    private var alone: Int?
    /// When it was last heard before the latest counted going.
    private var counted: Timestamp?

    /// How often it must have gone along to tell of its owner.
    private static let enough = 3
    /// How many times as often as without its owner.
    private static let share = 9
    /// Within this many seconds it is the same going.
    private static let pavement = 300.0
    /// At this many goings the counts are halved, so that recent ones count more.
    private static let most = 60

    /// Whether its going tells that its owner went.
    var tellsOfOwner: Bool { along >= Self.enough && along >= Self.share * without }

    /// The same if somebody else left then too, since they hardly ever had it before.
    var isNobodyElses: Bool { alone ?? 0 >= Self.share * (1 + without) }

    /// Whether others had it before.
    var wentWithOthers: Bool { without > 0 }

    /// Who left together with it.
    enum Company { case owner, ownerAndOthers, others }

    /// Counts a going once: a thing heard once more from the pavement does not go again.
    ///
    /// - Parameter moment: When it was last heard.
    mutating func noteGoing(with company: Company, at moment: Timestamp) {
        guard counted.map({ abs(moment.seconds(since: $0)) > Self.pavement }) ?? true
        else { return }
        counted = moment
        if company == .others { without += 1 } else { along += 1 }
        if company == .owner { alone = (alone ?? 0) + 1 }
        guard along + without >= Self.most else { return }
        // A single going without the owner is not halved away.
        (along, alone, without) = (along / 2, alone.map { $0 / 2 }, (without + 1) / 2)
    }
}
