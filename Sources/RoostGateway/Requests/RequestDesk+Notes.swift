import Pictures
import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// Metres: as far as two points on Earth can be.
    static let distances = 1.0...40_000_000
    /// The same text at the same spot within so many seconds is the same note, delivered again.
    private static let repetition = 600.0
    /// And so many metres.
    private static let sameSpot = 100.0
    /// In bytes.
    private static let largestPhoto = 10_000_000

    mutating func saveNote(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(
            request: [
                "note", "text", "visibility", "lat", "lon", "place", "item", "photo", "revision",
            ], of: user)
        let id = try payload["note"].map { (field) throws(RequestError) -> ID<Note> in
            try field.id()
        }
        if let id, let before = try storedNote(id) {
            guard before.author == user else { throw .taken("note", id.rawValue) }
            return answer(try edit(before, payload), for: user)
        }
        let text = try payload.required("text").string(length: 1...Note.longestText)
        guard let anchor = try anchor(payload, of: user) ?? here(user) else {
            throw payload.missing(
                "lat",
                because: "nobody knows where you are now, so give lat and lon, a place or an item")
        }
        var note = Note(
            id: id ?? Self.newID(text, anchor, of: user, at: engine.now), author: user, text: text,
            anchor: anchor, created: engine.now, updated: engine.now)
        if let visibility = payload["visibility"] { note.visibility = try visibility.choice() }
        let photo = try takePhoto(payload, to: &note)
        if id == nil, let before = try repeated(note) { return answer(before, for: user) }
        keep(note, photo)
        return answer(note, for: user)
    }

    /// What is the same already stays as it is; what another device wrote meanwhile is not lost.
    private mutating func edit(
        _ before: Note, _ payload: RequestPayload
    ) throws(RequestError) -> Note {
        var note = before
        if let text = payload["text"] { note.text = try text.string(length: 1...Note.longestText) }
        if let visibility = payload["visibility"] { note.visibility = try visibility.choice() }
        if let anchor = try anchor(payload, of: before.author) { note.anchor = anchor }
        let photo = try takePhoto(payload, to: &note)
        let revision = try payload["revision"]?.integer(in: 1...Int(Int32.max))
        if note == before { return before }
        guard let revision else {
            throw payload.missing(
                "revision", because: "it is \(before.revision) now, so that no other edit is lost")
        }
        guard revision == before.revision else {
            throw RequestError(
                .conflict,
                "the note was edited meanwhile and has revision \(before.revision): get it, and "
                    + "save again with that", field: "revision")
        }
        note.revision += 1
        note.updated = engine.now
        keep(note, photo)
        return note
    }

    private mutating func keep(_ note: Note, _ photo: NoteChange?) {
        keep(.save(note))
        if let photo { keep(photo) }
    }

    /// Unpacks and packs anew what is sent, unless it is the photo that the note has.
    private func takePhoto(
        _ payload: RequestPayload, to note: inout Note
    ) throws(RequestError) -> NoteChange? {
        if payload.isNull("photo") {
            note.photo = nil
            return .photo(note.id, nil)
        }
        guard let field = payload["photo"] else { return nil }
        let bytes = try field.base64(maximumSize: Self.largestPhoto)
        var hash = StableHash()
        for byte in bytes { hash.combine(byte) }
        guard note.photo?.digest != hash.value else { return nil }
        do throws(PictureError) {
            let picture = try Picture(reading: bytes)
            note.photo = Note.Photo(
                type: picture.format.rawValue, width: picture.width, height: picture.height,
                digest: hash.value)
            return .photo(
                note.id, NotePhoto(bytes: picture.bytes, thumbnail: picture.thumbnail))
        } catch {
            let code: RequestError.Code = error == .tooManyPixels ? .tooLarge : .wrongType
            throw RequestError(code, "photo \(error)", field: "photo")
        }
    }

    /// A note that says the same, from about now and about here.
    private func repeated(_ note: Note) throws(RequestError) -> Note? {
        let since = note.created.advanced(bySeconds: -Self.repetition)
        let candidates = try stored {
            try $0.notes(of: note.author, saying: note.text, since: since)
        }
        return candidates.first { before in
            guard before.visibility == note.visibility, before.photo == note.photo else {
                return false
            }
            switch (before.anchor, note.anchor) {
            case (.position(let first, _, _), .position(let second, _, _)):
                return first.distance(to: second) <= Self.sameSpot
            default: return before.anchor == note.anchor
            }
        }
    }

    private static func newID(
        _ text: String, _ anchor: Note.Anchor, of user: ID<User>, at time: Timestamp
    ) -> ID<Note> {
        var hash = StableHash()
        hash.combine(user.rawValue)
        hash.combine(text)
        hash.combine(time.milliseconds)
        switch anchor {
        case .position(let position, _, _):
            hash.combine(position.latitude)
            hash.combine(position.longitude)
        case .item(let item): hash.combine(item.rawValue)
        }
        return ID(checked: hash.hex)
    }

    // MARK: Where it is pinned

    private func here(_ user: ID<User>) -> Note.Anchor? {
        engine.standpoint(of: user).map {
            .position($0.coordinate, place: $0.place, room: $0.room)
        }
    }

    /// What the payload says of it; `nil` for nothing.
    private func anchor(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Note.Anchor? {
        let given = ["lat", "place", "item"].filter { payload[$0] != nil }
        if given.count > 1 {
            throw RequestError(
                .badRequest, "give only one of lat and lon, place and item", field: given[1])
        }
        if let position = try payload.coordinate() { return .position(position) }
        if let field = payload["place"] {
            let id: ID<Place> = try field.id()
            guard let place = household.places[id], place.isKnown(to: user),
                let middle = place.area.center
            else { throw .notFound("place", "place") }
            return .position(middle, place: id)
        }
        if payload["item"] != nil { return .item(try ownItem(payload, of: user).id) }
        return nil
    }

    // MARK: Reading

    mutating func deleteNote(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["note"], of: user)
        let note = try readableNote(payload, by: user)
        guard note.author == user else { throw .notFound("note", "note") }
        keep(.delete(note.id))
        return Members { $0.member("note", note.id) }
    }

    func note(_ payload: RequestPayload, of user: ID<User>) throws(RequestError) -> any JSONWritable
    {
        try payload.allow(request: ["note", "photo"], of: user)
        let note = try readableNote(payload, by: user)
        let isWhole = try payload["photo"]?.bool() ?? false
        let photo = note.photo == nil ? nil : try stored { try $0.photo(of: note.id) }
        var answer = answer(note, for: user)
        answer.thumbnail = photo?.thumbnail
        answer.photo = isWhole ? photo?.bytes : nil
        return answer
    }

    private func readableNote(
        _ payload: RequestPayload, by user: ID<User>
    ) throws(RequestError) -> Note {
        let id: ID<Note> = try payload.required("note").id()
        guard let note = try storedNote(id),
            note.isReadable(by: user, friends: engine.friends(readBy: user))
        else { throw .notFound("note", "note") }
        return note
    }

    private func storedNote(_ id: ID<Note>) throws(RequestError) -> Note? {
        try stored { try $0.note(id) }
    }

    /// Notes are in the store alone: in a replay there are none.
    func stored<Value>(_ body: (Store) throws -> Value) throws(RequestError) -> Value {
        guard let value = try read(body) else {
            throw RequestError(.unavailable, "a replay has no notes")
        }
        return value
    }

    private func answer(_ note: Note, for user: ID<User>) -> NoteAnswer {
        let coordinate: Coordinate? =
            switch note.anchor {
            case .position(let position, _, _): position
            case .item(let item): whereabouts(ofItemsOf: user)[item]
            }
        return NoteAnswer(note, for: user, in: household, coordinate: coordinate)
    }

    /// The middle of the places in which the user's own things are.
    func whereabouts(ofItemsOf user: ID<User>) -> [ID<Item>: Coordinate] {
        household.items(of: user).reduce(into: [:]) { places, item in
            let place = engine.track(of: item.id)?.spot.flatMap { household.places[$0.place] }
            places[item.id] = place?.area.center
        }
    }
}
