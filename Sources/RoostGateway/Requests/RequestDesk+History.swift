import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// The history, oldest first, a page at a time.
    func history(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["from", "to", "limit", "after"], of: user)
        let query = try query(payload, of: user, limit: 1000)
        let after = try payload["after"].map(Self.cursor)
        let page = try stored { try $0.history(query, after: after) }
        let (visits, trips) = try movements(on: page, of: query, after: after)
        return Members { json in
            json.member("fixes", page.fixes.map(\.entry))
            json.member("transitions", page.transitions)
            json.member("visits", visits)
            json.member("trips", trips)
            // They were JSON when they were stored.
            json.member("alerts", page.alerts.compactMap { try? JSON($0) })
            json.nullable("next", page.next?.text)
        }
    }

    /// The start of the next page: the `next` of a page, or a time.
    private static func cursor(_ field: RequestField) throws(RequestError) -> HistoryCursor {
        let text = try field.string(length: 1...400)
        if let cursor = HistoryCursor(text) { return cursor }
        guard let time = Timestamp(rfc3339: text) else {
            throw field.outOfRange(
                "the next of a page, or a time such as 2026-09-20T08:01:12.345Z")
        }
        return HistoryCursor(after: time)
    }

    /// The requested time span, by default everything.
    func query(
        _ payload: RequestPayload, of user: ID<User>, limit: Int
    ) throws(RequestError) -> HistoryQuery {
        let from = try payload["from"]?.time() ?? .epoch
        let to = try payload["to"]?.time() ?? .distantFuture
        guard from <= to else {
            throw RequestError(.outOfRange, "from must not be after to", field: "from")
        }
        return HistoryQuery(
            user: user, from: from, to: to,
            limit: try payload["limit"]?.integer(in: 1...10_000) ?? limit)
    }
}

extension RequestDesk {
    /// How many fixes before a page are read to know where the user was at its beginning.
    private static let leadIn = 500
    /// How many entries after a page are read for the end of a visit that began on it.
    private static let lookahead = [1000, 10_000]

    /// The visits and trips that began on a page; on the first one also those under way at its
    /// beginning.
    private func movements(
        on page: HistoryPage, of query: HistoryQuery, after cursor: HistoryCursor?
    ) throws(RequestError) -> (visits: [Visit], trips: [Trip]) {
        let begin = max(query.from, cursor?.time ?? query.from)
        // A stay may have begun before the page, and may end after it.
        var (ofFixes, ofTransitions) = (query, query)
        ofTransitions.from = begin
        ofFixes.from = .epoch
        let lead = try read { [query = ofFixes] store in
            try store.start(ofLastFixes: Self.leadIn, of: query, upTo: begin)
        }
        ofFixes.from = (lead ?? nil) ?? begin
        ofFixes.limit += Self.leadIn
        (ofFixes.to, ofTransitions.to) = (.distantFuture, .distantFuture)
        // The fixes may not go back to the arrival.
        let steps = try read { try $0.lastSteps(of: query.user, before: begin) } ?? []
        let places = household.places(knownTo: query.user)
        let entered = entriesUnderWay(after: steps, among: places)
        var (visits, trips): ([Visit], [Trip]) = ([], [])
        func isOnPage(_ begun: Timestamp, until ended: Timestamp?) -> Bool {
            guard query.from <= begun else {
                return cursor == nil && ended.map { $0 > query.from } ?? true
            }
            return begun < query.to && cursor.map { $0.time < begun } ?? true
                && page.next.map { begun <= $0.time } ?? true
        }
        for lookahead in Self.lookahead {
            ofFixes.limit += lookahead
            ofTransitions.limit += lookahead
            let (fixes, transitions) =
                try read { (try $0.fixes(ofFixes), try $0.transitions(ofTransitions)) } ?? ([], [])
            let tracks = fixes.map { ($0.device, $0.fix) }
            let isAll = fixes.count < ofFixes.limit && transitions.count < ofTransitions.limit
            var all = RoostCore.visits(
                fixes: tracks, transitions: entered + transitions, places: places,
                until: isAll ? engine.now : fixes.last?.fix.time ?? query.to)
            for (index, visit) in all.enumerated() where visit.arrived == fixes.first?.fix.time {
                let entry = entered.first { $0.place == visit.place }?.time
                all[index].arrived = min(visit.arrived, entry ?? visit.arrived)
            }
            trips = RoostCore.trips(between: all, fixes: tracks, places: places)
                .filter { isOnPage($0.started, until: $0.ended) }
            visits = all.filter { isOnPage($0.arrived, until: $0.left) }
            if isAll || visits.allSatisfy({ $0.left != nil }) { break }
        }
        return (visits, trips)
    }
}

extension RecordedFix {
    fileprivate var entry: Members {
        Members { json in
            json.member("time", fix.time)
            json.coordinate(fix.coordinate)
            json.nullable("accuracy", fix.accuracy)
            json.member("device", device.name)
            json.member("altitude", fix.altitude)
            json.member("speed", fix.speed)
            json.member("battery", fix.battery)
            json.member("trigger", fix.trigger)
        }
    }
}
