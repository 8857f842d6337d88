import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Expenses")
struct ExpenseTests {
    @Test("An expense is published, survives a crash, causes alerts, and is cleared on request")
    func life() async throws {
        try await Home.with { home in
            try await home.save(
                "alice", "expense/budget",
                ["amount": "100", "currency": "EUR", "category": "groceries"])
            home.phone("alice").at(.home, .minutes(30))
            try await home.waitFor("alice", hand: "home")
            let saved = try await home.save(
                "alice", "expense/save", ["amount": "84.00", "category": "groceries"])
            #expect(saved["place"] == "home" && saved["currency"] == "EUR")
            try await home.client.wait(for: Self.topic) {
                $0["totals"]?.array?.first?["total"] == "84.00"
            }
            try await eventually("the budget's alert") {
                home.alerts("alice", "budget_exceeded").isEmpty ? nil : ()
            }
            home.gateway.kill()
            try home.gateway.start()

            home.phone("alice").at(Spot.home.north(3000), .minutes(20))
            home.phone("alice").at(Spot.home.north(3000), .minutes(15))
            home.phone("alice").at(.home, .minutes(1))
            try await eventually("what was spent at home") {
                home.alerts("alice", "spending_here").isEmpty ? nil : ()
            }
            let told = home.alerts("alice", "spending_here")
            #expect(told.map { $0["text"] } == ["You spent 84.00 EUR at Home this month."])
            // A message that the broker got just before the crash may come again.
            let warned = home.alerts("alice", "budget_exceeded").map { $0["id"]?.string }
            #expect(Set(warned).count == 1)
            let refused = try await home.client.ask("alice", "expense/clear", [:])
            #expect(refused.complaint == "missing_field confirm")
            try await home.save(
                "alice", "expense/budget", ["amount": .null, "category": "groceries"])
            try await home.save("alice", "expense/clear", ["confirm": true])
            try await home.client.waitForClearing(of: Self.topic)
        }
    }

    private static let topic = "roost/user/alice/spending"

    @Test("A save request delivered twice makes one expense")
    func twice() async throws {
        try await Home.with { home in
            for _ in 1...2 {
                home.client.post(
                    ["amount": "4.50", "currency": "EUR"],
                    to: "roost/user/alice/request/expense/save")
            }
            let all = try await home.save("alice", "expense/list", [:])
            #expect(all["expenses"]?.array?.count == 1)
        }
    }

    @Test("Expenses are saved, totalled, exported, imported and cleared using only commands")
    func commands() async throws {
        try await Home.with { home in
            let saved = try await home.roost(
                "expense", "save", "--user", "alice", "12.50", "Billa, \"Süd\"", "--currency",
                "EUR",
                "--category", "groceries", "--place", "home", "--time", "2026-01-31")
            #expect(saved.contains("12.50 EUR, Groceries, at Home"))
            try await home.roost("expense", "save", "--user", "alice", "-2.50", "Deposit")
            let totals = try await home.roost(
                "expense", "totals", "--user", "alice", "--month", "all")
            for word in ["Groceries", "12.50 EUR", "-2.50 EUR", "in all", "10.00 EUR", "elsewhere"]
            {
                #expect(totals.contains(word), "\(word) in \(totals)")
            }
            try await home.roost(
                "settings", "save", "--user", "bob", "timezone=Europe/Vienna")
            let mistaken = try await RoostProcess.result(
                of: "expense", "save", "--user", "alice", "1.234", "--broker", home.broker.url)
            #expect(mistaken.status > 0 && mistaken.output.contains("at most 2 decimals"))

            let file = "\(home.broker.directory)/expenses.csv"
            let exported = try await home.roost("expense", "export", "--user", "alice")
            try exported.write(toFile: file, atomically: true, encoding: .utf8)
            let known = try await home.roost("expense", "import", "--user", "alice", file)
            #expect(known.contains("imported 0 expenses; 2 were there already"))
            try exported.replacing("12.50", with: "13.50")
                .write(toFile: file, atomically: true, encoding: .utf8)
            let corrected = try await RoostProcess.result(
                of: "expense", "import", "--user", "alice", file, "--broker", home.broker.url)
            #expect(corrected.status == 1)
            #expect(
                corrected.output.contains(
                    "2 were there already, 1 of them with other content, which stays: see line 3"),
                "\(corrected.output)")
            try exported.write(toFile: file, atomically: true, encoding: .utf8)
            let moved = try await home.roost("expense", "import", "--user", "bob", file)
            #expect(moved.contains("imported 2 expenses; 0 were there already"))
            #expect(try await home.roost("expense", "export", "--user", "bob") == exported)

            // Without a currency: that of the first import is bob's now.
            let bad = "date;amount;payee\n2026-02-01;1,50;Kiosk\n2026-02-02;2,555;Kiosk\n"
            func refusal(of content: String) async throws -> String {
                try content.write(toFile: file, atomically: true, encoding: .utf8)
                let refused = try await RoostProcess.result(
                    of: "expense", "import", "--user", "bob", file, "--broker", home.broker.url)
                #expect(refused.status > 0)
                return refused.output
            }
            let broken = try await refusal(of: bad)
            #expect(
                broken.contains("line 3: amount must have at most 2 decimals")
                    && broken.contains("nothing was imported"), "\(broken)")
            #expect(
                try await home.roost("expense", "list", "--user", "bob", "--json")
                    .contains("Kiosk") == false)
            for amount in ["2.500", "1.002.500,75"] {
                let thousand = try await refusal(of: bad.replacing("2,555", with: amount))
                #expect(
                    thousand.contains("line 3 has the amount \(amount): write"), "\(thousand)")
            }
            // Blanks around a number are no part of it, and a name may have lines.
            try bad.replacing("2,555;Kiosk", with: " 2,55 ;\"Kiosk\nat the corner\"").write(
                toFile: file, atomically: true, encoding: .utf8)
            try await home.roost("expense", "import", "--user", "bob", file)
            let list = try await home.roost("expense", "list", "--user", "bob")
            #expect(list.contains("2.55 EUR") && list.contains("Kiosk at the corner"), "\(list)")

            let twice = exported + exported.split(separator: "\r\n", maxSplits: 1)[1]
            let doubled = try await refusal(of: twice)
            #expect(doubled.contains("lines 2 and 4 have the same expense"), "\(doubled)")

            let asked = try await RoostProcess.result(
                of: "expense", "clear", "--user", "bob", "--broker", home.broker.url)
            #expect(asked.status > 0 && asked.output.contains("nothing was deleted"))
            try await home.roost("expense", "clear", "--user", "bob", "--yes")
            #expect(try await home.roost("expense", "list", "--user", "bob") == "no expenses\n")
        }
    }
}
