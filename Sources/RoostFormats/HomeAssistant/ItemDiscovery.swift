public import RoostCore

/// What tells Home Assistant of an item: where it is, and whether its owner has it.
public struct ItemDiscovery: JSONWritable {
    public var item: Item
    public var topics: Topics
    /// The gateway's version.
    public var version: String

    public init(_ item: Item, topics: Topics, version: String) {
        self.item = item
        self.topics = topics
        self.version = version
    }

    public func write(to json: inout JSONWriter) {
        let state = topics.item(item.id)
        let discovery = Discovery(
            id: "roostitem_\(item.id)", name: item.name, model: "Item: \(item.kind.rawValue)",
            version: version, gatewayStatus: topics.gatewayStatus,
            entities: [
                whereabouts,
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
        discovery.write(to: &json)
    }

    private var whereabouts: Discovery.Entity {
        let state = topics.item(item.id)
        return Discovery.Entity(
            key: "whereabouts", platform: "device_tracker", name: nil,
            members: [
                ("json_attributes_topic", state),
                (
                    "json_attributes_template",
                    "{{ ({'latitude': value_json.lat, 'longitude': value_json.lon} "
                        + "if value_json.lat is not none else {}) | tojson }}"
                ), ("source_type", "bluetooth_le"),
                (
                    "availability",
                    [
                        Discovery.Availability(topic: topics.gatewayStatus),
                        Discovery.Availability(
                            topic: state,
                            template: "{{ 'offline' if value_json.lat is none else 'online' }}"),
                    ]
                ), ("availability_mode", "all"),
            ])
    }
}
