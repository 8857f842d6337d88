import RoostCore
import RoostFormats

/// What only administrators ask about nodes.
extension RequestDesk {
    mutating func saveNode(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Node.members)
        let id: ID<Node> = try payload.required("node").id()
        let node = try Node.draft(
            payload, id: id, before: household.nodes[id], places: household.places)
        keep([.saveNode(node)])
        return node
    }

    mutating func deleteNode(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["node"])
        let id: ID<Node> = try payload.required("node").id()
        guard household.nodes[id] != nil else { throw .notFound("node", "node") }
        keep([.deleteNode(id)])
        return Members { $0.member("node", id) }
    }

    /// The nodes with their health.
    func listNodes(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        let nodes = household.nodes.valuesInOrder.map { node in
            Members { json in
                json.member("node", node.id)
                json.nullable("place", node.place)
                json.nullable("room", node.room)
                json.member("exit", node.isExit)
                json.member("door", node.door)
                let isOpen = engine.nodes.doors[node.id]?.isOpen
                if node.door != nil { json.nullable("door_open", isOpen) }
                json.member("position", node.position)
                let track = engine.nodes.tracks[node.id]
                let status = track?.isDeaf == true ? "deaf" : track?.status.rawValue
                json.member("status", status ?? "never")
                json.member("healthy", engine.nodes.isHealthy(node.id, at: engine.now))
                json.nullable("last_heard", track?.lastSpoke)
            }
        }
        return listed("nodes", nodes)
    }
}
