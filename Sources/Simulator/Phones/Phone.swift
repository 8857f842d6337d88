public import RoostCore
import SeededRandom

/// A kind of phone: when it reports its position, and its errors.
public struct Phone: Sendable {
    public var name: String
    /// Seconds between two fixes while it reports regularly.
    var interval: ClosedRange<Double>
    /// The distance in metres after which it reports; `nil` for reporting by time.
    var displacement: Double?
    /// Seconds between two reports of a phone at rest.
    var ping: Double
    /// How often a stay indoors shows drift, in episodes per hour.
    var drifts: Double
    /// The share of drifts with a false, small accuracy.
    var lies: Double
    /// The share of indoor fixes from a radio cell.
    var cells: Double
    /// The share of indoor time without any fix.
    var losses: Double
    var tellsAccuracy = true
    var tellsSpeed = true
    var tellsActivity = false
    /// Whether some fixes reach the gateway long after they were taken.
    var isQueued = false
    /// The phone's clock minus the true one, in seconds.
    var clock = 0.0
    /// The places whose boundaries the phone itself watches, and reports late.
    var crossings: [String] = []

    public static let kinds: [Phone] = [
        Phone(
            name: "logger", interval: 2...5, displacement: nil, ping: 5, drifts: 1.5, lies: 0.5,
            cells: 0, losses: 0.3, tellsSpeed: false),
        Phone(
            name: "bare logger", interval: 5...30, displacement: nil, ping: 30, drifts: 1,
            lies: 0.5, cells: 0, losses: 0.4, tellsAccuracy: false, tellsSpeed: false),
        Phone(
            name: "move mode", interval: 20...60, displacement: nil, ping: 60, drifts: 1,
            lies: 0.4, cells: 0.03, losses: 0.1),
        Phone(
            name: "significant", interval: 30...60, displacement: 200, ping: 3600, drifts: 0.7,
            lies: 0.5, cells: 0.02, losses: 0.1, isQueued: true),
        Phone(
            name: "pinging", interval: 30...60, displacement: 100, ping: 900, drifts: 1,
            lies: 0.5, cells: 0.03, losses: 0.1, tellsSpeed: false, clock: -140),
        Phone(
            name: "sleeper", interval: 40...90, displacement: 500, ping: 4 * 3600, drifts: 0.4,
            lies: 0.4, cells: 0.02, losses: 0.2, tellsActivity: true, isQueued: true),
        Phone(
            name: "wifi", interval: 60...180, displacement: nil, ping: 180, drifts: 1.5,
            lies: 0.6, cells: 0.02, losses: 0, tellsSpeed: false, clock: 90),
    ]

    /// A fix on its way.
    public struct Message: Sendable {
        public var fix: Fix
        /// When it reaches the gateway.
        public var arrival: Timestamp
    }

    /// What is wrong with the phone's positions for a while.
    private enum Trouble {
        case none
        case drift(Vector, accuracy: Double)
        case lost
    }

    /// All messages of the phone for the days of a diary, in the order of their arrival.
    func messages(
        of diary: Diary, in town: Town, start: Timestamp, _ chance: inout SeededRandom
    ) -> [Message] {
        guard let end = diary.entries.last?.to else { return [] }
        var messages: [Message] = []
        var (time, index) = (diary.entries.first?.from ?? 0, 0)
        var wobble = Vector(east: 0, north: 0)
        var (trouble, troubleEnd) = (Trouble.none, 0.0)
        var reported: (time: Double, position: Vector)?
        var tunnelEnd = 0.0
        while time < end, let entry = diary.entry(at: time, from: &index) {
            defer { time += chance.within(interval) }
            let share = entry.to > entry.from ? (time - entry.from) / (entry.to - entry.from) : 0
            let truth = entry.start + (entry.end - entry.start) * share
            if time >= troubleEnd {
                (trouble, troubleEnd) = nextTrouble(entry, at: time, &chance)
            }
            if case .lost = trouble { continue }
            let measured = reading(of: truth, entry, trouble, &wobble, &chance)
            let report = report(of: measured.position, at: time, after: reported, &chance)
            guard let report else { continue }
            reported = (time, report.position)
            var fix = Fix(
                coordinate: town.point(report.position),
                accuracy: tellsAccuracy ? measured.accuracy.rounded() : nil,
                time: start.advanced(bySeconds: (time + clock).rounded()))
            addMotion(to: &fix, entry, trouble, &chance)
            let delay = delay(at: time, &tunnelEnd, &chance)
            let arrival = start.advanced(bySeconds: time + delay)
            if arrival < fix.time {
                fix.claimedTime = fix.time
                fix.time = arrival
            }
            if report.isPing { fix.pinged = fix.time }
            messages.append(Message(fix: fix, arrival: arrival))
            if chance.happens(0.03) {
                messages.append(
                    Message(fix: fix, arrival: arrival.advanced(bySeconds: chance.within(0...4))))
            }
        }
        messages += crossings(of: diary, in: town, start: start, &chance)
        return messages.enumerated()
            .sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
            .map(\.element)
    }

