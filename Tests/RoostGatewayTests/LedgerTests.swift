import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("When changes are written")
struct LedgerTests {
    private func moment(_ second: Double) -> Timestamp { start.advanced(bySeconds: second) }

    @Test("Significant changes are written with their batch, details a few seconds later")
    func urgency() {
        var engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        for effect in engine.apply(.fix(fix(north: 0, at: 0), of: phone), at: start) {
            ledger.enter(effect, at: start)
        }
        #expect(ledger.close(engine, at: start).users.map(\.id) == [alice])
        for effect in engine.apply(.fix(fix(north: 1, at: 1), of: phone), at: moment(1)) {
            ledger.enter(effect, at: moment(1))
        }
        let changes = ledger.close(engine, at: moment(1))
        #expect(changes.fixes.count == 1)
        #expect(changes.users.isEmpty)
        #expect(ledger.close(engine, at: moment(6.5)).isEmpty, "it may wait for another batch")
        #expect(ledger.nextDue == moment(7))
        #expect(ledger.close(engine, at: moment(7)).users.map(\.id) == [alice])
        #expect(ledger.nextDue == nil)
    }

    @Test("Of what a phone's queue tells, only what is recent is announced, and all of it kept")
    func lateTransitions() throws {
        let engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        for hours in [13.0, 11] {
            let transition = Transition(
                subject: .user, user: alice, isEntering: true, place: home, room: nil,
                time: moment(-3600 * hours))
            ledger.enter(.announce(transition), at: start)
        }
        let told = ledger.close(engine, at: start).transitions.map { $0.message != nil }
        #expect(told == [false, true])
    }

    @Test("A deleted item's picture is not written for the next item with its id")
    func picture() {
        let engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        let keys: ID<Item> = ID(checked: "keys")
        ledger.keep(.picture([1], of: keys))
        ledger.enter(.keep(.deleteItem(keys)), at: start)
        #expect(ledger.close(engine, at: start).pictures.isEmpty)
    }

    @Test("The journal keeps a message until the details that it changed are written")
    func journal() {
        var engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        var ids: Set<Int64> = []
        for second in stride(from: 0.0, to: 60, by: 1) {
            for effect in engine.apply(heard(at: second), at: moment(second)) {
                ledger.enter(effect, at: moment(second))
            }
            ledger.keep("roost/node/n1/sightings", [UInt8(second)], at: moment(second))
            let changes = ledger.close(engine, at: moment(second))
            ids.formUnion(changes.journal.map(\.id))
            if let end = changes.journalEnd { ids = ids.filter { $0 > end } }
            let isWritten = !changes.beacons.isEmpty
            #expect(!ids.isEmpty || isWritten)
        }
        #expect(ids.count <= 8, "\(ids.count) messages for five seconds")
        let last = ledger.close(engine, at: moment(70))
        if let end = last.journalEnd { ids = ids.filter { $0 > end } }
        #expect(ids.isEmpty)
    }

    @Test("Nothing is left waiting when the gateway stops")
    func final() {
        var engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        for effect in engine.apply(heard(at: 0), at: start) { ledger.enter(effect, at: start) }
        ledger.delivered(7, at: start)
        let changes = ledger.close(engine, at: start, isFinal: true)
        #expect(changes.beacons.map(\.id) == [keysTag])
        #expect(changes.delivered == [7])
        #expect(ledger.nextDue == nil)
    }

    @Test("Many final changes are written in parts, and the journal ends with the last part")
    func finalParts() {
        let engine = makeEngine()
        var ledger = Ledger(topics: Topics(), at: start)
        let beacons = (0..<450).map { BeaconID(canonical: "mac:\(1_000_000 + $0)") }
        for beacon in beacons { ledger.enter(.changed(.beacon(beacon), .soon), at: start) }
        ledger.keep("roost/node/n/sightings", [], at: start)
        var written: [BeaconID] = []
        var ends: [Int64?] = []
        while ends.isEmpty || ledger.nextDue != nil {
            let changes = ledger.close(engine, at: start, isFinal: true)
            #expect(changes.beacons.count <= 200)
            written += changes.beacons.map(\.id)
            ends.append(changes.journalEnd)
        }
        #expect(Set(written) == Set(beacons) && written.count == beacons.count)
        #expect(ends == [nil, nil, 1])
    }

    @Test("An agenda entry added twice comes once, at the time given first")
    func agenda() {
        var agenda = Agenda<String>()
        agenda.add("a", at: moment(5))
        agenda.add("a", at: moment(1))
        agenda.add("b", at: moment(3))
        agenda.add("c", at: moment(4))
        agenda.remove("b")
        #expect(agenda.next == moment(4))
        #expect(agenda.take(at: moment(10), most: 1) == ["c"])
        agenda.remove("a")
        #expect(agenda.next == nil)
        agenda.add("b", at: moment(6))
        #expect(agenda.take(at: moment(5)).isEmpty)
        #expect(agenda.take(at: moment(6)) == ["b"])
        #expect(agenda.take(at: moment(6)).isEmpty)
    }

    @Test("Entries that are removed from the agenda a thousand times do not come due")
    func agendaOfRemoved() {
        var agenda = Agenda<Int>()
        agenda.add(0, at: moment(1))
        for round in 1...1000 {
            agenda.add(round % 7 + 1, at: moment(Double(1 + round % 5)))
            if round < 1000 { agenda.remove(round % 7 + 1) }
        }
        #expect(agenda.take(at: moment(9)) == [0, 1000 % 7 + 1])
        #expect(agenda.next == nil)
    }
}
