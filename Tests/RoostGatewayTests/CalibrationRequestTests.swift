import RoostCore
import RoostFormats
import RoostStore
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

    private func saveHall(_ gateway: Gateway) throws {
        try gateway.change(
            .saveNode(Node(id: ID(checked: "n2"), place: home, room: ID(checked: "hall"))))
    }

    @Test("A walk to a room that is not there does not end the present one")
    func unknownRoom() throws {
        try Gateway.with("calibration") { gateway in
            try saveHall(gateway)
            try gateway.ask(alice, "mark", walk.with("room", "kitchen"))
            let before = gateway.engine.walks
            #expect(before.count == 1)
            for (rooms, field) in [
                (["hall", "attic"], "rooms[1]"), ([""], "rooms[0]"), ([], "rooms"),
            ] as [(JSON, String)] {
                let refusal = gateway.refusal(alice, "start", walk.with("rooms", rooms))
                #expect(refusal?.field == field)
            }
            #expect(gateway.refusal(alice, "mark", walk.with("room", "attic"))?.field == "room")
            #expect(gateway.engine.walks == before)
            try gateway.ask(alice, "start", walk.with("rooms", ["HALL", "Kitchen"]))
            #expect(gateway.engine.walks != before)
        }
    }

    @Test("A walk may go to every room that can be marked", arguments: [true, false])
    func rooms(areListed: Bool) throws {
        try Gateway.with("calibration") { gateway in
            try saveHall(gateway)
            var place = try #require(gateway.engine.household.places[home])
            let listed = place.rooms
            place.rooms = listed + [Room(id: ID(checked: "attic"), name: "Attic")]
            try gateway.change(.savePlace(place))
            // It is measured, by the nodes of the others, and is then no longer listed.
            try gateway.ask(alice, "mark", walk.with("room", "attic"))
            for second in stride(from: 0.0, to: 20, by: 1) {
                try gateway.apply(heard(at: second), at: second)
            }
            let report = try gateway.ask(alice, "stop", [:])
            #expect(report["kept"] == true)
            place.rooms = areListed ? listed : []
            try gateway.change(.savePlace(place))
            let question = walk.with("rooms", ["attic"])
            if areListed {
                #expect(gateway.refusal(alice, "start", question)?.field == "rooms[0]")
                let mark = walk.with("room", "attic")
                #expect(gateway.refusal(alice, "mark", mark)?.field == "room")
            } else {
                let begun = try gateway.ask(alice, "start", question)
                let rooms = begun["rooms"]?.array?.compactMap { $0["room"]?.string }
                #expect(rooms == ["attic", "hall", "kitchen"])
                try gateway.ask(alice, "mark", walk.with("room", "attic"))
            }
        }
    }

    @Test("A walk that can take no more marks says so")
    func tooManyMarks() throws {
        try Gateway.with("calibration") { gateway in
            try saveHall(gateway)
            for number in 0..<1000 {
                let room: JSON = number.isMultiple(of: 2) ? "kitchen" : "hall"
                try gateway.ask(alice, "mark", walk.with("room", room))
            }
            let refusal = gateway.refusal(alice, "mark", walk.with("room", "hall"))
            #expect(refusal?.code == .conflict)
        }
    }

    @Test("Nothing is known of a place whose measuring nodes are all gone")
    func nodesGone() throws {
        try Gateway.with("calibration") { gateway in
            try saveHall(gateway)
            try gateway.ask(alice, "mark", walk.with("room", "kitchen"))
            for second in stride(from: 0.0, to: 20, by: 1) {
                try gateway.apply(heard(at: second), at: second)
            }
            #expect(try gateway.ask(alice, "stop", [:])["kept"] == true)
            for node in ["n1", "n2"] { try gateway.change(.deleteNode(ID(checked: node))) }
            #expect(gateway.engine.household.calibrations.isEmpty)
            #expect(try gateway.store.household().calibrations.isEmpty)
        }
    }

    @Test("What was measured of a room can be forgotten")
    func forgotten() throws {
        try Gateway.with("calibration") { gateway in
            try saveHall(gateway)
            #expect(gateway.refusal(alice, "delete", ["place": "home"])?.code == .notFound)
            try gateway.ask(alice, "mark", walk.with("room", "kitchen"))
            for second in stride(from: 0.0, to: 20, by: 1) {
                try gateway.apply(heard(at: second), at: second)
            }
            try gateway.ask(alice, "stop", [:])
            // It is not bob's, who may know it.
            let measured = gateway.engine.household.calibrations
            #expect(gateway.refusal(bob, "delete", ["place": "home"])?.code == .forbidden)
            #expect(gateway.engine.household.calibrations == measured && !measured.isEmpty)
            let attic = gateway.refusal(alice, "delete", ["place": "home", "rooms": ["attic"]])
            #expect(attic?.field == "rooms[0]")
            let known = try gateway.ask(alice, "get", ["place": "home"])["places"]?.array
            #expect(known?.map { $0["rooms"] } == [["kitchen"]])
            try gateway.ask(alice, "mark", walk.with("room", "kitchen"))
            let left = try gateway.ask(alice, "delete", ["place": "home", "rooms": ["KITCHEN"]])
            #expect(left["rooms"] == [] && gateway.engine.walks.isEmpty)
            #expect(try gateway.store.household().calibrations == [:])
            #expect(try gateway.ask(alice, "get", ["place": "home"])["places"] == [])
        }
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

    @Test("A mark that is over already is refused")
    func oldMark() {
        var desk = desk()
        func mark(_ seconds: Double) -> Result<JSON, RequestError> {
            let time = desk.engine.now.advanced(bySeconds: -seconds)
            let mark = walk.with("room", "kitchen").with("time", .string(time.rfc3339))
            return ask(&desk, .user(alice), "calibration/mark", mark)
        }
        guard case .failure(let error) = mark(600) else {
            Issue.record("nothing heard would count")
            return
        }
        #expect(error.code == .outOfRange && error.field == "time" && desk.engine.walks.isEmpty)
        #expect(throws: Never.self) { try mark(590).get() }
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
