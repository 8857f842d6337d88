import RoostCore

/// How certain `monitor` is that a device is there; every value is a string.
struct MonitorReport {
    private enum Name: String, CaseIterable {
        case id, mac, confidence, rssi, power, timestamp
    }

    private static let names = Vocabulary<Name>()

    /// `nil` if the device is not there, or has no identity.
    private(set) var sighting: Sighting?
    /// When it was sent, by the clock of its machine.
    private(set) var time: Timestamp?

    /// `nil` if the message is about no device, such as commands that machines send each other.
    init?(_ payload: [UInt8]) throws(Refusal) {
        var (id, mac): (JSONText?, JSONText?)
        var (confidence, rssi, power): (Double?, Double?, Double?)
        var timestamp: JSONText?
        let reader = try LenientReader.members(of: payload, Self.names) {
            (name, reader) throws(JSONError) in
            switch name {
            case .id: id = try reader.text("id")
            case .mac: mac = try reader.text("mac")
            case .confidence: confidence = try reader.number("confidence")
            // A phone that is queried by name has no signal strength.
            case .rssi: rssi = try reader.numberIfAny()
            case .power: power = try reader.numberIfAny()
            case .timestamp: timestamp = try reader.text("timestamp")
            }
        }
        guard let id else { return nil }
        guard let confidence else { throw Refusal(.missingField, "confidence") }
        time = timestamp.map(reader.json.string).flatMap(Timestamp.init(monitor:))
        let beacons = [id, mac].compactMap { $0 }
            .compactMap { BeaconID(spelling: reader.json.contents($0)) }
        // Lower values mean that the last scan, or several, did not hear the device.
        guard confidence >= 100, let beacon = beacons.first else { return }
        sighting = Sighting(
            beacon: beacon, alias: beacons.first { $0 != beacon },
            rssi: rssi.flatMap(RSSI.init(dBm:)), txPower: power, time: time)
    }
}

extension Timestamp {
    /// Reads what `monitor` writes: RFC 3339 without a colon in the offset, or in older versions
    /// `Sun Sep 20 2026 08:01:12 GMT+0200 (CEST)`.
    fileprivate init?(monitor text: String) {
        if let time = Timestamp(rfc3339: text) {
            self = time
            return
        }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let words = text.split(separator: " ")
        guard words.count >= 6, words[5].hasPrefix("GMT"),
            let month = months.firstIndex(where: { $0 == words[1] })
        else { return nil }
        let number = (month + 1).zeroPadded(to: 2)
        self.init(
            rfc3339: "\(words[3])-\(number)-\(words[2])T\(words[4])\(words[5].dropFirst(3))")
    }
}
