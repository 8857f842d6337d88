import Testing

@testable import RoostGateway
@testable import RoostStore

@Suite("Outbox")
struct OutboxTests {
    private func entry(_ id: Int64) -> OutboxEntry {
        OutboxEntry(id: id, message: OutgoingMessage(topic: "event/\(id)", payload: [1]))
    }

    private func state(_ topic: String, _ payload: [UInt8]) -> Publications.Message {
        Publications.Message(topic: topic, payload: payload)
    }

    /// Sends all there is room for; returns the topics by the ids that the session would give.
    private func send(_ outbox: inout Outbox, from first: Int32 = 1) -> [String] {
        var topics: [String] = []
        while let message = outbox.next {
            outbox.sent(as: first + Int32(topics.count))
            topics.append(message.topic)
        }
        return topics
    }

    @Test("Events are sent in order, before states")
    func order() {
        var outbox = Outbox(retained: .init(), entries: [entry(1), entry(2)])
        outbox.queue([state("a", [1])])
        outbox.queue([entry(3)])
        #expect(send(&outbox) == ["event/1", "event/2", "event/3", "a"])
    }

    @Test("Only the newest state of a topic is sent")
    func newest() {
        var outbox = Outbox(retained: .init(), entries: [])
        outbox.queue([state("a", [1]), state("b", [1])])
        outbox.queue([state("a", [2])])
        #expect(outbox.count == 2)
        #expect(outbox.next?.payload == [2])
    }

    @Test("After a lost connection, unacknowledged events are sent again in order")
    func reconnect() {
        var outbox = Outbox(retained: .init(), entries: [entry(1), entry(2), entry(3)])
        outbox.sent(as: 7)
        outbox.sent(as: 8)
        #expect(outbox.delivered(8) == .row(2))
        outbox.queue([state("a", [1])])
        outbox.startOver()
        #expect(outbox.delivered(7) == nil)
        #expect(send(&outbox) == ["event/1", "event/3"])
    }

    @Test("No more messages are in flight than libmosquitto can track")
    func limit() {
        var outbox = Outbox(retained: .init(), entries: (1...1000).map { entry($0) })
        #expect(outbox.capacity == 0)
        #expect(send(&outbox).count == 200)
        #expect(outbox.delivered(1) == .row(1))
        #expect(outbox.next?.topic == "event/201")
    }

    @Test("Both queued and in-flight messages take up room in the outbox")
    func room() {
        var outbox = Outbox(retained: .init(), entries: (1...150).map { entry($0) })
        outbox.queue([state("a", [1])])
        #expect(outbox.capacity == 49)
        _ = send(&outbox)
        #expect(outbox.capacity == 49)
        #expect(outbox.delivered(1) == .row(1))
        #expect(outbox.capacity == 50)
    }

    @Test("A retained topic is remembered from its first state until it has been cleared")
    func cleared() {
        var outbox = Outbox(retained: .init(), entries: [])
        let first = outbox.keep(state("a", [1]))
        let second = outbox.keep(state("a", [2]))
        #expect(first && !second)
        outbox.queue([state("a", [])])
        outbox.sent(as: 1)
        #expect(outbox.known == [TopicDigest("a")])
        #expect(outbox.delivered(1) == .cleared("a"))
        let third = outbox.keep(state("a", [3]))
        #expect(third)
    }

    @Test("A cleared topic is known for ever, since a broker that crashes has it again")
    func clearedAgain() {
        var outbox = Outbox(retained: .init(cleared: ["a"]), entries: [])
        #expect(outbox.known == [TopicDigest("a")])
        outbox.queue([state("a", [])])
        outbox.sent(as: 1)
        #expect(outbox.delivered(1) == nil, "that is written already")
        #expect(outbox.known == [TopicDigest("a")])
    }

    @Test("A topic whose clearing the broker refuses is still remembered")
    func uncleared() {
        var outbox = Outbox(retained: .init(kept: ["a"]), entries: [])
        outbox.queue([state("a", [])])
        outbox.sent(as: 1)
        #expect(outbox.refused(1)?.topic == "a")
        #expect(outbox.known == [TopicDigest("a")])
    }

