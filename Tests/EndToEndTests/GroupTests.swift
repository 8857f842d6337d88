import Foundation
import MQTT
import RoostFormats
import TestBroker
import Testing

@Suite("Groups")
struct GroupTests {
    @Test("Chat messages reach every member in order, and nobody else, even across crashes")
    func chat() async throws {
        try await Home.with { home in
            try await home.save(nil, "user/save", ["user": "carol", "name": "Carol"])
            let bob = try await Client(
                "bob", at: home.broker.url, listeningTo: ["roost/user/bob/#"])
            let carol = try await Client(
                "carol", at: home.broker.url, listeningTo: ["roost/user/carol/#"])
            defer {
                bob.close()
                carol.close()
            }
            try await home.save("alice", "group/save", ["group": "study", "members": ["bob"]])

            let count = 45
            for number in 1...count {
                let author = number % 2 == 0 ? "bob" : "alice"
                // Like a phone that does not know whether the message arrived.
                for _ in 0..<(number % 3 == 0 ? 2 : 1) {
                    home.client.post(
                        [
                            "group": "study", "text": .string("this is \(number)"),
                            "message": .string("m\(number)"),
                        ], to: "roost/user/\(author)/request/group/chat")
                }
                if number % 15 == 0 {
                    home.gateway.kill()
                    try home.gateway.start()
                }
            }
            let said = try await home.save("alice", "group/messages", ["group": "study"])
            let texts = (said["messages"]?.array ?? []).compactMap { $0["text"]?.string }
            #expect(texts == (1...count).map { "this is \($0)" })

            let topic = "roost/user/bob/group/study/chat"
            try await bob.wait(for: topic) { $0["text"] == .string("this is \(count)") }
            for (client, topic) in [(bob, topic), (home.client, "roost/group/study/chat")] {
                var heard: [JSON] = []
                for message in client.messages(on: topic) {
                    // A crash repeats only messages with the same id.
                    let before = heard.first { $0["id"] == message["id"] }
                    if let before { #expect(before == message) } else { heard.append(message) }
                }
                #expect(
                    heard.compactMap { $0["number"]?.number?.integer } == Array(1...Int64(count)),
                    "\(topic)")
            }
            try await home.client.settle()
            try await carol.publish([], to: "settled/carol")
            #expect(!carol.messages.contains { $0.topic.contains("/group/") })
            let refused = try await home.client.ask(
                "carol", "group/chat", ["group": "study", "text": "hello"])
            #expect(refused.complaint == "not_found group")
        }
    }

    @Test("Shared notes and expenses are visible to other members until their author leaves")
    func sharing() async throws {
        try await Home.with { home in
            try await home.save("alice", "group/save", ["name": "Our purse", "members": ["bob"]])
            let group: JSON = ["group": "our-purse"]
            try await home.save(
                "bob", "expense/save",
                group.with("amount", "12.50").with("currency", "EUR").with("place", "home"))
            try await home.save(
                "bob", "note/save", group.with("text", "Rent is due").with("place", "home"))
            let totals = try await home.save("alice", "expense/totals", group)
            let total = totals["totals"]?.array?.first
            #expect(total?["total"] == "12.50")
            #expect(total?["members"]?.array?.first?["user"] == "bob")
            let notes = try await home.save("alice", "note/list", group)
            #expect(notes["notes"]?.array?.first?["group"] == "our-purse")

            home.gateway.kill()
            try home.gateway.start()
            let list = try await home.save("alice", "expense/list", group)
            let expense = try #require(list["expenses"]?.array?.first)
            #expect(expense["user_name"] == "Bob" && !expense.has("place") && !expense.has("lat"))

            try await home.save("bob", "group/leave", group)
            #expect(try await home.save("alice", "expense/list", group)["expenses"] == [])
            #expect(try await home.save("alice", "note/list", group)["notes"] == [])
            let own = try await home.save("bob", "expense/list", [:])
            #expect(own["expenses"]?.array?.first?["group"] == .null)
            let mine = try await home.save("bob", "note/list", [:])
            #expect(mine["notes"]?.array?.first?["visibility"] == "private")
        }
    }

    @Test("The group commands manage members, chat, notes and expenses")
    func commands() async throws {
        try await Home.with { home in
            func roost(_ arguments: String...) async throws -> String {
                let (status, output) = try await RoostProcess.result(
                    of: arguments + ["--broker", home.broker.url])
                #expect(status == 0, "\(arguments): \(output)")
                return output
            }
            #expect(
                try await roost(
                    "group", "save", "--user", "alice", "home", "--name", "Our home",
                    "--members", "bob") == "saved home, revision 1: alice, bob\n")
            #expect(
                try await roost("group", "list", "--user", "bob").contains("Our home  alice"))
            #expect(
                try await roost("group", "chat", "--user", "bob", "home", "Milk?")
                    == "said as number 1\n")
            #expect(
                try await roost("group", "messages", "--user", "alice", "home")
                    .contains("Bob  Milk?"))
            _ = try await roost(
                "expense", "save", "--user", "bob", "3.20", "Milk", "--currency", "EUR",
                "--group", "home", "--place", "home")
            let list = try await roost("expense", "list", "--user", "alice", "--group", "home")
            #expect(list.contains("3.20 EUR") && list.contains("Bob"))
            let totals = try await roost("expense", "totals", "--user", "alice", "--group", "home")
            #expect(totals.contains("Bob  3.20 EUR"))
            _ = try await roost(
                "note", "save", "--user", "alice", "Key under the pot", "--place", "home",
                "--group", "home")
            #expect(
                try await roost("note", "list", "--user", "bob", "--group", "home")
                    .contains("Key under the pot"))
            #expect(try await roost("group", "leave", "--user", "bob", "home") == "left home\n")
            #expect(
                try await roost("group", "delete", "--user", "alice", "home")
                    == "deleted home\n")
        }
    }
}
