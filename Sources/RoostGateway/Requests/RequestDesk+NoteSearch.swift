import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    private static let pages = 1...100

    /// The user's own notes, or those of a group, newest first.
    func listNotes(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["group", "limit", "after"], of: user)
        var query = NoteQuery(reader: engine.noteReader(user))
        if let field = payload["group"] { query.group = try group(field, of: user).id }
        // For a group: all notes that its members share with it.
        query.scope = query.group == nil ? .mine : .all
        query.items = whereabouts(ofItemsOf: user)
        try Self.turnPage(payload, &query)
        guard query.origin == nil else { throw .noPage }
        let page = try stored { try $0.notes(query) }
        return Members { json in
            json.member("notes", hits(page, for: user, from: nil))
            json.nullable("next", page.next?.text)
        }
    }

    /// The notes that the user may read, nearest first if their position is known.
    mutating func searchNotes(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(
            request: ["text", "scope", "group", "within", "lat", "lon", "limit", "after"],
            of: user)
        var query = NoteQuery(reader: engine.noteReader(user))
        if let field = payload["group"] { query.group = try group(field, of: user).id }
        if let text = try payload["text"]?.string() {
            query.text = text
            query.authors = NoteQuery.users(named: text, among: household.users.values)
        }
        let settings = try remember(payload, of: user)
        query.scope = settings.noteScope ?? .all
        var standpoint =
            try payload.coordinate().map { Standpoint($0) } ?? engine.standpoint(of: user)
        query.origin = standpoint?.coordinate
        query.items = whereabouts(ofItemsOf: user)
        try Self.turnPage(payload, &query)
        // Distances on later pages are from the position of the first one.
        if let after = query.after {
            standpoint = after.origin.map { Standpoint($0, uncertainty: after.uncertainty) }
        }
        if query.origin == nil, payload["within"] != nil {
            throw payload.missing(
                "lat",
                because: "nobody knows where you are now, so give lat and lon, or within null")
        }
        query.within = query.origin == nil ? nil : settings.distanceLimit
        var page = try stored { try $0.notes(query) }
        page.next?.uncertainty = standpoint?.uncertainty ?? 0
        let hits = hits(page, for: user, from: standpoint)
        return Members { [query, next = page.next?.text] json in
            json.member("notes", hits)
            json.member("order", query.origin == nil ? "newest" : "nearest")
            json.member("scope", query.scope.rawValue)
            json.nullable("within", query.within)
            json.nullable("next", next)
        }
    }

    /// The distance and scope of a search: as given and remembered, or as given last.
    private mutating func remember(
        _ payload: RequestPayload, of id: ID<User>
    ) throws(RequestError) -> Settings {
        guard var user = household.users[id] else { throw .notFound("user", "user") }
        let before = user.settings
        if let within = payload.change(of: "within") {
            user.settings.distanceLimit = try within?.number(in: Self.distances)
        }
        if let scope = payload["scope"] { user.settings.noteScope = try scope.choice() }
        if user.settings != before { keep([.saveUser(user)]) }
        return user.settings
    }

    private static func turnPage(
        _ payload: RequestPayload, _ query: inout NoteQuery
    ) throws(RequestError) {
        if let limit = payload["limit"] { query.limit = try limit.integer(in: pages) }
        guard let after = payload["after"] else { return }
        guard let cursor = NoteCursor(try after.string()) else { throw .noPage }
        query.after = cursor
        query.origin = cursor.origin
    }

    private func hits(
        _ page: NotePage, for user: ID<User>, from standpoint: Standpoint?
    ) -> [NoteAnswer] {
        let units = household.users[user]?.settings.units ?? .metric
        return page.hits.map { hit in
            let distance = hit.distance.map { metres in
                (
                    metres,
                    DistanceHint.text(
                        metres: metres, uncertainty: standpoint?.uncertainty ?? 0, units: units)
                )
            }
            return NoteAnswer(
                hit.note, for: user, in: household, coordinate: hit.coordinate, distance: distance)
        }
    }
}
