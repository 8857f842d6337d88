// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import SeededRandom
import Testing

@Suite("Spending")
struct SpendingTests {
    private static let euro = Currency(checked: "EUR")
    private static let groceries = ID<SpendingCategory>(checked: "groceries")
    private static let home = ID<Place>(checked: "home")

    private static func expense(
        _ number: Int, _ units: Int64, at second: Double = 0, place: ID<Place>? = nil,
        category: ID<SpendingCategory> = groceries, of user: ID<User> = House.alice
    ) -> Expense {
        let time = House.start.advanced(bySeconds: second)
        return Expense(
            id: ID(checked: "e\(number)"), user: user, amount: Money(units: units, euro),
            category: category, time: time, day: ZoneRules.utc.day(at: time),
            spot: place.map { Expense.Spot(House.home, place: $0) }, created: time, updated: time)
    }

    private static func house(budgets: [Budget]) -> House {
        var house = House()
        house.give(budgets, at: 0)
        return house
    }

    private static func budget(
        _ units: Int64, _ category: ID<SpendingCategory>? = groceries
    ) -> Budget {
        Budget(category: category, amount: Money(units: units, euro))
    }

    @Test("A budget alert is given exactly at 80 and at 100 per cent, and once each")
    func thresholds() {
        var house = Self.house(budgets: [Self.budget(10_000)])
        house.spend(.save(Self.expense(1, 7999), before: nil), at: 1)
        #expect(house.alerts(.budgetExceeded).isEmpty)
        house.spend(.save(Self.expense(2, 1), before: nil), at: 2)
        #expect(
            house.alerts(.budgetExceeded).map(\.text) == [
                "Groceries: 80.00 EUR of 100.00 this month, 80 %."
            ])
        house.spend(.save(Self.expense(3, 1999), before: nil), at: 3)
        #expect(house.alerts(.budgetExceeded).count == 1)
        house.spend(.save(Self.expense(4, 1), before: nil), at: 4)
        house.spend(.save(Self.expense(5, 500), before: nil), at: 5)
        #expect(
            house.alerts(.budgetExceeded).map(\.title) == [
                "Budget nearly spent: Groceries", "Budget spent: Groceries",
            ])
        // The sum goes back and forth: the same alert again, by its id.
        house.spend(.delete(Self.expense(5, 500)), at: 6)
        house.spend(.delete(Self.expense(4, 1)), at: 7)
        house.spend(.save(Self.expense(6, 1), before: nil), at: 8)
        #expect(Set(house.alerts(.budgetExceeded).map(\.id)).count == 2)
    }

    @Test("A large expense that passes both thresholds gives only the higher alert")
    func atOnce() {
        var house = Self.house(budgets: [Self.budget(10_000)])
        house.spend(.save(Self.expense(1, 12_345), before: nil), at: 1)
        #expect(
            house.alerts(.budgetExceeded).map(\.text) == [
                "Groceries: 123.45 EUR of 100.00 this month, 123 %."
            ])
    }

    @Test("The largest sums of the smallest budget are reported without a crash")
    func extremes() {
        let budget = Self.budget(1)
        #expect(budget.percent(spent: Money.most * Int64(Expense.most)) == Int.max)
        #expect(budget.percent(spent: .min) == 0 && budget.threshold(spent: .min) == nil)
        #expect(Self.budget(Money.most).percent(spent: Money.most) == 100)
        var house = Self.house(budgets: [budget])
        house.spend(.save(Self.expense(1, Money.most), before: nil), at: 1)
        #expect(house.alerts(.budgetExceeded).count == 1)
    }

    @Test("Budget alerts are pushed in quiet hours, as the user is awake to note an expense")
    func quietHours() {
        var house = House()
        var user = house.engine.household.users[House.alice]!
        user.settings.quietHours = DailyHours(from: 0, to: 0)
        user.settings.budgets = [Self.budget(1000)]
        house.change(.saveUser(user), at: 0)
        house.spend(.save(Self.expense(1, 900), before: nil), at: 1)
        #expect(house.alerts(.budgetExceeded).map(\.delivery) == [.pushed])
    }

    @Test("A budget covers only its category, currency, user and month")
    func scope() {
        var house = Self.house(budgets: [Self.budget(1000), Self.budget(5000, nil)])
        house.spend(
            .save(Self.expense(1, 900, category: ID(checked: "travel")), before: nil), at: 1)
        var yen = Self.expense(2, 900)
        yen.amount.currency = Currency(checked: "JPY")
        house.spend(.save(yen, before: nil), at: 2)
        var old = Self.expense(3, 900)
        old.day = CivilDay(year: 2026, month: 8, day: 31)
        house.spend(.save(old, before: nil), at: 3)
        house.spend(.save(Self.expense(4, 900, of: House.bob), before: nil), at: 4)
        #expect(house.alerts(.budgetExceeded).isEmpty)
        let views = house.engine.spending(of: House.alice)!.budgets
        #expect(views.map(\.spent.units) == [0, 900])
        // All categories together: 9.00 were for travel.
        house.spend(.save(Self.expense(5, 3100), before: nil), at: 5)
        #expect(house.alerts(.budgetExceeded).count == 2)
    }

    @Test("A new budget that is mostly spent is reported at once, and again in another month")
    func newBudget() {
        var house = House()
        house.spend(.save(Self.expense(1, 900), before: nil), at: 1)
        house.give([Self.budget(1000)], at: 2)
        #expect(house.alerts(.budgetExceeded).count == 1)
        house.give([Self.budget(1000), Self.budget(100_000, nil)], at: 3)
        #expect(house.alerts(.budgetExceeded).count == 1)

        let october = 10.0 * 86400
        house.wait(until: october)
        #expect(house.engine.spending(of: House.alice)?.month.description == "2026-10")
        #expect(house.engine.spending(of: House.alice)?.budgets.first?.spent.units == 0)
        house.spend(.save(Self.expense(2, 800, at: october), before: nil), at: october)
        #expect(house.alerts(.budgetExceeded).count == 2)
        #expect(Set(house.alerts(.budgetExceeded).map(\.id)).count == 2)
    }

    @Test("The month ends at midnight in the user's own time zone")
    func midnight() {
        var house = House()
        // Two hours east of Greenwich.
        house.engine.zones["Two"] = ZoneRules(changes: [
            .init(from: Timestamp(milliseconds: 0), offsetSeconds: 7200)
        ])
        var user = house.engine.household.users[House.alice]!
        user.settings.timezone = "Two"
        house.change(.saveUser(user), at: 0)
        house.spend(.save(Self.expense(1, 900), before: nil), at: 1)
        // 2026-09-30T22:00:00Z
        let midnight = Double(1_790_805_600 - 1_790_000_000)
        house.wait(until: midnight - 1)
        #expect(house.engine.spending(of: House.alice)?.totals.count == 1)
        house.effects = []
        house.wait(until: midnight + 1)
        #expect(house.effects.contains(.changed(.spending(House.alice), .now)))
        #expect(house.engine.spending(of: House.alice)?.totals == [])
    }

    @Test("Arriving at a place tells only the user what they spent there this month")
    func arriving() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .exact)), at: 0)
        house.fix(House.home, at: 0)
        house.spend(.save(Self.expense(1, 8000, place: Self.home), before: nil), at: 1)
        house.spend(.save(Self.expense(2, 450, place: Self.home), before: nil), at: 2)
        house.spend(.save(Self.expense(3, -50, place: Self.home), before: nil), at: 3)
        house.spend(.save(Self.expense(4, 999), before: nil), at: 4)
        house.fix(House.home.north(2000), at: 600)
        #expect(house.alerts(.spendingHere).isEmpty)
        house.fix(House.home, at: 1200)
        let told = house.alerts(.spendingHere)
        #expect(told.map(\.text) == ["You spent 84.00 EUR at Home this month."])
        #expect(told.map(\.user) == [House.alice] && told.first?.place == Self.home)

        // A deleted purchase, or one at a deleted place, is not told any more.
        for (number, units) in [(1, 8000), (2, 450), (3, -50)] {
            house.spend(
                .delete(Self.expense(number, Int64(units), place: Self.home)), at: 1300)
        }
        house.fix(House.home.north(2000), at: 2400)
        house.fix(House.home, at: 3600)
        #expect(house.alerts(.spendingHere).count == 1)
    }

    @Test("An arrival known half an hour later tells nothing of what may have been spent since")
    func lateArrival() {
        for (arriving, count) in [(1200.0, 1), (3100, 0)] {
            var house = House()
            house.fix(House.home.north(2000), at: 600)
            house.spend(.save(Self.expense(1, 8000, place: Self.home), before: nil), at: 1000)
            house.fix(House.home, at: 1200, arriving: arriving)
            house.wait(until: arriving + 100)
            #expect(house.alerts(.arrived).count == 1)
            #expect(house.alerts(.spendingHere).count == count)
        }
    }

    @Test("Spending is the same after a restart, without another alert")
    func restart() {
        var house = Self.house(budgets: [Self.budget(10_000)])
        house.spend(.save(Self.expense(1, 8000, place: Self.home), before: nil), at: 1)
        var again = Engine(
            household: house.engine.household, memory: house.engine.memory)
        let effects = again.apply(.listening, at: House.start.advanced(bySeconds: 60))
        #expect(!effects.contains { if case .alert = $0 { true } else { false } })
        #expect(again.spending(of: House.alice) == house.engine.spending(of: House.alice))
    }
}

