/// The subject of a measurement: a floor or the gateway, in a process of its own.
enum Subject: String, CaseIterable, Codable, Sendable {
    /// A subscriber that only counts.
    case counting
    /// The same, with one row per message.
    case inserting
    case roost

    /// What the floors subscribe to: those of the gateway's filters by which the loads come.
    static let filters = [
        "roost/node/+/sightings", "roost/node/+/status", "roost/node/+/info",
        "roost/user/+/request/+/+", "roost/admin/request/+/+", "owntracks/+/+", "owntracks/+/+/+",
        "espresense/devices/+/+", "espresense/rooms/+/status", "espresense/rooms/+/telemetry",
    ]

    /// A request that costs next to nothing, whose response comes after the commit.
    static let markRequest = "roost/user/u0000/request/settings/get"
    static let markResponse = "roost/user/u0000/response/settings/get"
    static let requestPrefix = "roost/user/"
    static let length = requestPrefix.utf8.count
}
