import OrderedCollections

/// The report on an item.
public struct ItemView: Hashable, Sendable {
    public var item: Item
    public var place: ID<Place>?
    public var placeName: String?
    public var room: ID<Room>?
    public var roomName: String?
    /// The node that hears it best.
    public var node: ID<Node>?
    /// Metres to that node.
    public var distance: Double?
    public var proximity: Proximity
    public var withOwner: ItemTrack.Answer
    public var since: Timestamp?
    public var lastSeen: Timestamp?
    /// Where it is on the map: the middle of its place, or its owner's position if it went along.
    public var coordinate: Coordinate?
    /// Per cent.
    public var battery: Int?
    /// Seconds between two hearings, as learned by the node that hears it most often; `nil` if no
    /// node with a place has heard it yet.
    public var interval: Double?
}

extension Engine {
    /// The report for the owner: a place that they do not know does not exist for them.
    public func ownersView(of id: ID<Item>) -> ItemView? {
        guard var view = view(of: id) else { return nil }
        guard let place = view.place, household.places[place]?.isKnown(to: view.item.owner) != true
        else { return view }
        (view.place, view.placeName, view.room, view.roomName) = (nil, nil, nil, nil)
        (view.node, view.distance, view.since, view.coordinate) = (nil, nil, nil, nil)
        return view
    }

    /// The report for the household, whose automation knows all places.
    public func view(of id: ID<Item>) -> ItemView? {
        guard let item = household.items[id] else { return nil }
        let known = items[id]
        let track = known ?? ItemTrack()
        let beacon = item.beacon.flatMap { beacons[$0] }
        let heard = beacon?.rooms.audibility(nodes: nodeViews)
        let nearest = track.isHeard ? beacon?.rooms.nearest(nodes: nodeViews) : nil
        // An item that went along is where its owner took it, not where it was last heard.
        let spot = track.shownSpot
        let place = spot.flatMap { household.places[$0.place] }
        // The track is weighed again only when something changes.
        let newest = track.isHeard ? beacon?.rooms.lastHeard : nil
        let owner = track.isAlong ? location(of: item.owner)?.fix.coordinate : nil
        return ItemView(
            item: item, place: spot?.place, placeName: place?.name, room: spot?.room,
            roomName: spot?.room.flatMap { place?.roomName($0) }, node: nearest?.node,
            distance: nearest.flatMap {
                $0.isMeasured ? beacon?.distance(level: $0.level) : nil
            },
            proximity: nearest == nil
                && (track.isAlong || heard == nil || heard?.state == .absent)
                ? .lost : beacon?.proximity ?? .far,
            withOwner: told(track, of: item), since: track.since,
            lastSeen: newest ?? track.lastHeard,
            coordinate: owner ?? place?.area.center, battery: beacon?.battery,
            interval: known == nil ? nil : beacon?.rooms.shortestInterval)
    }
}
