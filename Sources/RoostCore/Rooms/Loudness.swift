/// How loud a thing was in a place as its door was opened.
public struct Loudness: Hashable, Sendable {
    /// At the node that heard it best, in dBm.
    var best: Double
    /// At each node but those at exits, where it lay; empty for what was carried about, or lay at an exit.
    var lying: [Level]

    /// How loud a node heard what lay still, in dBm.
    public struct Level: Hashable, Sendable, Codable {
        public var node: ID<Node>
        public var dBm: Double
    }

    /// Decibels by which nodes that hear something about as well may differ.
    private static let margin = 6.0

    /// At the nodes that heard it about as well as any, and so well that its silence there tells something.
    var plainest: [Level] {
        guard let most = lying.map(\.dBm).max() else { return [] }
        return lying.filter { $0.dBm >= max(RoomSnapshot.plain, most - Self.margin) }
    }
}
