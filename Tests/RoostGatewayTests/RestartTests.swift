import Foundation
import RoostCore
import RoostFormats
import RoostStore
import SeededRandom
import Testing

@testable import RoostGateway

@Suite("Restarts")
struct RestartTests {
    /// A day in minutes: alice goes out and comes back, her keys stay, then come along.
    private static let messages: [(second: Double, topic: String, payload: JSON)] = {
        var messages: [(Double, String, JSON)] = []
        let walk: [(Double, Double)] = [
            (0, 0), (60, 5), (120, 900), (180, 2000), (240, 2600), (400, 800), (460, 20), (520, 10),
            (700, 1500), (760, 3000), (900, 100), (960, 15), (1030, 10),
        ]
        for (second, north) in walk {
            // Once the phone's clock was a day ahead.
            let claimed = second == 60 ? second + 86_400 : second
            messages.append((second + 0.5, "owntracks/alice/phone", location(north, at: claimed)))
        }
        // At home again, the phone only repeats its position; its battery is charged meanwhile.
        for (second, battery) in [(560.0, 14), (580, 12), (600, 90)] {
            let ping = location(10, at: 520)
                .with("t", "p").with("_id", .string("\(battery)"))
                .with("batt", number(Double(battery)))
                .with("created_at", number(1_790_000_000 + second))
            messages.append((second + 0.5, "owntracks/alice/phone", ping))
        }
        // What bob's phone could not send for hours, home first and then far away, all at once.
        for index in 0..<8 {
            let north = index < 4 ? 0.0 : 5000
            messages.append(
                (
                    650 + 0.05 * Double(index), "owntracks/bob/phone",
                    location(north, at: Double(index) * 1000 - 9000)
                ))
        }
        let heard = Array(stride(from: 1.0, to: 620, by: 7)) + stride(from: 980.0, to: 1100, by: 7)
        for second in heard {
            messages.append((second, "roost/node/n1/sightings", ["sightings": [sighting]]))
        }
        return messages.sorted { $0.0 < $1.0 }
    }()

    private static let sighting: JSON = ["beacon": "mac:a4c138000001", "rssi": -60]

    /// What is there before the day: the household, and a node that says that it is there.
    private func prepare(_ folder: URL) throws {
        try withGateway(folder, at: start) { gateway in
            let node = Event.nodeStatus(ID(checked: "n1"), .online)
            for event in [.household(householdChanges), node] {
                gateway.take(gateway.engine.apply(event, at: start), at: start)
            }
            _ = try gateway.commit(at: start)
        }
    }

    /// The loop without a broker.
    private struct Gateway {
        let store: Store
        let dialects: Dialects
        var engine: Engine
        var ledger: Ledger

        init(_ configuration: Configuration, at now: Timestamp) throws {
            store = try Store(directory: URL(filePath: configuration.dataDirectory))
            dialects = configuration.dialects
            engine = try Engine(store: store, configuration: configuration)
            let journal = try store.journal()
            ledger = Ledger(topics: Topics(), journal: journal, at: now)
            take(
                try engine.resume(from: store, journal: journal, dialects: dialects, at: now),
                at: now)
        }

        mutating func take(_ effects: [Effect], at now: Timestamp) {
            for effect in effects { ledger.enter(effect, at: now) }
        }

        mutating func take(_ topic: String, _ payload: [UInt8], at now: Timestamp) {
            while let deadline = engine.nextDeadline, deadline <= now {
                take(engine.apply(.tick, at: now), at: now)
            }
            guard
                case .events(let events) = dialects.read(
                    topic: topic, payload: payload, isRetained: false)
            else { return }
            for event in events { take(engine.apply(event, at: now), at: now) }
            if topic.hasPrefix("roost/node") { ledger.keep(topic, payload, at: now) }
        }

        mutating func commit(at now: Timestamp) throws -> [OutboxEntry] {
            try store.commit(ledger.close(engine, at: now))
        }
    }

    private func withGateway<Result>(
        _ folder: URL, at now: Timestamp, _ body: (inout Gateway) throws -> Result
    ) throws -> Result {
        var configuration = Configuration()
        configuration.dataDirectory = folder.path
        var gateway = try Gateway(configuration, at: now)
        let result = try body(&gateway)
        try gateway.store.close()
        return result
    }

