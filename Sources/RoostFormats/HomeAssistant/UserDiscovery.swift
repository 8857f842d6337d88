public import RoostCore

/// What tells Home Assistant of a user: where they are, and what they are told.
///
/// The tracker named like the user shows what Roost believes, by the id and the name of the place:
/// a zone of Home Assistant that has either is meant. A second tracker shows the position on the
/// map; in which zone that is, Home Assistant judges by itself.
public struct UserDiscovery: JSONWritable {
    public var user: User
    public var topics: Topics
    /// The gateway's version.
    public var version: String

    public init(_ user: User, topics: Topics, version: String) {
        self.user = user
        self.topics = topics
        self.version = version
    }

    public func write(to json: inout JSONWriter) {
        let presence = topics.presence(user.id)
        let discovery = Discovery(
            id: "roost_\(user.id)", name: user.name, model: "User", version: version,
            gatewayStatus: topics.gatewayStatus,
            entities: [
                whereabouts, position,
                .sensor("hand", "Hand", of: presence, icon: "clock-outline"),
                .sensor(
                    "place", "Place", of: presence, member: "place_name", icon: "map-marker"),
                .sensor("room", "Room", of: presence, member: "room_name", icon: "door"),
                .choice(
                    "activity", "Activity", of: presence, icon: "walk",
                    Activity.allCases.map(\.rawValue)),
                .sensor("heading_to", "Heading to", of: presence, icon: "map-marker-right"),
                .time("eta", "Arrival", of: presence), .battery(of: presence),
                alert, reminder,
            ])
        discovery.write(to: &json)
    }

    private var whereabouts: Discovery.Entity {
        let presence = topics.presence(user.id)
        // Nobody is away only because nobody knows where they are.
        let isKnown = "{{ 'offline' if value_json.hand in ['unknown', 'offline'] else 'online' }}"
        return Discovery.Entity(
            key: "whereabouts", platform: "device_tracker", name: nil,
            members: [
                ("json_attributes_topic", presence),
                (
                    "json_attributes_template",
                    "{{ {'in_zones': [value_json.place, value_json.place_name] "
                        + "if value_json.place else []} | tojson }}"
                ), ("source_type", "bluetooth_le"),
                (
                    "availability",
                    [
                        Discovery.Availability(topic: topics.gatewayStatus),
                        Discovery.Availability(topic: presence, template: isKnown),
                    ]
                ), ("availability_mode", "all"),
            ])
    }

    private var position: Discovery.Entity {
        let location = topics.location(user.id)
        return Discovery.Entity(
            key: "position", platform: "device_tracker", name: "Position",
            members: [
                ("json_attributes_topic", location),
                (
                    // The topic is cleared when its user has no phone any more.
                    "json_attributes_template",
                    "{{ ({'latitude': value_json.lat, 'longitude': value_json.lon, "
                        + "'gps_accuracy': value_json.accuracy | default(0, true)} "
                        + "if value_json is defined else {}) | tojson }}"
                ), ("source_type", "gps"),
                (
                    "availability",
                    [
                        Discovery.Availability(topic: topics.gatewayStatus),
                        Discovery.Availability(
                            topic: location,
                            template: "{{ 'online' if value_json is defined else 'offline' }}"),
                    ]
                ), ("availability_mode", "all"),
            ])
    }

    private var alert: Discovery.Entity {
        Discovery.Entity(
            key: "alert", platform: "event", name: "Alert",
            members: [
                ("state_topic", topics.alert(user.id)),
                ("value_template", "{{ dict(value_json, event_type=value_json.kind) | tojson }}"),
                ("event_types", AlertKind.allCases.map(\.rawValue)), ("icon", "mdi:bell-alert"),
            ])
    }

    private var reminder: Discovery.Entity {
        Discovery.Entity(
            key: "reminder", platform: "event", name: "Reminder",
            members: [
                ("state_topic", topics.reminder(user.id)), ("event_types", ["note", "fact"]),
                ("icon", "mdi:note-text-outline"),
            ])
    }
}
