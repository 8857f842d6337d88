import RoostCore
import Testing

@testable import RoostGateway

@Suite("The age of the history")
struct AgeClockTests {
    /// What it tells each time, in seconds from the start, as the host's clock tells a time and time
    /// has passed.
    private func ages(_ looks: [(clock: Double, passed: Double)]) -> [Double] {
        let began = ContinuousClock.now
        var age = AgeClock(at: start, began)
        return looks.map { clock, passed in
            age.now(by: start.advanced(bySeconds: clock), at: began + .seconds(passed))
                .seconds(since: start)
        }
    }

    @Test("It is what the host's clock tells while that goes as it should, or back")
    func usual() {
        #expect(ages([(3600, 3600), (7200, 7200)]) == [3600, 7200])
        #expect(ages([(43_200, 3600)]) == [43_200], "a time zone set wrongly")
        #expect(ages([(3600, 3600), (-1e8, 7200), (10_800, 10_800)]) == [3600, -1e8, 10_800])
    }

    @Test("A clock that is years ahead for an hour makes nothing older than a day")
    func ahead() {
        #expect(ages([(3e8, 60), (3660, 3660)]) == [86_460, 3660])
    }

    @Test("A clock that was weeks behind at the start is caught up with")
    func behind() {
        let hours = (1...30).map { 3600.0 * Double($0) }
        let ages = ages(hours.map { (20 * 86_400 + $0, $0) })
        #expect(ages.first == 90_000)
        #expect(ages.last == 1_836_000)
    }
}