    /// Each message is a batch, and after a kill it comes again unless it was acknowledged.
    private func run(in folder: URL, isKilled: (Int) -> Kill) throws -> Told {
        try prepare(folder)
        var told = Told()
        var index = 0
        while index < Self.messages.count {
            let now = start.advanced(bySeconds: Self.messages[index].second)
            try withGateway(folder, at: now) { gateway in
                while index < Self.messages.count {
                    let (second, topic, payload) = Self.messages[index]
                    let now = start.advanced(bySeconds: second)
                    gateway.take(topic, payload.jsonBytes, at: now)
                    let kill = isKilled(index)
                    if kill == .beforeCommit { break }
                    told.hear(try gateway.commit(at: now))
                    if kill == .afterCommit { break }
                    index += 1
                    if kill == .afterAcknowledgement { break }
                }
                let query = HistoryQuery(
                    user: alice, from: Timestamp(milliseconds: 0),
                    to: .distantFuture, limit: 1000)
                told.fixes = try gateway.store.fixes(query).count
                told.battery = gateway.engine.presence(of: alice)?.battery
                told.beacons = gateway.engine.memory.beacons.mapValues(\.rooms)
            }
        }
        return told
    }

    private enum Kill: CaseIterable { case none, beforeCommit, afterCommit, afterAcknowledgement }

    /// The ids of all that was announced, and how often each was.
    private struct Told: Equatable {
        var alerts: [String: Int] = [:]
        var transitions: [String: Int] = [:]
        /// The notifications of phones.
        var notices: [String: Int] = [:]
        var fixes = 0
        var battery: Int?
        var beacons: [BeaconID: RoomEstimator] = [:]

        mutating func hear(_ entries: [OutboxEntry]) {
            for entry in entries {
                let json = try? JSON(entry.message.payload)
                let id = json?["id"]?.string ?? "?"
                let name = "\(json?["kind"]?.string ?? json?["event"]?.string ?? "?") \(id)"
                if entry.message.topic.hasSuffix("/alert") {
                    alerts[name, default: 0] += 1
                } else if let notice = json?["desc"]?.string {
                    notices[notice, default: 0] += 1
                } else {
                    transitions[name, default: 0] += 1
                }
            }
        }
    }

    @Test(
        "The battery of a second in which a phone said several things is the same after a kill",
        arguments: [80, nil] as [Double?])
    func sameSecond(percent: Double?) throws {
        var fix = location(0, at: 60)
        if let percent { fix = fix.with("batt", number(percent)) }
        // Nobody believes it, which is written at once, with all that was known until then.
        let far = location(200_000, at: 60).with("batt", 50)
        let ping = location(0, at: 60).with("t", "p").with("batt", 79)
        let orders = [
            [fix, far, ping], [fix, ping, far], [far, fix, ping], [far, ping, fix],
            [ping, fix, far], [ping, far, fix],
        ]
        for order in orders {
            try withFolder { folder in
                try prepare(folder)
                let first = start.advanced(bySeconds: 0.5)
                let now = start.advanced(bySeconds: 60.5)
                let told = try withGateway(folder, at: first) { gateway in
                    let before = location(0, at: 0).with("batt", 90)
                    for (message, time) in [(before, first)] + order.map({ ($0, now) }) {
                        gateway.take("owntracks/alice/phone", message.jsonBytes, at: time)
                        _ = try gateway.commit(at: time)
                    }
                    return gateway.engine.presence(of: alice)?.battery
                }
                let kept = try withGateway(folder, at: now) { gateway in
                    gateway.engine.presence(of: alice)?.battery
                }
                #expect(told == percent.map { Int($0) } ?? 79)
                #expect(kept == told)
            }
        }
    }

    @Test("What a phone without ids for its messages repeats last is known after a kill")
    func repeated() throws {
        let place = location(0, at: 0)
        let pings = [(600.0, 80.0), (1200, 70)].map { second, percent in
            place.with("t", "p").with("batt", number(percent))
                .with("created_at", number(1_790_000_000 + second))
        }
        try withFolder { folder in
            try prepare(folder)
            let seconds = [0.5, 600.5, 1200.5]
            let now = start.advanced(bySeconds: 1201)
            try withGateway(folder, at: start) { gateway in
                for (message, second) in zip([place] + pings, seconds) {
                    let time = start.advanced(bySeconds: second)
                    gateway.take("owntracks/alice/phone", message.jsonBytes, at: time)
                    _ = try gateway.commit(at: time)
                }
                #expect(gateway.engine.presence(of: alice)?.battery == 70)
            }
            try withGateway(folder, at: now) { gateway in
                let presence = gateway.engine.presence(of: alice)
                #expect(presence?.battery == 70)
                #expect(presence?.updated == start.advanced(bySeconds: 1200))
            }
        }
    }

