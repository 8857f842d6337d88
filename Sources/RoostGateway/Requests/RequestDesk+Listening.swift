import RoostCore
import RoostFormats

extension RequestDesk {
    /// Whether a request cancels its user's listening: `{"cancel":true}`.
    static func isCancellation(_ request: Request) throws(RequestError) -> Bool {
        guard request.listens else { return false }
        return try request.payload["cancel"]?.bool() ?? false
    }

    /// What `item/enrol` or `item/calibrate` listens for; `nil` for any other request.
    ///
    /// It listens at `node`, or at the node that hears best, for `seconds`.
    ///
    /// - Throws: A reason why the item could not be saved, if it is known in advance.
    func listening(
        _ request: Request, of user: ID<User>, at now: Timestamp
    ) throws(RequestError) -> ListeningTask? {
        guard request.noun == "item", household.users[user] != nil else { return nil }
        let payload = request.payload
        switch request.verb {
        case "enrol":
            let members = Item.members.filter { $0 != "beacon" }
            try payload.allow(request: members + Self.ownMembers, of: user)
            let (node, seconds) = try audience(payload, of: user, usually: 30, at: now)
            // Not stored: only a check whether it could be.
            var trial = self
            _ = try trial.saveItem(item(in: payload, with: nil), of: user)
            return .enrolment(Enrolment(node: node, at: now, seconds: seconds))
        case "calibrate":
            try payload.allow(request: ["item"] + Self.ownMembers, of: user)
            let item = try ownItem(payload, of: user)
            guard let beacon = item.beacon else {
                throw RequestError(
                    .conflict, "\(item.id) has no beacon: enrol one first", field: "item")
            }
            let (node, seconds) = try audience(payload, of: user, usually: 20, at: now)
            return .measurement(
                PowerMeasurement(of: beacon, node: node, at: now, seconds: seconds), of: item.id)
        default: return nil
        }
    }

    /// Saves the item with the found beacon.
    mutating func enrol(
        _ candidate: Enrolment.Candidate, _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let id = try itemID(payload, of: user)
        _ = try saveItem(item(in: payload, with: candidate.beacon), of: user)
        return Members { json in
            json.member("item", id)
            json.member("beacon", candidate.beacon)
            json.member("node", candidate.node)
            json.member("rssi", candidate.level.rounded())
        }
    }

    /// Saves the measured power.
    mutating func calibrate(
        _ result: PowerMeasurement.Result, _ id: ID<Item>, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        guard var item = household.items[id], item.owner == user else {
            throw .notFound("item", "item")
        }
        item.txPower = result.power
        keep([.saveItem(item)])
        return Members { json in
            json.member("item", id)
            json.member("tx_power", result.power)
            json.member("node", result.node)
            json.member("count", result.count)
        }
    }

    private static let ownMembers = ["node", "seconds"]

    /// The node that listens, and for how long.
    private func audience(
        _ payload: RequestPayload, of user: ID<User>, usually seconds: Double, at now: Timestamp
    ) throws(RequestError) -> (node: ID<Node>?, seconds: Double) {
        let seconds = try payload["seconds"]?.number(in: 5...300) ?? seconds
        let node: ID<Node>? = try payload["node"]?.id()
        let known = household.nodes.keys.filter { household.isKnown($0, to: user) }
        if let node, !known.contains(node) { throw .notFound("node", "node") }
        // One that never spoke may begin to.
        let listening = known.filter {
            engine.nodes.tracks[$0] == nil || engine.nodes.isHealthy($0, at: now)
        }
        guard listening.contains(where: { node ?? $0 == $0 }) else {
            throw RequestError(
                .unavailable,
                node.map { "\($0) does not hear anything now" } ?? "no node hears anything now")
        }
        return (node, seconds)
    }

    /// The payload as for `item/save`.
    private func item(in payload: RequestPayload, with beacon: BeaconID?) -> RequestPayload {
        var members = payload.object.members.filter { !Self.ownMembers.contains($0.name) }
        if let beacon {
            members.append(JSONObject.Member(name: "beacon", value: .string(beacon.rawValue)))
        }
        return RequestPayload(JSONObject(members))
    }
}