    /// What the phone tells of a position; `nil` if it has told enough.
    private func report(
        of position: Vector, at time: Double, after last: (time: Double, position: Vector)?,
        _ chance: inout SeededRandom
    ) -> (position: Vector, isPing: Bool)? {
        guard let displacement else { return (position, false) }
        let moved = last.map { (position - $0.position).length } ?? .infinity
        let age = last.map { time - $0.time } ?? .infinity
        guard moved >= displacement || age >= ping else { return nil }
        let isPing = moved < displacement
        // A ping may report the last known position as if it were current.
        if isPing, let last, chance.happens(0.5) { return (last.position, true) }
        return (position, isPing)
    }

    /// How long a fix is on its way: after a tunnel they come together, and a phone without a
    /// network queues for long.
    private func delay(
        at time: Double, _ tunnelEnd: inout Double, _ chance: inout SeededRandom
    ) -> Double {
        if isQueued, time >= tunnelEnd, chance.happens(0.01) {
            tunnelEnd = time + chance.within(60...5400)
        }
        return time < tunnelEnd ? tunnelEnd - time : chance.within(0.2...3)
    }

    /// Where the phone takes itself to be, and how accurate it says that is, in metres.
    private func reading(
        of truth: Vector, _ entry: Diary.Entry, _ trouble: Trouble, _ wobble: inout Vector,
        _ chance: inout SeededRandom
    ) -> (position: Vector, accuracy: Double) {
        let accuracy = entry.isIndoors ? chance.within(8...40) : chance.within(3...14)
        wobble = wobble * 0.8 + chance.vector(abs(chance.bell())) * (0.3 * accuracy)
        guard entry.isIndoors else { return (truth + wobble, accuracy) }
        if case .drift(let offset, let claimed) = trouble {
            return (truth + wobble + offset, claimed)
        }
        guard chance.happens(cells) else { return (truth + wobble, accuracy) }
        let ofCell = chance.within(800...3000)
        return (truth + chance.vector(ofCell * abs(chance.bell()) * 0.5), ofCell)
    }

    /// Adds what the phone says of its speed, and of what its user does.
    private func addMotion(
        to fix: inout Fix, _ entry: Diary.Entry, _ trouble: Trouble, _ chance: inout SeededRandom
    ) {
        if tellsSpeed {
            var speed = max(0, entry.speed + 0.3 * chance.bell())
            if entry.isIndoors, case .drift = trouble { speed = chance.within(0...1.6) }
            if entry.isIndoors, case .none = trouble { speed = 0 }
            fix.speed = (speed * 3.6).rounded() / 3.6
        }
        if tellsActivity, chance.happens(0.8) {
            fix.activity = entry.speed > 3 ? .vehicle : entry.speed > 0 ? .walking : .still
        }
    }

    /// A phone's own geofences wake it some time after it crossed them.
    private func crossings(
        of diary: Diary, in town: Town, start: Timestamp, _ chance: inout SeededRandom
    ) -> [Message] {
        guard !crossings.isEmpty else { return [] }
        var messages: [Message] = []
        for (last, next) in zip(diary.entries, diary.entries.dropFirst())
        where last.place != next.place {
            for (place, isEntering) in [(last.place, false), (next.place, true)] {
                guard let place, crossings.contains(place) else { continue }
                let time = next.from + chance.within(isEntering ? 5...90 : 40...180)
                guard let then = diary.entries.last(where: { $0.from <= time }) else { continue }
                // A return before the phone noticed is not reported.
                guard isEntering == (then.place == place) else { continue }
                let share = min(1, (time - then.from) / max(0.001, then.to - then.from))
                let accuracy = chance.within(10...65).rounded()
                let truth = then.start + (then.end - then.start) * share
                var fix = Fix(
                    coordinate: town.point(
                        truth + chance.vector(abs(chance.bell()) * accuracy * 0.5)),
                    accuracy: accuracy,
                    time: start.advanced(bySeconds: (time + clock).rounded()))
                fix.crossing = Fix.Crossing(isEntering: isEntering, region: place)
                messages.append(
                    Message(
                        fix: fix, arrival: start.advanced(bySeconds: time + chance.within(0.3...3)))
                )
            }
        }
        return messages
    }

    private func nextTrouble(
        _ entry: Diary.Entry, at time: Double, _ chance: inout SeededRandom
    ) -> (Trouble, until: Double) {
        guard entry.isIndoors else { return (.none, time + 1) }
        let roll = chance.fraction()
        let length = chance.within(120...900)
        // The shares of indoor time, which is looked at every few minutes.
        if roll < drifts * 0.03 {
            let accuracy = chance.happens(lies) ? chance.within(10...45) : chance.within(60...200)
            let distance = chance.within(50...200)
            return (.drift(chance.vector(distance), accuracy: accuracy), time + length)
        }
        if roll < drifts * 0.03 + losses * 0.3 { return (.lost, time + length) }
        return (.none, time + chance.within(120...600))
    }
}
