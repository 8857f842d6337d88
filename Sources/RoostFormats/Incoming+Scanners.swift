import RoostCore

extension ID<Node> {
    /// The node that a scanner is, by what it or its room is called.
    init(scanner name: String) throws(Refusal) {
        // Most names are ids already.
        guard let id = Self(name) ?? Self(from: name) else { throw Refusal(.invalidID, "node") }
        self = id
    }
}

extension Incoming {
    /// What a scanner heard; also what nobody can track, `nil`, is a sign of life.
    ///
    /// - Parameter room: What the scanner calls its room, if that is its name.
    static func heard(
        _ sightings: [Sighting?], by node: ID<Node>, room: String? = nil, sent: Timestamp? = nil,
        isRetained: Bool
    ) -> Incoming {
        .events([
            .sightings(
                SightingBatch(
                    node: node, sightings: sightings.compactMap { $0 }, isRetained: isRetained,
                    room: room, sent: sent))
        ])
    }

    /// A scanner's connection to the broker came or went.
    static func status(
        of node: ID<Node>, room: String? = nil, isOnline: Bool, isRetained: Bool
    ) -> Incoming {
        .events([
            .nodeInfo(node, NodeInfo(room: room, isRetained: isRetained)),
            .nodeStatus(node, isOnline: isOnline),
        ])
    }
}
