/// How loud a thing was in a place when its door was opened.
public struct Loudness: Hashable, Sendable {
    /// At the node that heard it best, in dBm.
    var best: Double
    /// At each node away from exits, if it lay still; empty if it was carried or lay at an exit.
    var lying: [Level]
    /// The same of what lay still at an exit: somebody may take it up on the way out.
    var atExit: [Level]

    /// How loud a node heard a thing at rest, in dBm.
    public struct Level: Hashable, Sendable, Codable {
        public var node: ID<Node>
        public var dBm: Double
    }

    /// How far below the loudest a node still hears something about as well, in decibels.
    private static let margin = 6.0

    /// At the nodes that hear it about as well as any, and well enough that their silence tells
    /// something.
    var plainest: [Level] {
        guard let most = lying.map(\.dBm).max() else { return [] }
        return lying.filter { $0.dBm >= max(RoomSnapshot.plain, most - Self.margin) }
    }
}
