import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Reminder delivery")
struct ReminderDeliveryTests {
    @Test("A scheduled reminder shows its next time, sends its note, and repeats it when snoozed")
    func schedule() throws {
        try withNotes { gateway in
            let saved = try gateway.ask(
                alice, "save",
                ["note": "a", "from": "14:00", "to": "17:00", "every": 45, "days": "mon-fri"])
            #expect(saved["next"] == "2026-09-21T14:45:00.000Z")
            #expect(saved["days"] == ["mon", "tue", "wed", "thu", "fri"])
            #expect(saved["enabled"] == true && saved["revision"] == 1 && saved["note"] == "a")
            let id = try #require(saved["reminder"])
            let early = gateway.refusal(alice, "snooze", ["reminder": id])
            #expect(early?.code == .conflict)
            try gateway.wait(until: 2000)
            let told = try #require(gateway.reminders.first)
            #expect(gateway.reminders.count == 1)
            let json = try JSON(told.jsonBytes)
            #expect(json["text"] == "Note a" && json["title"] == "Note a")
            #expect(json["event_type"] == "note" && json["cause"] == "schedule")
            #expect(json["url"] == "roost://note/alice/a" && json["lat"] == 50)
            #expect(json["due"] == "2026-09-21T14:45:00.000Z" && json["reminder"] == id)
            // The next is at 15:30.
            #expect(told.expires == start.advanced(bySeconds: 77 * 60 - 20))

            let snoozed = try gateway.ask(alice, "snooze", ["reminder": id, "minutes": 5])
            #expect(snoozed["snoozed_until"] == "2026-09-21T14:51:40.000Z")
            #expect(snoozed["next"] == snoozed["snoozed_until"])
            try gateway.wait(until: 2400)
            #expect(gateway.reminders.last?.due.cause == .snooze && gateway.reminders.count == 2)
            #expect(gateway.reminders.last?.expires == nil)
            let list = try gateway.ask(alice, "list", [:])["reminders"]?.array
            #expect(list?.first?["last_note"] == "a" && list?.first?["snoozed_until"] == .null)
            #expect(list?.first?["last"] == "2026-09-21T14:51:40.000Z")
        }
    }

