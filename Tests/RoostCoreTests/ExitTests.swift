import Testing

@testable import RoostCore

@Suite("Going out by an exit")
struct ExitTests {
    /// What is heard of a beacon once a second: how likely it is at an exit, and how much better it is
    /// explained by being outside.
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [(count: Int, atExit: Double, ratio: Double)]
        /// In which the missed readings must lie; `nil` where silence tells nothing.
        var misses: ClosedRange<Double>?
    }

    static let stories = [
        Story(
            testDescription: "silent in the hall", steps: [(20, 1, 0.01)], misses: 6...9),
        Story(
            testDescription: "weaker and weaker behind the door",
            steps: [(20, 1, 0.01), (6, 0.5, 3)], misses: 0...5),
        Story(testDescription: "never near an exit", steps: [(60, 0, 2)], misses: nil),
        Story(
            testDescription: "through the hall to another room",
            steps: [(10, 1, 0.01), (10, 0, 0.01)], misses: nil),
        Story(
            testDescription: "for hours where it is heard badly",
            steps: [(10, 0.6, 1), (3600, 0, 1.02)], misses: nil),
    ]

    @Test("Silence decides soon after a door, and never elsewhere", arguments: stories)
    func misses(story: Story) {
        var exit = ExitBelief()
        for (count, atExit, ratio) in story.steps {
            for _ in 0..<count {
                exit.step(ratio: ratio, weight: 1, atExit: atExit, stay: 10, elapsed: 1)
            }
        }
        #expect((exit.missesUntilOut == nil) == (story.misses == nil))
        if let misses = exit.missesUntilOut, let expected = story.misses {
            #expect(expected.contains(misses), "\(misses)")
        }
    }

    @Test("What came in by the door, or lies there for long, did not go out by it")
    func stays() {
        var (came, lies) = (ExitBelief(), ExitBelief())
        for _ in 0..<30 {
            came.step(ratio: 0.1, weight: 1, atExit: 1, stay: nil, elapsed: 1)
            lies.step(ratio: 0.1, weight: 1, atExit: 1, stay: 600, elapsed: 1)
        }
        #expect(came.missesUntilOut == nil)
        #expect(lies.missesUntilOut ?? .infinity > 12)
    }

    @Test("It lies still until several nodes, or one plainly, hear it otherwise")
    func stillness() {
        func isMoved(by changes: [Double]) -> Bool {
            var stillness = Stillness()
            var hearings = (0..<3).map {
                Hearing(node: ID(checked: "n\($0)"), rssi: RSSI(dBm: -70), at: time(0))
            }
            for second in 1..<300 {
                for index in hearings.indices {
                    let rest = stillness.settled(at: time(second))
                    let moved = second >= 280 && index < changes.count ? changes[index] : 0
                    _ = hearings[index].hear(
                        RSSI(dBm: -70 + moved), at: time(second), stillness: rest)
                }
                stillness.note(hearings, isHeardAnew: second == 1, at: time(second))
            }
            return stillness.duration(at: time(299)) < 25
        }
        #expect(!isMoved(by: []))
        #expect(!isMoved(by: [6]))
        #expect(isMoved(by: [-15]))
        #expect(isMoved(by: [-9, 9]))
    }

    private func time(_ second: Int) -> Timestamp {
        House.start.advanced(bySeconds: Double(second))
    }

    @Test("Who never leaves from a door is expected to stay, and who always does, to leave")
    func habits() {
        var (crosser, leaver) = (DoorHabit(), DoorHabit())
        #expect(crosser.likelihood == 0.6)
        for _ in 0..<200 {
            crosser.noteStay()
            leaver.noteStay()
            leaver.noteExit()
        }
        #expect(crosser.likelihood < 0.1)
        #expect(leaver.likelihood > 0.9)
        for _ in 0..<60 {
            crosser.noteStay()
            crosser.noteExit()
        }
        #expect(crosser.likelihood > 0.5, "what was learned long ago is forgotten")
    }
}
