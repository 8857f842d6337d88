/// Where the nodes stand and how they do.
public struct NodeBook: Hashable, Sendable {
    public internal(set) var placed: [ID<Node>: Node]
    public internal(set) var tracks: [ID<Node>: NodeTrack]
    let settings: EngineSettings

    /// Where a node stands and whether its silence means anything; `nil` for one that is nowhere.
    func view(of id: ID<Node>, at time: Timestamp) -> NodeView? {
        guard let node = placed[id], let place = node.place else { return nil }
        let track = tracks[id]
        return NodeView(
            spot: .init(place: place, room: node.room), isExit: node.isExit,
            isHealthy: track?.isHealthy(at: time, settings: settings) ?? false,
            listeningSince: track?.listeningSince ?? time)
    }

    func views(at time: Timestamp) -> (ID<Node>) -> NodeView? {
        { view(of: $0, at: time) }
    }

    public func isHealthy(_ id: ID<Node>, at time: Timestamp) -> Bool {
        tracks[id]?.isHealthy(at: time, settings: settings) ?? false
    }
}
