import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    func presence(of user: ID<User>) throws(RequestError) -> any JSONWritable {
        guard let view = engine.presence(of: user) else { throw .notFound("user", "user") }
        return view
    }

    /// The state, and the decisions that made it, newest first.
    func explain(
        _ payload: RequestPayload, _ user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let view = try presence(of: user)
        let query = try query(payload, of: user, days: 7, limit: 20)
        let decisions = try read { try $0.decisions(query) } ?? []
        return Members { json in
            json.member("presence", view)
            json.member("decisions", decisions)
        }
    }

    /// What happened, oldest first, a page of fixes at a time.
    func history(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let query = try query(payload, of: user, days: 1, limit: 1000)
        let after = try payload["after"]?.string()
        let fixes = try read { try $0.fixes(query, after: after) } ?? []
        let next = fixes.count == query.limit ? fixes.last?.cursor : nil
        // The rest is told once, with the first page.
        var rest = query
        rest.limit = after == nil ? 10_000 : 0
        let transitions = try read { try $0.transitions(rest) } ?? []
        let alerts = try read { try $0.alerts(rest) } ?? []
        let visits =
            after == nil
            ? visits(
                fixes: (try read { try $0.fixes(rest) } ?? []).map { ($0.device, $0.fix) },
                transitions: transitions,
                places: household.places(knownTo: user), settings: engine.settings) : []
        return Members { json in
            json.member("fixes", fixes.map(\.entry))
            json.member("transitions", transitions)
            json.member("visits", visits)
            // They were JSON when they were kept.
            json.member("alerts", alerts.compactMap { try? JSON($0) })
            json.nullable("next", next)
        }
    }

    private func query(
        _ payload: RequestPayload, of user: ID<User>, days: Double, limit: Int
    ) throws(RequestError) -> HistoryQuery {
        let to = try payload["to"]?.time() ?? engine.now.advanced(bySeconds: 1)
        let from = try payload["from"]?.time() ?? to.advanced(bySeconds: -86400 * days)
        guard from <= to else {
            throw RequestError(.outOfRange, "from must not be after to", field: "from")
        }
        return HistoryQuery(
            user: user, from: from, to: to,
            limit: try payload["limit"]?.integer(in: 1...10_000) ?? limit)
    }

    private func read<Value>(_ body: (Store) throws -> Value) throws(RequestError) -> Value? {
        do {
            return try store.map(body)
        } catch {
            throw .unavailable(error)
        }
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
