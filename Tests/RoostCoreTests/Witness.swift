import RoostCore

/// Sees what happens, hears what is told of it, and notes what is not true.
struct Witness {
    private(set) var problems: [String] = []
    /// How often somebody was told to have left, or come.
    private(set) var steps = 0
    private var seen = 0
    private var alerts: Set<String> = []
    private var known: [ID<User>: Known] = [:]
    private var timesLeft = 0
    private var isAliceWithKeys = true

    private struct Known {
        /// The newest moment, in seconds, of which anything showed them at home, or far from it.
        var (home, far) = (-1.0, -1e9)
        /// When a node last heard their tag inside.
        var heard = -1e9
        /// Of when they were last told to have left.
        var left = -2.0
        var wasIn: Bool?
    }

    private static let home: ID<Place> = ID(checked: "home")

    // MARK: What happens

    mutating func alice(isHome: Bool, with keys: Bool) {
        isAliceWithKeys = isHome || keys
        if !isAliceWithKeys { timesLeft += 1 }
    }

    mutating func hear(_ person: Wanderer, at second: Double) {
        known[person.user, default: Known()].home = second
        if person.isHome { known[person.user]?.heard = second }
    }

    mutating func see(_ fix: Fix, of user: ID<User>, isPhone: Bool) {
        let time = fix.time.seconds(since: House.start)
        let margin = fix.coordinate.distance(to: House.home) - 60
        let error = fix.accuracy ?? 0
        var now = known[user] ?? Known()
        if margin <= error { now.home = max(now.home, time) }
        // One word of another device does not count while the phone says nothing of it.
        if margin > 2 * error, isPhone { now.far = time }
        known[user] = now
    }

    // MARK: What is told

    mutating func listen(to house: House, _ second: Double, _ people: [Wanderer]) {
        for effect in house.effects.dropFirst(seen) {
            switch effect {
            case .announce(let step) where step.subject == .user && step.room == nil:
                guard step.place == Self.home,
                    let person = people.first(where: { $0.user == step.user })
                else { continue }
                check(step, of: person, second)
            case .alert(let alert): check(alert, second, people)
            default: break
            }
        }
        seen = house.effects.count
    }

    private mutating func check(_ step: Transition, of person: Wanderer, _ second: Double) {
        func say(_ text: String) { problems.append("\(second): \(person.user) \(text)") }
        steps += 1
        var now = known[person.user] ?? Known()
        defer { known[person.user] = now }
        let time = step.time.seconds(since: House.start)
        let isNews = second - time < 60
        if now.wasIn == step.isEntering { say("came or went twice") }
        now.wasIn = step.isEntering
        guard step.isEntering else {
            now.left = time
            if person.isHome, isNews, second - person.since > 120, second - now.heard < 5 {
                say("left, while heard inside")
            }
            return
        }
        if now.home <= now.left { say("came, which nothing showed") }
        if isNews, person.metres > 60 + person.accuracy { say("came, but is out") }
    }

    private mutating func check(_ alert: Alert, _ second: Double, _ people: [Wanderer]) {
        func say(_ text: String) { problems.append("\(second): \(alert.text): \(text)") }
        if !alerts.insert(alert.id).inserted { say("told twice") }
        guard alert.kind == .leftBehind else { return }
        if isAliceWithKeys { say("but they are together") }
        if alerts.count(where: { $0.hasPrefix(AlertKind.leftBehind.rawValue) }) > timesLeft {
            say("more often than it happened")
        }
    }

    /// What is published at any moment.
    mutating func look(at house: House, _ second: Double, _ people: [Wanderer]) {
        guard Int(second) % 60 == 0 else { return }
        for person in people {
            func say(_ text: String) { problems.append("\(second): \(person.user) \(text)") }
            guard let view = house.engine.presence(of: person.user) else { continue }
            let (now, stay) = (known[person.user] ?? Known(), second - person.since)
            let isHeard = second - now.heard < 15
            if person.isHome, stay > 90, isHeard, view.place != Self.home {
                say("is in and heard, but \(view.hand.text)")
            }
            if !person.isHome, stay > 300, second - now.far < 60, person.metres > 500,
                view.place == Self.home
            {
                say("is at \(person.metres) m, but at home")
            }
            if let since = view.since, let updated = view.updated {
                if updated > house.engine.now { say("will be observed") }
                if since > updated { say("is there since after it was observed") }
            }
        }
        guard let alice = people.first, second - (known[alice.user]?.heard ?? 0) < 15 else {
            return
        }
        if alice.isHome, second - alice.since > 300, house.keys.withOwner == .no {
            problems.append("\(second): alice and her keys are at home, but apart")
        }
    }
}
