import RoostCore
import Testing

@testable import RoostGateway

@Suite("The age of the history")
struct AgeClockTests {
    private let began = ContinuousClock.now

    private func age(_ clock: Double, after passed: Double) -> Double {
        AgeClock(at: start, began).now(
            by: start.advanced(bySeconds: clock), at: began + .seconds(passed)
        ).seconds(since: start)
    }

    @Test("It is what the host's clock tells while that goes as it should, or back")
    func usual() {
        #expect(age(3600, after: 3600) == 3600)
        #expect(age(90_000, after: 86_400) == 90_000, "a time zone set wrongly")
        #expect(age(-1000, after: 60) == -1000)
    }

    @Test("A clock that is years ahead makes nothing older than a day")
    func ahead() {
        #expect(age(3e8, after: 60) == 86_460)
        #expect(age(3e8, after: 864_000) == 950_400)
    }
}
