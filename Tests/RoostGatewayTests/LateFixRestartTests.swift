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
}
