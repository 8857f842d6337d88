public import RoostCore

extension Discovery {
    /// A user: where they are, and what they are told.
    ///
    /// The tracker named like the user shows what Roost believes, by the id and the name of the
    /// place, and of those around it: a zone of Home Assistant that has either is meant. A second
    /// tracker shows the position on the map; in which zone that is, Home Assistant judges by
    /// itself.
    public init(_ user: User, topics: Topics, version: String) {
        let presence = topics.presence(user.id)
        self.init(
            id: "roost_\(user.id)", name: user.name, model: "User", version: version,
            gatewayStatus: topics.gatewayStatus,
            entities: [
                .tracker(
                    "whereabouts", nil, of: presence, source: "bluetooth_le",
                    attributes: "{{ {'in_zones': [value_json.place, value_json.place_name] "
                        + "+ value_json.within | default([]) "
                        + "+ value_json.within_names | default([]) "
                        + "if value_json.place else []} | tojson }}",
                    availability:
                        "{{ 'offline' if value_json.hand in ['unknown', 'offline'] "
                        + "else 'online' }}"),
                // The topic is cleared when its user has no phone any more.
                .tracker(
                    "position", "Position", of: topics.location(user.id), source: "gps",
                    attributes: "{{ ({'latitude': value_json.lat, 'longitude': value_json.lon, "
                        + "'gps_accuracy': value_json.accuracy | default(0, true)} "
                        + "if value_json is defined else {}) | tojson }}",
                    availability: "{{ 'online' if value_json is defined else 'offline' }}"),
                .sensor("hand", "Hand", of: presence, icon: "clock-outline"),
                .sensor(
                    "place", "Place", of: presence, member: "place_name", icon: "map-marker"),
                .sensor("room", "Room", of: presence, member: "room_name", icon: "door"),
                .choice(
                    "activity", "Activity", of: presence, icon: "walk",
                    Activity.allCases.map(\.rawValue)),
                .sensor("heading_to", "Heading to", of: presence, icon: "map-marker-right"),
                .time("eta", "Arrival", of: presence), .battery(of: presence),
                .event(
                    "alert", "Alert", of: topics.alert(user.id), icon: "bell-alert",
                    types: AlertKind.allCases.map(\.rawValue),
                    template: "{{ dict(value_json, event_type=value_json.kind) | tojson }}"),
                .event(
                    "reminder", "Reminder", of: topics.reminder(user.id),
                    icon: "note-text-outline", types: ["note", "fact"]),
            ])
    }
}
