/// The topics of one dialect: what is listened to, and what a topic of it is.
struct DialectTopics {
    /// As `gateway/info` lists it; `nil` for what nothing is heard from.
    var name: String?
    var filters: [String]
    var branches: [(prefix: [UInt8], branch: Dialects.Branch)]

    /// - Parameters:
    ///   - base: The first levels, without a slash at the end.
    ///   - filters: What is listened to, below the base.
    ///   - branches: By what a topic begins with below the base.
    private init(
        _ name: String?, _ base: String, filters: [String],
        _ branches: KeyValuePairs<String, Dialects.Branch>
    ) {
        self.name = name
        self.filters = filters.map { "\(base)/\($0)" }
        self.branches = branches.map { (Array("\(base)/\($0.key)".utf8), $0.value) }
    }

    static func all(below bases: TopicBases) -> [DialectTopics] {
        [
            .init(
                "roost", bases.roost,
                filters: [
                    "node/+/sightings", "node/+/status", "node/+/info", "user/+/request/+/+",
                    "admin/request/+/+",
                ],
                ["node/": .nodes, "user/": .users, "admin/request/": .admin, "": .others]),
            .init(nil, bases.homeAssistant, filters: ["status"], ["": .homeAssistant]),
            .init("owntracks", bases.ownTracks, filters: ["+/+", "+/+/+"], ["": .ownTracks]),
            .init(
                "espresense", bases.espresense,
                filters: [
                    "devices/+/+", "rooms/+/status", "rooms/+/telemetry", "settings/+/config",
                ],
                [
                    "devices/": .espresenseDevices, "rooms/": .espresenseRooms,
                    "settings/": .espresenseSettings, "": .others,
                ]),
            .init(
                "theengs", bases.theengs, filters: ["+/BTtoMQTT/+", "+/LWT", "+/SYStoMQTT"],
                ["": .theengs]),
            .init("ruuvi", bases.ruuvi, filters: ["+/+"], ["": .ruuvi]),
            .init("mqtt_room", bases.mqttRoom, filters: ["+"], ["": .mqttRoom]),
            .init("monitor", bases.monitor, filters: ["+", "+/+"], ["": .monitor]),
            .init(
                "room_assistant", bases.roomAssistant,
                filters: ["status/+", "mqtt-room/+", "entity/+/+/+"], ["": .roomAssistant]),
            bases.shelly.map(DialectTopics.init(shelly:)),
        ].compactMap { $0 }
    }

    /// - Parameter base: With a plus sign at the end, for a Shelly's own prefix.
    private init(shelly base: String) {
        name = "shelly"
        filters = ["\(base)/events/rpc", "\(base)/online"]
        branches = [(Array(base.dropLast().utf8), .shelly)]
    }
}
