import RoostCore
import SeededRandom

/// A phone that reports on the way and seldom at rest, and keeps what it cannot send.
struct WanderersPhone {
    let offline: [ClosedRange<Double>]
    private var queue: [Fix] = []
    private var last = -1e9

    init(offline: [ClosedRange<Double>]) { self.offline = offline }

    mutating func look(
        at person: Wanderer, _ second: Double, _ random: inout SeededRandom,
        liesAtHome: Bool = false
    ) {
        let isUnderWay = person.isMoving && !person.isHome && !liesAtHome
        guard second - last >= (isUnderWay ? person.period : person.pause) || last < 0 else {
            return
        }
        last = second
        let error = 0.5 * person.accuracy * random.bell()
        let metres = liesAtHome ? 0 : person.metres
        var fix = Fix(
            coordinate: House.home.north(metres + error), accuracy: person.accuracy,
            time: House.start.advanced(bySeconds: second))
        if person.tellsSpeed { fix.speed = isUnderWay ? person.speed : 0 }
        queue.append(fix)
    }

    mutating func send(at second: Double) -> [Fix] {
        guard !offline.contains(where: { $0.contains(second) }) else { return [] }
        defer { queue = [] }
        return queue
    }
}

/// A watch that goes along, or a tablet that lies at home.
struct OtherDevice {
    let name: String
    var phone: WanderersPhone

    init?(offline: [ClosedRange<Double>], using random: inout SeededRandom) {
        switch random.fraction() {
        case ..<0.25: name = "watch"
        case ..<0.5: name = "tablet"
        default: return nil
        }
        phone = WanderersPhone(offline: offline)
    }

    mutating func look(at person: Wanderer, _ second: Double, _ random: inout SeededRandom) {
        phone.look(at: person, second, &random, liesAtHome: name == "tablet")
    }
}
