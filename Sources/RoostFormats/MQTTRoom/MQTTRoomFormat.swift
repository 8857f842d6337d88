import RoostCore

/// The messages that Home Assistant's `mqtt_room` reads, from any publisher; each room is a node.
enum MQTTRoomFormat {
    /// `<room>`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        message.topic.count == 1 ? try read(room: message.topic.text(0), message) : .ignored
    }

    static func read(
        room: String, _ message: DialectMessage
    ) throws(Refusal) -> Incoming {
        guard message.payload.isObject else { return .ignored }
        let node = try ID<Node>(scanner: room)
        guard let sighting = try sighting(message.payload) else { return .ignored }
        return .heard([sighting], by: node, room: room, isRetained: message.isRetained)
    }

    private enum Name: String, CaseIterable {
        case id, distance, rssi
    }

    private static let names = Vocabulary<Name>()

    /// By the signal if the scanner reports it, else by the distance.
    private static func sighting(_ payload: [UInt8]) throws(Refusal) -> Sighting? {
        var id: JSONText?
        var (distance, rssi): (Double?, Double?)
        let reader = try LenientReader.members(of: payload, names) {
            (name, reader) throws(JSONError) in
            switch name {
            case .id: id = try reader.text("id")
            case .distance: distance = try reader.number("distance")
            case .rssi: rssi = try reader.number("rssi")
            }
        }
        guard let id else { throw Refusal(.missingField, "id") }
        guard rssi != nil || distance != nil else { throw Refusal(.missingField, "distance") }
        guard distance.map({ $0 >= 0 }) ?? true else { throw Refusal(.outOfRange, "distance") }
        let level = try RSSI(reported: rssi) ?? distance.flatMap(RSSI.init(metres:))
        return beacon(reader.json.string(id)).map { Sighting(beacon: $0, rssi: level) }
    }

    /// The beacon for an id, with or without one of room-assistant's prefixes.
    static func beacon(_ id: String) -> BeaconID? {
        let prefix = ["ble-", "bluetooth-classic-"].first(where: id.hasPrefix) ?? ""
        return BeaconID(spellingOrName: String(id.dropFirst(prefix.count)))
    }
}
