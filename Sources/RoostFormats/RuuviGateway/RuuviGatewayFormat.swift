import RoostCore

/// What a Ruuvi Gateway publishes; each is a node, named by its address.
enum RuuviGatewayFormat {
    private static let status = ShortWord("gw_status")

    /// `<gateway>/<tag>`, both by their addresses, and `<gateway>/gw_status`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        guard topic.count == 2, !message.payload.isEmpty else { return .ignored }
        let node = try ID<Node>(scanner: topic.text(0))
        if topic.word(1) == status {
            return .status(
                of: node, isOnline: try isOnline(Refusal.json(message.payload)),
                isRetained: message.isRetained)
        }
        guard let address = BluetoothAddress(spelling: topic.text(1)) else { return .ignored }
        let (sighting, sent) = try sighting(of: address, message.payload)
        return .heard([sighting], by: node, sent: sent, isRetained: message.isRetained)
    }

    private static func isOnline(_ status: JSON) throws(Refusal) -> Bool {
        switch status["state"]?.string {
        case "online": true
        case "offline": false
        default: throw Refusal(.wrongType, "state")
        }
    }

    private enum Name: String, CaseIterable {
        case rssi, data
        case time = "ts"
        case sent = "gwts"
    }

    private static let names = Vocabulary<Name>()

    /// - Returns: The sighting, unless nobody can track the sender, and when the gateway sent it by
    ///   its own clock, if it has one.
    private static func sighting(
        of address: BluetoothAddress, _ payload: [UInt8]
    ) throws(Refusal) -> (sighting: Sighting?, sent: Timestamp?) {
        var rssi: Double?
        var (time, sent): (Timestamp?, Timestamp?)
        // A gateway that decodes advertisements itself may leave the data out.
        var data: [UInt8]? = []
        try LenientReader.members(of: payload, names) { (name, reader) throws(JSONError) in
            switch name {
            case .rssi: rssi = try reader.number("rssi")
            case .time: time = try reader.time("ts")
            case .sent: sent = try reader.time("gwts")
            case .data: data = try reader.string("data").flatMap(Hex.bytes)
            }
        }
        guard let rssi else { throw Refusal(.missingField, "rssi") }
        guard let data else { throw Refusal(.wrongType, "data") }
        let advertisement = Advertisement(
            address: address, rssi: RSSI(dBm: rssi), data: AdvertisingData(data))
        return (Sighting(advertisement, time: time ?? sent), sent)
    }
}
