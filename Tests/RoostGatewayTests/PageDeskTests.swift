import Testing

@testable import MQTT
@testable import RoostGateway

@Suite("Requests from the web page")
struct PageDeskTests {
    @Test("Each request gets its own answer exactly once")
    func answers() async throws {
        let desk = PageDesk(waker: try MQTTWaker())
        async let first = desk.ask("first", [1])
        async let second = desk.ask("second", [2])
        let taken = await take(2, from: desk)
        #expect(taken.allSatisfy(desk.expectsAnswer))
        for _ in 1...2 {
            desk.hand(over: taken.map { ($0, Array($0.topic.utf8) + $0.payload) })
        }
        #expect(await first == Array("first".utf8) + [1])
        #expect(await second == Array("second".utf8) + [2])
        #expect(!taken.contains(where: desk.expectsAnswer))
        desk.giveUp()
    }

    @Test("If the disk fails, every request ends without an answer, even one not yet taken")
    func failure() async throws {
        let desk = PageDesk(waker: try MQTTWaker())
        async let first = desk.ask("first", [])
        #expect(await take(1, from: desk).count == 1)
        async let second = desk.ask("second", [])
        let giving = Task {
            while !Task.isCancelled {
                desk.giveUp()
                await Task.yield()
            }
        }
        #expect(await first == nil)
        #expect(await second == nil)
        giving.cancel()
        await giving.value
        #expect(desk.take().isEmpty)
    }

    @Test("A message that is not the page's own does not answer its request")
    func stranger() async throws {
        let desk = PageDesk(waker: try MQTTWaker())
        async let answer = desk.ask("topic", [])
        let taken = await take(1, from: desk)
        let stranger = MQTTMessage(topic: "topic", payload: [], correlationData: [1])
        #expect(!desk.expectsAnswer(to: stranger))
        #expect(!desk.expectsAnswer(to: MQTTMessage(topic: "topic", payload: [])))
        desk.hand(over: [(stranger, [1])])
        #expect(taken.allSatisfy(desk.expectsAnswer))
        desk.hand(over: taken.map { ($0, [2]) })
        #expect(await answer == [2])
    }

    /// As the loop does, until so many came.
    private func take(_ count: Int, from desk: PageDesk) async -> [MQTTMessage] {
        var taken: [MQTTMessage] = []
        while taken.count < count {
            taken += desk.take()
            await Task.yield()
        }
        return taken
    }
}
