import RoostCore
import Testing

@testable import RoostGateway

@Suite("Restarts after fixes that came too late")
struct LateFixRestartTests {
    /// alice's phone at home, and then a fix of a moment in which it seemed to be far away.
    ///
    /// - Parameters:
    ///   - second: The moment that the last fix tells of, and when it came.
    ///   - isKilled: Whether the gateway is killed after that.
    private func gateway(
        late second: Double, arriving: Double, isKilled: Bool
    ) throws -> (location: Fix?, steps: [Transition]) {
        try RestartedGateway.with(householdChanges) { gateway in
            let fixes = [
                (fix(north: 0, at: 0), 0.5), (fix(north: 5, at: 120), 120.5),
                (fix(north: 10_000, at: second), arriving),
            ]
            for (fix, arrival) in fixes {
                let now = start.advanced(bySeconds: arrival)
                gateway.apply(.fix(fix, of: phone), at: now)
                try gateway.commit(at: now)
            }
            if isKilled { try gateway.restart(at: start.advanced(bySeconds: arriving + 1)) }
            return (gateway.engine.location(of: alice)?.fix, gateway.steps(of: alice))
        }
    }

    @Test(
        "What came too late to be believed is not believed after a kill either",
        arguments: [(115.0, 121.0), (50, 121)])
    func killed(late second: Double, arriving: Double) throws {
        let undisturbed = try gateway(late: second, arriving: arriving, isKilled: false)
        let killed = try gateway(late: second, arriving: arriving, isKilled: true)
        #expect(undisturbed.location == fix(north: 5, at: 120))
        #expect(killed.location == undisturbed.location)
        #expect(killed.steps == undisturbed.steps)
    }

    /// What is told of a day at home, and of the office after that, if the phone's queue of them
    /// comes the next evening, and the gateway ends before the queue is taken in.
    private func queued(
        _ ending: (inout RestartedGateway, Timestamp) throws -> Void
    ) throws -> (steps: [Transition], alerts: [Alert]) {
        try RestartedGateway.with(householdChanges) { gateway in
            let hour = 3600.0
            let evening = start.advanced(bySeconds: 30 * hour)
            let fixes =
                (0...6).map { fix(north: 0, at: Double($0) * hour) }
                + (10...12).map { fix(north: 5000, at: Double($0) * hour) }
            for fix in fixes { gateway.apply(.fix(fix, of: phone), at: evening) }
            try gateway.commit(at: evening)
            let night = evening.advanced(bySeconds: 1)
            try ending(&gateway, night)
            gateway.pass(until: night.advanced(bySeconds: 60))
            let alerts = gateway.effects.compactMap { effect in
                if case .alert(let alert) = effect { alert } else { nil }
            }
            return (gateway.steps(of: alice), alerts)
        }
    }

    @Test("A queue that still waited is as late after a restart as before: nothing of it is news")
    func queueWaits() throws {
        let undisturbed = try queued { _, _ in }
        #expect(undisturbed.steps.count == 1 && !undisturbed.alerts.isEmpty)
        let killed = try queued { gateway, now in try gateway.restart(at: now) }
        let stopped = try queued { gateway, now in
            try gateway.stop(at: now)
            try gateway.restart(at: now)
        }
        for other in [killed, stopped] {
            #expect(other.steps == undisturbed.steps)
            #expect(other.alerts == undisturbed.alerts)
            #expect(other.alerts.allSatisfy { $0.delivery == .stale })
        }
    }
}
