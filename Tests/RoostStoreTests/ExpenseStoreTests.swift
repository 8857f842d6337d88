// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RoostCore
import RoostStore
import SeededRandom
import Testing

@Suite("Expenses on disk")
struct ExpenseStoreTests {
    private static let categories = ["food", "books", "other"].map {
        ID<SpendingCategory>(checked: $0)
    }

    private static func change(_ changes: [ExpenseChange]) -> Changes {
        var all = Changes()
        all.expenses = changes
        return all
    }

    private static func furnish(_ store: Store) throws {
        _ = try store.commit(
            Changes(household: [
                .saveUser(User(id: alice, name: "Alice")), .saveUser(User(id: bob, name: "Bob")),
                .savePlace(
                    Place(
                        id: home, name: "Home", kind: .home,
                        area: .circle(center: center, radius: 60), isShared: true)),
            ]))
    }

    private static func expense(
        _ number: Int, _ random: inout SeededRandom, of user: ID<User> = alice
    ) -> Expense {
        // Many share a moment: pages must not lose any.
        let time = start.advanced(
            bySeconds: 43_200 * Double(Int.random(in: -150...0, using: &random)))
        let places = [nil, nil, home]
        return Expense(
            id: ID(checked: "e\(number)"), user: user,
            amount: Money(
                units: Int64.random(in: 1...100_000, using: &random),
                Currency(checked: Int.random(in: 0...3, using: &random) == 0 ? "JPY" : "EUR")),
            category: categories.randomElement(using: &random)!, name: "Shop \(number % 7)",
            time: time, day: ZoneRules.utc.day(at: time),
            spot: Expense.Spot(center, place: places.randomElement(using: &random)!),
            found: Bool.random(using: &random) ? .traced : nil, created: time, updated: time)
    }

