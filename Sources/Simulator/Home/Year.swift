public import RoostCore
import SeededRandom

/// The year of a family, reported to Roost as by nodes and phones, and Roost's results.
public struct Year {
    private var life: Life
    private var air: Air
    private let outages: Outages
    private var engine: Engine
    private var judge: Judge
    private let settings: EngineSettings
    private var chance: SeededRandom
    /// Sent fixes of the phones that the gateway has not read yet, the last first.
    private var mail: [(arrival: Double, key: DeviceKey, fix: Fix)] = []
    /// The broker's messages about the nodes, the last first.
    private var statuses: [(time: Double, node: ID<Node>, isOnline: Bool)] = []
    /// `nil` if no door has a sensor.
    private var doors: Doors?
    /// `nil` if the Wi-Fi never stalls.
    private var stalls: Stalls?
    private var isGatewayUp = true
    private var day = 0

    /// A Monday.
    private static let start = Timestamp(milliseconds: 1_767_571_200_000)
    /// How long a broker waits for a vanished node, in seconds.
    private static let keepAlive = 90.0

    /// - Parameters:
    ///   - nodes: How many rooms of the home have a node, six at the most.
    ///   - hasDoorSensors: Whether the front doors of the home and the office report their
    ///     openings.
    ///   - hasStalls: Whether the Wi-Fi stalls several times a day.
    ///   - isExplaining: Whether the verdict lists the faults and their reasons.
    public init(
        seed: UInt64, settings: EngineSettings = EngineSettings(), nodes: Int = 6,
        hasDoorSensors: Bool = false, hasStalls: Bool = false, isExplaining: Bool = false
    ) {
        self.settings = settings
        life = Life(seed: seed, nodes: nodes)
        doors = hasDoorSensors ? Doors(of: life.buildings, seed: seed &+ 7) : nil
        air = Air(of: life, seed: seed)
        var chance = SeededRandom(seed: seed &+ 99)
        let nodesOfBuildings = life.buildings.map { building in
            building.rooms.filter { $0.node != nil }.map { building.node(in: $0) }
        }
        let nodes = nodesOfBuildings.flatMap(\.self)
        stalls = hasStalls ? Stalls(of: nodesOfBuildings, seed: seed &+ 13) : nil
        outages = Outages(
            nodes: nodes.count,
            ofHome: life.buildings[Life.home].rooms.count { $0.node != nil }, family: life.family,
            &chance)
        self.chance = chance
        var household = Household()
        for change in life.family.household(in: life.town, buildings: life.buildings) {
            household.apply(change)
        }
        engine = Engine(household: household, settings: settings)
        judge = Judge(of: life, isExplaining: isExplaining)
        for (index, node) in nodes.enumerated() {
            statuses.append((0, node, true))
            for span in outages.nodes[index] + (stalls?.spans[index] ?? []) {
                // The broker does not notice a short one.
                if span.upperBound - span.lowerBound > Self.keepAlive {
                    statuses.append((span.lowerBound + Self.keepAlive, node, false))
                }
                statuses.append((span.upperBound, node, true))
            }
        }
        statuses.sort { $0.time > $1.time }
        _ = engine.apply(.listening, at: Self.start)
    }

    /// Lives one more day, or some hours of it.
    ///
    /// - Parameter hours: The hours of the day that are judged.
    public mutating func live(hours: Range<Int> = 0..<24) {
        life.live(day: day)
        air.turnPage()
        judge.turnPage(life)
        doors?.gather(day: day, of: life)
        let midnight = Double(day) * 86_400
        gatherMail(from: midnight)
        air.skip(to: midnight + Double(hours.lowerBound) * 3600)
        for second in hours.lowerBound * 3600..<hours.upperBound * 3600 {
            pass(midnight + Double(second))
        }
        day += 1
        judge.note(days: Double(hours.count) / 24)
    }

    /// Roost's accuracy so far.
    public var verdict: Verdict { judge.verdict(until: Double(day) * 86_400, life: life) }

    private mutating func gatherMail(from midnight: Double) {
        for (index, thing) in life.family.things.enumerated() where thing.kind == .phone {
            let person = life.family.people[thing.owner]
            guard let device = Device("phone") else { continue }
            let diary = life.diary(of: index, from: midnight, to: midnight + 86_400)
            for message in person.phone.messages(
                of: diary, in: life.town, start: Self.start, &chance)
            {
                let taken = message.fix.time.seconds(since: Self.start)
                guard !Outages.holds(outages.things[index], at: taken) else { continue }
                mail.append(
                    (
                        message.arrival.seconds(since: Self.start),
                        DeviceKey(user: person.id, device: device), message.fix
                    ))
            }
        }
        mail.sort { $0.arrival > $1.arrival }
    }

    /// One second: its messages, in order.
    private mutating func pass(_ second: Double) {
        let end = second + 1
        let sent = air.batches(until: end, in: life, outages: outages) { Self.timestamp($0) }
        let batches = stalls?.pass(sent, at: end) ?? sent
        let isUp = !Outages.holds(outages.gateway, at: end)
        if isUp != isGatewayUp { restart(isUp: isUp, at: end) }
        guard isUp else {
            while doors?.next(until: end) != nil {}
            return judge.look(life, at: end)
        }
        while let status = statuses.last, status.time <= end {
            statuses.removeLast()
            tell(.nodeStatus(status.node, status.isOnline ? .online : .offline), at: end)
        }
        while let letter = mail.last, letter.arrival <= end {
            mail.removeLast()
            tell(.fix(letter.fix, of: letter.key), at: max(second, letter.arrival))
        }
        while let door = doors?.next(until: end) {
            tell(.door(at: door.node, isOpen: door.isOpen), at: end)
        }
        for (index, batch) in batches.enumerated() {
            tell(.sightings(batch), at: end + 0.03 + 0.002 * Double(index))
        }
        judge.look(life, at: end)
    }

    private mutating func tell(_ event: Event, at time: Double) {
        let now = Self.timestamp(time)
        while let due = engine.nextDeadline, due <= now {
            let effects = engine.apply(.tick, at: due)
            judge.hear(effects, of: engine, at: due.seconds(since: Self.start), in: life)
        }
        judge.hear(engine.apply(event, at: now), of: engine, at: time, in: life)
    }

    /// The gateway ends, and comes back with its stored state; meanwhile nodes are not heard.
    private mutating func restart(isUp: Bool, at time: Double) {
        isGatewayUp = isUp
        guard isUp else { return }
        engine = Engine(
            household: engine.household, memory: engine.memory, settings: settings)
        _ = engine.apply(.listening, at: Self.timestamp(time))
    }

    private static func timestamp(_ time: Double) -> Timestamp { start.advanced(bySeconds: time) }
}
