import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Where expenses were made, found later")
struct ExpenseFinderTests {
    @Test("A place that is shared no more is named no more in what others spent there")
    func unshared() throws {
        try Gateway.with("expense") { gateway in
            try gateway.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
            let saved = try gateway.ask(alice, "save", ["amount": "9", "currency": "EUR"])
            #expect(saved["place"] == "home")
            var place = try #require(gateway.engine.household.places[home])
            (place.owner, place.isShared) = (bob, false)
            let before = gateway.effects.count
            try gateway.change(.savePlace(place))
            var finder = ExpenseFinder()
            for effect in gateway.effects.dropFirst(before) {
                finder.note(effect, gateway.engine.purses, at: gateway.engine.now)
            }
            let changes = try finder.changes(
                gateway.store, gateway.engine, fixesSince: Timestamp(milliseconds: 0))
            try gateway.apply(.spending(changes))
            let id = ID<Expense>(checked: try #require(saved["expense"]?.string))
            let kept = try #require(try gateway.store.expense(id, of: alice))
            #expect(kept.spot != nil && kept.spot?.place == nil)
        }
    }

    @Test("A search ends after some hundred expenses, and goes on with the next users")
    func portions() throws {
        try Gateway.with("expense") { gateway in
            for (user, count) in [(alice, 200), (bob, 1)] {
                for number in 1...count {
                    _ = try gateway.ask(
                        user, "save", ["amount": .string("\(number)"), "currency": "EUR"])
                }
            }
            var finder = ExpenseFinder()
            finder.startOver(gateway.engine.purses, at: gateway.engine.now)
            func search() throws -> Bool {
                _ = try finder.changes(
                    gateway.store, gateway.engine, fixesSince: Timestamp(milliseconds: 0))
                return finder.isUnfinished
            }
            #expect(try search())
            #expect(try !search())
        }
    }

    @Test("An expense's place is corrected by fixes that arrive later")
    func late() throws {
        try Gateway.with("expense") { gateway in
            var finder = ExpenseFinder()
            var keptSince = Timestamp(milliseconds: 0)
            func settle() throws {
                for effect in gateway.effects {
                    finder.note(effect, gateway.engine.purses, at: gateway.engine.now)
                }
                let changes = try finder.changes(
                    gateway.store, gateway.engine, fixesSince: keptSince)
                try gateway.apply(.spending(changes))
            }
            try gateway.apply(.fix(fix(north: 0, at: 0), of: phone), at: 0)
            try gateway.apply(.tick, at: 3000)
            let saved = try gateway.ask(alice, "save", ["amount": "9", "currency": "EUR"])
            #expect(saved["place"] == "home", "nothing else is known")
            try settle()
            let given = try gateway.ask(
                alice, "save", ["amount": "8", "lat": 52.5163, "lon": 13.3777])
            #expect(given["found"] == false)

            // The phone was offline since, and went to a shop.
            for (north, second) in [(400.0, 600.0), (3000, 1500), (5000, 2700), (5000, 3010)] {
                try gateway.apply(.fix(fix(north: north, at: second), of: phone), at: 3020)
            }
            try gateway.apply(.tick, at: 3030)
            try settle()
            let list = try gateway.ask(alice, "list", [:])["expenses"]?.array ?? []
            let found = try #require(list.first { $0["amount"] == "9.00" })
            let north = try #require(found["lat"]?.number?.double) - homeCenter.latitude
            #expect(abs(north * 111_195 - 5000) < 1 && found["place"] == .null)
            #expect(found["revision"] == 1, "no edit of hers is in its way")
            #expect(list.first { $0["amount"] == "8.00" }?["place"] == "home")

            // The fixes of that day are no longer kept, but the expense still knows.
            keptSince = start.advanced(bySeconds: 4000)
            var retention = Retention()
            retention.fixes = 1
            _ = try gateway.store.forget(retention, now: keptSince.advanced(bySeconds: 86400))
            finder.startOver(gateway.engine.purses, at: gateway.engine.now)
            try settle()
            let kept = try gateway.ask(alice, "list", [:])["expenses"]?.array ?? []
            #expect(kept == list)
        }
    }
}
