public import RoostCore

extension Discovery {
    /// An item: where it is, and whether its owner has it.
    public init(_ item: Item, topics: Topics, version: String) {
        let state = topics.item(item.id)
        self.init(
            id: "roostitem_\(item.id)", name: item.name, model: "Item: \(item.kind.rawValue)",
            version: version, gatewayStatus: topics.gatewayStatus,
            entities: [
                .tracker(
                    "whereabouts", nil, of: state, source: "bluetooth_le",
                    attributes: "{{ ({'latitude': value_json.lat, 'longitude': value_json.lon} "
                        + "if value_json.lat is not none else {}) | tojson }}",
                    availability: "{{ 'offline' if value_json.lat is none else 'online' }}"),
                .sensor("place", "Place", of: state, member: "place_name", icon: "map-marker"),
                .sensor("room", "Room", of: state, member: "room_name", icon: "door"),
                .choice(
                    "with_owner", "With owner", of: state, icon: "account-check",
                    ItemTrack.Answer.allCases.map(\.rawValue)),
                .choice(
                    "proximity", "Proximity", of: state, icon: "signal-distance-variant",
                    Proximity.allCases.map(\.rawValue)),
                .sensor(
                    "distance", "Distance", of: state,
                    [("device_class", "distance"), ("unit_of_measurement", "m")]),
                .time("last_seen", "Last seen", of: state), .battery(of: state),
            ])
    }
}
