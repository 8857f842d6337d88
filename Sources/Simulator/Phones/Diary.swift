import SeededRandom

/// A person's true movements: stays in places and elsewhere, and the ways between them.
struct Diary: Sendable {
    struct Entry: Sendable {
        /// `nil` on the way, and in a place without a name.
        var place: String?
        /// In seconds.
        var from: Double
        var to: Double
        var start: Vector
        var end: Vector
        var speed: Double
        var isIndoors: Bool
    }

    private(set) var entries: [Entry] = []
    private var time = 0.0
    private var spot: Vector

    /// A diary with the given entries, sorted by time.
    init(entries: [Entry]) {
        self.entries = entries
        spot = entries.last?.end ?? Vector(east: 0, north: 0)
    }

    init(days: Int, in town: Town, _ chance: inout SeededRandom) {
        spot = town.centers["home"] ?? Vector(east: 0, north: 0)
        for day in 0..<days {
            let midnight = Double(day) * 86_400
            func until(_ hour: Double) -> Double { midnight + hour * 3600 }
            stay(in: "home", until: until(chance.within(6.5...8)))
            if day % 7 < 5 {
                if chance.happens(0.5) { visit("bakery", town, minutes: 5.5...10, &chance) }
                if chance.happens(0.4) { visit("school", town, minutes: 6...20, &chance) }
                go(to: "work", town, &chance)
                stay(in: "work", until: until(12.1))
                if chance.happens(0.6) {
                    visit("cafe", town, minutes: 20...45, &chance)
                    go(to: "work", town, &chance)
                }
                stay(in: "work", until: until(chance.within(16...18)))
                if chance.happens(0.5) { visit("shop", town, minutes: 8...25, &chance) }
                if chance.happens(0.3) { visit("gym", town, minutes: 45...90, &chance) }
            } else {
                if chance.happens(0.7) { visit("bakery", town, minutes: 5.5...9, &chance) }
                go(to: "home", town, &chance)
                stay(in: "home", until: until(11))
                if chance.happens(0.5) { visit("friend", town, minutes: 60...240, &chance) }
                // A walk past one's own home, and one around the block.
                wander(in: town, &chance)
            }
            go(to: "home", town, &chance)
            stay(in: "home", until: max(time + 600, until(19)))
            if chance.happens(0.3) { wander(in: town, &chance) }
            go(to: "home", town, &chance)
            stay(in: "home", until: max(time + 600, until(24)))
            if chance.happens(0.05) { fly(&chance) }
            go(to: "home", town, &chance)
        }
    }

    func entry(at time: Double, from index: inout Int) -> Entry? {
        while index < entries.count, entries[index].to <= time { index += 1 }
        return index < entries.count ? entries[index] : nil
    }

    private mutating func visit(
        _ place: String, _ town: Town, minutes: ClosedRange<Double>, _ chance: inout SeededRandom
    ) {
        go(to: place, town, &chance)
        stay(in: place, until: time + chance.within(minutes) * 60)
    }

    private mutating func stay(in place: String, until end: Double) {
        guard end > time else { return }
        if let last = entries.last, last.place == place {
            entries[entries.count - 1].to = end
        } else {
            entries.append(
                Entry(
                    place: place, from: time, to: end, start: spot, end: spot, speed: 0,
                    isIndoors: true))
        }
        time = end
    }

    /// Along a way with a corner, on foot if it is near.
    private mutating func go(to place: String, _ town: Town, _ chance: inout SeededRandom) {
        guard let center = town.centers[place], entries.last?.place != place else { return }
        // Not always the middle of the place, but well inside.
        let target = center + chance.vector(chance.within(0...15))
        let distance = (target - spot).length
        let speed = distance < 1800 ? chance.within(1.1...1.6) : chance.within(8...15)
        let corner = Vector(east: target.east, north: spot.north)
        let side = chance.happens(0.5) ? corner : (spot + target) * 0.5
        move(to: side, speed: speed)
        if speed > 5, chance.happens(0.5) { rest(seconds: chance.within(20...90)) }
        move(to: target, speed: speed)
    }

    /// At a traffic light, or in a queue of cars.
    private mutating func rest(seconds: Double) {
        entries.append(
            Entry(
                place: nil, from: time, to: time + seconds, start: spot, end: spot, speed: 0,
                isIndoors: false))
        time += seconds
    }

    private mutating func move(to target: Vector, speed: Double) {
        let length = (target - spot).length
        guard length > 1 else { return }
        entries.append(
            Entry(
                place: nil, from: time, to: time + length / speed, start: spot, end: target,
                speed: speed, isIndoors: false))
        time += length / speed
        spot = target
    }

    /// Past a place at 30 m and on, and a while on a bench.
    private mutating func wander(in town: Town, _ chance: inout SeededRandom) {
        let name = chance.pick(["gym", "shop", "school", "bakery"])
        guard let center = town.centers[name] else { return }
        let way = chance.vector(250)
        let aside = Vector(east: -way.north, north: way.east) * (30 / way.length)
        let speed = chance.within(1.2...1.6)
        move(to: center + way + aside, speed: speed)
        move(to: center - way + aside, speed: speed)
        rest(seconds: chance.within(300...900))
    }

    private mutating func fly(_ chance: inout SeededRandom) {
        let home = spot
        move(to: home + chance.vector(15_000), speed: 15)
        let airport = spot
        rest(seconds: 3600)
        move(to: home + chance.vector(90_000), speed: 200)
        rest(seconds: 10 * 3600)
        move(to: airport, speed: 200)
        move(to: home + Vector(east: 5, north: 5), speed: 15)
    }
}
