import GRDB
import RoostCore

extension Store {
    /// A page of the notes that the reader may read.
    ///
    /// Nearest first, or newest first if the query has no origin. Notes on things of unknown
    /// position come last in a search by distance.
    public func notes(_ query: NoteQuery) throws -> NotePage {
        try notes(query, few: 2000)
    }

    /// - Parameter few: The most notes of one text, or of one author, that are checked one by one.
    func notes(_ query: NoteQuery, few: Int) throws -> NotePage {
        try database.read { try NoteSearch(query, few: few, in: $0).page() }
    }
}

/// One search, by the faster way: through the text index if it finds few notes, otherwise outwards
/// from the origin.
struct NoteSearch {
    let query: NoteQuery
    let db: Database
    private let text: String?
    private let few: Int
    /// Two letters that begin more trigrams are in many notes; reading a frequent one takes a
    /// millisecond.
    private static let mostTerms = 8

    init(_ query: NoteQuery, few: Int, in db: Database) {
        self.query = query
        self.few = few
        self.db = db
        text = query.text.map(SearchText.folded)
    }

    struct Candidate {
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

    /// By the index: in the row, the column is stored after the texts.
    private var isOfGroups: SQL {
        guard !query.reader.groups.isEmpty else { return "FALSE" }
        let groups = query.reader.groups.map(\.rawValue).sorted()
        return """
            note.visibility = 'private'
                AND note.number IN (SELECT number FROM note WHERE group_id IN \(groups))
            """
    }

    private var reader: String { query.reader.user.rawValue }

    var isMeant: SQL {
        let isOfGroup: SQL = query.group.map { "note.group_id = \($0.rawValue)" } ?? "TRUE"
        guard let text else { return "\(isReadable) AND \(isOfGroup)" }
        let authors = query.authors.map(\.rawValue).sorted()
        return """
            \(isReadable) AND \(isOfGroup)
                AND (instr(note.folded, \(text)) > 0 OR note.author IN \(authors))
            """
    }

    /// A condition that few notes fulfil and that an index answers; `nil` if there is none.
    func shortcut() throws -> SQL? {
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
        guard let text, let found = try written(text) else { return nil }
        let authors = query.authors.map(\.rawValue).sorted()
        let written: SQL = "SELECT number FROM note WHERE author IN \(authors)"
        guard try areFew(found), try areFew(written) else { return nil }
        return "(note.number IN (\(found)) OR note.number IN (\(written)))"
    }

    /// The notes that contain `text`, by the text index; `nil` if it finds too many or cannot
    /// search.
    private func written(_ text: String) throws -> SQL? {
        switch text.unicodeScalars.count {
        case SearchText.shortest...:
            return """
                SELECT rowid FROM note_text WHERE note_text MATCH \(SearchText.pattern(text))
                """
        case 2:
            // Two letters begin a trigram, except at the end of a text.
            let request: SQLRequest<String> = """
                SELECT term FROM note_term WHERE term >= \(text) AND term < \(text + "\u{10ffff}\u{10ffff}")
                LIMIT \(Self.mostTerms + 1)
                """
            let terms = try request.fetchAll(db)
            guard terms.count <= Self.mostTerms else { return nil }
            let ending: SQL = "SELECT number FROM note WHERE substr(folded, -2) = \(text)"
            if terms.isEmpty { return ending }
            let pattern = terms.map(SearchText.pattern).joined(separator: " OR ")
            return """
                SELECT rowid FROM note_text WHERE note_text MATCH \(pattern) UNION \(ending)
                """
        default: return nil
        }
    }

    /// The note's position; for a note on a thing, only its author knows it.
    func coordinate(_ row: Row) -> Coordinate? {
        guard let item: String = row[3] else {
            return Coordinate(latitude: row[1], longitude: row[2])
        }
        return row[4] == reader ? query.items[ID(checked: item)] : nil
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
