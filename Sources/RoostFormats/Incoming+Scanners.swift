import RoostCore

extension ID<Node> {
    /// The node for a scanner, by the name of the scanner or its room.
    init(scanner name: String) throws(Refusal) {
        // Most names are ids already.
        guard let id = Self(name) ?? Self(from: name) else { throw Refusal(.invalidID, "node") }
        self = id
    }
}

extension RSSI {
    /// A strength as a scanner reports it; `nil` if the scanner has none.
    ///
    /// - Throws: If no radio has such a strength: then nothing was heard.
    init?(reported dBm: Double?) throws(Refusal) {
        guard let dBm, dBm != Self.unavailable else { return nil }
        guard let rssi = RSSI(dBm: dBm) else { throw Refusal(.outOfRange, "rssi") }
        self = rssi
    }
}

extension Incoming {
    /// What a scanner heard; a device that nobody can track, `nil`, is still a sign of life.
    ///
    /// - Parameter room: The scanner's name for its room, if that is how it is named.
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

    /// The connection of a scanner to the broker came or went.
    static func status(
        of node: ID<Node>, room: String? = nil, isOnline: Bool, isRetained: Bool
    ) -> Incoming {
        let status = Event.nodeStatus(
            node, isOnline ? .online : .offline, isRetained: isRetained)
        // The last will of a scanner is no sign of life, and gives none a room that was never heard.
        guard isOnline else { return .events([status]) }
        return .events([.nodeInfo(node, NodeInfo(room: room, isRetained: isRetained)), status])
    }
}
