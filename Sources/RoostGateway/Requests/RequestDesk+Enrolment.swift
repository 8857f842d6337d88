import RoostCore
import RoostFormats

extension RequestDesk {
    /// Listens for 30 seconds unless `seconds` says otherwise, at `node` or at whichever hears best.
    ///
    /// - Throws: What would keep the item from being saved, as far as it is known before.
    mutating func enrolment(
        _ payload: RequestPayload, of user: ID<User>, at now: Timestamp
    ) throws(RequestError) -> Enrolment {
        try payload.allow(
            request: Item.members.filter { $0 != "beacon" } + Self.ownMembers, of: user)
        let seconds = try payload["seconds"]?.number(in: 5...300) ?? 30
        let node: ID<Node>? = try payload["node"]?.id()
        if let node, household.nodes[node] == nil { throw .notFound("node", "node") }
        let listening = household.nodes.keys.filter { engine.nodes.isHealthy($0, at: now) }
        guard listening.contains(where: { node ?? $0 == $0 }) else {
            throw RequestError(
                .unavailable,
                node.map { "\($0) does not hear anything now" } ?? "no node hears anything now")
        }
        // Not kept: only to see whether it could be.
        var trial = self
        _ = try trial.saveItem(item(in: payload, beacon: nil), of: user)
        return Enrolment(node: node, at: now, seconds: seconds)
    }

    /// Saves the item with the beacon that was found.
    mutating func enrol(
        _ candidate: Enrolment.Candidate, _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let saved = try saveItem(item(in: payload, beacon: candidate.beacon), of: user)
        return Members { json in
            json.member("item", (saved as? Item)?.id)
            json.member("beacon", candidate.beacon)
            json.member("node", candidate.node)
            json.member("rssi", candidate.level.rounded())
        }
    }

    private static let ownMembers = ["node", "seconds"]

    /// The payload as one of `item/save`.
    private func item(in payload: RequestPayload, beacon: BeaconID?) -> RequestPayload {
        var members = payload.object.members.filter { !Self.ownMembers.contains($0.name) }
        if let beacon {
            members.append(JSONObject.Member(name: "beacon", value: .string(beacon.rawValue)))
        }
        return RequestPayload(JSONObject(members))
    }
}
