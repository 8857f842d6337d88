import Foundation
import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// Metres: up to the largest distance on Earth.
    static let distances = 1.0...40_000_000
    /// The same text within this distance, in metres, is the same note, delivered again.
    private static let sameSpot = 100.0

    mutating func saveNote(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(
            request: [
                "note", "text", "visibility", "group", "lat", "lon", "place", "item", "photo",
                "revision",
            ], of: user)
        let revision = try payload.revision()
        let given: ID<Note>? = try payload["note"]?.id()
        // Ids are per author, so nobody learns the ids of others.
        if let given, let before = try stored({ try $0.note(given, of: user) }) {
            return answer(try edit(before, payload, revision: revision), for: user)
        }
        // It was deleted meanwhile: an edit does not restore it.
        if revision != nil { throw .notFound("note", "note") }
        let text = try Self.text(try payload.required("text"))
        let said = try anchor(payload, of: user)
        guard let anchor = said ?? here(user) else {
            throw payload.missing(
                "lat",
                because: "nobody knows where you are, so give lat and lon, a place or an item")
        }
        var note = Note(
            id: given ?? .new(), author: user, text: text, anchor: anchor, created: askedAt,
            updated: askedAt)
        note.visibility = try visibility(payload, of: note)
        let photo = try takePhoto(payload, to: &note)
        if given == nil, let before = try repeated(note, isHere: said == nil) {
            return answer(before, for: user)
        }
        keep(note, photo)
        return answer(note, for: user)
    }

    private static func text(_ field: RequestField) throws(RequestError) -> String {
        try field.string(length: 1...Note.longestText, mostBytes: Note.mostTextBytes)
    }

    /// An edit that changes nothing is accepted; any other must not override another device's.
    private mutating func edit(
        _ before: Note, _ payload: RequestPayload, revision: Int?
    ) throws(RequestError) -> Note {
        try payload.refuseNull("text")
        var note = before
        if let text = payload["text"] { note.text = try Self.text(text) }
        note.visibility = try visibility(payload, of: before)
        if let anchor = try anchor(payload, of: before.author) { note.anchor = anchor }
        let photo = try takePhoto(payload, to: &note)
        if note == before { return before }
        try payload.check(revision, against: before.revision, of: "note")
        note.revision += 1
        note.updated = askedAt
        keep(note, photo)
        moveReminders(of: note)
        return note
    }

    /// The visibility of the note by the payload's visibility and group.
    private func visibility(
        _ payload: RequestPayload, of note: Note
    ) throws(RequestError) -> Note.Visibility {
        let kind: Note.Visibility.Kind? = try payload["visibility"]?.choice()
        if let field = payload["group"] {
            guard kind ?? .group == .group else {
                throw RequestError(
                    .badRequest, "give only a group, or visibility group with it", field: "group")
            }
            return .group(try group(field, of: note.author).id)
        }
        switch kind {
        case .private: return .private
        case .friends: return .friends
        case .everyone: return .everyone
        case .group:
            if note.visibility.group != nil, !payload.isNull("group") { return note.visibility }
            throw payload.missing("group", because: "whose members may read it?")
        case nil:
            let isTakenBack =
                payload.isNull("visibility")
                || payload.isNull("group") && note.visibility.group != nil
            return isTakenBack ? .private : note.visibility
        }
    }

    private mutating func keep(_ note: Note, _ photo: NotePhoto??) {
        keep(.save(note))
        if let photo { keep(.photo(photo, of: note)) }
    }

    /// Takes the packed photo of the payload, unless the note already has it.
    ///
    /// - Returns: The new photo, which may be none; `nil` if the photo does not change.
    private func takePhoto(
        _ payload: RequestPayload, to note: inout Note
    ) throws(RequestError) -> NotePhoto?? {
        if payload.isNull("photo") {
            note.photo = nil
            return .some(nil)
        }
        guard let field = payload["photo"] else { return nil }
        let bytes = try Self.pictureBytes(field)
        let digest = StableHash(of: bytes).value
        guard note.photo?.digest != digest else { return nil }
        let picture = try picture(of: field)
        note.photo = Note.Photo(
            type: picture.type, width: picture.width, height: picture.height, digest: digest)
        return NotePhoto(bytes: picture.bytes, thumbnail: picture.thumbnail)
    }

    /// An equal note at the same spot; at the author's position, one of about now and about here.
    private func repeated(_ note: Note, isHere: Bool) throws(RequestError) -> Note? {
        let since =
            isHere
            ? note.created.advanced(bySeconds: -Self.repetition) : Timestamp.epoch
        let candidates = try stored {
            try $0.notes(of: note.author, saying: note.text, since: since)
        }
        return candidates.first { before in
            guard before.visibility == note.visibility, before.photo == note.photo else {
                return false
            }
            guard isHere, case .position(let first, let place, let room) = before.anchor,
                case .position(let second, place, room) = note.anchor
            else { return before.anchor == note.anchor }
            return first.distance(to: second) <= Self.sameSpot
        }
    }

    // MARK: Where it is pinned

    private var askedAt: Timestamp { asking?.time ?? engine.now }

    private func here(_ user: ID<User>) -> Note.Anchor? {
        guard let asking else { return engine.standpoint(of: user).map(Note.Anchor.init) }
        guard var then = asking.standpoint else { return nil }
        // Meanwhile that place may be deleted, or belong to somebody else.
        if household.place(then.place, knownTo: user) == nil {
            (then.place, then.room) = (nil, nil)
        }
        return Note.Anchor(then)
    }

    /// The anchor in the payload; `nil` if there is none.
    private func anchor(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Note.Anchor? {
        try payload.allowOne(of: ["lat", "place", "item"], "lat and lon, place and item")
        if let position = try payload.coordinate() { return .position(position) }
        if let field = payload["place"] {
            let spot = try knownSpot(field, of: user)
            return .position(spot.middle, place: spot.place)
        }
        if payload["item"] != nil { return .item(try ownItem(payload, of: user).id) }
        return nil
    }

    // MARK: Reading

    mutating func deleteNote(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["note", "revision"], of: user)
        let revision = try payload.revision()
        let id: ID<Note> = try payload.required("note").id()
        guard let note = try stored({ try $0.note(id, of: user) }) else {
            throw .notFound("note", "note")
        }
        if let revision {
            try payload.check(revision, against: note.revision, of: "note")
        }
        keep(.delete(note))
        forgetReminders(of: note)
        return Members { $0.member("note", note.id) }
    }

    /// The user's own note of that id, or one of another author that they may read.
    func note(_ payload: RequestPayload, of user: ID<User>) throws(RequestError) -> any JSONWritable
    {
        try payload.allow(request: ["note", "author", "photo"], of: user)
        let id: ID<Note> = try payload.required("note").id()
        let author: ID<User>? = try payload["author"]?.id()
        let isWhole = try payload["photo"]?.bool() ?? false
        let reader = engine.noteReader(user)
        let readable = try stored { try $0.notes(called: id) }.filter {
            reader.mayRead($0) && $0.author == author ?? $0.author
        }
        guard let note = readable.first(where: { $0.author == user }) ?? readable.first else {
            throw .notFound("note", "note")
        }
        let photo = note.photo == nil ? nil : try stored { try $0.photo(of: note) }
        var answer = answer(note, for: user)
        answer.thumbnail = photo?.thumbnail
        answer.photo = isWhole ? photo?.bytes : nil
        return answer
    }

    private func answer(_ note: Note, for user: ID<User>) -> NoteAnswer {
        let coordinate: Coordinate? =
            switch note.anchor {
            case .position(let position, _, _): position
            case .item(let item): note.author == user ? whereabouts(ofItemsOf: user)[item] : nil
            }
        return NoteAnswer(note, for: user, in: household, coordinate: coordinate)
    }

    /// The current positions of the user's own items, as `item/get` returns them.
    func whereabouts(ofItemsOf user: ID<User>) -> [ID<Item>: Coordinate] {
        household.items(of: user).reduce(into: [:]) { places, item in
            places[item.id] = engine.ownersView(of: item.id)?.coordinate
        }
    }
}

extension Note.Anchor {
    fileprivate init(_ here: Standpoint) {
        self = .position(here.coordinate, place: here.place, room: here.room)
    }
}
