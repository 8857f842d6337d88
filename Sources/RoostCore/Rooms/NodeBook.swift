/// Where the nodes stand and how they do.
public struct NodeBook: Hashable, Sendable {
    public private(set) var placed: [ID<Node>: Node]
    public internal(set) var tracks: [ID<Node>: NodeTrack]
    let settings: EngineSettings
    private var maps: [ID<Place>: RoomMap] = [:]

    init(
        placed: [ID<Node>: Node], tracks: [ID<Node>: NodeTrack], settings: EngineSettings
    ) {
        self.placed = [:]
        self.tracks = tracks
        self.settings = settings
        place(placed)
    }

    /// Takes in where the nodes stand.
    mutating func place(_ nodes: [ID<Node>: Node]) {
        guard nodes != placed else { return }
        placed = nodes
        let byPlace = Dictionary(grouping: nodes.values.filter { $0.place != nil }, by: \.place)
        maps = [:]
        for case (let place?, let nodes) in byPlace { maps[place] = RoomMap(nodes: nodes) }
    }

    /// The rooms of a place; `nil` for one without nodes.
    func map(of place: ID<Place>) -> RoomMap? { maps[place] }

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
