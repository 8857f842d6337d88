/// Where the nodes stand and how they do.
public struct NodeBook: Hashable, Sendable {
    public private(set) var placed: [ID<Node>: Node]
    public internal(set) var tracks: [ID<Node>: NodeTrack]
    let settings: EngineSettings
    private var calibrations: [ID<Place>: Calibration] = [:]
    private var maps: [ID<Place>: RoomMap] = [:]

    init(household: Household, tracks: [ID<Node>: NodeTrack], settings: EngineSettings) {
        placed = [:]
        self.tracks = tracks
        self.settings = settings
        place(household)
    }

    /// Takes in where the nodes stand, and what was measured there.
    mutating func place(_ household: Household) {
        let nodes = household.nodes
        guard nodes != placed || household.calibrations != calibrations else { return }
        placed = nodes
        calibrations = household.calibrations
        let byPlace = Dictionary(grouping: nodes.values.filter { $0.place != nil }, by: \.place)
        maps = [:]
        for case (let place?, let nodes) in byPlace {
            maps[place] = RoomMap(nodes: nodes, calibration: calibrations[place])
        }
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