@Suite("Where something was bought")
struct FoundSpotTests {
    private static let home = ID<Place>(checked: "home")
    private static let places = Array(House().engine.household.places.values)

    private static func fix(
        _ coordinate: Coordinate, accuracy: Double = 10, at second: Double
    ) -> Fix {
        Fix(
            coordinate: coordinate, accuracy: accuracy,
            time: House.start.advanced(bySeconds: second))
    }

    private static func step(_ isEntering: Bool, _ place: ID<Place> = home) -> Transition {
        Transition(
            subject: .user, user: House.alice, isEntering: isEntering, place: place, room: nil,
            time: House.start.advanced(bySeconds: -600))
    }

    private static func spot(_ traces: Traces, believed: Expense.Spot? = nil) -> Expense.Spot? {
        traces.spot(at: House.start, believed: believed, places: places)
    }

    @Test("The most telling fix is taken, whether before or after the purchase")
    func nearest() {
        let shop = House.home.north(5000)
        let fixes = [
            Self.fix(House.home.north(4000), at: -500), Self.fix(shop, at: 60),
            Self.fix(House.home.north(4900), accuracy: 200, at: 5),
        ]
        #expect(Self.spot(Traces(fixes: fixes)) == Expense.Spot(shop))
    }

    @Test("Neither a fix that would require flying nor one of a radio cell is believed")
    func wild() {
        let shop = House.home.north(5000)
        let fixes = [
            Self.fix(shop, at: -60), Self.fix(House.home.north(900_000), at: 0),
            Self.fix(shop, at: 60),
        ]
        #expect(Self.spot(Traces(fixes: fixes)) == Expense.Spot(shop))
        #expect(Self.spot(Traces(fixes: [Self.fix(shop, accuracy: 3000, at: 0)])) == nil)
    }

