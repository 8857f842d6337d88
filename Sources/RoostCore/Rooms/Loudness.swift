/// How loud a thing was in a place when its door was opened.
struct Loudness: Hashable, Sendable {
    /// At the node that heard it best, in dBm.
    var best: Double
    /// At each node away from exits, if it lay still; empty if it was carried.
    var lying: [Level]
    /// Whether it lay at an exit, where somebody may take it up on the way out.
    var isAtExit: Bool

    /// How loud a node heard a thing at rest, in dBm.
    struct Level: Hashable, Sendable, Codable {
        var node: ID<Node>
        var dBm: Double
    }

    /// How far below the loudest a node still hears something about as well, in decibels.
    private static let margin = 6.0

    /// How loud a node heard it at rest, in dBm, if at least this loud.
    func level(at node: ID<Node>, over limit: Double) -> Double? {
        lying.first { $0.node == node && $0.dBm >= limit }?.dBm
    }

    /// At the nodes that hear it about as well as any, and well enough that their silence tells
    /// something.
    var plainest: [Level] {
        guard !isAtExit, let most = lying.map(\.dBm).max() else { return [] }
        return lying.filter { $0.dBm >= max(RoomSnapshot.plain, most - Self.margin) }
    }
}
