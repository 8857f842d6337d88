import RoostCore
import SeededRandom

/// The contact sensors at the front doors: openings by the family, by others, and by nobody.
struct Doors: Sendable {
    /// The reports of the sensors that are still unread, the last first.
    private(set) var reports: [(time: Double, node: ID<Node>, isOpen: Bool)] = []
    private let outages: [[Outages.Span]]
    private var chance: SeededRandom

    /// The gap between people up to which they leave it open, in seconds.
    private static let heldOpen = 1.5
    /// The delay of a sensor's message, in seconds.
    private static let way = 0.1...0.6
    /// How often a day the home's door is opened for others, and how often a family member is in
    /// the hall.
    private static let strangers = 3
    private static let answered = 0.4
    /// Seconds between two colleagues at the office's door in working hours.
    private static let colleagues = 120.0...900.0

    init(of buildings: [Building], seed: UInt64) {
        var chance = SeededRandom(seed: seed)
        // An empty battery is noticed some days later.
        outages = buildings.map { _ in
            let begin = chance.within(0...365) * 86_400
            return [begin...begin + chance.within(1...4) * 86_400]
        }
        self.chance = chance
    }

    /// Adds the doors' openings of one more day.
    mutating func gather(day: Int, of life: Life) {
        let midnight = Double(day) * 86_400
        for (building, frame) in life.buildings.enumerated() {
            let today = midnight..<midnight + 86_400
            var spans = life.walkers.flatMap(\.passages)
                .filter { $0.building == building && today.contains($0.time.lowerBound) }
                .map(\.time)
            spans += building == Life.home ? visits(midnight, life) : colleagues(day)
            guard let hall = frame.rooms.first else { continue }
            let node = frame.node(in: hall)
            for span in merged(spans) where !Outages.holds(outages[building], at: span.upperBound) {
                for (time, isOpen) in [(span.lowerBound, true), (span.upperBound, false)]
                where !chance.happens(0.005) {
                    reports.append((time + chance.within(Self.way), node, isOpen))
                }
            }
        }
        reports.sort { $0.time > $1.time }
    }

    mutating func next(until time: Double) -> (node: ID<Node>, isOpen: Bool)? {
        guard let last = reports.last, last.time <= time else { return nil }
        reports.removeLast()
        return (last.node, last.isOpen)
    }

    /// Guests, parcels, and looking outside: sometimes a family member stands in the hall.
    private mutating func visits(_ midnight: Double, _ life: Life) -> [ClosedRange<Double>] {
        let stays = life.walkers.flatMap(\.legs).filter {
            $0.building == Life.home && $0.room == 0 && $0.speed == 0
                && $0.from > midnight + 25_000 && $0.to < midnight + 80_000
        }
        return (0..<Self.strangers).map { _ in
            var begin = midnight + chance.within(25_000...80_000)
            if !stays.isEmpty, chance.happens(Self.answered) {
                let stay = chance.pick(stays)
                begin = chance.within(stay.from...stay.to)
            }
            return begin...begin + chance.within(2...60)
        }
    }

    private mutating func colleagues(_ day: Int) -> [ClosedRange<Double>] {
        guard day % 7 < 5 else { return [] }
        var (spans, time) = ([ClosedRange<Double>](), Double(day) * 86_400 + 25_200)
        while time < Double(day) * 86_400 + 68_400 {
            time += chance.within(Self.colleagues)
            spans.append(time...time + chance.within(2...6))
        }
        return spans
    }

    /// A door is open or closed, regardless of who passes.
    private func merged(_ spans: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound < last.upperBound + Self.heldOpen {
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}
