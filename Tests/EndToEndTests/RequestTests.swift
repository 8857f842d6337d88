import Foundation
import MQTT
import RoostFormats
import TestBroker
import Testing

@Suite("Requests")
struct RequestTests {
    @Test("An invalid request is answered with the field at fault and changes nothing")
    func fields() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let household = try await home.save(nil, "household/export", [:])
            let cases: [(user: String?, request: String, payload: JSON, complaint: String)] = [
                ("alice", "item/save", [:], "missing_field name"),
                ("alice", "item/save", ["name": 5], "wrong_type name"),
                ("alice", "item/save", ["item": "Keys!", "name": "Keys"], "invalid_id item"),
                ("alice", "item/save", ["name": "Bag", "kind": "boat"], "out_of_range kind"),
                ("alice", "item/save", ["name": "Bag", "beacon": "x"], "invalid_id beacon"),
                ("alice", "item/save", ["name": "Bag", "picture": "eA=="], "wrong_type picture"),
                ("alice", "item/save", ["name": "Bag", "watch": ["mars"]], "not_found watch[0]"),
                ("alice", "item/get", [:], "missing_field item"),
                ("alice", "place/save", ["name": "Work"], "missing_field lat"),
                ("alice", "place/save", ["name": "W", "lat": 91, "lon": 0], "out_of_range lat"),
                ("alice", "place/save", ["place": "home", "radius": 9], "forbidden place"),
                ("alice", "share/save", ["viewer": "bob"], "missing_field level"),
                ("alice", "share/save", ["viewer": "eve", "level": "place"], "not_found viewer"),
                (
                    "alice", "share/save", ["viewer": "alice", "level": "place"],
                    "out_of_range viewer"
                ),
                ("alice", "friend/save", ["friend": "bob", "color": "red"], "out_of_range color"),
                ("alice", "settings/save", ["alerts": ["wake": true]], "out_of_range alerts"),
                ("alice", "settings/save", ["timezone": "Mars"], "out_of_range timezone"),
                ("alice", "history/query", ["limit": 0], "out_of_range limit"),
                (
                    "alice", "history/query", ["from": 2_000_000_000, "to": 1_000_000_000],
                    "out_of_range from"
                ),
                ("alice", "boat/save", [:], "unknown_request"),
                ("alice", "item", [:], "unknown_request"),
                ("alice", "item/save/keys/now", ["name": "Bag"], "unknown_request"),
                (nil, "user", [:], "unknown_request"),
                (nil, "user/save", ["name": "Eve"], "missing_field user"),
                (nil, "node/save", ["node": "n", "place": "mars"], "not_found place"),
                ("eve", "item/list", [:], "not_found user"),
            ]
            for (user, request, payload, complaint) in cases {
                let answer = try await home.client.ask(user, request, payload)
                #expect(answer.complaint == complaint, "\(request) \(payload.text)")
                #expect(answer.errorMessage?.isEmpty == false, "\(request) \(payload.text)")
            }
            #expect(try await home.save(nil, "household/export", [:]) == household)
        }
    }

    @Test("Another user's objects are answered as nonexistent and stay unchanged")
    func others() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let office = Spot.home.north(3000).json.with("place", "office").with("name", "Office")
            try await home.save("alice", "place/save", office)
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "presence"])
            try await home.save("alice", "friend/save", ["friend": "bob"])
            let household = try await home.save(nil, "household/export", [:])
            let pairs: [(request: String, other: JSON, none: JSON)] = [
                ("item/get", ["item": "keys"], ["item": "nothing"]),
                ("item/delete", ["item": "keys"], ["item": "nothing"]),
                ("place/delete", ["place": "office"], ["place": "nowhere"]),
                ("share/delete", ["viewer": "bob"], ["viewer": "nobody"]),
                ("friend/remove", ["friend": "bob"], ["friend": "nobody"]),
                (
                    "item/save", ["name": "Bag", "watch": ["office"]],
                    ["name": "Bag", "watch": ["nowhere"]]
                ),
            ]
            for (request, other, none) in pairs {
                let answer = try await home.client.ask("bob", request, other)
                let expected = try await home.client.ask("bob", request, none)
                #expect(answer.errorCode == "not_found", "\(request): \(answer.json.text)")
                #expect(answer.json == expected.json, "\(request)")
            }
            let lists = [
                try await home.save("bob", "item/list", [:]),
                try await home.save("bob", "place/list", [:]),
                try await home.save("bob", "history/query", [:]),
            ]
            for text in lists.map(\.text) {
                #expect(!text.contains("keys") && !text.contains("office"), "\(text)")
            }
            #expect(try await home.save(nil, "household/export", [:]) == household)
        }
    }

    @Test("A note's creation time is that of its request, however quiet it was before")
    func time() async throws {
        try await Home.with { home in
            let before = Date.now
            let note = try await home.save(
                "alice", "note/save", ["text": "Now", "place": "home"])
            let text = try #require(note["created"]?.string)
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let created = try Date(text, strategy: style)
            // The answer has milliseconds; finer parts are lost.
            #expect(created >= before.addingTimeInterval(-0.001) && created <= Date.now)
        }
    }

    @Test("A response topic of others, or no topic, is ignored; the correlation data is kept")
    func responseTopic() async throws {
        try await Home.with { home in
            let client = home.client
            let request = "roost/user/alice/request/item/list"
            let own = "roost/user/alice/response/item/list"
            client.post(Array(#"{"id":"one"}"#.utf8), to: request)
            let answer = try await client.wait(for: own) { $0["id"] == "one" }
            #expect(answer["status"] == "ok")

            // The gateway must not write for the asker where the asker may not.
            try await home.save(nil, "node/save", ["node": "hall", "door": "sensors/door"])
            let others = [
                "roost/user/bob/alert", "owntracks/bob/phone", "shellyplus1/events/rpc",
                "sensors/door", "roost", "owntracks", "zigbee2mqtt",
            ]
            for (number, topic) in others.enumerated() {
                client.post(
                    Array(#"{"id":"\#(number)"}"#.utf8), to: request, responseTopic: topic,
                    correlationData: [7])
                try await client.wait(for: own) { $0["id"]?.string == "\(number)" }
                #expect(client.messages(on: topic).isEmpty)
            }
            try run(
                "mosquitto_pub", "-p", "\(home.broker.port)", "-V", "5", "-t", request, "-m",
                #"{"id":"wild"}"#, "-D", "PUBLISH", "response-topic", "replies/#",
                "-D", "PUBLISH", "correlation-data", "\u{7}")
            try await client.wait(for: own) { $0["id"] == "wild" }
            let last = client.messages.last { $0.topic == own }
            #expect(last?.correlationData == [7])
            #expect(last?.isRetained == false)
        }
    }

    @Test("An answer that is too long for the broker is an error that says so")
    func tooLong() async throws {
        try await Home.with(isFurnished: false, longestPacket: 6000) { home in
            let name = JSON(String(repeating: "n", count: 150))
            for number in 0..<40 {
                try await home.save(
                    nil, "user/save", ["user": .string("user-\(number)"), "name": name])
            }
            let answer = try await home.client.ask(nil, "user/list", ["id": 7])
            #expect(answer.errorCode == "too_large" && answer.json["id"] == 7)
            let told = try await RoostProcess.result(
                of: "user", "list", "--broker", home.broker.url)
            #expect(told.status > 0 && told.output.contains("max_packet_size"), "\(told.output)")
        }
    }

    @Test("What the broker does not take for its length is named in health")
    func tooLongToShow() async throws {
        try await Home.with(isFurnished: false, longestPacket: 2000) { home in
            try await home.save(nil, "user/save", ["user": "alice", "name": "Alice"])
            let health = try await home.client.wait(for: "roost/gateway/health") {
                $0["problems"]?["publishing"] != nil
            }
            let problem = health["problems"]?["publishing"]?.string ?? ""
            #expect(problem.contains("homeassistant/device/roost_alice/config"))
            #expect(problem.contains("max_packet_size"))
        }
    }

    @Test("An unreadable request is answered with an error, and a retained request is not run")
    func unreadable() async throws {
        try await Home.with { home in
            let client = home.client
            client.post(Array("{nonsense".utf8), to: "roost/user/alice/request/item/save")
            let answer = try await client.wait(for: "roost/user/alice/response/item/save")
            #expect(answer["status"] == "error")
            #expect(answer["error"]?["code"] == "bad_request")

            #expect(try await home.gateway.stop() == 0)
            client.post(
                ["name": "Trap"], to: "roost/user/alice/request/item/save", retained: true)
            try await client.flush()
            let another = try Home.gateway(at: home.broker, name: "another")
            try another.start()
            defer { another.kill() }
            try await client.wait(for: "roost/gateway/status") { $0 == "online" }
            #expect(try await home.save("alice", "item/list", [:]) == ["items": []])
        }
    }
}