    @Test("A refused event is sent again on the next connection, in its order")
    func refused() throws {
        var outbox = Outbox(retained: .init(), entries: [entry(1), entry(2)])
        _ = send(&outbox)
        let message = outbox.refused(1)
        let lost = outbox.postpone(try #require(message))
        #expect(lost == nil)
        #expect(outbox.next == nil)
        outbox.startOver()
        #expect(send(&outbox, from: 3) == ["event/1", "event/2"])
    }

    @Test("Beyond a thousand refused events, the oldest is dropped")
    func forgotten() throws {
        var outbox = Outbox(retained: .init(), entries: (1...1001).map { entry($0) })
        for id in 1...1001 {
            outbox.sent(as: Int32(id))
            let message = outbox.refused(Int32(id))
            let lost = outbox.postpone(try #require(message))
            #expect(lost?.row == (id > 1000 ? 1 : nil))
        }
    }

    @Test("Refused events are retried in order, even on the same connection")
    func retry() throws {
        var outbox = Outbox(retained: .init(), entries: [entry(1), entry(2)])
        outbox.sent(as: 1)
        let refused = outbox.refused(1)
        let lost = outbox.postpone(try #require(refused))
        #expect(lost == nil)
        #expect(outbox.next?.topic == "event/2")
        #expect(outbox.count == 2, "what waits for a retry is still in the queue")
        outbox.retry()
        #expect(send(&outbox, from: 2) == ["event/1", "event/2"])
    }

    @Test("Three short connections in a row are a problem, until one lasts")
    func shortConnections() {
        var connections = ShortConnections()
        func isTooMany(from start: Int64, lasting duration: Int64) -> Bool {
            connections.begin(at: start)
            return connections.end(at: start + duration)
        }
        let short = (0..<2).map { isTooMany(from: $0 * 2000, lasting: 1000) }
        let long = isTooMany(from: 10_000, lasting: 20_000)
        let again = (20..<24).map { isTooMany(from: $0 * 2000, lasting: 9999) }
        #expect(short + [long] + again == [false, false, false, false, false, true, true])
        var mended = connections.isMended(at: 60_000)
        #expect(!mended, "there is no connection")
        connections.begin(at: 60_000)
        mended = connections.isMended(at: 69_999)
        #expect(!mended)
        mended = connections.isMended(at: 70_000)
        #expect(mended)
        mended = connections.isMended(at: 70_001)
        #expect(!mended, "it is said once")
    }

    @Test("Refused publishes are retried with growing pauses until the broker accepts them")
    func pauses() {
        var retry = RefusalRetry()
        func expect(_ time: Int64, _ step: RefusalRetry.Step?) {
            let given = retry.step(at: time)
            #expect(given == step, "at \(time)")
        }
        expect(0, nil)
        retry.note(at: 0)
        expect(9999, nil)
        expect(10_000, .tryAgain)
        retry.note(at: 10_010)
        expect(30_009, nil)
        expect(30_010, .tryAgain)
        expect(40_009, nil)
        expect(40_010, .mended)
        retry.note(at: 80_000)
        expect(90_000, .tryAgain)
        retry.note(at: 90_000)
        var tries = 0
        for minute in 2...1440 where retry.step(at: Int64(minute) * 60_000) == .tryAgain {
            tries += 1
            retry.note(at: Int64(minute) * 60_000)
        }
        #expect((23...33).contains(tries))
    }

    @Test("A response refused on its requested topic is sent to the default topic at once")
    func otherwise() {
        let response = OutgoingMessage(topic: "theirs", payload: [1], otherwise: "ours")
        var outbox = Outbox(
            retained: .init(), entries: [OutboxEntry(id: 1, message: response), entry(2)])
        outbox.sent(as: 1)
        #expect(outbox.refused(1) == nil)
        #expect(send(&outbox, from: 2) == ["ours", "event/2"])
        #expect(outbox.delivered(2) == .row(1))
        outbox.startOver()
        #expect(outbox.next?.topic == "event/2")
    }
}
