import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Reminder requests")
struct ReminderRequestTests {
    @Test("Saving twice makes one reminder, and an edit needs the current revision")
    func edits() throws {
        try withNotes { gateway in
            let wish: JSON = ["note": "a", "from": "09:00", "to": "17:00", "every": 45]
            let first = try gateway.ask(alice, "save", wish)
            #expect(try gateway.ask(alice, "save", wish) == first)
            let id = try #require(first["reminder"])
            let edit: JSON = ["reminder": id, "to": "16:00", "revision": 1]
            let edited = try gateway.ask(alice, "save", edit)
            #expect(edited["to"] == "16:00" && edited["from"] == "09:00" && edited["every"] == 45)
            #expect(edited["revision"] == 2 && edited["note"] == "a")
            #expect(try gateway.ask(alice, "save", edit) == edited, "delivered twice")
            let stale = gateway.refusal(
                alice, "save", ["reminder": id, "to": "15:00", "revision": 1])
            #expect(stale?.code == .conflict && stale?.field == "revision")
            #expect(
                gateway.refusal(alice, "save", ["reminder": id, "enabled": false])?.code
                    == .missingField)
            let off = try gateway.ask(
                alice, "save", ["reminder": id, "enabled": false, "revision": 2])
            #expect(off["enabled"] == false && off["next"] == .null)
            let daily = try gateway.ask(
                alice, "save",
                ["reminder": id, "from": "08:00", "to": "08:00", "enabled": true, "revision": 3])
            #expect(daily["next"] == "2026-09-22T08:00:00.000Z")
            let moved = try gateway.ask(
                alice, "save", ["reminder": id, "on_arrival": "home", "revision": 4])
            #expect(moved["on_arrival"] == "home" && moved["from"] == nil && moved["next"] == .null)
            let spelled: JSON = ["reminder": id, "on_arrival": true, "place": "home"]
            #expect(try gateway.ask(alice, "save", spelled) == moved)
            let withKeys = try gateway.ask(
                alice, "save", ["reminder": id, "with_item": "keys", "revision": 5])
            #expect(withKeys["on_arrival"] == "home" && withKeys["with_item"] == "keys")
            let without = try gateway.ask(
                alice, "save", ["reminder": id, "with_item": .null, "revision": 6])
            #expect(without["on_arrival"] == "home" && without["with_item"] == nil)
            try gateway.ask(alice, "delete", ["reminder": id])
            let late = gateway.refusal(
                alice, "save", ["reminder": id, "to": "15:00", "revision": 7])
            #expect(late?.code == .notFound)
            #expect(try gateway.ask(alice, "list", [:])["reminders"] == [])
        }
    }

    @Test("An invalid reminder is refused with the field at fault")
    func refusals() throws {
        try withNotes { gateway in
            let note: JSON = ["note": "a"]
            for (members, code, field) in [
                ([:], .missingField, "from"),
                (["from": "25:00"], .outOfRange, "from"),
                (["from": "9"], .outOfRange, "from"),
                (["from": "09:00", "every": 45], .missingField, "to"),
                (["from": "09:00", "to": "17:00"], .missingField, "every"),
                (["every": 0], .outOfRange, "every"),
                (["every": 1441], .outOfRange, "every"),
                (["from": "09:00", "days": "mon-xyz"], .outOfRange, "days"),
                (["from": "09:00", "days": []], .outOfRange, "days"),
                (["from": "09:00", "days": ["mo"]], .outOfRange, "days[0]"),
                (["from": "09:00", "timezone": "Mars/Olympus"], .outOfRange, "timezone"),
                (["at": "2026-09-21T14:00"], .outOfRange, "at"),
                (["at": "2026-09-21T14:00:00Z"], .outOfRange, "at"),
                (["at": "tomorrow"], .wrongType, "at"),
                (["on_arrival": "moon"], .notFound, "on_arrival"),
                (["on_arrival": true], .missingField, "place"),
                (["on_leaving": true, "place": "moon"], .notFound, "place"),
                (["on_arrival": "home", "place": "home"], .badRequest, "place"),
                (["from": "09:00", "place": "home"], .badRequest, "place"),
                (["place": "home"], .badRequest, "place"),
                (["near": true, "place": "home"], .badRequest, "place"),
                (["on_leaving": "home", "from": "09:00"], .badRequest, "from"),
                (["on_leaving": "home", "with_item": "keys"], .badRequest, "with_item"),
                (["with_item": "bag"], .notFound, "with_item"),
                (["near": 5], .outOfRange, "near"), (["near": false], .outOfRange, "near"),
                (["from": "09:00", "enabled": "maybe"], .wrongType, "enabled"),
                (["from": "09:00", "untill": "x"], .outOfRange, "untill"),
                (["from": "09:00", "notes": "all"], .badRequest, "notes"),
                (["from": "09:00", "note": "z"], .notFound, "note"),
                (["from": "09:00", "note": .null], .missingField, "note"),
                (["from": "09:00", "facts": "poetry"], .outOfRange, "facts"),
            ] as [(JSON, RequestError.Code, String)] {
                var payload = note
                for member in members.object?.members ?? [] {
                    payload = payload.with(member.name, member.value)
                }
                let refusal = gateway.refusal(alice, "save", payload)
                #expect(refusal?.code == code && refusal?.field == field, "\(payload.text)")
            }
            // Others' notes are as if they were not there.
            #expect(
                gateway.refusal(bob, "save", ["note": "a", "from": "09:00"])?.code == .notFound)
            #expect(
                gateway.refusal(alice, "save", ["notes": ["a", "z"], "every": 5])?.field
                    == "notes[1]")
            #expect(gateway.refusal(alice, "save", ["notes": "all", "near": 50])?.field == "near")
            #expect(try gateway.ask(alice, "list", [:])["reminders"] == [])
            for number in 1...Reminder.most {
                let wish: JSON = [
                    "note": "a", "from": "09:00",
                    "reminder": .string("r\(number)"),
                ]
                try gateway.ask(alice, "save", wish)
            }
            #expect(
                gateway.refusal(alice, "save", ["note": "b", "from": "09:00"])?.code == .tooLarge)
        }
    }

    @Test("A reminder of a place that is gone is refused by the field that named it")
    func lostPlace() throws {
        try withNotes { gateway in
            let fields = ["on_arrival", "on_leaving"]
            for field in fields {
                let wish: JSON = [
                    "note": "a", "reminder": .string(field.replacing("_", with: "-")),
                ]
                try gateway.ask(alice, "save", wish.with(field, "home"))
            }
            try gateway.change(.deletePlace(home))
            let list = try gateway.ask(alice, "list", [:])["reminders"]?.array ?? []
            #expect(list.count == 2)
            for reminder in list {
                let id = try #require(reminder["reminder"]?.string)
                let again: JSON = ["reminder": .string(id), "enabled": true]
                let refusal = gateway.refusal(
                    alice, "save", again.with("revision", try #require(reminder["revision"])))
                #expect(refusal?.field == id.replacing("-", with: "_"))
            }
        }
    }

    @Test("A partial edit of a schedule must fit the rest, or is refused")
    func scheduleEdits() throws {
        try withNotes { gateway in
            let daily = try gateway.ask(alice, "save", ["note": "a", "from": "09:00"])
            let span = try gateway.ask(
                alice, "save", ["note": "a", "from": "09:00", "to": "17:00", "every": 45])
            let place = try gateway.ask(alice, "save", ["note": "a", "on_leaving": "home"])
            for (reminder, members, code, field) in [
                (daily, ["every": 45], .missingField, "to"),
                (daily, ["from": "10:00", "every": 45], .missingField, "to"),
                (span, ["from": "18:00"], .outOfRange, "from"),
                (span, ["to": "08:00"], .outOfRange, "to"),
                (span, ["with_item": "keys"], .badRequest, "with_item"),
                (place, ["with_item": "keys"], .badRequest, "with_item"),
            ] as [(JSON, JSON, RequestError.Code, String)] {
                let payload = members.with("reminder", reminder["reminder"] ?? .null)
                    .with("revision", 1)
                let refusal = gateway.refusal(alice, "save", payload)
                #expect(refusal?.code == code && refusal?.field == field, "\(payload.text)")
            }
            let later = try gateway.ask(
                alice, "save",
                ["reminder": daily["reminder"] ?? .null, "from": "10:00", "revision": 1])
            #expect(later["from"] == "10:00" && later["to"] == "10:00")
            let night = try gateway.ask(
                alice, "save",
                [
                    "reminder": span["reminder"] ?? .null, "from": "18:00", "to": "02:00",
                    "revision": 1,
                ])
            #expect(night["to"] == "02:00" && night["every"] == 45)
        }
    }

    @Test("A member that is null goes back to what it is when left out, or is refused")
    func removals() throws {
        try withNotes { gateway in
            let wish: JSON = [
                "note": "a", "from": "09:00", "to": "17:00", "every": 45, "days": "mon-fri",
                "enabled": false,
            ]
            let saved = try gateway.ask(alice, "save", wish)
            func edit(_ members: JSON, revision: Int) -> JSON {
                members.with("reminder", saved["reminder"] ?? .null)
                    .with("revision", JSON(integerLiteral: revision))
            }
            for (members, field) in [
                (["to": .null], "to"), (["every": .null], "every"),
                (["from": .null, "to": .null, "every": .null], "from"),
            ] as [(JSON, String)] {
                let refusal = gateway.refusal(alice, "save", edit(members, revision: 1))
                #expect(refusal?.code == .missingField && refusal?.field == field)
            }
            let stale = gateway.refusal(alice, "save", edit(["days": .null], revision: 9))
            #expect(stale?.code == .conflict)
            let everyDay = try gateway.ask(
                alice, "save", edit(["days": .null, "enabled": .null], revision: 1))
            #expect(everyDay["days"]?.array?.count == 7 && everyDay["enabled"] == true)
            #expect(everyDay["from"] == "09:00" && everyDay["every"] == 45)
            let allDay = try gateway.ask(
                alice, "save", edit(["from": .null, "to": .null], revision: 2))
            #expect(allDay["from"] == "00:00" && allDay["to"] == "23:59" && allDay["every"] == 45)
            let daily = try gateway.ask(
                alice, "save", edit(["from": "10:00", "to": .null, "every": .null], revision: 3))
            #expect(daily["from"] == "10:00" && daily["to"] == "10:00")
            #expect(daily["revision"] == 4)
            let place = try gateway.ask(
                alice, "save", edit(["from": .null, "on_arrival": "home"], revision: 4))
            #expect(place["on_arrival"] == "home")
            let nowhere = gateway.refusal(
                alice, "save", edit(["on_arrival": .null], revision: 5))
            #expect(nowhere?.code == .missingField && nowhere?.field == "on_arrival")
        }
    }

    @Test("Past one-time reminders make room for new ones, and repeated requests find them")
    func room() throws {
        try withNotes { gateway in
            for number in 1...Reminder.most {
                try gateway.ask(
                    alice, "save",
                    [
                        "note": "a", "reminder": .string("r\(number)"),
                        "at": .number(JSONNumber(1_790_000_000 + number)),
                    ])
            }
            try gateway.wait(until: 1000)
            let first: JSON = ["note": "a", "at": 1_790_000_002]
            #expect(try gateway.ask(alice, "save", first)["reminder"] == "r2")
            try gateway.ask(alice, "save", ["note": "b", "from": "09:00"])
            let list = try gateway.ask(alice, "list", [:])["reminders"]?.array ?? []
            #expect(list.count == Reminder.most && list.first?["note"] == "b")
        }
    }

    @Test("A one-time reminder can be set in any time zone, or by the local clock")
    func moments() throws {
        try withNotes { gateway in
            try gateway.ask(alice, "save", ["timezone": "Europe/Vienna"], noun: "settings")
            let wall = try gateway.ask(alice, "save", ["note": "a", "at": "2026-12-24T17:00"])
            #expect(wall["next"] == "2026-12-24T16:00:00.000Z" && wall["at"] == "2026-12-24T17:00")
            let moment = try gateway.ask(
                alice, "save", ["note": "a", "at": "2026-12-24T17:00:00+01:00"])
            #expect(moment["next"] == "2026-12-24T16:00:00.000Z")
            #expect(moment["reminder"] != wall["reminder"])
            // The wall of whoever travels shows another time.
            try gateway.ask(alice, "save", ["timezone": "America/New_York"], noun: "settings")
            let list = try gateway.ask(alice, "list", [:])["reminders"]?.array ?? []
            #expect(
                list.map { $0["next"] } == [
                    "2026-12-24T16:00:00.000Z", "2026-12-24T22:00:00.000Z",
                ])
            let fixed = try gateway.ask(
                alice, "save",
                ["note": "b", "at": "2026-12-24T17:00", "timezone": "Asia/Kathmandu"])
            #expect(fixed["next"] == "2026-12-24T11:15:00.000Z")
        }
    }
}

/// alice has the notes a, b and c.
func withNotes(_ body: (Gateway) throws -> Void) throws {
    try Gateway.with("reminder") { gateway in
        for (number, note) in ["a", "b", "c"].enumerated() {
            try gateway.ask(
                alice, "save",
                [
                    "note": .string(note), "text": .string("Note \(note)"),
                    "lat": JSON(integerLiteral: 50 + number), "lon": 10,
                ], noun: "note")
        }
        try body(gateway)
    }
}
