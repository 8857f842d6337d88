import RoostCore

/// What room-assistant publishes; each instance is a node, named after its room.
enum RoomAssistantFormat {
    private enum Topic: String, CaseIterable {
        case status, entity
        case mqttRoom = "mqtt-room"
    }

    private static let topics = Vocabulary<Topic>()

    /// `status/<instance>`, `mqtt-room/<instance>` and `entity/<instance>/<class>/<entity>`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        guard topic.count > 1, let kind = topics[topic.word(0)],
            topic.count == (kind == .entity ? 4 : 2), !message.payload.isEmpty
        else { return .ignored }
        switch kind {
        case .status:
            let room = topic.text(1)
            return .status(
                of: try ID<Node>(scanner: room), room: room,
                isOnline: try NodeFormats.isOnline(message.payload),
                isRetained: message.isRetained)
        case .mqttRoom:
            return try MQTTRoomFormat.read(room: topic.text(1), message)
        case .entity:
            return try entity(message)
        }
    }

    /// The whereabouts of a tag, as the leader collects it from all instances.
    ///
    /// Each message carries its newest reading and repeats earlier ones: only an instance whose
    /// reading is as new, or nearly so, is shown to be alive.
    private static func entity(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let json = try Refusal.json(message.payload)
        // The other instances repeat the leader.
        guard json["hasAuthority"]?.bool == true,
            let entity = json["entity"], let distances = entity["distances"]?.object
        else { return .ignored }
        guard let id = entity["id"]?.string else { throw Refusal(.missingField, "id") }
        guard let beacon = MQTTRoomFormat.beacon(id) else { return .ignored }
        guard distances.members.count <= mostInstances else {
            throw Refusal(.outOfRange, "distances")
        }
        let values = Dictionary(
            (entity["measuredValues"]?.object?.members ?? []).map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        var readings: [(instance: String, sighting: Sighting)] = []
        for member in distances.members where member.value["outOfRange"]?.bool != true {
            var sighting = try sighting(of: beacon, member.value, values[member.name])
            sighting.battery = batteryLevel(entity["batteryLevel"]?.number?.double)
            readings.append((member.name, sighting))
        }
        let newest = readings.compactMap(\.sighting.time).max()
        var events: [Event] = []
        for (instance, sighting) in readings {
            if let time = sighting.time, let newest,
                newest.seconds(since: time) > longestDelay
            {
                continue
            }
            events.append(
                .sightings(
                    SightingBatch(
                        node: try ID(scanner: instance), sightings: [sighting],
                        isRetained: message.isRetained, room: instance, sent: newest)))
        }
        return events.isEmpty ? .ignored : .events(events)
    }

    /// More than a house has rooms.
    private static let mostInstances = 100
    /// The most seconds between readings that are new in the same message.
    private static let longestDelay = 15.0

    /// By the signal if it is reported, else by the distance.
    ///
    /// Of a phone with Bluetooth Classic, what is called the distance is how much weaker it is than
    /// close by, in dB, and may be negative.
    private static func sighting(
        of beacon: BeaconID, _ reading: JSON, _ measured: JSON?
    ) throws(Refusal) -> Sighting {
        guard let distance = reading["distance"]?.number?.double else {
            throw Refusal(.wrongType, "distance")
        }
        return Sighting(
            beacon: beacon,
            rssi: (measured?["rssi"]?.number?.double).flatMap(RSSI.init(dBm:))
                ?? RSSI(metres: max(0, distance)),
            txPower: measured?["measuredPower"]?.number?.double,
            time: reading["lastUpdatedAt"]?.string.flatMap(Timestamp.init(rfc3339:)))
    }
}
