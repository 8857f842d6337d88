public import RoostCore

extension Discovery {
    /// A user: where they are, and what they are told.
    ///
    /// The tracker named like the user shows what Roost believes; a second one shows the position
    /// on the map, and in which zone that is, Home Assistant judges by itself.
    ///
    /// Up to 2026.11 a tracker without coordinates takes its state from a topic, and whom a zone
    /// counts from its attribute `in_zones`. Home Assistant plans to read that alone (pull request
    /// 172660), so both are there.
    public init(_ user: User, topics: Topics, version: String) {
        let presence = topics.presence(user.id)
        self.init(
            id: "roost_\(user.id)", name: user.name, model: "User", version: version,
            gatewayStatus: topics.gatewayStatus,
            entities: [
                .tracker(
                    "whereabouts", nil, of: presence, source: "bluetooth_le",
                    attributes: Self.zonesTemplate,
                    availability:
                        "{{ 'offline' if value_json.hand in ['unknown', 'offline'] "
                        + "else 'online' }}",
                    [("state_topic", topics.trackerState(user.id))]),
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

    /// What a user's first tracker has for its state: the name of their place, and Home Assistant's
    /// own words for its home, for no place, and for what is unknown.
    public static func trackerState(of presence: PresenceView) -> String {
        guard let place = presence.place else {
            return presence.hand == .travelling ? "not_home" : "None"
        }
        if presence.isAtHome { return home }
        let name = presence.placeName ?? place.rawValue
        return ownWords.contains(name.lowercased()) ? Place.Kind.other.rawValue : name
    }

    private static let home = "home"
    /// The names that would say something else there.
    private static let ownWords = [home, "none", "not_home", "unavailable", "unknown"]

    /// The zones that have the id or the name of the user's place, or of one around it; the home is
    /// the household's, whatever somebody's own place is called.
    private static let zonesTemplate =
        "{% set names = [value_json.place_name] + value_json.within_names %}"
        + "{% set ids = ([value_json.place] + value_json.within + names) "
        + "| select | map('slugify') | list %}"
        + "{% set zones = states.zone | selectattr('object_id', 'in', ids) | list "
        + "+ states.zone | selectattr('name', 'in', names) | list %}"
        + "{% set zones = zones | rejectattr('object_id', 'eq', 'home') | list "
        + "+ (states.zone | selectattr('object_id', 'eq', 'home') | list "
        + "if value_json.at_home else []) %}"
        + "{{ {'in_zones': zones | map(attribute='entity_id') | unique | list} | tojson }}"
}
