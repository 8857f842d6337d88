import CGd
import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Note requests")
struct NoteRequestTests {
    private func withGateway(_ body: (Gateway) throws -> Void) throws {
        try Gateway.with("note", body)
    }

    static let there: JSON = ["lat": 52.5163, "lon": 13.3777]

    @Test("A note defaults to its author's position, which must be given if it is unknown")
    func here() throws {
        try withGateway { gateway in
            let refusal = gateway.refusal(alice, "save", ["text": "Milk"])
            #expect(refusal?.code == .missingField && refusal?.field == "lat")
            let nowhere = gateway.refusal(alice, "search", ["within": 100])
            #expect(nowhere?.code == .missingField && nowhere?.field == "lat")
            #expect(try gateway.ask(alice, "search", [:])["order"] == "newest")

            let near = fix(north: 10, at: 1)
            _ = gateway.engine.apply(.fix(near, of: phone), at: near.time)
            let saved = try gateway.ask(alice, "save", ["text": "Milk"])
            #expect(saved["place"] == "home" && saved["place_name"] == "Home")
            #expect(saved["visibility"] == "private" && saved["revision"] == 1)
            let position = try #require(saved["lat"]?.number?.double)
            #expect(abs(position - homeCenter.latitude - 10 / 111_195.0) < 1e-6)
            let found = try gateway.ask(alice, "search", ["text": "MIL"])
            #expect(found["order"] == "nearest")
            #expect(found["notes"]?.array?.first?["hint"] == "less than 10 m away")
            let directions = found["notes"]?.array?.first?["directions"]
            #expect(directions?["geo"]?.string?.hasPrefix("geo:52.5163") == true)
        }
    }

