/// Where the nodes stand, and their state.
public struct NodeBook: Hashable, Sendable {
    private(set) var placed: [ID<Node>: Node]
    public private(set) var tracks: [ID<Node>: NodeTrack]
    let settings: EngineSettings
    /// Whether anything they send arrives; otherwise their silence means nothing.
    var isListening = true
    /// What is known of the doors at which nodes stand.
    public private(set) var doors: [ID<Node>: DoorTrack] = [:]
    /// Of places whose nodes were cut off a moment ago.
    var backlogs: [ID<Place>: Backlog] = [:]
    private var calibrations: [ID<Place>: Calibration] = [:]
    private var maps: [ID<Place>: RoomMap] = [:]
    /// The data asked of placed nodes at each sighting: by place, and within each in the order of
    /// its map's columns.
    private var seats: [Seat] = []
    private var seatOfNode: [ID<Node>: Int] = [:]
    private var seatsOfPlace: [ID<Place>: Range<Int>] = [:]

    /// A node in its place.
    struct Seat: Hashable, Sendable {
        let node: ID<Node>
        let spot: Spot
        let isExit: Bool
        /// Until when its silence means something, if nothing more comes from it.
        fileprivate(set) var healthyUntil = Timestamp.distantPast
        /// `nil` for a node that never spoke.
        fileprivate(set) var listeningSince: Timestamp?
        fileprivate(set) var hasSpoken = false
        /// How long it takes to tell what it hears, in seconds.
        fileprivate(set) var delay = 0.0

        fileprivate mutating func take(_ track: NodeTrack?, settings: EngineSettings) {
            healthyUntil = track?.healthyUntil(settings: settings) ?? .distantPast
            listeningSince = track?.listeningSince
            hasSpoken = track?.hasSpoken ?? false
            delay = track?.delay ?? 0
        }

        func isHealthy(at time: Timestamp) -> Bool { time <= healthyUntil }

        func view(at time: Timestamp) -> NodeView {
            NodeView(
                spot: spot, isExit: isExit, isHealthy: isHealthy(at: time),
                listeningSince: listeningSince ?? time, hasSpoken: hasSpoken)
        }
    }

    init(household: Household, tracks: [ID<Node>: NodeTrack], settings: EngineSettings) {
        placed = [:]
        self.tracks = tracks
        self.settings = settings
        place(household)
    }

    /// The track of a node; `nil` for one that never spoke.
    subscript(id: ID<Node>) -> NodeTrack? {
        get { tracks[id] }
        set {
            tracks[id] = newValue
            if let seat = seatOfNode[id] { seats[seat].take(newValue, settings: settings) }
        }
    }

    /// Takes in where the nodes stand, and what was measured there.
    mutating func place(_ household: Household) {
        let nodes = household.nodes
        guard nodes != placed || household.calibrations != calibrations else { return }
        // Reports of another sensor, or of one in another place, do not apply to this door.
        doors = doors.filter { id, _ in
            nodes[id].map { $0.door == placed[id]?.door && $0.place == placed[id]?.place } ?? false
        }
        // A node that joins others at a door knows of it what they know.
        for node in nodes.values where node.door != nil && doors[node.id] == nil {
            let known = nodes.values.filter { $0.door == node.door }
                .compactMap { doors[$0.id]?.isOpen }
            if !known.isEmpty { doors[node.id] = DoorTrack(isOpen: known.contains(true)) }
        }
        // A map takes time to draw, so those of other places are kept.
        let moved = Set(nodes.keys).union(placed.keys).filter { nodes[$0] != placed[$0] }
        let redrawn = Set(moved.flatMap { [nodes[$0]?.place, placed[$0]?.place] })
        let known = maps.filter { place, _ in
            !redrawn.contains(place) && household.calibrations[place] == calibrations[place]
        }
        placed = nodes
        calibrations = household.calibrations
        (maps, seats, seatOfNode, seatsOfPlace) = ([:], [], [:], [:])
        let byPlace = Dictionary(grouping: nodes.values.filter { $0.place != nil }, by: \.place)
        for place in byPlace.keys.compactMap({ $0 }).sorted() {
            let map =
                known[place]
                ?? RoomMap(nodes: byPlace[place] ?? [], calibration: calibrations[place])
            maps[place] = map
            let first = seats.count
            for case let node? in map.nodes.map({ placed[$0] }) {
                var seat = Seat(
                    node: node.id, spot: .init(place: place, room: node.room), isExit: node.isExit)
                seat.take(tracks[node.id], settings: settings)
                seatOfNode[node.id] = seats.count
                seats.append(seat)
            }
            seatsOfPlace[place] = first..<seats.count
        }
    }

    /// Takes in what is known of the door at a node.
    mutating func note(_ door: DoorTrack, at node: ID<Node>) { doors[node] = door }

    mutating func forgetDoors() { doors = [:] }

    /// The exits of a place in order, with what is known of their doors.
    func exits(of place: ID<Place>) -> [(node: ID<Node>, door: DoorTrack?)] {
        seats(in: place).filter(\.isExit).map { ($0.node, doors[$0.node]) }
    }

    /// The rooms of a place; `nil` for one without nodes.
    func map(of place: ID<Place>) -> RoomMap? { maps[place] }

    /// The nodes of a place, in the order of its map's columns.
    func seats(in place: ID<Place>) -> ArraySlice<Seat> { seats[seatsOfPlace[place] ?? 0..<0] }

    /// The column of a node in the map of this place.
    func column(of id: ID<Node>, in place: ID<Place>) -> Int? {
        guard let seat = seatOfNode[id], let range = seatsOfPlace[place], range.contains(seat)
        else { return nil }
        return seat - range.lowerBound
    }

    func views(at time: Timestamp) -> NodeViews {
        NodeViews(
            seats: seats, seatOfNode: seatOfNode, backlogs: backlogs, isListening: isListening,
            time: time, settings: settings)
    }

    public func isHealthy(_ id: ID<Node>, at time: Timestamp) -> Bool {
        tracks[id]?.isHealthy(at: time, settings: settings) ?? false
    }

    /// Whether it may still be starting after a power cut.
    public func isAwaited(_ id: ID<Node>, at time: Timestamp) -> Bool {
        tracks[id]?.isAwaited(at: time, settings: settings) ?? false
    }
}
