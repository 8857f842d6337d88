import RoostCore

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
        let told: [Told] = claims.map { claim in
            (claim.place.rawValue, seconds(claim.from), claim.to.map(seconds) ?? end + 1)
        }
        let fixes = Set(messages.map { seconds($0.fix.time) })
        let truth = diary.entries.filter { $0.place != nil && $0.from < end }
        var new: [String] = []
        for stay in truth {
            let heard = fixes.count { stay.from <= $0 && $0 <= stay.to }
            new += judge(stay, told, heard: heard, until: end)
        }
        for claim in told where !Self.isTrue(claim, by: truth) {
            wrong += 1
            new.append("claimed \(claim.place) \(Int(claim.from))…\(Int(claim.to))")
        }
        faults += new.map { "\(town.seed) \(phone.name): \($0)" }
    }

    /// A claim in seconds, like the truth.
    private typealias Told = (place: String, from: Double, to: Double)

    /// - Parameter heard: How many fixes the phone sent meanwhile.
    /// - Returns: What was wrong.
    private mutating func judge(
        _ stay: Diary.Entry, _ told: [Told], heard: Int, until end: Double
    ) -> [String] {
        let name = Self.id(stay.place)
        let span = "\(Int(stay.from))…\(Int(stay.to))"
        let length = min(stay.to, end) - stay.from
        let own = told.filter { $0.place == name && $0.from < stay.to && stay.from < $0.to }
        var faults: [String] = []
        for claim in own where claim.to < min(stay.to, end) - Self.slack {
            guard claim.to > stay.from + Self.slack || own.count > 1 else { continue }
            falseLeaves += 1
            faults.append("left \(name) at \(Int(claim.to)) of \(span)")
        }
        guard length >= Self.shortest, heard >= 2 else { return faults }
        hours += length / 3600
        stays += 1
        if let first = own.first, let last = own.last {
            entering.append(max(0, first.from - stay.from))
            if last.to <= end { leaving.append(max(0, last.to - stay.to)) }
        } else {
            missed += 1
            faults.append("missed \(name) \(span), \(heard) fixes")
        }
        return faults
    }

    private static func isTrue(_ claim: Told, by truth: [Diary.Entry]) -> Bool {
        truth.contains {
            id($0.place) == claim.place && $0.from - slack < claim.to
                && claim.from < $0.to + slack
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
