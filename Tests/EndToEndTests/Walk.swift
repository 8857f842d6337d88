import Foundation
import RoostCore
import RoostFormats
import SeededRandom
import Synchronization
import TestBroker

/// Alice walks from stop to stop; her phone reports each step, and her keys are heard at the first.
///
/// Each fix has its own time, so that no two can be confused, and each stop is its own place, so
/// that each arrival and each departure is news. The stops are near enough for an instant walk to
/// be accepted, and far enough for one fix to prove it.
final class Walk: Sendable {
    private struct Progress {
        var stop = 0
        var isOver = false
        /// Milliseconds since the epoch.
        var times: [Int64] = []
        var random: SeededRandom
    }

    let home: Home
    let stops: Int
    private let progress: Mutex<Progress>

    init(_ home: Home, stops: Int, seed: UInt64) async throws {
        self.home = home
        self.stops = stops
        progress = Mutex(Progress(random: SeededRandom(seed: seed)))
        try await home.giveAliceKeys()
        for stop in 1..<stops {
            home.client.post(
                Self.spot(stop).json.with("place", JSON("stop-\(stop)")),
                to: "roost/admin/request/place/save")
        }
        try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
    }

    /// Lets alice walk while `body` runs, and then one step more.
    ///
    /// She walks on her own thread: other tests may occupy the tasks' threads for seconds.
    func during(_ body: () async throws -> Void) async throws {
        let walker = Thread { self.go() }
        walker.start()
        do {
            defer { progress.withLock { $0.isOver = true } }
            try await body()
        }
        try await eventually("her last step") { walker.isFinished ? () : nil }
        try await home.client.flush()
    }

    /// Sends a fix every few milliseconds, and sometimes moves to the next stop, of which there are
    /// at least two.
    ///
    /// So her keys are heard at home for a while after she left.
    private func go() {
        while !progress.withLock({ $0.isOver }) || reached < 2 {
            // Never two stops with less than two fixes between: that would be rejected.
            if sent % 25 == 24 { advance() }
            step()
            // The pace of the load, not a wait for anything.
            Thread.sleep(forTimeInterval: 0.015)
        }
        // The first fix of a leap is not believed, since the phone says that it stands.
        step()
        advance()
        for _ in 1...2 { step() }
    }

    private func advance() {
        progress.withLock { $0.stop = min($0.stop + 1, stops - 1) }
    }

    /// By her phone's clock the steps are 10 ms apart.
    ///
    /// By the clock of a busy machine, seconds between two stops would look like a car, and cars
    /// pass by. The phone also reports that she stands: after fifteen seconds of such a walk she
    /// would be on her way somewhere else.
    private func step() {
        let (spot, time) = progress.withLock { progress in
            let now = Int64((Age.now.time * 1000).rounded())
            let time = progress.times.last.map { $0 + 10 } ?? now
            progress.times.append(time)
            let metres = Double.random(in: 0...2, using: &progress.random)
            return (Self.spot(progress.stop).north(metres), Double(time) / 1000)
        }
        let location = Phone.location(spot, time: time).with("vel", 0)
        home.client.post(location, to: home.phone("alice").topic)
        home.node("kitchen-1").hears()
    }

    private static func spot(_ stop: Int) -> Spot { Spot.home.north(250 * Double(stop)) }
    private static func name(_ stop: Int) -> String { stop == 0 ? "home" : "stop-\(stop)" }

    var sent: Int { progress.withLock { $0.times.count } }
    private var reached: Int { progress.withLock { $0.stop } }

    // MARK: What must have come of it

    /// The times of the fixes, in milliseconds.
    var expectedTimes: [Int64] { progress.withLock { $0.times } }

    var expectedSteps: [String] {
        (0..<max(0, reached)).flatMap {
            ["leave \(Self.name($0))", "enter \(Self.name($0 + 1))"]
        }
    }

    /// Kind and place of each alert.
    var expectedAlerts: Set<String> {
        var alerts: Set<String> = ["left_behind home"]
        for stop in 0..<reached {
            alerts.insert("left \(Self.name(stop))")
            alerts.insert("arrived \(Self.name(stop + 1))")
        }
        return alerts
    }

    static func times(of history: History) -> [Int64] {
        history.fixes.compactMap {
            $0["time"]?.string.flatMap { Timestamp(rfc3339: $0) }?.milliseconds
        }
    }

    /// The ids of each alert, by kind and place.
    static func ids(of alerts: [JSON]) -> [String: Set<String>] {
        Dictionary(grouping: alerts) {
            "\($0["kind"]?.string ?? "?") \($0["place"]?.string ?? "?")"
        }.mapValues { Set($0.compactMap { $0["id"]?.string }) }
    }
}
