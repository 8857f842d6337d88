import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests to measure rooms")
struct CalibrationRequestTests {
    /// alice's keys at home, which has a kitchen and a hall.
    private func desk() -> RequestDesk {
        var engine = makeEngine()
        let hall = Node(id: ID(checked: "n2"), place: home, room: ID(checked: "hall"))
        _ = engine.apply(.household([.saveNode(hall)]), at: start)
        return RequestDesk(engine: engine, store: nil)
    }

    private let walk: JSON = ["beacon": .string(keysTag.rawValue), "place": "home"]

    @Test("A walk to a room that is not there does not end the present one")
    func unknownRoom() throws {
        var desk = desk()
        _ = try ask(
            &desk, .user(alice), "calibration/mark", walk.with("room", "kitchen")
        ).get()
        let before = desk.engine.walks
        #expect(before.count == 1)
        for (rooms, field) in [
            (["hall", "attic"], "rooms[1]"), ([""], "rooms[0]"), ([], "rooms"),
        ] as [(JSON, String)] {
            let answer = ask(
                &desk, .user(alice), "calibration/start", walk.with("rooms", rooms))
            guard case .failure(let error) = answer else {
                Issue.record("\(rooms.jsonText)")
                continue
            }
            #expect(error.field == field)
        }
        let other: JSON = ["beacon": .string(keysTag.rawValue), "place": "home", "room": "attic"]
        guard case .failure = ask(&desk, .user(alice), "calibration/mark", other) else {
            Issue.record("there is no attic")
            return
        }
        #expect(desk.engine.walks == before)
        _ = try ask(
            &desk, .user(alice), "calibration/start", walk.with("rooms", ["HALL", "Kitchen"])
        ).get()
        #expect(desk.engine.walks != before)
    }

    @Test("The first mark begins no walk if the place has no such room")
    func firstMark() {
        var desk = desk()
        let answer = ask(&desk, .user(alice), "calibration/mark", walk.with("room", "attic"))
        guard case .failure(let error) = answer else {
            Issue.record("there is no attic")
            return
        }
        #expect(error.field == "room" && desk.engine.walks.isEmpty)
    }

    @Test("What is not kept says why")
    func reason() throws {
        var desk = desk()
        _ = try ask(
            &desk, .user(alice), "calibration/mark", walk.with("room", "kitchen")
        ).get()
        let report = try ask(&desk, .user(alice), "calibration/stop", [:]).get()
        #expect(report["kept"] == false)
        #expect(report["reason"]?.string?.contains("heard in none") == true, "\(report.jsonText)")
    }
}
