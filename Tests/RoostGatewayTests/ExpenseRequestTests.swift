import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Expense requests")
struct ExpenseRequestTests {
    private func withGateway(_ body: (Gateway) throws -> Void) throws {
        try Gateway.with("expense", body)
    }

    @Test("An expense defaults to the user's currency, usual category and current place")
    func saving() throws {
        try withGateway { gateway in
            let first = gateway.refusal(alice, "save", ["amount": "4.20"])
            #expect(first?.code == .missingField && first?.field == "currency")
            let nowhere = try gateway.ask(
                alice, "save", ["amount": "4.20", "currency": "eur", "category": "Eating out"])
            #expect(nowhere["amount"] == "4.20" && nowhere["currency"] == "EUR")
            #expect(nowhere["category"] == "eating-out" && nowhere["place"] == .null)
            #expect(nowhere["lat"] == nil && nowhere["found"] == false)
            #expect(nowhere["day"] == "2026-09-21" && nowhere["revision"] == 1)
            let settings = try gateway.ask(alice, "get", [:], noun: "settings")
            #expect(settings["currency"] == "EUR")

            try gateway.apply(.fix(fix(north: 10, at: 1), of: phone), at: 1)
            let here = try gateway.ask(alice, "save", ["amount": "3", "name": "Kiosk"])
            #expect(here["place_name"] == "Home" && here["amount"] == "3.00")
            #expect(here["found"] == true)
            #expect(here["category"] == "other")
            try gateway.ask(
                alice, "save", ["amount": "2", "name": "Kiosk", "category": "leisure"])
            try gateway.ask(
                alice, "save", ["amount": "1", "name": "Kiosk", "category": "leisure"])
            let usual = try gateway.ask(alice, "save", ["amount": "5", "name": "KIÓSK"])
            #expect(usual["category"] == "leisure")
            // Without a name, what is usual at that place.
            #expect(try gateway.ask(alice, "save", ["amount": "6"])["category"] == "leisure")
            let stranger = try gateway.ask(alice, "save", ["amount": "6", "name": "Baker"])
            #expect(stranger["category"] == "other")
            let suggested = try gateway.ask(alice, "suggest", ["place": "home"])
            #expect(suggested["suggestions"]?.array?.first?["name"] == "Kiosk")
            #expect(suggested["suggestions"]?.array?.first?["count"] == 2)
            #expect(try gateway.ask(bob, "suggest", ["place": "home"])["suggestions"] == [])
        }
    }

