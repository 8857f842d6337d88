/// The topics of one dialect: its subscriptions, and what each of its topics is.
struct DialectTopics {
    /// The name that `gateway/info` lists; `nil` if the dialect has no devices to hear.
    var name: String?
    var filters: [String]
    var branches: [(prefix: [UInt8], branch: Dialects.Branch)]

    /// - Parameters:
    ///   - base: The first levels, without a slash at the end.
    ///   - filters: The topic filters to subscribe to, below the base.
    ///   - branches: By the beginning of a topic below the base.
    private init(
        _ name: String?, _ base: String, filters: [String],
        _ branches: KeyValuePairs<String, Dialects.Branch>
    ) {
        self.name = name
        self.filters = filters.map { "\(base)/\($0)" }
        self.branches = branches.map { (Array("\(base)/\($0.key)".utf8), $0.value) }
    }

    /// Where mosquitto says how long it has been running.
    static let brokerUptime = "$SYS/broker/uptime"

    static func all(below bases: TopicBases) -> [DialectTopics] {
        [
            .init(
                "roost", bases.roost,
                filters: [
                    "node/+/sightings", "node/+/status", "node/+/info",
                ] + ["user/+/request", "admin/request"].flatMap(requests),
                ["node/": .nodes, "user/": .users, "admin/request/": .admin, "": .others]),
            .init(brokerUptime, .broker),
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

    /// Requests, and what has a level too few or too many for one, to be told so.
    ///
    /// No two filters bring the same message, as one for all would beside what an earlier version
    /// has subscribed to.
    private static func requests(below base: String) -> [String] {
        ["+/+", "+", "+/+/+/#"].map { "\(base)/\($0)" }
    }

    /// A single topic.
    private init(_ topic: String, _ branch: Dialects.Branch) {
        filters = [topic]
        branches = [(Array(topic.utf8), branch)]
    }

    /// - Parameter base: Ends in a plus sign, for a Shelly's own prefix.
    private init(shelly base: String) {
        name = "shelly"
        filters = ["\(base)/events/rpc", "\(base)/online"]
        branches = [(Array(base.dropLast().utf8), .shelly)]
    }
}
