import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("History requests")
struct HistoryRequestTests {
    private static let hour = 3600.0

    /// Twice at home and twice away, an hour each, a fix each five minutes; then a fix of tomorrow.
    private static let changes: Changes = {
        var changes = Changes()
        changes.household = householdChanges
        for minute in stride(from: 0.0, to: 240, by: 5) {
            let isAway = Int(minute / 60) % 2 == 1
            changes.fixes.append((fix(north: isAway ? 3000 : 0, at: minute * 60), phone, start))
        }
        changes.fixes.append((fix(north: 3000, at: 30 * hour), phone, start))
        for turn in 1...3 {
            let time = start.advanced(bySeconds: Double(turn) * hour)
            let transition = Transition(
                subject: .user, user: alice, isEntering: turn == 2, place: home, room: nil,
                time: time)
            changes.transitions.append((transition, OutgoingMessage(topic: "t", payload: [])))
            let alert = Alert(
                user: alice, kind: turn == 2 ? .arrived : .left, cause: "\(turn)", title: "",
                text: "", place: home, time: time, evidence: [])
            changes.alerts.append((alert, Array(#"{"turn":\#(turn)}"#.utf8), []))
        }
        return changes
    }()

    private func withHistory(_ body: ((JSON) throws -> JSON) throws -> Void) throws {
        try withFolder { folder in
            let store = try Store(directory: folder)
            _ = try store.commit(Self.changes)
            let desk = RequestDesk(engine: makeEngine(), store: store)
            try body { json in
                let payload = RequestPayload(json.object ?? JSONObject())
                return try JSON(try desk.history(payload, of: alice).jsonBytes)
            }
            try store.close()
        }
    }

    private func count(_ page: JSON, _ name: String) -> Int? { page[name]?.array?.count }

    @Test("A query without a time span returns everything, even what is ahead of the clock")
    func everything() throws {
        try withHistory { ask in
            let page = try ask([:])
            #expect(count(page, "fixes") == 49)
            #expect(count(page, "transitions") == 3)
            #expect(count(page, "visits") == 2)
            #expect(count(page, "trips") == 1, "from home to home")
            #expect(count(page, "alerts") == 3)
            #expect(page["next"] == .null)
        }
    }

    @Test("All pages together equal the whole", arguments: [1, 2, 7, 13, 30, 55])
    func pages(limit: Int) throws {
        try withHistory { ask in
            let whole = try ask([:])
            var together: [String: [JSON]] = [:]
            var after: JSON?
            repeat {
                var question: [JSONObject.Member] = [
                    .init(name: "limit", value: .number(JSONNumber(limit)))
                ]
                if let after { question.append(.init(name: "after", value: after)) }
                let page = try ask(.object(JSONObject(question)))
                var entries = 0
                for name in ["fixes", "transitions", "visits", "trips", "alerts"] {
                    let list = page[name]?.array ?? []
                    together[name, default: []] += list
                    if !["visits", "trips"].contains(name) { entries += list.count }
                }
                #expect(entries <= limit)
                after = page["next"] == .null ? nil : page["next"]
            } while after != nil
            for name in ["fixes", "transitions", "visits", "trips", "alerts"] {
                #expect(together[name] == whole[name]?.array, "\(name)")
            }
        }
    }

    @Test("A span has the visits and trips of which it sees a part, as the whole tells them")
    func spans() throws {
        try withHistory { ask in
            let whole = try ask([:])
            func seen(
                _ name: String, _ begin: String, _ end: String, _ span: Range<Timestamp>
            ) -> [JSON] {
                (whole[name]?.array ?? []).filter { entry in
                    let times = [begin, end].map {
                        entry[$0]?.string.flatMap(Timestamp.init(rfc3339:)) ?? .distantFuture
                    }
                    return times[0] < span.upperBound && times[1] > span.lowerBound
                }
            }
            for from in stride(from: -0.5, to: 5, by: 0.45) {
                for hours in [0.1, 0.7, 1.3, 4] {
                    let begin = start.advanced(bySeconds: from * Self.hour)
                    let span = begin..<begin.advanced(bySeconds: hours * Self.hour)
                    let page = try ask([
                        "from": .string(span.lowerBound.rfc3339),
                        "to": .string(span.upperBound.rfc3339),
                    ])
                    #expect(page["visits"]?.array == seen("visits", "arrived", "left", span))
                    #expect(page["trips"]?.array == seen("trips", "start", "end", span))
                }
            }
        }
    }

    @Test("A time can be used in place of a page's cursor")
    func time() throws {
        try withHistory { ask in
            let time = start.advanced(bySeconds: 2 * Self.hour)
            let page = try ask(["after": .string(time.rfc3339)])
            #expect(count(page, "fixes") == 24)
            #expect(count(page, "transitions") == 1)
            #expect(count(page, "alerts") == 1)
            #expect(count(page, "visits") == 0, "the second visit began before")
        }
    }

    @Test(
        "A cursor that is neither a page's next nor a time is refused",
        arguments: ["nonsense", "1790000000000.5.phone", "tomorrow", "2026-09-20"])
    func nonsense(after: String) throws {
        try withHistory { ask in
            let error = #expect(throws: RequestError.self) {
                _ = try ask(["after": .string(after)])
            }
            #expect(error?.code == .outOfRange)
            #expect(error?.field == "after")
        }
    }

    @Test(
        "Whoever was in a place when it was edited is there no longer once it is known",
        arguments: [
            // It was deleted.
            (["+cafe"], []), (["+cafe", "+home"], ["home"]),
            // It was drawn elsewhere.
            (["+shop", "+home"], ["home"]), (["+shop", "+home", "-home"], []),
            (["+shop", "+home", "-home", "+shop"], ["shop"]),
            // Only the entry into what lies around it, or within, says nothing.
            (["+block", "+home"], ["block", "home"]), (["+home", "+block"], ["block", "home"]),
            (["+shop", "+block", "+home"], ["block", "home"]), (["+block", "-block"], []),
        ])
    func edited(steps: [String], underWay: [String]) throws {
        func place(_ name: String, north: Double, radius: Double) -> HouseholdChange {
            .savePlace(
                Place(
                    id: ID(checked: name), name: name,
                    area: .circle(center: fix(north: north, at: 0).coordinate, radius: radius),
                    isShared: true))
        }
        var changes = Changes()
        changes.household = householdChanges
        for (index, step) in steps.enumerated() {
            let transition = Transition(
                subject: .user, user: alice, isEntering: step.hasPrefix("+"),
                place: ID(checked: String(step.dropFirst())), room: nil,
                time: start.advanced(bySeconds: Double(index)))
            changes.transitions.append((transition, OutgoingMessage(topic: "t", payload: [])))
        }
        try withFolder { folder in
            let store = try Store(directory: folder)
            _ = try store.commit(changes)
            var engine = makeEngine()
            let places = [
                place("block", north: 0, radius: 300), place("shop", north: 2000, radius: 60),
            ]
            _ = engine.apply(.household(places), at: start)
            let desk = RequestDesk(engine: engine, store: store)
            for from in [start, start.advanced(bySeconds: Self.hour)] {
                let question: JSON = ["from": .string(from.rfc3339)]
                let payload = RequestPayload(try #require(question.object))
                let page = try JSON(try desk.history(payload, of: alice).jsonBytes)
                let visits = (page["visits"]?.array ?? []).filter { $0["left"] == .null }
                #expect(visits.compactMap { $0["place"]?.string }.sorted() == underWay)
            }
            try store.close()
        }
    }
}
