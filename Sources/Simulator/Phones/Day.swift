import RoostCore
import SeededRandom

/// The days of one phone.
public struct Day: Sendable {
    public let town: Town
    public let messages: [Phone.Message]
    let diary: Diary
    let phone: Phone

    static let start = Timestamp(milliseconds: 1_790_000_000_000)

    public init(seed: UInt64, days: Int, phone: Phone) {
        var chance = SeededRandom(seed: seed)
        let origin = Town.origins[Int(seed % UInt64(Town.origins.count))]
        town = Town(around: origin, seed: seed, &chance)
        diary = Diary(days: days, in: town, &chance)
        messages = phone.messages(of: diary, in: town, start: Self.start, &chance)
        self.phone = phone
    }

    public func score(_ rule: Rule) -> Score {
        var score = Score()
        score.add(
            rule.claims(messages, in: town), messages, diary, of: phone, in: town,
            start: Self.start)
        return score
    }
}
