import OrderedCollections

/// Where items are, or were last heard, as their owners may be told.
extension Engine {
    /// - Parameter hearing: That of the node to be named.
    func sighting(
        of item: Item, track: ItemTrack, by hearing: Hearing? = nil
    ) -> Evidence {
        let spot = toldSpot(track.spot, of: item)
        let hearing = spot == nil ? nil : hearing
        let strength = hearing.map { " by \($0.node) at \(Int($0.lastReading.rounded())) dBm" }
        return Evidence(
            .sighting, "\(item.name) was heard \(whereabouts(track, of: item))\(strength ?? "")",
            at: lastHeard(item) ?? track.lastHeard ?? now, place: spot?.place, room: spot?.room,
            node: hearing?.node)
    }

    /// A spot of the item as far as its owner may be told: `nil` in a place that they do not know.
    func toldSpot(_ spot: Spot?, of item: Item) -> Spot? {
        spot.flatMap { household.places[$0.place]?.isKnown(to: item.owner) == true ? $0 : nil }
    }

    /// Where an item is, or was last heard, for its owner: "in Kitchen, Home".
    func whereabouts(_ track: ItemTrack, of item: Item) -> String {
        toldSpot(track.spot, of: item).map { "in \(household.name(of: $0))" } ?? "elsewhere"
    }

    /// The loudest hearing in its room.
    func nearest(to item: Item) -> Hearing? { rooms(of: item)?.nearest(nodes: nodeViews) }

    /// When any node last heard the item; its track is weighed again only when something changes.
    func lastHeard(_ item: Item) -> Timestamp? { rooms(of: item)?.lastHeard }

    /// What is known of where its beacon is.
    func rooms(of item: Item) -> RoomEstimator? { item.beacon.flatMap { beacons[$0]?.rooms } }
}
