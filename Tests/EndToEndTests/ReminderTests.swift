import Foundation
import RoostCore
import RoostFormats
import TestBroker
import Testing

@Suite("Reminders")
struct ReminderTests {
    private static let topic = "roost/user/alice/reminder"

    @Test("A due reminder reaches its user, OwnTracks and Home Assistant once, even over a crash")
    func life() async throws {
        try await Home.with { home in
            let app = try await Client(
                "app", at: home.broker.url,
                listeningTo: ["owntracks/roost-alice/#", "homeassistant/#"])
            defer { app.close() }
            try await home.save(
                "alice", "note/save",
                ["note": "bins", "text": "Put out the bins\nBoth.", "place": "home"])
            let late = try #require(
                Timestamp(secondsSinceEpoch: Date.now.timeIntervalSince1970 + 4))
            try await home.save(
                "alice", "reminder/save",
                ["reminder": "soon", "note": "bins", "at": .string(late.rfc3339)])
            // It is due while the gateway is down.
            home.gateway.kill()
            try await eventually("the moment to be over") {
                Date.now.timeIntervalSince1970 * 1000 > Double(late.milliseconds) ? () : nil
            }
            try home.gateway.start()
            let told = try await home.client.wait(for: Self.topic)
            #expect(
                told["title"] == "Put out the bins" && told["text"] == "Put out the bins\nBoth.")
            #expect(told["note"] == "bins" && told["event_type"] == "note")
            #expect(told["due"] == .string(late.rfc3339) && told["cause"] == "once")
            #expect(told["url"] == "roost://note/alice/bins")

            let notice = try await app.wait(for: "owntracks/roost-alice/roost/event")
            #expect(notice["_type"] == "transition" && notice["desc"] == "Put out the bins")
            #expect(notice["tst"]?.number?.integer != nil && notice["lat"] != nil)
            #expect(notice["url"] == told["url"])
            let device = try await app.wait(for: "homeassistant/device/roost_alice/config")
            let event = device["components"]?["reminder"]
            #expect(event?["platform"] == "event" && event?["state_topic"] == .string(Self.topic))
            #expect(event?["event_types"] == ["note", "fact"])

            // Another run repeats no reminder, and loses none.
            home.gateway.kill()
            try home.gateway.start()
            try await home.client.settle()
            let ids = Set(home.client.messages(on: Self.topic).map { $0["id"]?.string })
            #expect(ids.count == 1)
            let list = try await home.save("alice", "reminder/list", [:])
            #expect(list["reminders"]?.array?.first?["last_note"] == "bins")
            let shown = try await home.roost(
                "note", "get", "--user", "alice", "roost://note/alice/bins")
            #expect(shown.contains("Put out the bins"))
        }
    }

    @Test("Arriving at a place sends the reminder for its note, to that user only")
    func arrival() async throws {
        try await Home.with { home in
            home.phone("alice").at(Spot.home.north(3000), .minutes(20))
            try await home.client.settle()
            try await home.save(
                "alice", "note/save", ["note": "cat", "text": "Feed the cat", "place": "home"])
            try await home.save(
                "alice", "reminder/save", ["note": "cat", "on_arrival": "home"])
            home.phone("alice").at(.home, .minutes(1))
            let told = try await home.client.wait(for: Self.topic)
            #expect(told["cause"] == "arrival" && told["place"] == "home")
            #expect(told["place_name"] == "Home" && told["text"] == "Feed the cat")
            #expect(home.client.messages(on: "roost/user/bob/reminder").isEmpty)
        }
    }

    @Test("Reminders are saved, listed, answered and deleted using only commands")
    func commands() async throws {
        try await Home.with { home in
            try await home.roost(
                "note", "save", "--user", "bob", "Stand up", "--place", "home", "--note", "up")
            let saved = try await home.roost(
                "reminder", "save", "--user", "bob", "--notes", "all", "--facts", "math,date",
                "--every", "45", "--from", "09:00", "--to", "17:00", "--days", "mon-fri",
                "--reminder", "day")
            #expect(
                saved.contains(
                    "saved day, revision 1: every 45 min from 09:00 to 17:00, mon tue wed thu fri"),
                "\(saved)")
            let listed = try await home.roost("reminder", "list", "--user", "bob")
            #expect(listed.contains("notes all, facts math, date"), "\(listed)")
            let off = try await home.roost(
                "reminder", "save", "--user", "bob", "--reminder", "day", "--revision", "1", "--off"
            )
            #expect(off.contains("revision 2: off (every 45 min"), "\(off)")
            let daily = try await home.roost(
                "reminder", "save", "--user", "bob", "--reminder", "day", "--revision", "2",
                "--days", "all")
            #expect(daily.contains("off (every 45 min from 09:00 to 17:00)"), "\(daily)")
            let rest = try await home.roost("reminder", "feedback", "--user", "bob", "up", "good")
            #expect(rest.contains("rests until"))
            let refused = try await RoostProcess.result(
                of: "reminder", "save", "--user", "bob", "--note", "up", "--every", "45", "--from",
                "9", "--broker", home.broker.url)
            #expect(refused.status > 0 && refused.output.contains("from must be a time of day"))
            let early = try await RoostProcess.result(
                of: "reminder", "snooze", "--user", "bob", "day", "--broker", home.broker.url)
            #expect(early.status > 0 && early.output.contains("nothing yet"))
            try await home.roost("reminder", "delete", "--user", "bob", "day")
            #expect(
                try await home.roost("reminder", "list", "--user", "bob").contains("no reminders"))
        }
    }
}