    @Test("Notes take turns, a known note rests, and one that is done does not return")
    func cards() throws {
        try withNotes { gateway in
            try gateway.ask(
                alice, "save", ["notes": "all", "every": 60, "facts": ["math", "year"]])
            try gateway.wait(until: 6 * 3600)
            #expect(
                gateway.reminders.map(\.text).suffix(6) == [
                    "Note a", "Note b", "Note c", "Note a", "Note b", "Note c",
                ])
            let rest = try gateway.ask(alice, "feedback", ["note": "a", "answer": "good"])
            #expect(rest["rests_until"] == "2026-09-22T20:13:20.000Z")
            let again = try gateway.ask(alice, "feedback", ["note": "a", "answer": "good"])
            #expect(again == rest, "delivered twice")
            try gateway.ask(alice, "feedback", ["note": "b", "answer": "done"])
            try gateway.wait(until: 8 * 3600)
            #expect(gateway.reminders.suffix(2).map(\.text) == ["Note c", "Note c"])
            try gateway.ask(alice, "feedback", ["note": "c", "answer": "done"])
            try gateway.wait(until: 9 * 3600)
            let fact = try #require(gateway.reminders.last)
            guard case .fact(let said) = fact.subject else {
                Issue.record("no fact but \(fact.text)")
                return
            }
            #expect([.math, .year].contains(said.about) && fact.url == nil)
            #expect(try JSON(fact.jsonBytes)["event_type"] == "fact")
            // Told again, it is the same fact.
            let id = fact.due.reminder.rawValue
            try gateway.ask(alice, "snooze", ["reminder": .string(id), "minutes": 1])
            try gateway.wait(until: 9 * 3600 + 120)
            #expect(gateway.reminders.last?.text == fact.text)
            try gateway.wait(until: 36 * 3600)
            #expect(gateway.reminders.last?.text == "Note a", "its day of rest is over")
            for (payload, code, field) in [
                (["note": "z", "answer": "good"], .notFound, "note"),
                (["note": "a", "answer": "fine"], .outOfRange, "answer"),
                (["note": "a"], .missingField, "answer"),
            ] as [(JSON, RequestError.Code, String)] {
                let refusal = gateway.refusal(alice, "feedback", payload)
                #expect(refusal?.code == code && refusal?.field == field)
            }
            #expect(
                gateway.refusal(bob, "feedback", ["note": "a", "answer": "done"])?.code
                    == .notFound)
        }
    }

    @Test("A reminder with a list of notes uses only those, and is silent when none is left")
    func someNotes() throws {
        try withNotes { gateway in
            try gateway.ask(alice, "save", ["notes": ["c", "b", "c"], "every": 60])
            try gateway.wait(until: 4 * 3600)
            #expect(gateway.reminders.map(\.text) == ["Note b", "Note c", "Note b", "Note c"])
            for note in ["b", "c"] {
                try gateway.ask(
                    alice, "feedback", ["note": .string(note), "answer": "done"])
            }
            try gateway.wait(until: 8 * 3600)
            #expect(gateway.reminders.count == 4)
        }
    }

    @Test("A reminder near a note follows the note, and is switched off or deleted with it")
    func notes() throws {
        try withNotes { gateway in
            let near = try gateway.ask(alice, "save", ["note": "a", "near": 200])
            #expect(near["lat"] == 50 && near["near"] == 200)
            let id = try #require(near["reminder"])
            try gateway.ask(
                alice, "save", ["note": "a", "lat": 60, "lon": 10, "revision": 1], noun: "note")
            func list() throws -> [JSON] {
                try gateway.ask(alice, "list", [:])["reminders"]?.array ?? []
            }
            #expect(try list().first?["lat"] == 60 && list().first?["revision"] == 2)
            try gateway.ask(alice, "feedback", ["note": "a", "answer": "done"])
            #expect(try list().first?["enabled"] == false)
            try gateway.ask(
                alice, "save", ["reminder": id, "enabled": true, "revision": 3])
            try gateway.ask(
                alice, "save", ["note": "a", "item": "keys", "revision": 2], noun: "note")
            #expect(try list().first?["enabled"] == false, "it goes with a thing now")
            try gateway.ask(
                alice, "save", ["reminder": id, "timezone": "Asia/Tokyo", "revision": 5])
            try gateway.ask(
                alice, "save", ["reminder": id, "note": "b", "enabled": true, "revision": 6])
            #expect(try list().first?["lat"] == 51)
            try gateway.ask(alice, "delete", ["note": "b"], noun: "note")
            #expect(try list() == [])
        }
    }

    @Test(
        "A note that is done is not repeated after a snooze, and quiet hours defer expiry"
    )
    func doneAndQuiet() throws {
        try withNotes { gateway in
            try gateway.ask(alice, "save", ["quiet_hours": "16:00-18:30"], noun: "settings")
            let id = try #require(
                try gateway.ask(alice, "save", ["notes": "all", "every": 60])["reminder"])
            try gateway.wait(until: 3600)
            #expect(gateway.reminders.map(\.text) == ["Note a"])
            // 16:00 and what follows wait until 18:30.
            #expect(gateway.reminders.first?.expires == start.advanced(bySeconds: 15_400))
            try gateway.ask(alice, "snooze", ["reminder": id, "minutes": 5])
            try gateway.ask(alice, "feedback", ["note": "a", "answer": "done"])
            try gateway.wait(until: 5000)
            #expect(gateway.reminders.count == 1)
        }
    }

    @Test("Two reminders due at once send different notes")
    func together() throws {
        try withNotes { gateway in
            try gateway.ask(alice, "save", ["notes": "all", "every": 60])
            try gateway.ask(
                alice, "save",
                ["notes": ["c", "b", "a"], "every": 60, "from": "00:00", "to": "23:00"])
            try gateway.wait(until: 2 * 3600)
            #expect(gateway.reminders.map(\.text) == ["Note a", "Note b", "Note c", "Note a"])
        }
    }

    @Test("An item id reused by another user triggers no reminder and reveals no position")
    func others() throws {
        try withNotes { gateway in
            try gateway.ask(
                alice, "save", ["note": "k", "text": "Keys", "item": "keys"], noun: "note")
            let along = try gateway.ask(alice, "save", ["note": "k", "with_item": "keys"])
            try gateway.ask(alice, "save", ["note": "k", "every": 60])
            try gateway.change(.deleteItem(ID(checked: "keys")))
            try gateway.ask(
                bob, "save", ["item": "keys", "name": "Keys", "beacon": "mac:a4c138000001"],
                noun: "item")
            try gateway.apply(heard(at: 60), at: 60)
            try gateway.wait(until: 3600)
            #expect(gateway.engine.view(of: ID(checked: "keys"))?.coordinate != nil)
            #expect(gateway.reminders.map(\.text) == ["Keys"])
            #expect(gateway.reminders.first?.coordinate == nil)
            let again: JSON = ["enabled": true, "revision": 2]
            let refusal = gateway.refusal(
                alice, "save", again.with("reminder", along["reminder"] ?? .null))
            #expect(refusal?.code == .notFound && refusal?.field == "with_item")
        }
    }

    @Test("Saved reminders and their progress are restored from the store")
    func restart() throws {
        try withNotes { gateway in
            try gateway.ask(alice, "save", ["notes": "all", "every": 60, "timezone": "Asia/Tokyo"])
            try gateway.ask(alice, "save", ["note": "b", "at": "2026-09-21T16:00"])
            try gateway.wait(until: 2 * 3600)
            #expect(gateway.reminders.map(\.text) == ["Note a", "Note b", "Note c"])
            let memory = try gateway.store.memory()
            #expect(memory.reminders == gateway.engine.reminders)
            #expect(memory.reminders[alice]?.count == 2)
            try gateway.change(.deleteUser(alice))
            #expect(try gateway.store.memory().reminders.isEmpty)
        }
    }
}