    @Test("A ping that is delivered again is one, even if the phone's clock is ahead")
    func redelivered() throws {
        let place = location(0, at: 0)
        let pings = [630.0, 1230].map { second in
            place.with("t", "p").with("created_at", number(1_790_000_000 + second))
        }
        let deliveries = [
            (0.5, place), (600.5, pings[0]), (603.5, pings[0]), (1200.5, pings[1]),
            (1203.5, pings[1]),
        ]
        try withFolder { folder in
            try prepare(folder)
            try withGateway(folder, at: start) { gateway in
                for (second, message) in deliveries {
                    let time = start.advanced(bySeconds: second)
                    gateway.take("owntracks/alice/phone", message.jsonBytes, at: time)
                    _ = try gateway.commit(at: time)
                }
                let query = HistoryQuery(
                    user: alice, from: Timestamp(milliseconds: 0), to: .distantFuture, limit: 10)
                let count = try gateway.store.fixes(query).count
                #expect(count == 3)
            }
        }
    }

    @Test("A ping after one that showed a stay elsewhere is known after a kill")
    func repeatedElsewhere() throws {
        func still(_ north: Double, at second: Double) -> JSON {
            location(north, at: second).with("vel", 0).with("batt", 90)
        }
        let work = Place(
            id: ID(checked: "work"), name: "Work", kind: .work,
            area: .circle(center: fix(north: 11_000, at: 0).coordinate, radius: 60), isShared: true)
        var messages = [0.0, 300, 600, 900, 940].map { ($0, still(0, at: $0)) }
        // A leap that the phone denies, until it is still there.
        messages.append((1000, still(11_000, at: 1000)))
        for (second, percent) in [(2500.0, 80.0), (3400, 70)] {
            let ping = still(11_000, at: 1000).with("t", "p").with("batt", number(percent))
                .with("created_at", number(1_790_000_000 + second))
            messages.append((second, ping))
        }
        try withFolder { folder in
            try prepare(folder)
            let told = try withGateway(folder, at: start) { gateway in
                gateway.take(
                    gateway.engine.apply(.household([.savePlace(work)]), at: start), at: start)
                for (second, message) in messages {
                    let time = start.advanced(bySeconds: second + 0.5)
                    gateway.take("owntracks/alice/phone", message.jsonBytes, at: time)
                    _ = try gateway.commit(at: time)
                }
                return gateway.engine.presence(of: alice)
            }
            let now = start.advanced(bySeconds: 3401)
            let kept = try withGateway(folder, at: now) { gateway in
                gateway.engine.presence(of: alice)
            }
            #expect(told?.battery == 70)
            #expect(kept?.battery == 70)
            #expect(kept?.place == told?.place && kept?.updated == told?.updated)
        }
    }

    @Test(
        "A phone that charges, and whose last word was a ping, is not warned of at a restart",
        arguments: [false, true])
    func charging(isKilled: Bool) throws {
        let place = location(0, at: 0).with("batt", 50)
        let ping = place.with("t", "p").with("batt", 8).with("bs", 2)
            .with("created_at", number(1_790_000_600))
        try withFolder { folder in
            try prepare(folder)
            var told = Told()
            try withGateway(folder, at: start) { gateway in
                for (message, second) in [(place, 0.5), (ping, 600.5)] {
                    let time = start.advanced(bySeconds: second)
                    gateway.take("owntracks/alice/phone", message.jsonBytes, at: time)
                    told.hear(try gateway.commit(at: time))
                }
                if isKilled { return }
                // By now the details are written, as when the gateway is stopped.
                told.hear(try gateway.commit(at: start.advanced(bySeconds: 700)))
            }
            let now = start.advanced(bySeconds: 701)
            try withGateway(folder, at: now) { gateway in
                told.hear(try gateway.commit(at: now))
                #expect(gateway.engine.presence(of: alice)?.battery == 8)
            }
            #expect(told.alerts.isEmpty)
        }
    }

    @Test("However often the gateway is killed, it announces the same things, and each once")
    func killed() throws {
        let undisturbed = try withFolder { try run(in: $0) { _ in .none } }
        #expect(undisturbed.alerts.keys.count { $0.hasPrefix("left_behind") } == 1)
        #expect(undisturbed.transitions.count == 9, "hers, her keys', and bob's")
        #expect(undisturbed.notices.values.reduce(0, +) == undisturbed.alerts.values.reduce(0, +))
        #expect(undisturbed.alerts.keys.count { $0.hasPrefix("battery_low") } == 1)
        #expect(undisturbed.fixes == 16 && undisturbed.battery == 90)
        for seed in 0..<12 {
            var random = SeededRandom(seed: UInt64(seed))
            var killed: Set<Int> = []
            let disturbed = try withFolder { folder in
                try run(in: folder) { index in
                    // Each event is interrupted once at most, or it would never be over.
                    guard Int.random(in: 0..<4, using: &random) == 0, killed.insert(index).inserted
                    else { return .none }
                    return Kill.allCases.randomElement(using: &random) ?? .none
                }
            }
            #expect(!killed.isEmpty)
            #expect(disturbed == undisturbed, "seed \(seed)")
        }
    }
}
