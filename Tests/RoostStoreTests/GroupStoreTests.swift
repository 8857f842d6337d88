import Foundation
import GRDB
import RoostCore
import SeededRandom
import Testing

@testable import RoostStore

@Suite("Groups on disk")
struct GroupStoreTests {
    private let study = ID<Group>(checked: "study")

    private func group(_ members: [ID<User>], owner: ID<User> = alice) -> Group {
        Group(
            id: study, name: "Study", owner: owner,
            members: members.enumerated().map {
                .init(user: $1, since: start.advanced(bySeconds: Double($0)))
            })
    }

    private func commit(_ store: Store, _ household: [HouseholdChange]) throws {
        _ = try store.commit(Changes(household: household))
    }

    private func say(_ text: String, _ number: Int64, by author: ID<User>, _ store: Store) throws {
        var changes = Changes()
        changes.groupMessages = [
            GroupMessage(
                group: study, number: number, author: author, text: text, time: start,
                key: .name(text))
        ]
        _ = try store.commit(changes)
    }

    private func heard(_ store: Store, by reader: ID<User>) throws -> [String] {
        try store.messages(in: study, for: reader, limit: 100).messages.map(\.text)
    }

    @Test("After a restart groups are as they were last saved")
    func kept() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice)
                try store.letIn(bob)
                try commit(store, [.saveGroup(group([alice, bob]))])
            }
            try folder.open { store in
                #expect(try store.household().groups[study] == group([alice, bob]))
                try commit(store, [.saveGroup(group([bob], owner: bob))])
            }
            try folder.open { store in
                #expect(try store.household().groups[study] == group([bob], owner: bob))
                try commit(store, [.deleteGroup(study)])
                #expect(try store.household().groups.isEmpty)
            }
        }
    }

    @Test("Messages are kept in order for those who were members then, with unique numbers")
    func messages() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice)
                try store.letIn(bob)
                try commit(store, [.saveGroup(group([alice]))])
                #expect(try store.lastMessage(of: study) == 0)
                try say("one", 1, by: alice, store)
                try commit(store, [.saveGroup(group([alice, bob]))])
                #expect(try heard(store, by: bob) == [])
                try say("two", 2, by: bob, store)
                try say("three", 3, by: bob, store)
                #expect(try heard(store, by: alice) == ["one", "two", "three"])
                #expect(try heard(store, by: bob) == ["two", "three"])
                #expect(try store.message(in: study, of: bob, key: .name("two"))?.number == 2)
                #expect(try store.message(in: study, of: alice, key: .name("two")) == nil)

                let last = try store.messages(in: study, for: alice, limit: 2)
                #expect(last.messages.map(\.number) == [2, 3] && last.hasMore)
                let first = try store.messages(in: study, for: alice, before: 2, limit: 2)
                #expect(first.messages.map(\.number) == [1] && !first.hasMore)
                let next = try store.messages(in: study, for: alice, after: 1, limit: 1)
                #expect(next.messages.map(\.number) == [2] && next.hasMore)

                // Who leaves hears nothing, and who comes again nothing of before.
                try commit(store, [.saveGroup(group([alice]))])
                #expect(try heard(store, by: bob) == [])
                try commit(store, [.saveGroup(group([alice, bob]))])
                #expect(try heard(store, by: bob) == [])
                try commit(store, [.saveGroup(group([alice])), .deleteUser(bob)])
                #expect(try heard(store, by: alice) == ["one"])
                #expect(try store.lastMessage(of: study) == 3)
                // Of a group or a user that is gone, nothing is kept, and nothing fails.
                try say("four", 4, by: bob, store)
                try commit(store, [.deleteGroup(study)])
                try say("five", 5, by: alice, store)
                #expect(try heard(store, by: alice) == [])
                // Another group of that name goes on with the numbers.
                try commit(store, [.saveGroup(group([alice]))])
                #expect(try store.lastMessage(of: study) == 3)
                #expect(try store.message(in: study, of: alice, key: .request("\"a\"")) == nil)
            }
        }
    }

    @Test("Messages are deleted after their retention, and their numbers are not reused")
    func retention() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                try store.letIn(alice)
                try commit(store, [.saveGroup(group([alice]))])
                try say("one", 1, by: alice, store)
                var retention = Retention()
                retention.messages = 3
                let day = start.advanced(bySeconds: 86_400)
                _ = try store.forget(retention, now: day)
                #expect(try heard(store, by: alice) == ["one"])
                _ = try store.forget(retention, now: day.advanced(bySeconds: 3 * 86_400))
                #expect(try heard(store, by: alice) == [])
                #expect(try store.lastMessage(of: study) == 1)
            }
        }
    }

    @Test("A group's totals equal the sums of its rows, and its pages hold each row once")
    func totals() throws {
        var random = SeededRandom(seed: 7)
        let groups = [study, ID<Group>(checked: "purse"), nil]
        let categories = ["food", "books"].map { ID<SpendingCategory>(checked: $0) }
        try StoreFolder.with { folder in
            try folder.open { store in
                var rows: [String: Expense] = [:]
                for user in [alice, bob] { try store.letIn(user) }
                try commit(
                    store,
                    groups.compactMap { id in
                        id.map {
                            Group(
                                id: $0, name: "", owner: alice,
                                members: [alice, bob].map { .init(user: $0, since: start) })
                        }
                    }.map(HouseholdChange.saveGroup))
                for _ in 0..<500 {
                    let user = [alice, bob].randomElement(using: &random) ?? alice
                    // Both call theirs the same, and many are of the same moment.
                    let id = "e\(Int.random(in: 0..<60, using: &random))"
                    let before = rows["\(user) \(id)"]
                    let time = start.advanced(
                        bySeconds: 864_000 * Double(Int.random(in: 0...9, using: &random)))
                    let expense = Expense(
                        id: ID(checked: id), user: user,
                        amount: Money(
                            units: Int64.random(in: 1...999, using: &random),
                            Currency(checked: Bool.random(using: &random) ? "JPY" : "EUR")),
                        category: categories.randomElement(using: &random) ?? categories[0],
                        time: time, day: ZoneRules.utc.day(at: time),
                        group: groups.randomElement(using: &random) ?? nil,
                        created: before?.created ?? time, updated: time,
                        revision: (before?.revision ?? 0) + 1)
                    var changes = Changes()
                    if let before, Int.random(in: 0..<4, using: &random) == 0 {
                        changes.expenses = [.delete(before)]
                        rows["\(user) \(id)"] = nil
                    } else {
                        changes.expenses = [.save(expense, before: before)]
                        rows["\(user) \(id)"] = expense
                    }
                    _ = try store.commit(changes)
                }
                for group in groups.compactMap({ $0 }) {
                    try check(store, group, rows.values.filter { $0.group == group })
                }
                // Without bob, and then without anybody.
                try commit(store, [.saveGroup(group([alice]))])
                try check(
                    store, study, rows.values.filter { $0.group == study && $0.user == alice })
                try commit(store, [.deleteGroup(study)])
                try check(store, study, [])
            }
        }
    }

    private func check(_ store: Store, _ group: ID<Group>, _ rows: [Expense]) throws {
        for month in Set(rows.map(\.month)).map({ Optional($0) }) + [nil] {
            let own = rows.filter { $0.month == month ?? $0.month }
            let totals = try store.totals(of: group, in: month)
            for part in totals.parts {
                let same = own.filter {
                    $0.user == part.user && $0.category == part.category
                        && $0.amount.currency == part.amount.currency
                }
                #expect(part.count == same.count && part.count > 0)
                #expect(part.amount.units == same.reduce(0) { $0 + $1.amount.units })
            }
            #expect(totals.parts.reduce(0) { $0 + $1.count } == own.count)
            #expect(totals.months.reduce(0) { $0 + $1.count } == rows.count)
        }
        var query = ExpenseQuery(.group(group), limit: 7)
        var found: [Expense] = []
        repeat {
            let page = try store.expenses(query)
            found += page.expenses
            query.after = page.next.flatMap { ExpenseCursor($0.text, of: query.whose) }
        } while query.after != nil
        #expect(
            found
                == rows.sorted {
                    ($0.time, $0.user, $0.id) > ($1.time, $1.user, $1.id)
                })
    }

    @Test("Rows deleted between two pages do not hide later ones")
    func vanishing() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                for user in [alice, bob] { try store.letIn(user) }
                try commit(store, [.saveGroup(group([alice, bob]))])
                // Two of bob's and two of alice's at each of three moments.
                let expenses = (0..<12).map { number in
                    let time = start.advanced(bySeconds: Double(number / 4))
                    return Expense(
                        id: ID(checked: "e\(number)"), user: number / 2 % 2 == 0 ? alice : bob,
                        amount: Money(units: 100, Currency(checked: "EUR")),
                        category: ID(checked: "other"), name: nil, time: time,
                        day: ZoneRules.utc.day(at: time), group: study, created: time, updated: time
                    )
                }
                var changes = Changes()
                changes.expenses = expenses.map { .save($0, before: nil) }
                _ = try store.commit(changes)

                var query = ExpenseQuery(.group(study), limit: 6)
                let page = try store.expenses(query)
                #expect(page.expenses == Array(expenses.reversed().prefix(6)))
                query.after = page.next
                #expect(try store.expenses(query).expenses == Array(expenses.reversed().suffix(6)))

                // All that was told is gone; and somebody made up a number.
                changes.expenses = page.expenses.map { .delete($0) }
                _ = try store.commit(changes)
                #expect(try store.expenses(query).expenses == Array(expenses.reversed().suffix(6)))
                let end = "\(start.advanced(bySeconds: 1).milliseconds).bob"
                query.after = ExpenseCursor("\(end).\(Int64.max)", of: .group(study))
                #expect(try store.expenses(query).expenses == Array(expenses.reversed().suffix(6)))
                query.after = ExpenseCursor("\(end).1", of: .group(study))
                #expect(try store.expenses(query).expenses == Array(expenses.reversed().suffix(6)))
            }
        }
    }

    @Test("A store from before groups keeps its notes and expenses, and accepts groups")
    func migration() throws {
        try StoreFolder.with { folder in
            try folder.keep(asOf: "reminders") { db in
                try db.execute(
                    sql: """
                        INSERT INTO user (id, name, is_admin, devices, beacons, settings)
                        VALUES ('alice', 'Alice', 0, '[]', '[]', ?);
                        INSERT INTO note (id, author, visibility, latitude, longitude, created,
                            updated, revision, folded, text)
                        VALUES ('n', 'alice', 'friends', 1, 2, 3, 4, 1, 'milk', 'Milk');
                        INSERT INTO expense VALUES ('alice', 'e', 1790000000000, 20260921, 'EUR', 150,
                            'other', NULL, NULL, NULL, NULL, NULL, NULL, 1, 1, 1);
                        """,
                    arguments: [
                        String(decoding: try JSONEncoder().encode(Settings()), as: UTF8.self)
                    ])
            }
            try folder.open { store in
                let note = try store.notes(called: ID(checked: "n")).first
                #expect(note?.visibility == .friends)
                // Where it is is found by an index of a later version.
                var query = NoteQuery(reader: NoteReader(user: alice))
                query.origin = Coordinate(latitude: 1, longitude: 2)
                #expect(try store.notes(query).hits.map(\.distance) == [0])
                var expense = try #require(try store.expense(ID(checked: "e"), of: alice))
                #expect(expense.group == nil)
                try commit(store, [.saveGroup(group([alice]))])
                let before = expense
                (expense.group, expense.revision) = (study, 2)
                var changes = Changes()
                changes.expenses = [.save(expense, before: before)]
                _ = try store.commit(changes)
                let theirs = try store.expenses(ExpenseQuery(.group(study), limit: 9))
                #expect(theirs.expenses == [expense])
                #expect(try store.totals(of: study, in: nil).parts.first?.amount.units == 150)
                try commit(store, [.deleteGroup(study)])
                #expect(try store.expense(ID(checked: "e"), of: alice)?.group == nil)
            }
        }
    }
}
