// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import SeededRandom
import Testing

@Suite("Amounts of money")
struct MoneyTests {
    @Test(
        "Amounts are read exactly, with the decimals of their currency",
        arguments: [
            ("12.50", "EUR", 1250, "12.50"), ("12.5", "EUR", 1250, "12.50"),
            ("12", "eur", 1200, "12.00"), ("0.01", "EUR", 1, "0.01"),
            ("-0.05", "EUR", -5, "-0.05"), ("007", "EUR", 700, "7.00"),
            ("1500", "JPY", 1500, "1500"), ("-3", "JPY", -3, "-3"),
            ("1.234", "KWD", 1234, "1.234"), ("0.1", "KWD", 100, "0.100"),
            ("9999999999.99", "EUR", 999_999_999_999, "9999999999.99"),
            ("12.500", "EUR", 1250, "12.50"), ("1000.00", "JPY", 1000, "1000"),
            // Binary floating point has none of these exactly.
            ("0.10", "EUR", 10, "0.10"), ("4.35", "EUR", 435, "4.35"),
            ("1.005", "KWD", 1005, "1.005"),
        ])
    func reading(text: String, code: String, units: Int64, written: String) throws {
        let amount = try Money(text, Currency(code)!)
        #expect(amount.units == units)
        #expect(amount.decimal == written)
        #expect(try Money(amount.decimal, amount.currency) == amount)
    }

    @Test(
        "An amount that its currency cannot express is rejected instead of rounded",
        arguments: [
            ("12.505", "EUR", Money.Flaw.tooManyDecimals), ("12.5001", "EUR", .tooManyDecimals),
            ("1.5", "JPY", .tooManyDecimals), ("1.0001", "KWD", .tooManyDecimals),
            ("", "EUR", .notDecimal), ("-", "EUR", .notDecimal), (".5", "EUR", .notDecimal),
            ("5.", "EUR", .notDecimal), ("1e3", "EUR", .notDecimal), ("1,50", "EUR", .notDecimal),
            ("+1", "EUR", .notDecimal), (" 1", "EUR", .notDecimal), ("--1", "EUR", .notDecimal),
            ("1.2.3", "EUR", .notDecimal), ("NaN", "EUR", .notDecimal), ("１", "EUR", .notDecimal),
            ("10000000000", "EUR", .tooLarge),
            ("99999999999999999999999999999999999999", "JPY", .tooLarge),
        ])
    func flaws(text: String, code: String, flaw: Money.Flaw) {
        #expect(throws: flaw) { try Money(text, Currency(code)!) }
    }

    @Test("Only ISO 4217 codes are accepted as currencies")
    func currencies() {
        for code in ["EUR", "usd", "Jpy", "KWD", "XAF"] { #expect(Currency(code) != nil) }
        for code in ["", "EU", "EURO", "XXX", "€", "E R", "ΕUR"] { #expect(Currency(code) == nil) }
    }

    @Test("Totals do not depend on the order of expenses and equal the sum of their parts")
    func anyOrder() {
        var random = SeededRandom(seed: 12)
        let day = CivilDay(year: 2026, month: 9, day: 21)
        let categories = ["a", "b", "c"].map { ID<SpendingCategory>(checked: $0) }
        for _ in 1...50 {
            let expenses = (1...60).map { number in
                var expense = Expense(
                    id: ID(checked: "e\(number)"), user: House.alice,
                    amount: Money(
                        units: Int64.random(in: -5000...20_000, using: &random) * 2 + 1,
                        Currency(checked: Bool.random(using: &random) ? "EUR" : "JPY")),
                    category: categories.randomElement(using: &random)!, time: House.start,
                    day: day, created: House.start, updated: House.start)
                expense.spot = Expense.Spot(
                    House.home, place: Bool.random(using: &random) ? ID(checked: "home") : nil)
                return expense
            }
            func purse(_ order: [Expense]) -> Engine {
                var house = House()
                for expense in order { house.spend(.save(expense, before: nil), at: 1) }
                return house.engine
            }
            let view = purse(expenses).spending(of: House.alice)!
            #expect(purse(expenses.shuffled(using: &random)).spending(of: House.alice) == view)
            for total in view.totals {
                let own = expenses.filter { $0.amount.currency == total.amount.currency }
                #expect(total.amount.units == own.reduce(0) { $0 + $1.amount.units })
                #expect(total.categories.reduce(0) { $0 + $1.amount.units } == total.amount.units)
                #expect(total.count == own.count)
            }
            // Deleting all of them, in another order, leaves nothing.
            var house = House()
            for expense in expenses { house.spend(.save(expense, before: nil), at: 1) }
            for expense in expenses.shuffled(using: &random) {
                house.spend(.delete(expense), at: 1)
            }
            #expect(house.engine.spending(of: House.alice) == nil)
        }
    }
}
