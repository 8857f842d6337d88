import Testing

@testable import roost_edge

@Suite("Messages not yet acknowledged by the broker")
struct OutgoingTests {
    private func payload(_ number: Int, size: Int = 1) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
    }

    @Test("Messages in flight when the connection breaks are sent again in order")
    func sentAgain() {
        var outgoing = Outgoing()
        for number in 1...3 { outgoing.add(payload(number)) }
        for id in 1...2 as ClosedRange<Int32> {
            let next = outgoing.next() ?? []
            outgoing.sent(next, as: id)
        }
        outgoing.settled(1, wasAccepted: true)
        outgoing.disconnected()
        #expect(outgoing.delivered == 1)
        #expect(outgoing.next() == payload(2))
        #expect(outgoing.next() == payload(3))
        #expect(outgoing.next() == nil)
    }

    @Test("At most 20 messages are in flight at a time")
    func window() {
        var outgoing = Outgoing()
        for number in 0..<100 { outgoing.add(payload(number)) }
        var id: Int32 = 0
        while let next = outgoing.next() {
            outgoing.sent(next, as: id)
            id += 1
        }
        #expect(id == 20)
        let wasOther = outgoing.settled(77, wasAccepted: true)
        #expect(!wasOther)
        #expect(outgoing.next() == nil)
        let wasBatch = outgoing.settled(3, wasAccepted: true)
        #expect(wasBatch)
        #expect(outgoing.next() == payload(20))
    }

    @Test("While the broker is silent, the oldest messages are dropped and counted")
    func bound() {
        var outgoing = Outgoing()
        for number in 0..<100 { outgoing.add(payload(number, size: 100_000)) }
        #expect(outgoing.count == 20)
        #expect(outgoing.dropped == 80)
        #expect(outgoing.next()?.first == 80)
    }

    @Test("A message that could not be sent is the next one again")
    func returned() {
        var outgoing = Outgoing()
        outgoing.add(payload(1))
        outgoing.add(payload(2))
        outgoing.returned(outgoing.next() ?? [])
        #expect(outgoing.next() == payload(1))
    }

    @Test("A message that the broker refuses is dropped")
    func refused() {
        var outgoing = Outgoing()
        outgoing.add(payload(1))
        outgoing.sent(outgoing.next() ?? [], as: 7)
        outgoing.settled(7, wasAccepted: false)
        #expect(outgoing.count == 0)
        #expect(outgoing.dropped == 1)
    }
}
