import Foundation
import FoundationNetworking
import RoostFormats
import TestBroker
import Testing

@Suite("Accounts on the web page")
struct AccountTests {
    @Test("A signed-in user lists and clears their own expenses until their password changes")
    func session() async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            let site = Site(port: port)
            for user in ["alice", "bob"] {
                for amount in ["1.10", "2.20"] {
                    try await home.save(
                        user, "expense/save", ["amount": JSON(amount), "currency": "EUR"])
                }
            }
            #expect(try await site.signIn("alice", "a good secret").status == 401)
            for user in ["alice", "bob"] {
                try await home.save(
                    nil, "user/password", ["user": JSON(user), "password": "a good secret"])
            }
            #expect(try await site.signIn("alice", "a bad secret").status == 401)
            let alice = try await site.token("alice", "a good secret")
            let bob = try await site.token("bob", "a good secret")

            let list = try await site.ask(alice, "expense/list", [:])
            #expect(list.status == 200)
            #expect(list.json["data"]?["expenses"]?.array?.count == 2)
            let other = try await site.ask(
                bob, "expense/clear", ["user": "alice", "confirm": true])
            #expect(other.status == 403)
            let hasty = try await site.ask(alice, "expense/clear", [:])
            #expect(hasty.status == 400)
            #expect(hasty.json["error"]?["field"] == "confirm")
            let cleared = try await site.ask(alice, "expense/clear", ["confirm": true])
            #expect(cleared.json["data"]?["deleted"] == 2)
            // An MQTT client sees the same, and bob's expenses are still there.
            for (user, count) in [("alice", 0), ("bob", 2)] {
                let rest = try await home.save(user, "expense/list", [:])["expenses"]?.array?.count
                #expect(rest == count, "\(user)")
            }

            // Requests with an answer in parts, or a later one, are refused.
            let late: [(request: String, payload: JSON)] = [
                ("item/enrol", ["name": "Keys"]), ("item/calibrate", ["item": "keys"]),
                ("note/save", ["text": "Here", "photo": "AAAA"]),
            ]
            for (request, payload) in late {
                let refused = try await site.ask(bob, request, payload)
                #expect(refused.status == 400)
                #expect(refused.json.text.contains("longer than a page can wait"), "\(request)")
            }

            // A restart signs nobody out; a new password does.
            #expect(try await home.gateway.stop() == 0)
            try home.gateway.start()
            #expect(try await site.listOnceServed(alice).isEmpty)
            try await home.save(
                nil, "user/password", ["user": "alice", "password": "the next one"])
            #expect(try await site.ask(alice, "expense/list", [:]).status == 401)
            #expect(try await site.ask(bob, "expense/list", [:]).status == 200)
            let again = try await site.token("alice", "the next one")
            #expect(try await site.ask(again, "expense/list", [:]).status == 200)
            try await home.save(nil, "user/password", ["user": "alice", "password": nil])
            #expect(try await site.ask(again, "expense/list", [:]).status == 401)
            #expect(try await site.signIn("alice", "the next one").status == 401)
            // None of it was answered to anyone else.
            #expect(home.client.messages(on: "roost/user/alice/response/expense/clear").isEmpty)
        }
    }

    @Test("An expense saved on the page while the broker is away survives a crash")
    func withoutBroker() async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            let site = Site(port: port)
            try await home.save(
                nil, "user/password", ["user": "alice", "password": "a good secret"])
            let alice = try await site.token("alice", "a good secret")
            home.broker.stop()
            let saved = try await site.ask(
                alice, "expense/save", ["amount": "3.30", "currency": "EUR", "expense": "one"])
            #expect(saved.status == 200)
            home.gateway.kill()
            try home.broker.start()
            try home.gateway.start()
            #expect(try await site.listOnceServed(alice).map { $0["expense"] } == ["one"])
        }
    }

    @Test("The password command sets the password it reads from its input, and --remove removes it")
    func command() async throws {
        let port = try freePort()
        try await Home.with(settings: ["web:", "  address: 127.0.0.1:\(port)"]) { home in
            let site = Site(port: port)
            func roost(
                _ words: String..., typing input: String
            ) async throws -> (status: Int32, output: String) {
                try await RoostProcess.result(
                    of: ["user", "password", "alice", "--broker", home.broker.url] + words,
                    typing: input)
            }
            let given = try await roost(typing: "a good secret\n")
            #expect(given.status == 0, "\(given.output)")
            #expect(try await site.signIn("alice", "a good secret").status == 200)
            for (input, text) in [("short\n", "8 to 200"), ("", "nothing is changed")] {
                let refused = try await roost(typing: input)
                #expect(refused.status != 0)
                #expect(refused.output.contains(text), "\(refused.output)")
            }
            #expect(try await site.signIn("alice", "a good secret").status == 200)
            #expect(try await roost("--remove", typing: "").status == 0)
            #expect(try await site.signIn("alice", "a good secret").status == 401)
        }
    }
}

/// The page's requests, as its script sends them.
private struct Site {
    let port: Int

    func signIn(_ user: String, _ password: String) async throws -> (status: Int, json: JSON) {
        try await post("session", ["user": JSON(user), "password": JSON(password)])
    }

    func token(_ user: String, _ password: String) async throws -> String {
        let session = try await signIn(user, password)
        return try #require(session.json["token"]?.string, "\(session.json.text)")
    }

    func ask(
        _ token: String, _ request: String, _ payload: JSON
    ) async throws -> (status: Int, json: JSON) {
        try await post("request/\(request)", payload, token: token)
    }

    /// A user's expenses, once a starting gateway serves the page.
    func listOnceServed(_ token: String) async throws -> [JSON] {
        try await eventually("the page") {
            let answer = try? await ask(token, "expense/list", [:])
            return answer?.status == 200 ? answer?.json["data"]?["expenses"]?.array : nil
        }
    }

    private func post(
        _ path: String, _ payload: JSON, token: String? = nil
    ) async throws -> (status: Int, json: JSON) {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/api/v1/\(path)"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(payload.jsonBytes)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token { request.setValue(token, forHTTPHeaderField: "Roost-Session") }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSON(Array(data)))
    }
}
