import GRDB
import RoostCore

extension Store {
    /// A page of what the reader may read.
    ///
    /// Nearest first, or newest first where nobody knows where the reader is. Notes on things whose
    /// whereabouts the reader does not know come last.
    public func notes(_ query: NoteQuery) throws -> NotePage {
        try notes(query, few: 2000)
    }

    /// - Parameter few: How many notes of one text, or of one author, are looked at one by one.
    func notes(_ query: NoteQuery, few: Int) throws -> NotePage {
        try database.read { try NoteSearch(query, few: few, in: $0).page() }
    }
}

/// One search, by whichever way is short: through the index of texts where it finds few, else outwards
/// from the origin, where what is looked for is soon met.
private struct NoteSearch {
    private let query: NoteQuery
    private let db: Database
    private let text: String?

    private let few: Int

    /// How far is looked at first, in metres, and how much farther each time; then everywhere.
    private static let first = 10.0
    private static let growth = 2.0
    private static let last = 20_000.0
    /// Half around the Earth, in metres.
    private static let everywhere = 20_100_000.0

    init(_ query: NoteQuery, few: Int, in db: Database) {
        self.query = query
        self.few = few
        self.db = db
        text = query.text.map(SearchText.folded)
    }

    private struct Candidate {
        var number: Int64
        var coordinate: Coordinate?
        var rank: Double
    }

    func page() throws -> NotePage {
        let found = try query.origin.map { try nearest(to: $0) } ?? newest()
        let shown = found.prefix(query.limit)
        var notes: [Int64: Note] = [:]
        let numbers = shown.map(\.number)
        let request: SQLRequest<Row> = "SELECT * FROM note WHERE number IN \(numbers)"
        for row in try request.fetchAll(db) { notes[row["number"]] = try Note(row: row) }
        let hits = shown.compactMap { candidate in
            notes[candidate.number].map {
                NotePage.Hit(
                    note: $0, coordinate: candidate.coordinate,
                    distance: query.origin != nil && candidate.rank.isFinite
                        ? candidate.rank : nil)
            }
        }
        let next = found.count > query.limit ? shown.last : nil
        return NotePage(
            hits: hits,
            next: next.map {
                NoteCursor(rank: $0.rank, number: $0.number, origin: query.origin)
            })
    }

    // MARK: What may be found

    private var isReadable: SQL {
        let mine: SQL = "note.author = \(reader)"
        switch query.scope {
        case .mine: return mine
        case .all: return "(\(mine) OR \(isShown))"
        case .others: return "(note.author <> \(reader) AND \(isShown))"
        }
    }

    private var isShown: SQL {
        let friends = query.reader.friends.map(\.rawValue).sorted()
        return """
            (note.visibility = 'everyone'
                OR note.visibility = 'friends' AND note.author IN \(friends) OR \(isOfGroups))
            """
    }

    /// By the index: the column lies behind the texts.
    private var isOfGroups: SQL {
        guard !query.reader.groups.isEmpty else { return "FALSE" }
        let groups = query.reader.groups.map(\.rawValue).sorted()
        return """
            note.visibility = 'private'
                AND note.number IN (SELECT number FROM note WHERE group_id IN \(groups))
            """
    }

    private var reader: String { query.reader.user.rawValue }

    private var isMeant: SQL {
        let isOfGroup: SQL = query.group.map { "note.group_id = \($0.rawValue)" } ?? "TRUE"
        guard let text else { return "\(isReadable) AND \(isOfGroup)" }
        let authors = query.authors.map(\.rawValue).sorted()
        return """
            \(isReadable) AND \(isOfGroup)
                AND (instr(note.folded, \(text)) > 0 OR note.author IN \(authors))
            """
    }

    /// A condition that only few notes fulfil, and that an index answers; `nil` where there is none.
    private func shortcut() throws -> SQL? {
        func areFew(_ numbers: SQL) throws -> Bool {
            let count: SQLRequest<Int> =
                "SELECT count(*) FROM (\(numbers) LIMIT \(few + 1))"
            return try count.fetchOne(db).map { $0 <= few } ?? false
        }
        if query.scope == .mine {
            let mine: SQL = "SELECT number FROM note WHERE author = \(reader)"
            if try areFew(mine) { return "note.author = \(reader)" }
        }
        if let group = query.group {
            let theirs: SQL = "SELECT number FROM note WHERE group_id = \(group.rawValue)"
            if try areFew(theirs) { return "note.group_id = \(group.rawValue)" }
        }
        guard let text, text.unicodeScalars.count >= SearchText.shortest else { return nil }
        let authors = query.authors.map(\.rawValue).sorted()
        let found: SQL = """
            SELECT rowid FROM note_text WHERE note_text MATCH \(SearchText.pattern(text))
            """
        let written: SQL = "SELECT number FROM note WHERE author IN \(authors)"
        guard try areFew(found), try areFew(written) else { return nil }
        return "(note.number IN (\(found)) OR note.number IN (\(written)))"
    }

