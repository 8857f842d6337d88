import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Share requests")
struct ShareRequestTests {
    @Test("A share that has ended counts as none")
    func endedShare() throws {
        var engine = makeEngine()
        let share = Share(
            owner: alice, viewer: .user(bob), level: .place, until: start.advanced(bySeconds: 5))
        var generous = User(id: alice, name: "Alice", devices: [phone.device])
        generous.settings.defaultShare = .exact
        _ = engine.apply(.household([.saveShare(share), .saveUser(generous)]), at: start)
        _ = engine.apply(heard(at: 9), at: start.advanced(bySeconds: 9))
        let ended = engine.household.shares[alice]?[.user(bob)]
        #expect(ended?.until == share.until, "no tick came yet")
        var desk = RequestDesk(engine: engine, store: nil)
        var befriending = desk
        _ = try ask(&befriending, .user(alice), "friend/save", ["friend": "bob"]).get()
        #expect(befriending.household.shares[alice]?[.user(bob)]?.level == .exact)
        let deleted = ask(&desk, .user(alice), "share/delete", ["viewer": "bob"])
        #expect(deleted == .failure(.notFound("share", "viewer")))
        let list = try ask(&desk, .user(alice), "share/list", [:]).get()
        #expect(list["shares"] == [])
        let hours = ask(
            &desk, .user(alice), "share/save", ["viewer": "bob", "hours": "08:00-09:00"])
        let error = #expect(throws: RequestError.self) { try hours.get() }
        #expect(error?.field == "level")
        let wish: JSON = ["viewer": "bob", "level": "exact"]
        let saved = try ask(&desk, .user(alice), "share/save", wish).get()
        #expect(saved["level"] == "exact" && saved["until"] == nil)
    }

    @Test("Outside the hours of a share of their own, nobody sees more than within them")
    func hours() throws {
        var engine = makeEngine()
        _ = engine.apply(.fix(fix(north: 0, at: 0), of: phone), at: start)
        var desk = RequestDesk(engine: engine, store: nil)
        func save(_ share: JSON) throws {
            _ = try ask(&desk, .user(alice), "share/save", share).get()
        }
        func level() -> ShareLevel? { desk.engine.friend(alice, for: bob)?.level }
        // The tests begin at 14:13 UTC.
        try save(["viewer": "everyone", "level": "exact"])
        try save(["viewer": "bob", "level": "presence", "hours": "03:00-04:00"])
        #expect(level() == .presence && desk.engine.friend(alice, for: bob)?.fix == nil)
        try save(["viewer": "bob", "level": "exact"])
        try save(["viewer": "everyone", "level": "place"])
        #expect(level() == .place)
        _ = try ask(&desk, .user(alice), "share/delete", ["viewer": "everyone"]).get()
        #expect(level() == nil)
    }

    @Test("The answer to a share with an end tells if everyone may see more after that")
    func afterwards() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        func afterwards(_ share: JSON) throws -> JSON? {
            try ask(&desk, .user(alice), "share/save", share).get()["afterwards"]
        }
        let end = JSON("2099-01-01T00:00:00Z")
        #expect(try afterwards(["viewer": "bob", "level": "presence", "until": end]) == nil)
        _ = try afterwards(["viewer": "everyone", "level": "place"])
        #expect(try afterwards(["viewer": "bob", "level": "presence"]) == "place")
        #expect(try afterwards(["viewer": "bob", "level": "place"]) == nil)
        #expect(try afterwards(["viewer": "bob", "level": "presence", "until": .null]) == nil)
        #expect(try afterwards(["viewer": "bob", "until": end]) == "place")
        _ = try afterwards(["viewer": "everyone", "until": "2098-01-01T00:00:00Z"])
        #expect(try afterwards(["viewer": "bob", "level": "presence"]) == nil)
    }

    @Test("The level of a share cannot be removed, while its hours can")
    func levelOfShare() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        let share: JSON = ["viewer": "bob", "level": "place", "hours": "08:00-09:00"]
        let saved = try ask(&desk, .user(alice), "share/save", share).get()
        let none: JSON = ["viewer": "bob", "level": .null, "hours": .null]
        let refused = ask(&desk, .user(alice), "share/save", none)
        let error = RequestError(.wrongType, "level cannot be removed", field: "level")
        #expect(refused == .failure(error))
        let list = try ask(&desk, .user(alice), "share/list", [:]).get()
        #expect(list["shares"] == .array([saved]))
        let always = try ask(
            &desk, .user(alice), "share/save", ["viewer": "bob", "hours": .null]
        ).get()
        #expect(always["level"] == "place" && always["hours"] == nil)
    }

    @Test("A user cannot change a friend's share through their own requests")
    func shares() {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        _ = ask(&desk, .user(alice), "share/save", ["viewer": "bob", "level": "place"])
        #expect(desk.household.shares[alice]?[.user(bob)]?.level == .place)
        _ = ask(
            &desk, .user(bob), "share/save", ["owner": "alice", "viewer": "bob", "level": "exact"])
        #expect(desk.household.shares[alice]?[.user(bob)]?.level == .place)
    }
}
