import RoostCore
import SeededRandom

/// The accuracy of a rule over the days of one or more phones.
public struct Score: Sendable {
    public private(set) var hours = 0.0
    public private(set) var stays = 0
    public private(set) var falseLeaves = 0
    public private(set) var missed = 0
    public private(set) var wrong = 0
    /// Seconds from the true moment to the reported one.
    public private(set) var entering: [Double] = []
    public private(set) var leaving: [Double] = []
    /// The faults, for finding their reasons.
    public private(set) var faults: [String] = []

    public init() {}

    /// Shorter stays than this are not judged, in seconds.
    private static let shortest = 300.0
    /// For this long before its end it is open whether a stay has ended, in seconds.
    private static let slack = 60.0

    mutating func add(
        _ claims: [Claim], _ messages: [Phone.Message], _ diary: Diary, of phone: Phone,
        in town: Town, start: Timestamp
    ) {
        func seconds(_ time: Timestamp) -> Double {
            time.seconds(since: start) - min(0, phone.clock)
        }
        let end = messages.last.map { seconds($0.fix.time) } ?? 0
        let told = claims.map { claim in
            (
                place: claim.place.rawValue, from: seconds(claim.from),
                to: claim.to.map(seconds) ?? end + 1
            )
        }
        let fixes = Set(messages.map { seconds($0.fix.time) })
        let truth = diary.entries.filter { $0.place != nil && $0.from < end }
        for stay in truth {
            let name = Self.id(stay.place)
            let length = min(stay.to, end) - stay.from
            let heard = fixes.count { stay.from <= $0 && $0 <= stay.to }
            let own = told.filter { $0.place == name && $0.from < stay.to && stay.from < $0.to }
            for claim in own where claim.to < min(stay.to, end) - Self.slack {
                guard claim.to > stay.from + Self.slack || own.count > 1 else { continue }
                falseLeaves += 1
                faults.append(
                    "\(town.seed) \(phone.name): left \(name) at \(Int(claim.to)) of \(Int(stay.from))…\(Int(stay.to))"
                )
            }
            guard length >= Self.shortest, heard >= 2 else { continue }
            hours += length / 3600
            stays += 1
            if let first = own.first, let last = own.last {
                entering.append(max(0, first.from - stay.from))
                if last.to <= end { leaving.append(max(0, last.to - stay.to)) }
            } else {
                missed += 1
                faults.append(
                    "\(town.seed) \(phone.name): missed \(name) \(Int(stay.from))…\(Int(stay.to)), \(heard) fixes"
                )
            }
        }
        for claim in told {
            let isTrue = truth.contains {
                Self.id($0.place) == claim.place && $0.from - Self.slack < claim.to
                    && claim.from < $0.to + Self.slack
            }
            if !isTrue {
                wrong += 1
                faults.append(
                    "\(town.seed) \(phone.name): claimed \(claim.place) \(Int(claim.from))…\(Int(claim.to))"
                )
            }
        }
    }

    mutating func add(_ other: Score) {
        hours += other.hours
        stays += other.stays
        falseLeaves += other.falseLeaves
        missed += other.missed
        wrong += other.wrong
        entering += other.entering
        leaving += other.leaving
        faults += other.faults
    }

    private static func id(_ name: String?) -> String { name?.filter { $0 != " " } ?? "" }

    /// The median and the 90th percentile, in seconds.
    static func spread(_ delays: [Double]) -> (median: Double, tail: Double) {
        let sorted = delays.sorted()
        guard !sorted.isEmpty else { return (0, 0) }
        return (sorted[sorted.count / 2], sorted[sorted.count * 9 / 10])
    }
}

/// Simulated phones for some seeds, and each rule's score on the same messages.
public struct Scoreboard: Sendable {
    public private(set) var scores: [(phone: String, rule: Rule, score: Score)] = []

    public init(
        seeds: some Sequence<UInt64>, days: Int, phones: [Phone] = Phone.kinds,
        rules: [Rule] = Rule.allCases
    ) {
        for phone in phones { for rule in rules { scores.append((phone.name, rule, Score())) } }
        for seed in seeds {
            for (index, phone) in phones.enumerated() {
                let day = Day(seed: seed &* 1000 &+ UInt64(index), days: days, phone: phone)
                for (offset, rule) in rules.enumerated() {
                    scores[index * rules.count + offset].score.add(day.score(rule))
                }
            }
        }
    }

    public func total(_ rule: Rule) -> Score {
        scores.filter { $0.rule == rule }.reduce(into: Score()) { $0.add($1.score) }
    }

    public var table: String {
        var lines = [
            "| phone | rule | hours | stays | false leaves | missed | wrong | enter s, p90 | leave s, p90 |",
            "| --- | --- | --: | --: | --: | --: | --: | --: | --: |",
        ]
        func line(_ name: String, _ rule: Rule, _ score: Score) -> String {
            let (enter, leave) = (Score.spread(score.entering), Score.spread(score.leaving))
            return "| \(name) | \(rule.rawValue) | \(Int(score.hours)) | \(score.stays) "
                + "| \(score.falseLeaves) | \(score.missed) | \(score.wrong) "
                + "| \(Int(enter.median)), \(Int(enter.tail)) "
                + "| \(Int(leave.median)), \(Int(leave.tail)) |"
        }
        for entry in scores { lines.append(line(entry.phone, entry.rule, entry.score)) }
        var rules: [Rule] = []
        for entry in scores where !rules.contains(entry.rule) { rules.append(entry.rule) }
        for rule in rules { lines.append(line("**all**", rule, total(rule))) }
        return lines.joined(separator: "\n")
    }
}

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