    @Test(
        "An invalid request names the field at fault and saves nothing",
        arguments: [
            (["amount": "1.234"], RequestError.Code.outOfRange, "amount"),
            (["amount": "0.00"], .outOfRange, "amount"), (["amount": "x"], .wrongType, "amount"),
            (["amount": "1e2"], .wrongType, "amount"), (["amount": []], .wrongType, "amount"),
            (["amount": "99999999999"], .outOfRange, "amount"), ([:], .missingField, "amount"),
            (["amount": "1", "currency": "EURO"], .outOfRange, "currency"),
            (["amount": "1", "category": "nonsense"], .notFound, "category"),
            (["amount": "1", "name": ""], .outOfRange, "name"),
            (["amount": "1", "time": "tomorrow"], .wrongType, "time"),
            (["amount": "1", "time": "2030-01-01T00:00:00Z"], .outOfRange, "time"),
            (["amount": "1", "time": "2026-09-22"], .outOfRange, "time"),
            (["amount": "1", "time": "2026-02-30"], .wrongType, "time"),
            (["amount": "1", "lat": 91, "lon": 0], .outOfRange, "lat"),
            (["amount": "1", "lat": 1, "lon": 0, "place": "home"], .badRequest, "place"),
            (["amount": "1", "place": "elsewhere"], .notFound, "place"),
            (["amount": "1", "expense": "A B"], .invalidID, "expense"),
            (["amount": "1", "revision": 1], .missingField, "expense"),
            (["amount": "1", "expense": "gone", "revision": 1], .notFound, "expense"),
            (["amount": "1", "colour": "red"], .outOfRange, "colour"),
        ] as [(JSON, RequestError.Code, String)])
    func refusals(payload: JSON, code: RequestError.Code, field: String) throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["currency": "EUR"], noun: "settings")
            let refusal = gateway.refusal(alice, "save", payload)
            #expect(refusal?.code == code && refusal?.field == field, "\(payload)")
            #expect(try gateway.ask(alice, "list", [:])["expenses"] == [])
        }
    }

    @Test("What an expense must have cannot be removed")
    func removal() throws {
        try withGateway { gateway in
            let bought = try gateway.ask(alice, "save", ["amount": "1", "currency": "EUR"])
            let id = try #require(bought["expense"])
            let edit: JSON = ["expense": id, "revision": 1, "name": "Kiosk"]
            for name in ["amount", "currency", "category", "time"] {
                let refusal = gateway.refusal(alice, "save", edit.with(name, .null))
                #expect(refusal?.code == .wrongType && refusal?.field == name)
            }
            let unnamed = try gateway.ask(alice, "save", edit.with("name", .null))
            #expect(unnamed == bought)
        }
    }

    @Test("The currency of an expense is corrected alone, if its amount is one in the other too")
    func currencyAlone() throws {
        try withGateway { gateway in
            let bought = try gateway.ask(alice, "save", ["amount": "7.50", "currency": "EUR"])
            let edit: JSON = ["expense": try #require(bought["expense"]), "revision": 1]
            let yen = gateway.refusal(alice, "save", edit.with("currency", "JPY"))
            #expect(yen?.code == .missingField && yen?.field == "amount")
            let dollars = try gateway.ask(alice, "save", edit.with("currency", "USD"))
            #expect(dollars["amount"] == "7.50" && dollars["currency"] == "USD")
        }
    }

    @Test("An expense that is said to be nowhere is nowhere, wherever its user is")
    func nowhere() throws {
        try withGateway { gateway in
            try gateway.apply(.fix(fix(north: 10, at: 1), of: phone), at: 1)
            let wish: JSON = ["amount": "12", "currency": "EUR"]
            #expect(try gateway.ask(alice, "save", wish)["place"] == "home")
            let secret = try gateway.ask(alice, "save", wish.with("place", .null))
            #expect(secret["place"] == .null && secret["lat"] == nil && secret["found"] == false)
        }
    }

    @Test("A place that its user does not know is none, also of their own expenses")
    func unknownPlace() throws {
        try withGateway { gateway in
            let cafe: JSON = ["name": "Cafe", "lat": 48, "lon": 16, "shared": true]
            try gateway.ask(bob, "save", cafe, noun: "place")
            try gateway.ask(
                alice, "save", ["amount": "1", "currency": "EUR", "place": "cafe"])
            let there = try gateway.ask(alice, "list", ["place": "cafe"])["expenses"]
            #expect(there?.array?.count == 1)
            try gateway.ask(bob, "save", cafe.with("shared", false), noun: "place")
            for unknown in ["cafe", "moon"] as [JSON] {
                let refusal = gateway.refusal(alice, "list", ["place": unknown])
                #expect(refusal?.code == .notFound && refusal?.field == "place")
            }
        }
    }

    @Test("Amounts are exact, even when written as JSON numbers")
    func literal() throws {
        try withGateway { gateway in
            let json = try JSON(Array(#"{"amount":0.10,"currency":"EUR"}"#.utf8))
            #expect(try gateway.ask(alice, "save", json)["amount"] == "0.10")
            // What a binary fraction looks like when it is printed has too many decimals.
            let sum = try JSON(Array(#"{"amount":0.30000000000000004}"#.utf8))
            #expect(gateway.refusal(alice, "save", sum)?.field == "amount")
        }
    }

    @Test("Saving is idempotent, and an edit needs the current revision")
    func revisions() throws {
        try withGateway { gateway in
            let coffee: JSON = ["amount": "4.50", "currency": "EUR", "name": "Coffee"]
            let first = try gateway.ask(alice, "save", coffee)
            #expect(try gateway.ask(alice, "save", coffee) == first)
            // Another request is another coffee; so is the same one later.
            try gateway.ask(alice, "save", coffee.with("id", "2"))
            try gateway.apply(.tick, at: 601)
            try gateway.ask(alice, "save", coffee)
            #expect(try gateway.ask(alice, "list", [:])["expenses"]?.array?.count == 3)

            let id = try #require(first["expense"])
            #expect(
                gateway.refusal(alice, "save", ["expense": id, "amount": "5"])?.field == "revision")
            let edited = try gateway.ask(
                alice, "save", ["expense": id, "amount": "5", "revision": 1])
            #expect(edited["amount"] == "5.00" && edited["revision"] == 2)
            #expect(edited["name"] == "Coffee" && edited["time"] == first["time"])
            let stale = gateway.refusal(
                alice, "save", ["expense": id, "name": "Tea", "revision": 1])
            #expect(stale?.code == .conflict && stale?.field == "revision")
            #expect(gateway.refusal(bob, "delete", ["expense": id])?.code == .notFound)
            #expect(
                gateway.refusal(alice, "delete", ["expense": id, "revision": 1])?.code
                    == .conflict)
            try gateway.ask(alice, "delete", ["expense": id, "revision": 2])
            let gone = gateway.refusal(
                alice, "save", ["expense": id, "amount": "6", "revision": 2])
            #expect(gone?.code == .notFound && gone?.field == "expense")
        }
    }

    @Test("Saving again later is idempotent for a date of today and for a clock that runs ahead")
    func sameTime() throws {
        try withGateway { gateway in
            for time in ["2026-09-21", "2026-09-21T14:13:50Z"] {
                let payload: JSON = [
                    "expense": .string("e\(time.count)"), "amount": "5", "currency": "EUR",
                    "time": .string(time),
                ]
                let first = try gateway.ask(alice, "save", payload)
                try gateway.apply(.tick, at: 2500)
                #expect(try gateway.ask(alice, "save", payload) == first)
            }
        }
    }

    @Test("The same expense in another writing is the same")
    func writing() throws {
        try withGateway { gateway in
            let first = try gateway.ask(
                alice, "save", ["amount": "6", "name": "Tea", "currency": "EUR"])
            let other = try gateway.ask(
                alice, "save", ["currency": "eur", "name": "Tea", "amount": "6.00"])
            #expect(other == first)
            let coffee = try gateway.ask(
                alice, "save", ["currency": "EUR", "name": "Coffee", "amount": "6.00"])
            #expect(coffee["expense"] != first["expense"])
        }
    }

    @Test("Of a day alone, nobody knows where its user was")
    func dayAlone() throws {
        try withGateway { gateway in
            try gateway.apply(.fix(fix(north: 10, at: 1), of: phone), at: 1)
            let day: JSON = "2026-09-21"
            let bare = try gateway.ask(
                alice, "save", ["amount": "1", "currency": "EUR", "time": day])
            #expect(bare["found"] == false && bare["place"] == .null && bare["lat"] == nil)
            var now = try gateway.ask(alice, "save", ["amount": "2", "currency": "EUR"])
            #expect(now["place_name"] == "Home")
            let id = try #require(now["expense"])
            now = try gateway.ask(
                alice, "save", ["expense": id, "amount": "2", "revision": 1, "time": "2026-09-20"])
            #expect(now["found"] == false && now["place"] == .null)
            let given = try gateway.ask(
                alice, "save",
                ["amount": "3", "currency": "EUR", "time": day, "place": "home"])
            #expect(given["place_name"] == "Home")
        }
    }

    @Test("The day of an expense stays when its own time is sent again from another time zone")
    func dayAbroad() throws {
        try withGateway { gateway in
            func travel(_ zone: String) throws {
                var user = try #require(gateway.engine.household.users[alice])
                user.settings.timezone = zone
                gateway.engine.learnZones(of: [.saveUser(user)])
                try gateway.change(.saveUser(user))
            }
            try travel("Europe/Vienna")
            let rent: JSON = [
                "expense": "r1", "amount": "50", "currency": "EUR",
                "time": "2026-08-31T22:30:00.000Z",
            ]
            #expect(try gateway.ask(alice, "save", rent)["day"] == "2026-09-01")
            try travel("America/New_York")
            let named = rent.with("revision", 1).with("name", "Rent")
            let again = try gateway.ask(alice, "save", named)
            #expect(again["name"] == "Rent" && again["day"] == "2026-09-01")
            let moved = rent.with("revision", 2).with("time", "2026-08-31T22:31:00.000Z")
            #expect(try gateway.ask(alice, "save", moved)["day"] == "2026-08-31")
        }
    }

    @Test("Totals are grouped by category, place and month, and exclude other users' expenses")
    func totals() throws {
        try withGateway { gateway in
            for (amount, category, time, place) in [
                ("10.10", "groceries", "2026-09-20", "home"),
                ("0.20", "groceries", "2026-09-21", ""),
                ("5", "travel", "2026-09-01", ""), ("7", "travel", "2026-08-31", "home"),
            ] {
                var payload: JSON = [
                    "amount": .string(amount), "category": .string(category),
                    "time": .string(time), "currency": "EUR",
                ]
                if !place.isEmpty { payload = payload.with("place", .string(place)) }
                try gateway.ask(alice, "save", payload)
            }
            try gateway.ask(alice, "save", ["amount": "500", "currency": "JPY"])
            try gateway.ask(bob, "save", ["amount": "1000", "currency": "EUR"])
            try gateway.ask(alice, "budget", ["amount": "20", "category": "groceries"])

            let september = try gateway.ask(alice, "totals", [:])
            #expect(september["month"] == "2026-09")
            let euros = try #require(september["totals"]?.array?.first)
            #expect(euros["currency"] == "EUR" && euros["total"] == "15.30" && euros["count"] == 3)
            #expect(
                euros["categories"]?.array?.map { $0["total"] } == ["10.30", "5.00"])
            #expect(euros["places"]?.array?.map { $0["place"] } == ["home", .null])
            #expect(euros["places"]?.array?.map { $0["total"] } == ["10.10", "5.20"])
            #expect(september["totals"]?.array?.last?["total"] == "500")
            #expect(
                september["months"]?.array?.compactMap { $0["total"]?.string }
                    == ["15.30", "500", "7.00"])
            #expect(september["budgets"]?.array?.first?["left"] == "9.70")
            #expect(september["budgets"]?.array?.first?["percent"] == 51)
            let august = try gateway.ask(alice, "totals", ["month": "2026-08"])
            #expect(august["totals"]?.array?.first?["total"] == "7.00")
            #expect(august["budgets"]?.array?.first?["spent"] == "0.00")
            let all = try gateway.ask(alice, "totals", ["month": "all"])
            #expect(all["totals"]?.array?.first?["total"] == "22.30" && all["budgets"] == nil)
            #expect(gateway.refusal(alice, "totals", ["month": "2026-13"])?.field == "month")

            let list = try gateway.ask(
                alice, "list", ["month": "2026-09", "category": "groceries"])
            #expect(list["expenses"]?.array?.map { $0["amount"] } == ["0.20", "10.10"])
        }
    }

    @Test("Clearing all expenses needs confirmation and spares other users' expenses")
    func clearing() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["amount": "1", "currency": "EUR"])
            try gateway.ask(bob, "save", ["amount": "1", "currency": "EUR"])
            #expect(gateway.refusal(alice, "clear", [:])?.field == "confirm")
            #expect(gateway.refusal(alice, "clear", ["confirm": false])?.field == "confirm")
            #expect(try gateway.ask(alice, "clear", ["confirm": true])["deleted"] == 1)
            #expect(try gateway.ask(alice, "list", [:])["expenses"] == [])
            #expect(gateway.engine.spending(of: alice) == nil)
            #expect(try gateway.ask(bob, "list", [:])["expenses"]?.array?.count == 1)
        }
    }

    @Test("An import is all or nothing, names the row at fault, and is idempotent")
    func imports() throws {
        try withGateway { gateway in
            let rows: [JSON] = (1...3).map { number in
                [
                    "expense": .string("r\(number)"), "amount": "1.10", "currency": "EUR",
                    "category": "Old Stuff", "time": .string("2026-09-0\(number)"),
                ]
            }
            let part: JSON = ["import": "i", "rows": .array(rows)]
            let bad = part.with("rows", .array([rows[0], rows[1].with("amount", "1.111")]))
            #expect(gateway.refusal(alice, "import", bad)?.field == "rows[1].amount")
            try gateway.ask(alice, "import", part)
            #expect(try gateway.ask(alice, "list", [:])["expenses"] == [])
            #expect(
                gateway.refusal(alice, "import", ["import": "i", "count": 4])?.code == .conflict)
            #expect(
                gateway.refusal(bob, "import", ["import": "i", "count": 3])?.code == .conflict)
            let done = try gateway.ask(alice, "import", ["import": "i", "count": 3])
            #expect(done == ["new": 3, "known": 0])
            #expect(gateway.engine.spending(of: alice)?.totals.first?.amount.decimal == "3.30")
            try gateway.ask(alice, "import", part)
            #expect(
                try gateway.ask(alice, "import", ["import": "i", "count": 3])
                    == ["new": 0, "known": 3])
            #expect(gateway.engine.spending(of: alice)?.totals.first?.count == 3)
            // What is there stays, but a row that differs is told.
            for (member, value) in [
                ("amount", "2.20"), ("currency", "CHF"), ("category", "new"), ("name", "Kiosk"),
                ("time", "2026-09-03"), ("place", "home"),
            ] as [(String, JSON)] {
                let changed = part.with("rows", .array([rows[0], rows[1].with(member, value)]))
                try gateway.ask(alice, "import", changed)
                let told = try gateway.ask(alice, "import", ["import": "i", "count": 2])
                #expect(
                    told == ["new": 0, "known": 2, "differing": 1, "example": "r2"], "\(member)")
            }
            #expect(gateway.engine.spending(of: alice)?.totals.first?.amount.decimal == "3.30")
            // A category by the name that alice has for one, and a day that stays what it was.
            let food: JSON = ["categories": [["category": "groceries", "name": "Food"]]]
            try gateway.ask(alice, "save", food, noun: "settings")
            let row = rows[0].with("expense", "r9").with("category", "FOOD")
                .with("time", "2026-08-31T23:30:00Z").with("day", "2026-09-01")
            try gateway.ask(alice, "import", part.with("rows", .array([row])))
            try gateway.ask(alice, "import", ["import": "i", "count": 1])
            let named = try gateway.ask(alice, "list", ["category": "groceries"])
            #expect(named["expenses"]?.array?.first?["day"] == "2026-09-01")
            let far = part.with("rows", .array([row.with("day", "2026-09-03")]))
            #expect(gateway.refusal(alice, "import", far)?.field == "rows[0].day")
            let both = part.with("count", 1)
            #expect(gateway.refusal(alice, "import", both)?.field == "count")
            try gateway.ask(alice, "import", part.with("import", "j"))
            try gateway.ask(alice, "import", ["import": "j", "cancel": true])
            #expect(
                gateway.refusal(alice, "import", ["import": "j", "count": 3])?.code == .conflict)
        }
    }
}
