import RoostCore

/// What ESPresense's scanners publish; one of its rooms is one of our nodes.
enum ESPresenseFormat {
    private enum Name: String, CaseIterable {
        case id, mac, rssi, batt
        case txPower = "rssi@1m"
    }

    private static let names = Vocabulary<Name>()

    /// `devices/<id>/<room>`; `nil` for a device that is only known by its type.
    static func sighting(_ payload: [UInt8]) throws(Refusal) -> Sighting? {
        var reader = LenientReader(payload)
        var (id, mac): (JSONText?, JSONText?)
        var (rssi, txPower, battery): (Double?, Double?, Double?)
        do throws(JSONError) {
            if try reader.beginObject("payload") {
                while let name = try reader.json.nextName() {
                    switch names[name] {
                    case .id: id = try reader.text("id")
                    case .mac: mac = try reader.text("mac")
                    case .rssi: rssi = try reader.number("rssi")
                    case .txPower: txPower = try reader.number("rssi@1m")
                    case .batt: battery = try reader.number("batt")
                    case nil: try reader.json.skip()
                    }
                }
            }
            try reader.json.end()
        } catch {
            throw Refusal(error)
        }
        try reader.checkFaults()
        let spellings = [id, mac].compactMap { $0 }
        guard !spellings.isEmpty else { throw Refusal(.missingField, "id") }
        let beacons = spellings.compactMap { BeaconID(spelling: reader.json.contents($0)) }
        guard let beacon = beacons.first else { return nil }
        return Sighting(
            beacon: beacon, alias: beacons.first { $0 != beacon },
            rssi: rssi.flatMap(RSSI.init(dBm:)), txPower: txPower, battery: batteryLevel(battery))
    }

    /// The node that a room is.
    static func node(_ room: String) throws(Refusal) -> ID<Node> {
        // Most rooms are slugs and so ids already.
        guard let node = ID<Node>(room) ?? ID<Node>(from: room) else {
            throw Refusal(.invalidID, "room")
        }
        return node
    }
}