    @Test("A note is pinned to exactly one position, place or own item")
    func anchors() throws {
        try withGateway { gateway in
            let position = try gateway.ask(
                alice, "save", ["text": "a", "lat": 1.5, "lon": -170.25])
            #expect(position["lat"] == 1.5 && position["lon"] == -170.25)
            let place = try gateway.ask(alice, "save", ["text": "b", "place": "home"])
            #expect(place["lat"] == 52.5163 && place["place"] == "home")
            let thing = try gateway.ask(alice, "save", ["text": "c", "item": "keys"])
            #expect(thing["item"] == "keys" && thing["item_name"] == "Keys")
            #expect(thing["lat"] == nil)
            _ = gateway.engine.apply(heard(at: 5), at: start.advanced(bySeconds: 5))
            _ = gateway.engine.apply(.tick, at: start.advanced(bySeconds: 6))
            let note = try #require(thing["note"]?.string)
            let seen = try gateway.ask(alice, "get", ["note": .string(note)])
            #expect(seen["lat"] == 52.5163, "the keys were heard at home")

            for (payload, code, field) in [
                (["text": "x", "place": "home", "item": "keys"], .badRequest, "item"),
                (["text": "x", "place": "moon"], .notFound, "place"),
                (["text": "x", "lat": 91, "lon": 0], .outOfRange, "lat"),
                (["text": "x", "lat": 9], .missingField, "lon"),
                (["lat": 9, "lon": 9], .missingField, "text"),
                (["text": "", "lat": 9, "lon": 9], .outOfRange, "text"),
                (
                    ["text": "x", "lat": 9, "lon": 9, "visibility": "all"], .outOfRange,
                    "visibility"
                ),
                (["text": "x", "lat": 9, "lon": 9, "untill": 1], .outOfRange, "untill"),
                (["note": "No!", "text": "x"], .invalidID, "note"),
            ] as [(JSON, RequestError.Code, String)] {
                let refusal = gateway.refusal(alice, "save", payload)
                #expect(refusal?.code == code && refusal?.field == field, "\(payload.text)")
            }
            #expect(gateway.refusal(bob, "save", ["text": "x", "item": "keys"])?.code == .notFound)
            let long = String(repeating: "é", count: 10_000)
            #expect(
                try gateway.ask(alice, "save", ["text": .string(long), "place": "home"])["text"]
                    == .string(long))
            #expect(
                gateway.refusal(alice, "save", ["text": .string(long + "x"), "place": "home"])?
                    .field == "text")
        }
    }

    @Test("Saving twice makes one note, and an edit needs the current revision")
    func edits() throws {
        try withGateway { gateway in
            let first = try gateway.ask(alice, "save", ["text": "Milk", "place": "home"])
            let again = try gateway.ask(alice, "save", ["text": "Milk", "place": "home"])
            #expect(again == first)
            let elsewhere = try gateway.ask(alice, "save", ["text": "Milk", "lat": 0, "lon": 0])
            #expect(elsewhere["note"] != first["note"])
            let named: JSON = ["note": "mine", "text": "Eggs", "place": "home"]
            let mine = try gateway.ask(alice, "save", named)
            #expect(try gateway.ask(alice, "save", named) == mine)

            let edit: JSON = ["note": "mine", "text": "Six eggs", "revision": 1]
            let edited = try gateway.ask(alice, "save", edit)
            #expect(edited["revision"] == 2 && edited["text"] == "Six eggs")
            #expect(edited["place"] == "home", "what is not named stays")
            #expect(try gateway.ask(alice, "save", edit) == edited, "delivered twice")
            let stale = gateway.refusal(
                alice, "save", ["note": "mine", "text": "Ten eggs", "revision": 1])
            #expect(stale?.code == .conflict && stale?.field == "revision")
            let unnamed = gateway.refusal(alice, "save", ["note": "mine", "text": "Ten eggs"])
            #expect(unnamed?.code == .missingField && unnamed?.field == "revision")
            #expect(try gateway.ask(alice, "get", ["note": "mine"])["text"] == "Six eggs")
            let bad = gateway.refusal(alice, "save", ["text": "x", "revision": "banana"])
            #expect(bad?.code == .wrongType && bad?.field == "revision")
            let empty = gateway.refusal(
                alice, "save", ["note": "mine", "revision": 2, "text": .null])
            #expect(empty?.code == .wrongType && empty?.field == "text")
            let open: JSON = [
                "note": "open", "text": "Diary", "place": "home", "visibility": "everyone",
            ]
            #expect(try gateway.ask(alice, "save", open)["visibility"] == "everyone")
            let closed = try gateway.ask(
                alice, "save", ["note": "open", "revision": 1, "visibility": .null])
            #expect(closed["visibility"] == "private" && closed["revision"] == 2)
            let early = gateway.refusal(alice, "delete", ["note": "mine", "revision": 1])
            #expect(early?.code == .conflict && early?.field == "revision")
            try gateway.ask(alice, "delete", ["note": "mine", "revision": 2])
            let late = gateway.refusal(
                alice, "save", ["note": "mine", "text": "Ten eggs", "revision": 2])
            #expect(late?.code == .notFound, "an edit brings nothing back")
        }
    }

    @Test("Notes that differ only in visibility or position are separate notes")
    func differ() throws {
        try withGateway { gateway in
            for (visibility, north) in [
                ("private", 52.5163), ("everyone", 52.5163), ("private", 52.5168),
            ] as [(JSON, JSON)] {
                try gateway.ask(
                    alice, "save",
                    ["text": "Pothole", "lat": north, "lon": 13.3777, "visibility": visibility])
            }
            #expect(try gateway.texts(alice, Self.there).count == 3)
        }
    }

    @Test("A note loses its pin when another user reuses the id of its item or place")
    func reused() throws {
        try withGateway { gateway in
            let gym = Place(
                id: ID(checked: "gym"), name: "Gym", area: .circle(center: homeCenter, radius: 20),
                owner: alice)
            try gateway.change(.savePlace(gym))
            for (id, pin, name) in [("a", "item", "keys"), ("b", "place", "gym")] {
                let note: JSON = ["text": "hers", "visibility": "everyone"]
                try gateway.ask(
                    alice, "save",
                    note.with("note", .string(id)).with(pin, .string(name)))
            }
            try gateway.change(.deleteItem(ID(checked: "keys")))
            try gateway.change(.saveItem(Item(id: ID(checked: "keys"), owner: bob, name: "Bob's")))
            try gateway.change(.deletePlace(gym.id))
            var his = gym
            his.owner = bob
            try gateway.change(.savePlace(his))
            let thing = try gateway.ask(bob, "get", ["note": "a"])
            #expect(thing["item"] == .null && thing["lat"] == nil)
            let place = try gateway.ask(bob, "get", ["note": "b"])
            #expect(place["place"] == .null && place["lat"] == 52.5163)
        }
    }

    @Test("A note on a thing loses its pin when the thing gets another owner")
    func passedOn() throws {
        try withGateway { gateway in
            let note: JSON = ["note": "a", "text": "Mine", "item": "keys"]
            #expect(try gateway.ask(alice, "save", note)["item_name"] == "Keys")
            try gateway.change(.saveItem(Item(id: ID(checked: "keys"), owner: bob, name: "Bob's")))
            let read = try gateway.ask(alice, "get", ["note": "a"])
            #expect(read["item"] == .null && read["item_name"] == .null)
        }
    }

    @Test("A deferred request uses the time and position at which it was made")
    func asked() throws {
        try withGateway { gateway in
            let here = fix(north: 0, at: 1000)
            try gateway.apply(.fix(here, of: phone), at: 1000)
            #expect(gateway.engine.standpoint(of: alice) != nil)
            func save(_ standpoint: Standpoint?) throws -> JSON {
                let time = start.advanced(bySeconds: 500)
                return try gateway.ask(
                    alice, "save", ["text": .string(UUID().uuidString)],
                    asking: .init(time: time, standpoint: standpoint))
            }
            let there = Coordinate(latitude: 48.2, longitude: 16.4)!
            let at = try save(Standpoint(there, place: home, room: ID(checked: "kitchen")))
            #expect(at["lat"] == 48.2 && at["place"] == "home" && at["room"] == "kitchen")
            #expect(
                at["created"]?.string.flatMap { Timestamp(rfc3339: $0) }
                    == start.advanced(bySeconds: 500))
            let refusal = #expect(throws: RequestError.self) { try save(nil) }
            #expect(refusal?.code == .missingField && refusal?.field == "lat")

            // A place that went meanwhile, and came back as another's.
            var his = try #require(gateway.engine.household.places[home])
            (his.isShared, his.owner) = (false, bob)
            try gateway.change(.deletePlace(home))
            try gateway.change(.savePlace(his))
            let then = try save(Standpoint(there, place: home, room: ID(checked: "kitchen")))
            #expect(then["lat"] == 48.2 && then["place"] == .null && then["room"] == .null)
            let id = ID<Note>(checked: try #require(then["note"]?.string))
            #expect(try gateway.store.note(id, of: alice)?.anchor == .position(there))
        }
    }

    @Test("A note's photo is stored with a thumbnail, and can be removed")
    func photos() throws {
        let photo = JSON.string(Data(Self.picture).base64EncodedString())
        try withGateway { gateway in
            let save: JSON = ["note": "p", "text": "Look", "place": "home", "photo": photo]
            let saved = try gateway.ask(alice, "save", save)
            #expect(saved["photo"]?["type"] == "image/png" && saved["photo"]?["width"] == 400)
            #expect(saved["photo"]?["data"] == nil)
            #expect(try gateway.ask(alice, "save", save) == saved, "the same photo again")
            let found = try gateway.ask(alice, "search", Self.there)
            #expect(found["notes"]?.array?.first?["photo"]?["height"] == 10)
            #expect(found["notes"]?.array?.first?["photo"]?["thumbnail"] == nil)
            let small = try gateway.ask(alice, "get", ["note": "p"])
            #expect(small["photo"]?["thumbnail"]?.string?.isEmpty == false)
            #expect(small["photo"]?["data"] == nil)
            let whole = try gateway.ask(alice, "get", ["note": "p", "photo": true])
            let data = try #require(
                whole["photo"]?["data"]?.string.flatMap { Data(base64Encoded: $0) })
            #expect(data.starts(with: [0x89, 0x50, 0x4e, 0x47]))
            #expect(gateway.refusal(bob, "get", ["note": "p", "photo": true])?.code == .notFound)

            for (value, code) in [
                ("bm8gcGljdHVyZQ==", RequestError.Code.wrongType), ("not base64!", .wrongType),
                (12, .wrongType),
            ] as [(JSON, RequestError.Code)] {
                let refusal = gateway.refusal(
                    alice, "save", ["text": "x", "place": "home", "photo": value])
                #expect(refusal?.code == code && refusal?.field == "photo", "\(value)")
            }
            #expect(try gateway.texts(alice, Self.there) == ["Look"], "nothing half done")
            let without = try gateway.ask(
                alice, "save", ["note": "p", "photo": .null, "revision": 1])
            #expect(without["photo"] == nil && without["revision"] == 2)
            let note = try #require(try gateway.store.notes(called: ID(checked: "p")).first)
            #expect(try gateway.store.photo(of: note) == nil)
        }
    }

    @Test("An item's picture is encoded anew without metadata, and an invalid one is refused")
    func pictureOfThing() throws {
        var desk = RequestDesk(engine: makeEngine(), store: nil)
        func save(_ bytes: [UInt8]) throws {
            let members = [
                JSONObject.Member(name: "item", value: "keys"),
                .init(name: "picture", value: .string(Data(bytes).base64EncodedString())),
            ]
            desk.packed = Gateway.packed(members[1].value)
            _ = try desk.answer(
                Request(
                    actor: .user(alice), noun: "item", verb: "save",
                    payload: RequestPayload(JSONObject(members))))
        }
        // A chunk that tells where it was taken, after the header.
        let chunk: [UInt8] = [0, 0, 0, 3] + Array("tEXtGPS".utf8) + [0, 0, 0, 0]
        try save(Array(Self.picture[..<33]) + chunk + Self.picture[33...])
        var pictures: [[UInt8]] = []
        for case .picture(let bytes?, _) in desk.changes { pictures.append(bytes) }
        let kept = try #require(pictures.last)
        #expect(kept.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(!String(decoding: kept, as: UTF8.self).contains("GPS"))
        let error = #expect(throws: RequestError.self) { try save(Array(Self.picture.prefix(40))) }
        #expect(error?.code == .wrongType && error?.field == "picture")
    }

    static let picture: [UInt8] = {
        let image = gdImageCreateTrueColor(400, 10)
        defer { gdImageDestroy(image) }
        var size: Int32 = 0
        let data = gdImagePngPtr(image, &size)
        defer { gdFree(data) }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size)))
    }()

    @Test("A note is visible only to its audience, and nonexistent to everybody else")
    func privacy() throws {
        try withGateway { gateway in
            try gateway.change(
                .savePlace(
                    Place(
                        id: ID(checked: "den"), name: "Den",
                        area: .circle(center: homeCenter, radius: 20), owner: alice)))
            for visibility in ["private", "friends", "everyone"] {
                try gateway.ask(
                    alice, "save",
                    [
                        "note": .string(visibility), "text": .string("for \(visibility)"),
                        "visibility": .string(visibility), "place": "den",
                    ])
            }
            let search = Self.there.with("text", "FOR")
            #expect(try gateway.texts(alice, search).count == 3)
            #expect(try gateway.texts(bob, search) == ["for everyone"])
            try gateway.change(
                .saveShare(Share(owner: alice, viewer: .user(bob), level: .presence)))
            #expect(try Set(gateway.texts(bob, search)) == ["for everyone", "for friends"])
            #expect(try gateway.texts(bob, search.with("scope", "mine")) == [])
            let seen = try gateway.ask(bob, "get", ["note": "friends"])
            #expect(seen["author_name"] == "Alice" && seen["place"] == .null, "a den of one's own")
            #expect(seen["lat"] == 52.5163)

            for (verb, payload) in [
                ("get", ["note": "private"]), ("delete", ["note": "private"]),
                ("delete", ["note": "everyone"]), ("get", ["note": "nothing"]),
            ] as [(String, JSON)] {
                let refusal = gateway.refusal(bob, verb, payload)
                #expect(refusal?.code == .notFound && refusal?.field == "note", "\(verb)")
            }
            for id in ["private", "everyone", "nothing"] as [JSON] {
                let edit: JSON = ["note": id, "text": "mine now", "revision": 1]
                let refusal = gateway.refusal(bob, "save", edit)
                #expect(refusal?.code == .notFound && refusal?.field == "note", "\(id)")
            }
            // Ids are each author's own: nobody learns what others call theirs.
            let own: JSON = ["note": "private", "text": "Bob's for himself", "place": "home"]
            #expect(try gateway.ask(bob, "save", own)["author"] == "bob")
            #expect(try gateway.ask(alice, "get", ["note": "private"])["author"] == "alice")
            let hers = try gateway.ask(bob, "get", ["note": "everyone", "author": "alice"])
            #expect(hers["text"] == "for everyone")
            try gateway.ask(bob, "delete", ["note": "private"])
            try gateway.change(.deleteShare(owner: alice, viewer: .user(bob)))
            #expect(gateway.refusal(bob, "get", ["note": "friends"])?.code == .notFound)

            try gateway.ask(alice, "delete", ["note": "everyone"])
            #expect(try gateway.texts(bob, search) == [])
        }
    }

    @Test("A search finds authors by name, and remembers its scope and distance")
    func remembers() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["text": "near", "place": "home"])
            try gateway.ask(alice, "save", ["text": "far", "lat": 52.6, "lon": 13.3777])
            #expect(try gateway.texts(alice, Self.there.with("text", "lic")) == ["near", "far"])
            #expect(try gateway.texts(alice, Self.there.with("within", 1000)) == ["near"])
            let remembered = try gateway.ask(alice, "search", Self.there)
            #expect(remembered["within"] == 1000 && remembered["scope"] == "all")
            #expect(remembered["notes"]?.array?.count == 1)
            try gateway.ask(
                alice, "search", Self.there.with("within", .null).with("scope", "others"))
            #expect(try gateway.texts(alice, Self.there) == [])
            #expect(gateway.engine.household.users[alice]?.settings.noteScope == .others)
            #expect(gateway.engine.household.users[bob]?.settings.noteScope == nil)

            let all = Self.there.with("scope", "mine")
            let first = try gateway.ask(alice, "search", all.with("limit", 1))
            let next = try #require(first["next"]?.string)
            let second = try gateway.ask(
                alice, "search", ["scope": "mine", "limit": 1, "after": .string(next)])
            // The next page knows how vague the position of the first was.
            let vague = next.replacing(/_0\.0$/, with: "_20000.0")
            let hints = try gateway.ask(
                alice, "search", ["scope": "mine", "limit": 1, "after": .string(vague)])
            #expect(hints["notes"]?.array?.first?["hint"] != second["notes"]?.array?.first?["hint"])
            #expect(second["notes"]?.array?.first?["text"] == "far")
            #expect(second["notes"]?.array?.first?["hint"] == "9.31 km away")
            #expect(second["next"] == .null)
            #expect(gateway.refusal(alice, "search", ["after": "x"])?.field == "after")
            #expect(gateway.refusal(alice, "search", ["scope": "ours"])?.field == "scope")
            let list = try gateway.ask(alice, "list", ["limit": 1])
            #expect(list["notes"]?.array?.first?["text"] == "near", "of one moment, in their order")
        }
    }
}

extension JSON: ExpressibleByFloatLiteral {
    init(floatLiteral value: Double) {
        self = JSONNumber(value).map { .number($0) } ?? .null
    }
}

extension Gateway {
    func texts(_ user: ID<User>, _ json: JSON) throws -> [String] {
        try ask(user, "search", json)["notes"]?.array?.compactMap { $0["text"]?.string } ?? []
    }
}