    @Test("A user who came to a place was there, even if the phone drifts outside")
    func place() {
        let drift = Self.fix(House.home.north(300), at: 0)
        let found = Self.spot(Traces(placeSteps: [Self.step(true)], fixes: [drift]))
        #expect(found == Expense.Spot(House.home, place: Self.home))
        let inside = Self.fix(House.home.north(20), at: 0)
        #expect(
            Self.spot(Traces(placeSteps: [Self.step(true)], fixes: [inside]))
                == Expense.Spot(House.home.north(20), place: Self.home))
    }

    @Test("A user who had left the place by then, as is learned later, was not there")
    func left() {
        let shop = House.home.north(5000)
        let believed = Expense.Spot(House.home, place: Self.home, room: ID(checked: "kitchen"))
        #expect(Self.spot(Traces(), believed: believed) == believed)
        let gone = Traces(placeSteps: [Self.step(false)], fixes: [Self.fix(shop, at: 30)])
        #expect(Self.spot(gone, believed: believed) == Expense.Spot(shop))
        #expect(Self.spot(Traces(placeSteps: [Self.step(false)]), believed: believed) == nil)
        // A later belief tells where they have been since.
        let office = Expense.Spot(House.office, place: ID(checked: "office"))
        #expect(Self.spot(Traces(placeSteps: [Self.step(false)]), believed: office) == office)
    }

    @Test("A tablet that stayed at home does not tell where its user went")
    func tablet() {
        let shop = House.home.north(2000)
        let fixes = [
            Self.fix(House.home, at: -700), Self.fix(shop, accuracy: 20, at: -60),
            Self.fix(House.home, accuracy: 10, at: 10),
        ]
        #expect(
            Self.spot(Traces(placeSteps: [Self.step(false)], fixes: fixes)) == Expense.Spot(shop))
    }

    @Test("A position within a known place is assigned to that place")
    func containing() {
        let found = Self.spot(Traces(fixes: [Self.fix(House.office, at: 10)]))
        #expect(found == Expense.Spot(House.office, place: ID(checked: "office")))
    }
}

@Suite("Locating a purchase as history is learned bit by bit")
struct TracedExpenseTests {
    @Test("The order in which history is learned does not change where a purchase was made")
    func anyOrder() {
        var random = SeededRandom(seed: 21)
        let places = Array(House().engine.household.places.values)
        let time = House.start
        for _ in 1...300 {
            var fixes = (0..<5).map { _ in
                Fix(
                    coordinate: House.home.north(.random(in: -200...4000, using: &random)),
                    accuracy: 20,
                    time: time.advanced(bySeconds: .random(in: -900...900, using: &random)))
            }
            var expense = Expense(
                id: ID(checked: "e"), user: House.alice,
                amount: Money(units: 1, Currency(checked: "EUR")),
                category: SpendingCategory.other.id, time: time,
                day: CivilDay(year: 2026, month: 9, day: 21),
                spot: Expense.Spot(House.home, in: places), found: .believed, created: time,
                updated: time)
            if Bool.random(using: &random) {
                (expense.spot, expense.found) = (nil, .traced)
            }
            let step = Transition(
                subject: .user, user: House.alice, isEntering: false,
                place: ID(checked: "home"), room: nil, time: time.advanced(bySeconds: -1000))
            func learn(_ order: [Fix]) -> Expense {
                (0...order.count).reduce(expense) { known, count in
                    let traces = Traces(
                        // The third fix shows that she had left home.
                        placeSteps: count > 2 ? [step] : [],
                        fixes: order.prefix(count).sorted { $0.time < $1.time })
                    return known.traced(by: traces, among: places)
                }
            }
            let found = learn(fixes)
            fixes.shuffle(using: &random)
            #expect(learn(fixes) == found)
            #expect(
                learn(fixes).traced(
                    by: Traces(placeSteps: [step], fixes: fixes.sorted { $0.time < $1.time }),
                    among: places) == found)
        }
    }
}
