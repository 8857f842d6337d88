import RoostFormats
import TestBroker
import Testing

/// In a real browser; see `Browser.program`.
@Suite("The spending page", .serialized, .enabled(if: Browser.program != nil))
struct SpendingPageTests {
    private static let password = "a good secret"

    /// Opens the page of a house in which alice and bob have passwords.
    private static func with(
        _ body: (Home, Browser, _ address: String) async throws -> Void
    ) async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            for user in ["alice", "bob"] {
                try await home.save(
                    nil, "user/password", ["user": JSON(user), "password": JSON(password)])
                try await home.save(user, "settings/save", ["currency": "EUR"])
            }
            try await Browser.with(in: home.broker.directory) { browser in
                try await body(home, browser, "http://127.0.0.1:\(port)/spending")
            }
        }
    }

    @Test("Somebody signs in, notes down what they spent, and deletes it, by keyboard and mouse")
    func spending() async throws {
        try await Self.with { home, browser, address in
            let page = try await browser.open(address)
            try await page.signIn("alice", "a bad secret")
            try await page.wait(for: "do not fit", in: "#sign-in .failure")
            // What nobody can see is typed anew.
            try await page.wait(until: "document.activeElement.name === 'password'")
            try await page.type(Self.password)
            try await page.enter()
            try await page.wait(for: "Nothing was spent.", in: "#totals")
            #expect(try await page.text("#who") == "alice")

            // Whoever has signed in goes on at once.
            try await page.wait(until: "document.activeElement.name === 'amount'")
            try await page.type("12,50")
            try await page.type("Lunch", into: "#add [name=name]")
            try await page.enter()
            try await page.wait(for: "12.50 EUR", in: "#expenses")
            try await page.wait(for: "12.50 EUR", in: "#totals .total")
            try await page.wait(until: "document.activeElement.name === 'amount'")
            try await page.type("1.000")
            try await page.enter()
            try await page.wait(for: "1.000 is unclear: type 1000", in: "#add .failure")
            let kept = try await home.save("alice", "expense/list", [:])["expenses"]?.array
            #expect(kept?.map { $0["amount"] } == ["12.50"])
            #expect(kept?.first?["name"] == "Lunch")

            try await page.click("#expenses button[aria-label^='Delete 12.50 EUR']")
            try await page.wait(for: "12.50 EUR · Lunch", in: "#delete-what")
            try await page.click("#delete-dialog [value=no]")
            try await page.wait(until: "!document.querySelector('dialog[open]')")
            #expect(try await page.text("#expenses").contains("Lunch"))
            try await page.click("#expenses button[aria-label^='Delete 12.50 EUR']")
            try await page.click("#delete-dialog [value=yes]")
            try await page.wait(for: "Nothing was spent.", in: "#none")
            #expect(try await home.save("alice", "expense/list", [:])["expenses"] == [])
            try page.requireNoComplaints()
        }
    }

    @Test("All is cleared only once the word was typed, and only what is one's own")
    func clearing() async throws {
        try await Self.with { home, browser, address in
            for user in ["alice", "bob"] {
                for amount in ["1.10", "2.20"] {
                    try await home.save(user, "expense/save", ["amount": JSON(amount)])
                }
            }
            let page = try await browser.open(address)
            try await page.signIn("alice", Self.password)
            try await page.wait(for: "3.30 EUR", in: "#totals .total")
            try await page.click("#clear")
            try await page.wait(for: "2 expenses, 3.30 EUR, will be gone.", in: "#clear-what")
            #expect(
                try await page.value("document.querySelector('#clear-dialog .danger').disabled")
                    == true)
            try await page.type("clear", into: "#clear-dialog [name=word]")
            try await page.click("#clear-dialog .danger")
            try await page.wait(for: "Nothing was spent.", in: "#totals")
            #expect(try await home.save("alice", "expense/list", [:])["expenses"] == [])
            let others = try await home.save("bob", "expense/list", [:])["expenses"]?.array
            #expect(others?.count == 2)
            try page.requireNoComplaints()
        }
    }

    @Test("Signing out in one tab leaves nothing to be seen in another, nor for the next user")
    func signingOut() async throws {
        try await Self.with { home, browser, address in
            try await home.save("alice", "expense/save", ["amount": "7.70", "name": "Violin"])
            let page = try await browser.open(address)
            try await page.signIn("alice", Self.password)
            try await page.wait(for: "Violin", in: "#expenses")
            let other = try await browser.open(address)
            try await other.wait(for: "Violin", in: "#expenses")
            try await page.click("#sign-out")
            for tab in [page, other] {
                try await tab.wait(until: "!document.querySelector('#sign-in').hidden")
                #expect(try await tab.value("document.body.innerHTML.includes('Violin')") == false)
            }
            try await page.signIn("bob", Self.password)
            for tab in [page, other] {
                try await tab.wait(for: "Nothing was spent.", in: "#totals")
                #expect(try await tab.value("document.body.innerHTML.includes('Violin')") == false)
            }
            // A new password ends what the old one began.
            try await home.save(
                nil, "user/password", ["user": "bob", "password": "the next secret"])
            try await page.click("#all")
            try await page.wait(for: "Sign in again.", in: "#sign-in .failure")
            for tab in [page, other] { try tab.requireNoComplaints() }
        }
    }

    @Test("While the gateway is away nothing typed is lost, and the page comes back by itself")
    func outages() async throws {
        try await Self.with { home, browser, address in
            let page = try await browser.open(address)
            try await page.signIn("alice", Self.password)
            try await page.wait(for: "Nothing was spent.", in: "#totals")
            try await page.wait(until: "document.activeElement.name === 'amount'")
            #expect(try await home.gateway.stop() == 0)
            try await page.type("4.40")
            try await page.enter()
            try await page.wait(for: "cannot be reached", in: "#add .failure")
            #expect(try await page.value("document.querySelector('[name=amount]').value") == "4.40")
            try await page.click("#earlier")
            try await page.wait(for: "cannot be reached", in: "#status")
            try home.gateway.start()
            try await page.waitForEnd(of: "cannot be reached", in: "#status")
            try await page.click("#later")
            try await page.click("#add button:not([type])")
            try await page.wait(for: "4.40 EUR", in: "#totals .total")
            try page.requireNoComplaints()
        }
    }
}

extension Page {
    fileprivate func signIn(_ user: String, _ password: String) async throws {
        try await wait(until: "document.querySelector('#sign-in')?.checkVisibility()")
        try await type(user, into: "#sign-in [name=user]")
        try await type(password, into: "#sign-in [name=password]")
        try await enter()
    }
}
