import ArgumentParser
import Foundation
import RoostCore
import RoostStore

/// Measures how long it takes to import many expenses, list them and add them up.
struct ExpensesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expenses",
        abstract: "Measure how long many expenses take to take in and add up.",
        discussion: """
            One user's expenses of ten years are imported into a store of its own, as the gateway does it: some \
            rows at a time, then all at once. Then they are listed and added up. A group is given as many.

            Example:
              roost-bench expenses --expenses 100000
            """)

    @Option(help: "How many expenses there are.") var expenses = 100_000
    @Option(help: "How many questions of each kind.") var questions = 100
    @Flag(help: "Print JSON instead of a table.") var json = false

    private struct Report: Codable {
        var expenses: Int
        var partMilliseconds: AnswerTimes
        /// For all rows at once, at the end of the import.
        var takeSeconds: Double
        var kinds: [AnswerTimes]
        /// For a user who leaves a group, taking along that many shared expenses.
        var leaveSeconds: Double
    }

    private static let user = ID<User>(checked: "alice")
    private static let other = ID<User>(checked: "bob")
    private static let group = ID<Group>(checked: "purse")
    private static let places = (1...20).map { ID<Place>(checked: "shop-\($0)") }
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)
    private static let part = 500

    func validate() throws {
        try check("--expenses", expenses, in: 1000...Expense.most)
        try check("--questions", questions, in: 10...100_000)
    }

    func run() throws {
        RoostBench.warnOfDebugBuild()
        let workspace = try Workspace()
        defer { workspace.remove() }
        let store = try Store(directory: workspace.folder)
        var changes = Changes()
        let members = [Self.user, Self.other]
        changes.household = [
            .saveUser(User(id: Self.user, name: "Alice")),
            .saveUser(User(id: Self.other, name: "Bob")),
            .saveGroup(
                Group(
                    id: Self.group, name: "Purse", owner: Self.user,
                    members: members.map { .init(user: $0, since: Self.now) })),
        ]
        _ = try store.commit(changes)
        let parts = try stage(in: store)
        let take = try take(in: store)
        let report = Report(
            expenses: expenses, partMilliseconds: parts, takeSeconds: take,
            kinds: try measure(store) + measureGroup(store), leaveSeconds: try leave(store))
        try store.close()
        if json { return Swift.print(try RoostBench.json(report)) }
        Swift.print(
            """
            \(expenses) expenses, taken over at once in \(Self.rounded(take)) s
            who shares as many leaves a group in \(Self.rounded(report.leaveSeconds)) s


            """
                + AnswerTimes.table([parts] + report.kinds, title: "question"))
    }

    private static func rounded(_ seconds: Double) -> Double { (100 * seconds).rounded() / 100 }

    private func leave(_ store: Store) throws -> Double {
        let began = ContinuousClock.now
        let rest = Group(
            id: Self.group, name: "Purse", owner: Self.user,
            members: [.init(user: Self.user, since: Self.now)], revision: 2)
        var changes = Changes()
        changes.household = [.saveGroup(rest)]
        _ = try store.commit(changes)
        return began.secondsUntilNow
    }

    /// Spread over ten years, at twenty shops and elsewhere.
    private func expense(_ number: Int) -> Expense {
        let span = 10 * 365 * 86400.0
        let time = Self.now.advanced(bySeconds: -span * Double(number) / Double(expenses))
        let place = number % 3 == 0 ? nil : Self.places[number % Self.places.count]
        let categories = SpendingCategory.defaults
        return Expense(
            id: ID(checked: "e\(number)"), user: Self.user,
            amount: Money(units: Int64(1 + number * 7919 % 20_000), Currency(checked: "EUR")),
            category: categories[number * 31 % categories.count].id, name: "Shop \(number % 200)",
            time: time, day: ZoneRules.utc.day(at: time),
            spot: Coordinate(latitude: 48, longitude: 16).map { Expense.Spot($0, place: place) },
            created: Self.now, updated: Self.now)
    }

    private func stage(in store: Store) throws -> AnswerTimes {
        var first = 0
        return try AnswerTimes("\(Self.part) rows of an import", of: expenses / Self.part) {
            var changes = Changes()
            changes.importParts = [
                ExpenseImportPart(
                    user: Self.user, name: "i", begun: Self.now,
                    expenses: (first..<first + Self.part).map(expense))
            ]
            first += Self.part
            return { [changes] in
                _ = try store.commit(changes)
                return Self.part
            }
        }
    }

    private func take(in store: Store) throws -> Double {
        let began = ContinuousClock.now
        let month = CalendarMonth(of: ZoneRules.utc.day(at: Self.now))
        let news = try store.news(ofImport: "i", of: Self.user, since: month)
        var changes = Changes()
        changes.expenses = [
            .take("i", of: Self.user, adding: news.tally, count: news.count)
        ]
        _ = try store.commit(changes)
        return began.secondsUntilNow
    }

    private func measure(_ store: Store) throws -> [AnswerTimes] {
        let month = CalendarMonth(of: ZoneRules.utc.day(at: Self.now)).previous
        func list(
            _ kind: String, _ change: (inout ExpenseQuery) -> Void
        ) throws -> AnswerTimes {
            var query = ExpenseQuery(.user(Self.user), limit: 100)
            change(&query)
            return try AnswerTimes(kind, of: questions) { [query] in
                { try store.expenses(query).expenses.count }
            }
        }
        func totals(_ kind: String, _ month: CalendarMonth?) throws -> AnswerTimes {
            try AnswerTimes(kind, of: questions) {
                { try store.totals(of: Self.user, in: month).parts.count }
            }
        }
        var number = 0
        return [
            try list("the newest page") { _ in },
            try list("a page of a month") { $0.month = month },
            try list("a page of a category") { $0.category = SpendingCategory.other.id },
            try list("a page of a category that has none") { $0.category = ID(checked: "none") },
            try list("a page of a place") { $0.place = Self.places[0] },
            try totals("totals of a month", month), try totals("totals of all time", nil),
            try AnswerTimes("one more expense", of: questions) {
                number += 1
                var changes = Changes()
                var expense = expense(number)
                expense.id = ID(checked: "new-\(number)")
                changes.expenses = [.save(expense, before: nil)]
                return { [changes] in
                    _ = try store.commit(changes)
                    return 1
                }
            },
            try AnswerTimes("the gateway's start", of: 10) { { try store.memory().purses.count } },
        ]
    }

    /// The other user shares as many with a group.
    private func measureGroup(_ store: Store) throws -> [AnswerTimes] {
        for first in stride(from: 0, to: expenses, by: 1000) {
            var changes = Changes()
            changes.expenses = (first..<min(first + 1000, expenses)).map { number in
                var expense = expense(number)
                (expense.user, expense.group) = (Self.other, Self.group)
                return .save(expense, before: nil)
            }
            _ = try store.commit(changes)
        }
        let query = ExpenseQuery(.group(Self.group), limit: 100)
        func totals(_ kind: String, _ month: CalendarMonth?) throws -> AnswerTimes {
            try AnswerTimes(kind, of: questions) {
                { try store.totals(of: Self.group, in: month).parts.count }
            }
        }
        let month = CalendarMonth(of: ZoneRules.utc.day(at: Self.now)).previous
        return [
            try AnswerTimes("the newest page of a group", of: questions) {
                { try store.expenses(query).expenses.count }
            },
            try totals("a group's totals of a month", month),
            try totals("a group's totals of all time", nil),
            try AnswerTimes("whether a group is full", of: questions) {
                { try store.isFull(Self.group) ? 0 : 1 }
            },
        ]
    }
}
