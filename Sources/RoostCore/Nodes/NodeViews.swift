/// What an estimator needs of a node: where it stands, and whether its silence means anything.
struct NodeView: Hashable {
    var spot: Spot
    var isExit: Bool
    var isHealthy: Bool
    var listeningSince: Timestamp
    /// Whether it has sent anything since: before that it may be on its way back to the broker.
    var hasSpoken: Bool
}

/// The nodes that have a place, at one moment.
///
/// It holds only what that needs of the `NodeBook`, since it is made for each sighting.
struct NodeViews {
    let seats: [NodeBook.Seat]
    let seatOfNode: [ID<Node>: Int]
    let backlogs: [ID<Place>: Backlog]
    let isListening: Bool
    let time: Timestamp
    let settings: EngineSettings

    /// Up to when all that the nodes of a place heard was read.
    func readUntil(in place: ID<Place>) -> Timestamp {
        backlogs[place]?.readUntil(at: time) ?? time
    }

    /// `nil` for a node without a place.
    subscript(id: ID<Node>) -> NodeView? {
        seatOfNode[id].map { number in
            var view = seats[number].view(at: time)
            if !isListening { view.isHealthy = false }
            return view
        }
    }
}

extension Engine {
    /// The nodes as they are now.
    var nodeViews: NodeViews { nodes.views(at: now) }
}
