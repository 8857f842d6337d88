import GRDB
import RoostCore

/// Nearest first: searches the index of spots outwards from the origin, and the first notes of each
/// spot.
///
/// So a page is quick even if very many notes are at one spot, such as a household's home, provided
/// that the reader may read enough of them.
extension NoteSearch {
    /// The first radius that is searched, in metres.
    private static let firstRadius = 10.0
    /// How many times as large each next radius is.
    private static let growth = 2.0
    /// From this radius on, the next is as far as may be, in metres.
    private static let lastRadius = 20_000.0
    /// Half the Earth's circumference, in metres.
    private static let everywhere = 20_100_000.0
    /// How many spots are queried at once: few at first, which are often enough.
    private static let portions = 32...4096

    /// A spot with notes.
    private struct Spot {
        var number: Int64
        var coordinate: Coordinate
        var rank: Double
        var notes: Int
    }

    func nearest(to origin: Coordinate) throws -> [Candidate] {
        if let shortcut = try shortcut() {
            return inOrder(try candidates(where: shortcut, from: origin))
        }
        // If no thing has a known position, none is near.
        let onThings =
            query.within != nil && query.items.isEmpty
            ? []
            : try candidates(where: "item IS NOT NULL", from: origin)
        let limit = min(query.within ?? Self.everywhere, Self.everywhere)
        var radius = min(limit, max(Self.firstRadius, query.after.map(\.rank) ?? 0))
        var found: [Candidate] = []
        var (spots, searched) = ([Spot](), [CoordinateBox]())
        // One pass over all notes is faster than one through the index.
        while radius < Self.everywhere {
            let boxes = origin.boxes(within: radius)
            spots += try boxes.flatMap { try self.spots(in: $0, besides: searched, from: origin) }
            // Only within the circle are all spots known that are nearer than any outside.
            let near = spots.filter { $0.rank <= radius }.sorted { $0.rank < $1.rank }
            spots.removeAll { $0.rank <= radius }
            found += try candidates(at: near, most: query.limit + 1 - found.count)
            let page = inOrder(found + onThings.filter { $0.rank <= radius })
            if radius >= limit || page.count > query.limit { return page }
            searched = boxes
            radius = radius < Self.lastRadius ? min(limit, radius * Self.growth) : limit
        }
        let all = try candidates(where: "item IS NULL", from: origin)
        return inOrder(all + onThings)
    }

    // MARK: Spots

    private func spots(
        in box: CoordinateBox, besides searched: [CoordinateBox], from origin: Coordinate
    ) throws -> [Spot] {
        let request: SQLRequest<Row> = """
            SELECT number, latitude, longitude, notes
            FROM note_position AS p CROSS JOIN note_spot USING (number)
            WHERE \(Self.isIn(box)) AND NOT \(Self.isIn(anyOf: searched))
            """
        var spots: [Spot] = []
        let rows = try request.fetchCursor(db)
        while let row = try rows.next() {
            guard let coordinate = Coordinate(latitude: row[1], longitude: row[2]) else { continue }
            spots.append(
                Spot(
                    number: row[0], coordinate: coordinate, rank: origin.distance(to: coordinate),
                    notes: row[3]))
        }
        return spots
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

    /// The first notes at `spots`, which are sorted: `most` of them, plus those at the same
    /// distance as the last.
    private func candidates(at spots: [Spot], most: Int) throws -> [Candidate] {
        var rest = spots.drop { spot in query.after.map { spot.rank < $0.rank } ?? false }
        var found: [Candidate] = []
        if let after = query.after, rest.first?.rank == after.rank {
            let same = rest.prefix { $0.rank == after.rank }
            found = try candidates(at: same, behind: after.number, most: most)
            rest = rest.dropFirst(same.count)
        }
        var portion = Self.portions.lowerBound
        while let last = rest.prefix(portion).last, found.count < most {
            // Notes at equal distance are ordered by number, whichever spot they are at.
            let next = rest.prefix { $0.rank <= last.rank }
            found += try candidates(at: next, behind: nil, most: most)
            rest = rest.dropFirst(next.count)
            portion = min(2 * portion, Self.portions.upperBound)
        }
        return found
    }

    /// The first `most` notes at each spot, or all if there are no more.
    private func candidates(
        at spots: ArraySlice<Spot>, behind number: Int64?, most: Int
    ) throws -> [Candidate] {
        let byNumber = Dictionary(uniqueKeysWithValues: spots.map { ($0.number, $0) })
        let isLater: SQL = number.map { "note.number > \($0)" } ?? "TRUE"
        let isThere: SQL = """
            (note.latitude, note.longitude) = (spot.latitude, spot.longitude)
                AND \(isLater) AND \(isMeant)
            """
        let lone = spots.filter { $0.notes <= most }.map(\.number)
        let crowded = spots.filter { $0.notes > most }.map(\.number)
        var requests: [SQLRequest<Row>] = []
        if !lone.isEmpty {
            requests.append(
                """
                SELECT note.number, spot.number FROM note_spot AS spot CROSS JOIN note
                WHERE spot.number IN \(lone) AND \(isThere)
                """)
        }
        if !crowded.isEmpty {
            requests.append(
                """
                SELECT pinned.number, spot.number FROM note_spot AS spot CROSS JOIN note AS pinned
                WHERE spot.number IN \(crowded) AND pinned.number IN (
                    SELECT note.number FROM note WHERE \(isThere)
                    ORDER BY note.number LIMIT \(most))
                """)
        }
        return try requests.flatMap { try $0.fetchAll(db) }.compactMap { row in
            byNumber[row[1]].map {
                Candidate(number: row[0], coordinate: $0.coordinate, rank: $0.rank)
            }
        }
    }

    // MARK: Notes

    private func candidates(
        where condition: SQL, from origin: Coordinate
    ) throws -> [Candidate] {
        let request: SQLRequest<Row> = """
            SELECT number, latitude, longitude, item, author FROM note
            WHERE \(condition) AND \(isMeant)
            """
        var candidates: [Candidate] = []
        let rows = try request.fetchCursor(db)
        while let row = try rows.next() {
            let coordinate = coordinate(row)
            let rank = coordinate.map { origin.distance(to: $0) } ?? .infinity
            guard query.within.map({ rank <= $0 }) ?? true else { continue }
            candidates.append(Candidate(number: row[0], coordinate: coordinate, rank: rank))
        }
        return candidates
    }

    /// The notes of the page, plus one more if there is another page.
    private func inOrder(_ candidates: [Candidate]) -> [Candidate] {
        let rest = candidates.filter { candidate in
            query.after.map { ($0.rank, $0.number) < (candidate.rank, candidate.number) } ?? true
        }
        return Array(
            rest.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.prefix(query.limit + 1))
    }
}