    // MARK: Nearest first

    private func nearest(to origin: Coordinate) throws -> [Candidate] {
        if let shortcut = try shortcut() {
            let request: SQL = """
                SELECT number, latitude, longitude, item, author FROM note
                WHERE \(shortcut) AND \(isMeant)
                """
            return inOrder(try candidates(request, from: origin))
        }
        // Where no thing is known to be, none is near.
        let onThings =
            query.within != nil && query.items.isEmpty
            ? []
            : try candidates(
                """
                SELECT number, latitude, longitude, item, author FROM note
                WHERE item IS NOT NULL AND \(isMeant)
                """, from: origin)
        let limit = min(query.within ?? Self.everywhere, Self.everywhere)
        var radius = min(limit, max(Self.first, query.after.map(\.rank) ?? 0))
        var (found, searched) = ([Candidate](), [CoordinateBox]())
        // One pass over all notes is shorter than one through the index.
        while radius < Self.everywhere {
            let boxes = origin.boxes(within: radius)
            found += try boxes.flatMap { box in
                try candidates(
                    """
                    SELECT number, latitude, longitude, item, author
                    FROM note_position AS p CROSS JOIN note USING (number)
                    WHERE \(Self.isIn(box)) AND NOT \(Self.isIn(anyOf: searched)) AND \(isMeant)
                    """, from: origin)
            }
            // Only within the circle is everything known that is nearer than anything outside.
            let page = inOrder((found + onThings).filter { $0.rank <= radius })
            if radius >= limit || page.count > query.limit { return page }
            searched = boxes
            radius = radius < Self.last ? min(limit, radius * Self.growth) : limit
        }
        let all = try candidates(
            """
            SELECT number, latitude, longitude, item, author FROM note
            WHERE item IS NULL AND \(isMeant)
            """, from: origin)
        return inOrder(all + onThings)
    }

    private static func isIn(_ box: CoordinateBox) -> SQL {
        """
        (p.north >= \(box.south) AND p.south <= \(box.north)
            AND p.east >= \(box.west) AND p.west <= \(box.east))
        """
    }

    private static func isIn(anyOf boxes: [CoordinateBox]) -> SQL {
        boxes.isEmpty ? "FALSE" : "(\(boxes.map { isIn($0) }.joined(separator: " OR ")))"
    }

    private func candidates(_ request: SQL, from origin: Coordinate) throws -> [Candidate] {
        var candidates: [Candidate] = []
        let rows = try SQLRequest<Row>(literal: request).fetchCursor(db)
        while let row = try rows.next() {
            let coordinate = coordinate(row)
            let rank = coordinate.map { origin.distance(to: $0) } ?? .infinity
            guard query.within.map({ rank <= $0 }) ?? true else { continue }
            candidates.append(Candidate(number: row[0], coordinate: coordinate, rank: rank))
        }
        return candidates
    }

    /// Where the note is: things are known to their owners alone, whoever has one of that id.
    private func coordinate(_ row: Row) -> Coordinate? {
        guard let item: String = row[3] else {
            return Coordinate(latitude: row[1], longitude: row[2])
        }
        return row[4] == reader ? query.items[ID(checked: item)] : nil
    }

    /// What comes on the page, and one more where there is more.
    private func inOrder(_ candidates: [Candidate]) -> [Candidate] {
        let rest = candidates.filter { candidate in
            query.after.map { ($0.rank, $0.number) < (candidate.rank, candidate.number) } ?? true
        }
        return Array(
            rest.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.prefix(query.limit + 1))
    }

    // MARK: Newest first

    private func newest() throws -> [Candidate] {
        let isFew: SQL = try shortcut() ?? "TRUE"
        let isLater: SQL =
            query.after.map { cursor -> SQL in
                let created = Int64(exactly: -cursor.rank) ?? .max
                return """
                    (created < \(created) OR created = \(created) AND number > \(cursor.number))
                    """
            } ?? "TRUE"
        let request: SQLRequest<Row> = """
            SELECT number, latitude, longitude, item, author, created FROM note
            WHERE \(isFew) AND \(isMeant) AND \(isLater)
            ORDER BY created DESC, number LIMIT \(query.limit + 1)
            """
        return try request.fetchAll(db).map { row in
            Candidate(
                number: row[0], coordinate: coordinate(row),
                rank: -Double(row["created"] as Int64))
        }
    }
}
