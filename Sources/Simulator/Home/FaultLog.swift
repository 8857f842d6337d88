import RoostCore

/// The faults, each with the decisions about that person at the time.
struct FaultLog: Sendable {
    private var faults: [String] = []
    /// Seconds, by the claim and the truth.
    private var wrong: [String: Int] = [:]
    private var decisions: [Int: [(time: Double, decision: Decision)]] = [:]

    /// How far before a fault the decisions are shown, in seconds.
    private static let before = 120.0

    mutating func note(_ decision: Decision, of person: Int, at time: Double) {
        decisions[person, default: []].append((time, decision))
    }

    mutating func note(
        _ text: String, of person: Int, from start: Double, to end: Double? = nil,
        in life: Life? = nil
    ) {
        let all = decisions[person] ?? []
        let first = all.lastIndex { $0.time < start - Self.before } ?? 0
        let last = end ?? start
        let shown = all.dropFirst(first).prefix { $0.time <= last }
        let span = end.map { " for \(Int($0 - start)) s" } ?? ""
        var lines = ["\(Self.clock(start))\(span): \(text)"]
        if let life { lines.append("    \(life.whereabouts(ofThingsOf: person, at: start))") }
        lines += shown.map { entry in
            let evidence = entry.decision.evidence.map(\.text).joined(separator: "; ")
            return
                "    \(Int(entry.time - start)) s, \(entry.decision.rule): \(entry.decision.text) (\(evidence))"
        }
        faults.append(lines.joined(separator: "\n"))
    }

    mutating func countWrong(_ told: Belief.Whereabouts?, truth: String?) {
        let word =
            switch told {
            case .at(let spot): spot.place.rawValue
            case .outside: "outside"
            case .unknown: "unknown"
            case .offline: "offline"
            case nil: "nothing"
            }
        wrong["told \(word), is \(truth ?? "outside")", default: 0] += 1
    }

    /// The longest wrong claims, then each fault.
    var lines: [String] {
        let sums = wrong.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sums.map { "\($0.value) s \($0.key)" } + faults
    }

    /// Day and time, for humans.
    private static func clock(_ time: Double) -> String {
        let second = Int(time)
        let clock = [second / 3600 % 24, second / 60 % 60, second % 60]
            .map { $0.zeroPadded(to: 2) }
        return "day \(second / 86_400) \(clock.joined(separator: ":"))"
    }
}

extension Life {
    fileprivate func whereabouts(ofThingsOf person: Int, at time: Double) -> String {
        family.things(of: person).map { thing in
            let name = family.things[thing].name
            return switch holder(of: thing, at: time) {
            case .carried(let bearer): "\(name) with \(family.people[bearer].id)"
            case .lying(let building, let room, _):
                "\(name) in \(buildings[building].place), \(buildings[building].rooms[room].id)"
            case nil: "\(name) somewhere"
            }
        }.joined(separator: ", ")
    }
}
