import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Notes")
struct NoteTests {
    @Test("A note is pinned where its author is, survives a crash, and is found by friends")
    func life() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(1))
            try await home.waitFor("alice", hand: "home")
            let saved = try await home.save("alice", "note/save", ["text": "Clé sous le pot"])
            #expect(saved["place"] == "home")
            let note = try #require(saved["note"])
            home.gateway.kill()
            try home.gateway.start()

            let here: JSON = ["lat": JSON(Spot.home.latitude), "lon": JSON(Spot.home.longitude)]
            let mine = try await home.save("alice", "note/search", ["text": "CLE"])
            #expect(mine["notes"]?.array?.first?["text"] == "Clé sous le pot")
            let before = try await home.save("bob", "note/search", here.with("text", "cle"))
            #expect(before["notes"] == [])
            try await home.save(
                "alice", "note/save",
                ["note": note, "visibility": "friends", "revision": 1])
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "presence"])
            let after = try await home.save("bob", "note/search", here.with("text", "alic"))
            let found = try #require(after["notes"]?.array?.first)
            #expect(found["note"] == note && found["author_name"] == "Alice")
            #expect(found["hint"] == "just here")

            let late = try await home.client.ask(
                "alice", "note/save", ["note": note, "text": "Lost", "revision": 1])
            #expect(late.complaint == "conflict revision")
            try await home.save("alice", "share/delete", ["viewer": "bob"])
            let ended = try await home.client.ask("bob", "note/get", ["note": note])
            #expect(ended.complaint == "not_found note")
        }
    }

    @Test("A save request delivered twice makes one note")
    func twice() async throws {
        try await Home.with { home in
            for _ in 1...2 {
                home.client.post(
                    ["text": "Milk", "place": "home"], to: "roost/user/alice/request/note/save")
            }
            let notes = try await home.save("alice", "note/list", [:])
            #expect(notes["notes"]?.array?.count == 1)
        }
    }

    /// One white pixel.
    private static let photo: JSON =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC"

    @Test("A request with a photo survives a crash, and an invalid photo is refused")
    func photos() async throws {
        try await Home.with { home in
            let note: JSON = ["text": "Look", "place": "home", "photo": Self.photo]
            let saved = try await home.save("alice", "note/save", note)
            #expect(saved["photo"]?["type"] == "image/png" && saved["photo"]?["width"] == 1)
            for (photo, complaint): (JSON, String) in [
                ("iVBORw0KGgo=", "wrong_type photo"), ("?", "wrong_type photo"),
                (1, "wrong_type photo"), ("", "wrong_type photo"),
            ] {
                let refused = try await home.client.ask(
                    "alice", "note/save", note.with("photo", photo))
                #expect(refused.complaint == complaint, "\(photo)")
            }
            // The photo is written even if the note is printed as JSON; a missing photo is
            // reported.
            let file = "\(home.broker.directory)/photo.png"
            let id = try #require(saved["note"]?.string)
            let get = ["note", "get", "--user", "alice", "--photo", file, "--json"]
            let (status, output) = try await RoostProcess.result(
                of: get + [id, "--broker", home.broker.url])
            #expect(status == 0, "\(output)")
            #expect(try Data(contentsOf: URL(filePath: file)).starts(with: [0x89, 0x50]))
            let bytes = try await RoostProcess.result(
                of: "note", "get", "--user", "alice", "--photo", "-", id, "--broker",
                home.broker.url)
            #expect(bytes.output.contains("PNG") && !bytes.output.contains("Look"))
            let bare = try await home.save("alice", "note/save", ["text": "A", "place": "home"])
            let missing = try await RoostProcess.result(
                of: get + [bare["note"]?.string ?? "", "--broker", home.broker.url])
            #expect(missing.status > 0 && missing.output.contains("has no photo"))

            let item = try await home.client.ask(
                "alice", "item/save", ["item": "keys", "name": "Keys", "picture": "AAAA"])
            #expect(item.complaint == "wrong_type picture")

            for number in 1...5 {
                home.client.post(
                    note.with("text", .string("Crash \(number)")),
                    to: "roost/user/bob/request/note/save")
            }
            try await home.client.flush()
            home.gateway.kill()
            try home.gateway.start()
            try await home.waitForNotes(of: "bob", count: 5)
            let notes = try await home.save("bob", "note/list", [:])["notes"]?.array ?? []
            #expect(notes.allSatisfy { $0["photo"]?["width"] == 1 })
        }
    }

    @Test("A note with a photo is pinned where its author was when sending it, even after a crash")
    func photoOnTheWay() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(1))
            try await home.waitFor("alice", hand: "home")
            let before = try await home.save("alice", "note/save", ["text": "First"])
            home.client.post(
                ["text": "Look", "photo": Self.photo], to: "roost/user/alice/request/note/save")
            try await home.client.flush()
            home.gateway.kill()
            for metres in [4000, 4010, 4020] {
                home.phone("alice").at(Spot.home.north(Double(metres)))
            }
            try await home.client.flush()
            try home.gateway.start()
            try await home.waitForNotes(of: "alice", count: 2)
            let notes = try await home.save("alice", "note/list", [:])["notes"]?.array ?? []
            let note = try #require(notes.first { $0["text"] == "Look" })
            #expect(note["place"] == "home" && note["lat"] == before["lat"])
        }
    }

    @Test("A user who comes near a note gets an alert, and nobody else does")
    func nearby() async throws {
        try await Home.with { home in
            let spot = Spot.home.north(5000)
            home.phone("alice").at(Spot.home.north(3000), .minutes(20))
            try await home.client.settle()
            try await home.save(
                "alice", "note/save",
                [
                    "text": "Good bread", "lat": JSON(spot.latitude), "lon": JSON(spot.longitude),
                    "note": "bread",
                ])
            home.gateway.kill()
            try home.gateway.start()
            home.phone("alice").at(spot.north(20), .minutes(1))
            let alert = try await home.client.wait(for: "roost/user/alice/alert") {
                $0["kind"] == "note_nearby"
            }
            #expect(alert["note"] == "bread" && alert["title"] == "Note nearby: Good bread")
            #expect(home.alerts("bob").isEmpty)
        }
    }

    @Test("Notes are saved, searched, shown and deleted using only commands")
    func commands() async throws {
        try await Home.with { home in
            let saved = try await home.roost(
                "note", "save", "--user", "alice", "Mind the step", "--place", "home",
                "--visibility", "everyone", "--note", "step")
            #expect(saved.contains("saved step, revision 1, in Home"))
            let position = ["--lat", "\(Spot.home.latitude)", "--lon", "\(Spot.home.longitude)"]
            let found = try await RoostProcess.result(
                of: ["note", "search", "--user", "bob", "MIND", "--within", "1000"] + position
                    + ["--broker", home.broker.url])
            #expect(found.status == 0, "\(found.output)")
            for word in ["step", "Alice", "just here", "nearest first", "within 1000 m"] {
                #expect(found.output.contains(word), "\(word) in \(found.output)")
            }
            let shown = try await home.roost("note", "get", "--user", "bob", "step")
            #expect(shown.contains("Mind the step") && shown.contains("openstreetmap.org"))
            let refused = try await RoostProcess.result(
                of: "note", "delete", "--user", "bob", "step", "--broker", home.broker.url)
            #expect(refused.status > 0 && refused.output.contains("no such note"))
            let lost = try await RoostProcess.result(
                of: "note", "save", "--user", "bob", "Where am I?", "--broker", home.broker.url)
            #expect(lost.status > 0 && lost.output.contains("give lat and lon"))
            #expect(try await home.roost("note", "list", "--user", "alice").contains("step"))
            try await home.roost("note", "delete", "--user", "alice", "step")
            #expect(try await home.roost("note", "list", "--user", "alice").contains("no notes"))
            #expect(try await home.roost("fact", "number", "7", "--user", "bob").contains("7"))

            // What one page says of the next can be copied.
            for text in ["first", "second"] {
                try await home.roost("note", "save", "--user", "alice", text, "--place", "home")
            }
            let page = try await home.roost("note", "list", "--user", "alice", "--limit", "1")
            let hint = try #require(page.firstMatch(of: /(--after) (\S+)/))
            let next = try await home.roost(
                "note", "list", "--user", "alice", "--limit", "1", String(hint.1), String(hint.2))
            #expect(page.contains("second") && next.contains("first") && !next.contains("second"))
        }
    }

    @Test("A text may begin with a dash, and what may be an option says how to make it a text")
    func dashes() async throws {
        try await Home.with { home in
            let words = ["--user", "alice", "--broker", home.broker.url]
            try await home.save("alice", "group/save", ["group": "study", "members": ["bob"]])
            for verb in [["note", "save"], ["note", "search"], ["group", "chat", "study"]] {
                let refused = try await RoostProcess.result(of: verb + ["-hello"] + words)
                #expect(refused.status == 64, "\(verb): \(refused.output)")
                #expect(refused.output.contains("put -- before"), "\(refused.output)")
                for text in [["- buy milk"], ["-5 degrees outside"], ["--", "-hello"]] {
                    let place = verb == ["note", "save"] ? ["--place", "home"] : []
                    let taken = try await RoostProcess.result(of: verb + place + words + text)
                    #expect(taken.status == 0, "\(verb), \(text): \(taken.output)")
                }
            }
            let notes = try await home.save("alice", "note/list", [:])["notes"]?.array ?? []
            #expect(
                Set(notes.compactMap { $0["text"]?.string })
                    == ["- buy milk", "-5 degrees outside", "-hello"])
            let said = try await home.save("alice", "group/messages", ["group": "study"])
            let texts = said["messages"]?.array?.compactMap { $0["text"]?.string }
            #expect(texts == ["- buy milk", "-5 degrees outside", "-hello"])
        }
    }
}

extension Home {
    /// Notes waiting for a photo come once it is packed.
    fileprivate func waitForNotes(of user: String, count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await save(user, "note/list", [:])["notes"]?.array?.count != count {
            guard ContinuousClock.now < deadline else {
                throw TestFailure("waited in vain for \(count) notes of \(user)")
            }
        }
    }
}
