import Testing
import VirtualController

/// What the tests on a real kernel rely on, and can be tested without one.
@Suite("Virtual controller")
struct VirtualControllerTests {
    private let advert = Advert(
        address: [0xc0, 1, 2, 3, 4, 5], isRandom: true, rssi: -60, data: [2, 1, 6])

    private func controller(_ kind: VirtualController.Kind) -> VirtualController {
        VirtualController(kind: kind, address: [0, 0, 0x5e, 0, 0x53, 1])
    }

    @Test("A known command is answered, and an unknown one is refused")
    func answers() {
        var controller = controller(.legacy)
        #expect(
            controller.answer([1, 0x09, 0x10, 0])
                == [4, 0x0e, 10, 1, 0x09, 0x10, 0, 1, 0x53, 0, 0x5e, 0, 0])
        #expect(controller.answer([1, 0xff, 0xfc, 0]) == [4, 0x0f, 4, 1, 1, 0xff, 0xfc])
        #expect(
            controller.answer([1, 0x42, 0x20, 6, 1, 0, 0, 0, 0, 0])
                == [4, 0x0f, 4, 1, 1, 0x42, 0x20])
        #expect(controller.answer([2, 0, 0, 0, 0]) == nil)
        #expect(controller.answer([1, 0x09]) == nil)
    }

    @Test("Adverts are reported only between the scan's start and its end")
    func scans() {
        var controller = controller(.legacy)
        #expect(controller.hear([advert]).count == 0)
        #expect(controller.answer([1, 0x0c, 0x20, 2, 1, 0])?.last == 0)
        #expect(
            controller.hear([advert]).events == [
                [4, 0x3e, 15, 2, 1, 3, 1, 5, 4, 3, 2, 1, 0xc0, 3, 2, 1, 6, 0xc4]
            ])
        #expect(controller.answer([1, 0x0c, 0x20, 2, 0, 0])?.last == 0)
        #expect(controller.hear([advert]).count == 0)
    }

    @Test("Two adverts heard together are two reports in one event")
    func sharesEvents() {
        var controller = controller(.legacy)
        _ = controller.answer([1, 0x0c, 0x20, 2, 1, 0])
        let (events, count) = controller.hear([advert, advert])
        #expect(count == 2)
        #expect(events.count == 1)
        #expect(events.first?[4] == 2)
        #expect(events.first?.count == 5 + 2 * 13)
    }

    @Test("Duplicates are filtered if the host asks for it")
    func filtersDuplicates() {
        var controller = controller(.legacy)
        _ = controller.answer([1, 0x0c, 0x20, 2, 1, 1])
        #expect(controller.hear([advert, advert]).count == 1)
        #expect(controller.hear([advert]).count == 0)
    }

    @Test("Only a strict controller refuses a mix of legacy and extended commands")
    func refusesToMix() {
        let legacyScan: [UInt8] = [1, 0x0c, 0x20, 2, 1, 0]
        let extendedQuestion: [UInt8] = [1, 0x3b, 0x20, 0]
        var strict = controller(.strict)
        #expect(strict.answer(extendedQuestion)?.count == 8)
        #expect(strict.answer(legacyScan)?.last == 0x0c)
        #expect(strict.answer([1, 0x03, 0x0c, 0])?.last == 0)
        #expect(strict.answer(legacyScan)?.last == 0)
        #expect(strict.answer(extendedQuestion)?.last == 0x0c)
        var forgiving = controller(.extended)
        #expect(forgiving.answer(extendedQuestion)?.count == 8)
        #expect(forgiving.answer(legacyScan)?.last == 0)
    }

    @Test("Scan parameters cannot be changed during a scan")
    func refusesParametersDuringScan() {
        var controller = controller(.extended)
        let parameters: [UInt8] = [1, 0x41, 0x20, 8, 0, 0, 1, 0, 0x10, 0, 0x10, 0]
        #expect(controller.answer(parameters)?.last == 0)
        #expect(controller.answer([1, 0x42, 0x20, 6, 1, 0, 0, 0, 0, 0])?.last == 0)
        #expect(controller.answer(parameters)?.last == 0x0c)
    }

    @Test("Long data comes in fragments, and only from an extended controller")
    func sendsPieces() {
        var long = advert
        long.data = Array(repeating: 7, count: 300)
        var old = controller(.legacy)
        _ = old.answer([1, 0x0c, 0x20, 2, 1, 0])
        #expect(old.hear([long]).count == 0)
        var new = controller(.extended)
        _ = new.answer([1, 0x42, 0x20, 6, 1, 0, 0, 0, 0, 0])
        let (events, count) = new.hear([long])
        #expect(count == 1)
        #expect(events.map(\.count) == [5 + 24 + 229, 5 + 24 + 71])
        #expect(events.map { $0[5] } == [0x20, 0x00])
    }

    @Test("A request is one line of known words, and anything else is refused")
    func readsRequests() {
        #expect(
            Request("plug one strict 00:00:5E:00:53:01")
                == .plug(name: "one", kind: .strict, address: [0, 0, 0x5e, 0, 0x53, 1]))
        #expect(Request("unplug one") == .unplug(name: "one"))
        #expect(Request("stop keys") == .stop(tag: "keys"))
        guard
            case .advertise(let broadcast) = Request(
                "advertise one keys random C0:01:02:03:04:05 -60 020106 50 20 2")
        else {
            Issue.record("not read")
            return
        }
        #expect(broadcast.controller == "one")
        #expect(broadcast.tag == "keys")
        #expect(broadcast.advert == advert)
        #expect([broadcast.count, broadcast.milliseconds, broadcast.together] == [50, 20, 2])
        for line in ["", "plug one", "plug one old 00:00:5E:00:53:01", "stop", "dance"] {
            #expect(Request(line) == nil, "\(line)")
        }
    }
}