    @Test("Totals and loaded sums equal those of the rows, and pages hold each row once")
    func totals() throws {
        try StoreFolder.with { folder in
            var random = SeededRandom(seed: 3)
            var rows: [String: Expense] = [:]
            try folder.open { store in
                try Self.furnish(store)
                for number in 1...600 {
                    let id = Int.random(in: 1...300, using: &random)
                    if let before = rows["e\(id)"], number % 5 == 0 {
                        rows["e\(id)"] = nil
                        _ = try store.commit(Self.change([.delete(before)]))
                    } else {
                        var new = Self.expense(id, &random)
                        new.created = rows["e\(id)"]?.created ?? new.created
                        _ = try store.commit(
                            Self.change([.save(new, before: rows["e\(id)"])]))
                        rows["e\(id)"] = new
                    }
                }
                _ = try store.commit(
                    Self.change([.save(Self.expense(1, &random, of: bob), before: nil)]))
            }
            let all = rows.values.sorted {
                ($0.time, $0.id) > ($1.time, $1.id)
            }
            let months = Set(all.map(\.month)).map { Optional($0) } + [nil]
            try folder.open { store in
                for month in months {
                    let own = all.filter { $0.month == month ?? $0.month }
                    let totals = try store.totals(of: alice, in: month)
                    #expect(
                        totals.parts.reduce(0) { $0 + $1.amount.units }
                            == own.reduce(0) { $0 + $1.amount.units })
                    for part in totals.parts {
                        let same = own.filter {
                            $0.category == part.category && $0.spot?.place == part.place
                                && $0.amount.currency == part.amount.currency
                        }
                        #expect(part.amount.units == same.reduce(0) { $0 + $1.amount.units })
                        #expect(part.count == same.count)
                    }
                    #expect(
                        totals.months.reduce(0) { $0 + $1.amount.units }
                            == all.reduce(0) { $0 + $1.amount.units })
                    for category in Self.categories.map({ Optional($0) }) + [nil] {
                        for place in [home, nil] {
                            let slow = own.filter {
                                $0.category == category ?? $0.category
                                    && (place == nil || $0.spot?.place == place)
                            }
                            var query = ExpenseQuery(.user(alice), limit: 7)
                            (query.month, query.category, query.place) = (month, category, place)
                            #expect(try Self.pages(query, in: store) == slow)
                        }
                    }
                }
                // The engine's sums, as it would have reckoned them.
                var expected = Engine(household: try store.household())
                _ = expected.apply(.listening, at: start)
                _ = expected.apply(.spending(all.map { .save($0, before: nil) }), at: start)
                let memory = try store.memory()
                #expect(memory.purses[alice]?.count == all.count)
                #expect(
                    memory.purses[alice]?.lastFound == all.first { $0.found != nil }?.time)
                var loaded = Engine(household: try store.household(), memory: memory)
                _ = loaded.apply(.listening, at: start)
                #expect(loaded.spending(of: alice) == expected.spending(of: alice))
                #expect(loaded.spending(of: alice)?.totals.isEmpty == false)
            }
        }
    }

    private static func pages(_ query: ExpenseQuery, in store: Store) throws -> [Expense] {
        var (query, found): (ExpenseQuery, [Expense]) = (query, [])
        repeat {
            let page = try store.expenses(query)
            found += page.expenses
            // As a requester hands it back.
            query.after = page.next.flatMap { ExpenseCursor($0.text, of: query.whose) }
        } while query.after != nil
        return found
    }

    @Test("An import appears when complete, adds only new rows, and is dropped if abandoned")
    func imports() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try Self.furnish(store)
                var random = SeededRandom(seed: 5)
                let rows = (1...40).map { Self.expense($0, &random) }
                _ = try store.commit(Self.change([.save(rows[0], before: nil)]))
                func stage(_ name: String, _ expenses: ArraySlice<Expense>) throws {
                    var changes = Changes()
                    changes.importParts = [
                        ExpenseImportPart(
                            user: alice, name: name, begun: start, expenses: Array(expenses))
                    ]
                    _ = try store.commit(changes)
                }
                try stage("one", rows[..<30])
                try stage("one", rows[20...])
                try stage("two", rows[..<5])
                #expect(
                    try Self.pages(ExpenseQuery(.user(alice), limit: 100), in: store).count == 1)
                let month = CalendarMonth(of: ZoneRules.utc.day(at: start)).previous
                let news = try store.news(ofImport: "one", of: alice, since: month)
                #expect(news.all == 40 && news.count == 39)
                #expect(try store.news(ofImport: "one", of: bob, since: month).all == 0)

                let before = try store.memory().purses[alice]!
                _ = try store.commit(
                    Self.change([
                        .take("one", of: alice, adding: news.tally, count: news.count)
                    ]))
                let found = try Self.pages(ExpenseQuery(.user(alice), limit: 100), in: store)
                #expect(Set(found) == Set(rows))
                // What was added to the sums is what is there more.
                var engine = Engine(household: try store.household())
                _ = engine.apply(.listening, at: start)
                _ = engine.apply(.spending(rows.map { .save($0, before: nil) }), at: start)
                var sums = before.tally
                for (key, sum) in news.tally.sums { sums.add(sum, to: key) }
                for (key, sum) in engine.purses[alice]!.tally.sums { #expect(sums[key] == sum) }
                #expect(try store.news(ofImport: "one", of: alice, since: month).all == 0)

                #expect(try store.news(ofImport: "two", of: alice, since: month).all == 5)
                let late = start.advanced(bySeconds: 90_000)
                while try store.forget(Retention(), now: late) > 0 {}
                #expect(try store.news(ofImport: "two", of: alice, since: month).all == 0)
            }
        }
    }

    @Test("A user's expenses are deleted with them, and a deleted place is removed from expenses")
    func deleting() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try Self.furnish(store)
                var random = SeededRandom(seed: 1)
                var expense = Self.expense(1, &random)
                expense.spot?.place = home
                _ = try store.commit(Self.change([.save(expense, before: nil)]))
                _ = try store.commit(Changes(household: [.deletePlace(home)]))
                #expect(try store.expense(expense.id, of: alice)?.spot == Expense.Spot(center))
                _ = try store.commit(
                    Changes(household: [
                        .savePlace(
                            Place(
                                id: home, name: "Home", area: .circle(center: center, radius: 60),
                                isShared: true))
                    ]))
                // What came in the same batch as the deletion goes with it.
                var second = Self.expense(2, &random)
                second.spot?.place = home
                var changes = Self.change([.save(second, before: nil)])
                changes.household = [.deletePlace(home)]
                changes.importParts = [
                    ExpenseImportPart(user: alice, name: "i", begun: start, expenses: [second])
                ]
                _ = try store.commit(changes)
                #expect(try store.expense(second.id, of: alice)?.spot?.place == nil)
                let sums = try store.memory().purses[alice]?.tally.sums.keys
                #expect(sums?.contains { if case .place = $0 { true } else { false } } == false)
                _ = try store.commit(Self.change([.delete(second)]))
                _ = try store.commit(
                    Self.change([.take("i", of: alice, adding: Tally(), count: 1)]))
                #expect(try store.expense(second.id, of: alice)?.spot?.place == nil)

                var last = Self.change([.save(Self.expense(3, &random), before: nil)])
                last.household = [
                    .deleteUser(alice), .saveUser(User(id: alice, name: "Another")),
                ]
                _ = try store.commit(last)
                #expect(try store.memory().purses.isEmpty)
                #expect(try store.totals(of: alice, in: nil).months.isEmpty)
            }
        }
    }
}
