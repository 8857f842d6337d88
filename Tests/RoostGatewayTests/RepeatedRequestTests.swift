import Foundation
import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Requests that are delivered again")
struct RepeatedRequestTests {
    private let secret: JSON = [
        "id": "1", "text": "Secret", "place": "home", "visibility": "everyone",
    ]

    @Test("A note that was taken back is not shared anew")
    func takenBack() throws {
        try Gateway.with("note") { gateway in
            let note = try #require(try gateway.ask(alice, "save", secret)["note"])
            let edit: JSON = ["id": "2", "note": note, "revision": 1, "visibility": .null]
            try gateway.ask(alice, "save", edit)
            for _ in 1...2 {
                let again = try gateway.ask(alice, "save", secret)
                #expect(again["note"] == note)
                try gateway.ask(alice, "save", edit)
            }
            #expect(try gateway.texts(bob, NoteRequestTests.there) == [])
        }
    }

    @Test("What was made and deleted, and is delivered again in that order, ends deleted")
    func deleted() throws {
        try Gateway.with("note") { gateway in
            let note = try #require(try gateway.ask(alice, "save", secret)["note"])
            let deletion: JSON = ["id": "3", "note": note]
            try gateway.ask(alice, "delete", deletion)
            try gateway.ask(alice, "save", secret)
            #expect(throws: RequestError.self) { try gateway.ask(alice, "delete", deletion) }
            #expect(try gateway.texts(alice, NoteRequestTests.there) == [])
        }
    }

    @Test("A request without an id is known by its correlation data")
    func correlationData() throws {
        try Gateway.with("note") { gateway in
            let diary: JSON = ["text": "Diary", "place": "home", "visibility": "everyone"]
            let note = try #require(try gateway.ask(alice, "save", diary, mark: [7])["note"])
            let edit: JSON = ["note": note, "revision": 1, "visibility": "private"]
            try gateway.ask(alice, "save", edit)
            #expect(try gateway.ask(alice, "save", diary, mark: [7])["note"] == note)
            #expect(try gateway.ask(alice, "save", diary, mark: [8])["note"] != note)
        }
    }

    @Test("A request with the same id and another member is another, also if that is the photo")
    func otherContent() throws {
        try Gateway.with("note") { gateway in
            let note = try gateway.ask(alice, "save", secret)["note"]
            let elsewhere: JSON = ["id": "1", "text": "Secret", "lat": 0, "lon": 0]
            #expect(try gateway.ask(alice, "save", elsewhere)["note"] != note)
            let photo = JSON.string(Data(NoteRequestTests.picture).base64EncodedString())
            let pictured = try gateway.ask(alice, "save", secret.with("photo", photo))
            #expect(pictured["note"] != note && pictured["photo"] != .null)
        }
    }

    @Test("After ten minutes a request is a new one")
    func later() throws {
        try Gateway.with("note") { gateway in
            try gateway.apply(.tick, at: 599)
            let note = try #require(try gateway.ask(alice, "save", secret)["note"])
            let edit: JSON = ["note": note, "revision": 1, "visibility": "private"]
            try gateway.ask(alice, "save", edit)
            try gateway.apply(.tick, at: 1199)
            #expect(try gateway.ask(alice, "save", secret)["note"] == note)
            try gateway.apply(.tick, at: 1200)
            #expect(try gateway.ask(alice, "save", secret)["note"] != note)
        }
    }

    @Test("A reminder that was edited meanwhile is not made anew")
    func reminder() throws {
        try withNotes { gateway in
            let wish: JSON = ["id": "1", "note": "a", "from": "09:00"]
            let reminder = try #require(try gateway.ask(alice, "save", wish)["reminder"])
            try gateway.ask(alice, "save", ["reminder": reminder, "revision": 1, "from": "10:00"])
            #expect(try gateway.ask(alice, "save", wish)["reminder"] == reminder)
            let all = try gateway.ask(alice, "list", [:])["reminders"]?.array
            #expect(all?.map { $0["from"] } == ["10:00"])
        }
    }
}
