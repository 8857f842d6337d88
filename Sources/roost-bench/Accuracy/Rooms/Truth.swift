import RoostCore

/// Where a tag truly was, moment by moment.
struct Truth {
    struct Moment: Hashable {
        var time: Timestamp
        var whereabouts: Whereabouts
    }

    /// In the order of time, at least one.
    let moments: [Moment]
    /// Whether it contains rooms.
    let hasRooms: Bool

    /// - Parameters:
    ///   - table: `time,room[,x,y]` or `time,x,y`; the time in seconds since 1970.
    ///   - rooms: The rooms of the household.
    init(_ table: CSVTable, rooms: Set<ID<Room>>) throws {
        hasRooms = table.has("room")
        let hasPositions = table.has("x") && table.has("y")
        guard hasRooms || hasPositions else {
            throw Problem("\(table.name) has neither a column room nor columns x,y")
        }
        moments = try table.rows.map { row in
            let seconds = try row.number("time") ?? 0
            guard let time = Timestamp(secondsSinceEpoch: seconds) else {
                throw row.problem("time must be in seconds since 1970")
            }
            let position =
                hasPositions
                ? Position(x: try row.number("x") ?? 0, y: try row.number("y") ?? 0) : nil
            return Moment(
                time: time,
                whereabouts: Whereabouts(
                    room: try Self.room(in: row, of: rooms), position: position))
        }
        guard !moments.isEmpty else { throw Problem("\(table.name) tells of no moment") }
        for (index, pair) in zip(moments, moments.dropFirst()).enumerated()
        where pair.1.time < pair.0.time {
            throw table.rows[index + 1].problem("time goes back")
        }
    }

    private static func room(
        in row: CSVTable.Row, of rooms: Set<ID<Room>>
    ) throws -> ID<Room>? {
        guard let text = row["room"] else { return nil }
        guard let room = ID<Room>(String(text)), rooms.contains(room) else {
            let known = rooms.map(\.rawValue).sorted().joined(separator: ", ")
            throw row.problem("room must be one of household.yaml (\(known)), not \"\(text)\"")
        }
        return room
    }

    /// The truth at `time`; `nil` before the first moment.
    func whereabouts(at time: Timestamp) -> Whereabouts? {
        let next = moments.partitioningIndex { $0.time > time }
        return next > 0 ? moments[next - 1].whereabouts : nil
    }
}

extension Array {
    /// The first index whose element is past the border: `isPast` is false before it, then true.
    func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isPast(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
