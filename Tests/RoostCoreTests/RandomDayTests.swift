import Testing

@Suite("Random days")
struct RandomDayTests {
    @Test("What is told is true", arguments: 0..<24)
    func truth(seed: Int) {
        var day = RandomDay(seed: seed)
        day.live()
        #expect(day.witness.steps > 1)
        #expect(day.witness.problems.isEmpty)
    }
}
