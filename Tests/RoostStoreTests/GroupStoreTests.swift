import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostStore

@Suite("Groups, on disk")
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
                group: study, number: number, author: author, text: text, time: start, key: text)
        ]
        _ = try store.commit(changes)
    }

    private func heard(_ store: Store, by reader: ID<User>) throws -> [String] {
        try store.messages(in: study, for: reader, limit: 100).messages.map(\.text)
    }

    @Test("Groups are there after a restart, as they were last")
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

    @Test("What was said is kept in order, each for who was there, and no number is given twice")
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
                #expect(try store.message(in: study, of: bob, key: "two")?.number == 2)
                #expect(try store.message(in: study, of: alice, key: "two") == nil)

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
            }
        }
    }

    @Test("What was said is kept for its days, and no number is given again")
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

    @Test("A store of before groups has its notes and expenses, and takes more")
    func migration() throws {
        try StoreFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder.url, withIntermediateDirectories: true)
            let old = try DatabaseQueue(path: folder.url.appending(path: "roost.sqlite").path)
            try Schema.migrator.migrate(old, upTo: "reminders")
            try old.write { db in
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
            try old.close()
            try folder.open { store in
                let note = try store.notes(called: ID(checked: "n")).first
                #expect(note?.visibility == .friends)
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
