import RoostCore
import RoostFormats
import SeededRandom
import Testing

@testable import RoostGateway

/// Somebody comes and goes all day, and the gateway ends again and again.
@Suite("Restarts at any moment")
struct RandomRestartTests {
    private static let tag = BeaconID(canonical: "mac:a4c138000002")
    private static let changes =
        householdChanges + [
            .saveUser(
                User(id: alice, name: "Alice", devices: [phone.device], beacons: [tag])),
            .saveNode(
                Node(id: ID(checked: "n2"), place: home, room: ID(checked: "hall"), isExit: true)),
        ]

    /// Where alice is, for how many seconds.
    private enum Spot { case kitchen, hall, out }

    /// What is true of a day, and what was told of it.
    private struct Day {
        var random: SeededRandom
        var gateway: RestartedGateway
        var second = 0.0
        var seen = 0
        /// When anything last showed alice at home.
        var shown = start
        /// How long alice has been inside, in seconds.
        var indoors = 0.0
        /// The second of the next restarts.
        var restarts: [Double] = []
        var problems: [String] = []
        var left = start
        var count = 0

        var now: Timestamp { start.advanced(bySeconds: second) }

        mutating func live() throws {
            for node in ["n1", "n2"] {
                gateway.apply(.nodeStatus(ID(checked: node), .online), at: now)
            }
            try report(metres: 0)
            for _ in 0..<4 {
                try spend(Int.random(in: 20...150, using: &random), in: .kitchen)
                try spend(Int.random(in: 3...14, using: &random), in: .hall)
                try spend(Int.random(in: 40...400, using: &random), in: .out)
                try spend(Int.random(in: 3...9, using: &random), in: .hall)
            }
            try spend(100, in: .kitchen)
        }

        private mutating func spend(_ seconds: Int, in spot: Spot) throws {
            let first = Double(Int.random(in: 5...90, using: &random))
            for step in 0..<seconds {
                second += 1
                indoors = spot == .out ? 0 : indoors + 1
                try hear(spot, step)
                if spot == .out, Double(step) >= first, Int(Double(step) - first) % 60 == 0 {
                    try report(metres: 150 + 2 * Double(step))
                }
                if spot != .out, Int.random(in: 0..<200, using: &random) == 0 {
                    try report(metres: 10 * random.bell())
                }
                look()
                if let next = restarts.first, next <= second {
                    restarts.removeFirst()
                    try restart()
                } else if Int.random(in: 0..<300, using: &random) == 0 {
                    try restart()
                }
            }
        }

        private mutating func hear(_ spot: Spot, _ step: Int) throws {
            var levels: [(node: String, beacon: BeaconID, dBm: Double)] = [
                ("n1", keysTag, -60), ("n2", keysTag, -76),
            ]
            switch spot {
            case .kitchen: levels += [("n1", tag, -58), ("n2", tag, -76)]
            case .hall: levels += [("n1", tag, -77), ("n2", tag, -56)]
            case .out where step < 6: levels += [("n2", tag, -72 - 3 * Double(step))]
            case .out: break
            }
            for node in ["n1", "n2"] {
                let sightings = levels.filter { $0.node == node && random.fraction() > 0.15 }
                    .map { level -> JSON in
                        if level.beacon == tag { shown = now }
                        let dBm = (level.dBm + 3 * random.bell()).rounded()
                        return [
                            "beacon": .string("\(level.beacon)"),
                            "rssi": number(dBm),
                        ]
                    }
                try gateway.receive(
                    "roost/node/\(node)/sightings", ["sightings": .array(sightings)], at: now)
            }
        }

        private mutating func report(metres: Double) throws {
            if abs(metres) <= 60 { shown = now }
            try gateway.receive("owntracks/alice/phone", location(metres, at: second), at: now)
        }

        /// Looks at what was told since the last time.
        private mutating func look() {
            for effect in gateway.effects.dropFirst(seen) {
                guard case .announce(let step) = effect, step.subject == .user, step.room == nil
                else { continue }
                count += 1
                if step.isEntering, shown <= left {
                    problems.append("\(second): came, which nothing had shown since they left")
                }
                if !step.isEntering {
                    if indoors > 30, now.seconds(since: shown) < 15 {
                        problems.append("\(second): left, while heard inside")
                    }
                    left = now
                }
                // Right after something happened, much is under way.
                if Bool.random(using: &random) {
                    restarts = (0...Int.random(in: 0...1, using: &random))
                        .map { _ in second + Double(Int.random(in: 1...20, using: &random)) }
                        .sorted()
                }
            }
            seen = gateway.effects.count
        }

        private mutating func restart() throws {
            let before = gateway.engine.presence(of: alice)
            if Bool.random(using: &random) { try gateway.stop(at: now) }
            try gateway.restart(at: now)
            gateway.apply(.listening, at: now)
            for node in ["n1", "n2"] {
                gateway.apply(.nodeStatus(ID(checked: node), .online, isRetained: true), at: now)
            }
            try gateway.commit(at: now)
            let after = gateway.engine.presence(of: alice)
            if before?.hand != after?.hand || before?.place != after?.place {
                problems.append(
                    "\(second): \(before?.hand.text ?? "") became \(after?.hand.text ?? "")")
            }
            look()
        }
    }

    @Test("A restart brings nobody, and sends nobody away", arguments: 0..<8)
    func invented(seed: Int) throws {
        try RestartedGateway.with(Self.changes) { gateway in
            var day = Day(random: SeededRandom(seed: UInt64(seed)), gateway: gateway)
            try day.live()
            gateway = day.gateway
            #expect(day.count > 2)
            #expect(day.problems.isEmpty, "\(day.problems)")
        }
    }
}
