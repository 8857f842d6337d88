import Foundation
import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests about budgets and categories")
struct BudgetRequestTests {
    private func withGateway(_ body: (Gateway) throws -> Void) throws {
        try Gateway.with("expense", body)
    }

    @Test("A category that is no longer in the list is neither chosen nor suggested")
    func removedCategory() throws {
        try withGateway { gateway in
            func buy(_ amount: String, category: JSON? = nil) throws -> JSON? {
                let billa: JSON = [
                    "amount": .string(amount), "currency": "EUR", "name": "Billa", "lat": 48,
                    "lon": 16,
                ]
                let wish = category.map { billa.with("category", $0) } ?? billa
                return try gateway.ask(alice, "save", wish)["category"]
            }
            #expect(try buy("1", category: "groceries") == "groceries")
            #expect(try buy("2") == "groceries")
            try gateway.ask(alice, "save", ["categories": ["Books"]], noun: "settings")
            #expect(try buy("3") == "other")
            let suggested = try gateway.ask(alice, "suggest", ["lat": 48, "lon": 16])["suggestions"]
            #expect(suggested?.array?.map { $0["category"] } == ["other"])
        }
    }

    @Test("Budgets can be set, changed, listed and removed")
    func budgets() throws {
        try withGateway { gateway in
            let budget: JSON = ["amount": "100", "currency": "EUR"]
            #expect(gateway.refusal(alice, "budget", ["amount": "100"])?.field == "currency")
            #expect(
                gateway.refusal(alice, "budget", budget.with("amount", "-1"))?.field == "amount")
            #expect(
                gateway.refusal(alice, "budget", ["category": "travel"])?.field == "amount")
            try gateway.ask(alice, "budget", budget)
            try gateway.ask(alice, "budget", budget.with("category", "travel"))
            let changed = try gateway.ask(
                alice, "budget", ["amount": "50", "category": "Travel"])
            #expect(changed["budgets"]?.array?.map { $0["amount"] } == ["100.00", "50.00"])
            #expect(try gateway.ask(alice, "budget", [:]) == changed)
            try gateway.ask(alice, "save", ["categories": ["Food"]], noun: "settings")
            try gateway.ask(alice, "budget", ["amount": "40", "category": "travel"])
            #expect(gateway.refusal(alice, "budget", ["amount": "40", "category": "home"]) != nil)
            let left = try gateway.ask(alice, "budget", ["amount": .null, "category": "travel"])
            #expect(left["budgets"]?.array?.map { $0["category"] } == [.null])
            #expect(try gateway.ask(bob, "budget", [:])["budgets"] == [])
        }
    }

    @Test("A custom list of categories keeps its names and always has a category for the rest")
    func categories() throws {
        try withGateway { gateway in
            let list: JSON = ["categories": ["Wine & Cheese", ["category": "x", "name": "Ex"]]]
            let saved = try gateway.ask(alice, "save", list, noun: "settings")
            #expect(
                saved["categories"]?.array?.map { $0["category"] } == ["wine-cheese", "x", "other"])
            let expense = try gateway.ask(
                alice, "save", ["amount": "9", "currency": "EUR", "category": "wine & cheese"])
            #expect(expense["category_name"] == "Wine & Cheese")
            #expect(gateway.refusal(alice, "save", ["amount": "9", "category": "travel"]) != nil)
            let twice: JSON = ["categories": ["A", "a"]]
            #expect(
                gateway.refusal(alice, "save", twice, noun: "settings")?.field == "categories[1]")
            let usual = try gateway.ask(
                alice, "save", ["categories": .null], noun: "settings")
            #expect(usual["categories"]?.array?.count == 11)
            // It can be sent back as it was read, and so can a budget of it.
            let kept = try gateway.ask(
                alice, "save",
                [
                    "expense": expense["expense"] ?? .null, "amount": "8",
                    "category": "wine-cheese", "revision": 1,
                ])
            #expect(kept["category"] == "wine-cheese" && kept["amount"] == "8.00")
            // What it was called is still found.
            let all = try gateway.ask(alice, "list", ["category": "wine-cheese"])
            #expect(all["expenses"]?.array?.first?["category_name"] == "wine-cheese")
        }
    }
}
