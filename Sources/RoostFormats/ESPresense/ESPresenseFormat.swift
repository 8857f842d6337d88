import RoostCore

/// What ESPresense scanners publish; one of their rooms is one of Roost's nodes.
enum ESPresenseFormat {
    /// `devices/<id>/<room>`; a topic one level deeper is the answer to a query.
    static func device(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let (topic, payload) = (message.topic, message.payload)
        guard topic.count == 2 else {
            if topic.count > 2 { return .ignored }
            throw Refusal(.unknownTopic)
        }
        let room = topic.text(1)
        let node = try ID<Node>(scanner: room)
        guard !payload.isEmpty, let sighting = try sighting(payload) else { return .ignored }
        return .heard([sighting], by: node, room: room, isRetained: message.isRetained)
    }

    private enum RoomTopic: String, CaseIterable {
        case status, telemetry
    }

    private static let roomTopics = Vocabulary<RoomTopic>()

    /// `rooms/<room>/…`: whether the scanner is online; its settings are of no interest.
    static func room(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let (topic, payload) = (message.topic, message.payload)
        guard topic.count == 2, let kind = roomTopics[topic.word(1)] else { return .ignored }
        let room = topic.text(0)
        let node = try ID<Node>(scanner: room)
        guard !payload.isEmpty else { return .ignored }
        switch kind {
        case .status:
            return .status(
                of: node, room: room, isOnline: try NodeFormats.isOnline(payload),
                isRetained: message.isRetained)
        case .telemetry:
            _ = try Refusal.object(payload)
            // A message that the broker retained says nothing about the present.
            guard !message.isRetained else { return .ignored }
            return .events([.nodeInfo(node, NodeInfo(room: room))])
        }
    }

    private static let config = ShortWord("config")

    /// `settings/<id>/config`: what the scanners are to call a device from now on, as the `id` that
    /// they publish in place of its own; an empty message restores its own.
    static func setting(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let (topic, payload) = (message.topic, message.payload)
        guard topic.count == 2, topic.word(1) == config,
            let beacon = BeaconID(spelling: topic.text(0))
        else { return .ignored }
        guard !payload.isEmpty else { return .events([.beaconName(nil, of: beacon)]) }
        let setting = try Refusal.object(payload)
        let name = setting["id"]?.string.flatMap(BeaconID.init(spellingOrName:))
        return .events([.beaconName(name, of: beacon)])
    }

    private enum Name: String, CaseIterable {
        case id, mac, rssi, batt
        case txPower = "rssi@1m"
    }

    private static let names = Vocabulary<Name>()

    /// Whether an id names a type of device that changes its address on purpose, however stable the
    /// address looks: Apple's and Samsung's tags, and exposure notifications.
    private static func hidesIdentity(_ type: String) -> Bool {
        ["apple:findmy", "smarttag:", "exp:"].contains { type.hasPrefix($0) }
    }

    /// `nil` for a device of which only the type is known.
    private static func sighting(_ payload: [UInt8]) throws(Refusal) -> Sighting? {
        var (id, mac): (JSONText?, JSONText?)
        var (rssi, txPower, battery): (Double?, Double?, Double?)
        let reader = try LenientReader.members(of: payload, names) {
            (name, reader) throws(JSONError) in
            switch name {
            case .id: id = try reader.text("id")
            case .mac: mac = try reader.text("mac")
            case .rssi: rssi = try reader.number("rssi")
            case .txPower: txPower = try reader.number("rssi@1m")
            case .batt: battery = try reader.number("batt")
            }
        }
        guard id != nil || mac != nil else { throw Refusal(.missingField, "id") }
        // Most ids are a spelling, which needs no string; few are a name.
        let named = id.flatMap {
            BeaconID(spelling: reader.json.contents($0))
                ?? BeaconID(spellingOrName: reader.json.string($0))
        }
        let address = mac.flatMap { BeaconID(spelling: reader.json.contents($0)) }
        if named == nil, let id, hidesIdentity(reader.json.string(id)) { return nil }
        guard let beacon = named ?? address else { return nil }
        // If only the type of a device is known, its address may be one that changes.
        let isKnownByType = id != nil && named == nil
        return Sighting(
            beacon: beacon, alias: beacon == address ? nil : address,
            rssi: try RSSI(reported: rssi), txPower: txPower, battery: batteryLevel(battery),
            isRotating: isKnownByType && beacon.mayRotate)
    }
}
