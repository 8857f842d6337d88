import RoostCore

/// The members of the OwnTracks messages that come by the thousand: locations and transitions.
struct OwnTracksDraft {
    enum Name: String, CaseIterable {
        case type = "_type"
        case messageID = "_id"
        case created = "created_at"
        case lat, lon, tst, acc, alt, vel, cog, batt, bs, t, topic, user, username
        case motionActivities = "motionactivities"
        case event, desc, wtst, rid
        case inregions, inrids
        // Android writes them in capitals, iOS does not.
        case upperSSID = "SSID"
        case upperBSSID = "BSSID"
        case ssid, bssid
    }

    private static let names = Vocabulary<Name>()

    var type: JSONText?
    var messageID: JSONText?
    var latitude: Double?
    var longitude: Double?
    var seconds: Double?
    /// When the message was made; `seconds` is when its position was taken.
    var created: Double?
    var accuracy: Double?
    var altitude: Double?
    /// Kilometres per hour.
    var velocity: Double?
    var course: Double?
    var battery: Double?
    var batteryState: Double?
    var trigger: JSONText?
    var activity: Activity?
    /// The phone's own regions that contain it, by name and by id.
    var regions: [String]?
    /// The name of the Wi-Fi, and the address of its access point.
    var network: JSONText?
    var accessPoint: JSONText?
    /// The publisher and the topic according to the payload.
    var topic: JSONText?
    var user: JSONText?

    var event: JSONText?
    var region: JSONText?
    var regionTime: Double?
    var regionID: JSONText?

    /// What a position can do without, unless it tells how far to trust it, is ignored if it is of
    /// a wrong type.
    mutating func read(_ reader: inout LenientReader) throws(JSONError) {
        try reader.takeMembers(Self.names) { (name, reader) throws(JSONError) in
            try take(name, &reader)
        }
    }

    private mutating func take(_ name: Name, _ reader: inout LenientReader) throws(JSONError) {
        switch name {
        case .type: type = try reader.text("_type")
        case .messageID: messageID = try reader.textIfAny()
        case .lat: latitude = try reader.number("lat")
        case .lon: longitude = try reader.number("lon")
        case .created:
            // Other software writes it as text; only a ping needs it.
            if case .number(let number) = try reader.json.scalar() { created = number }
        case .tst: seconds = try reader.number("tst")
        case .acc: accuracy = try reader.number("acc")
        case .alt: altitude = try reader.numberIfAny()
        case .vel: velocity = try reader.numberIfAny()
        case .cog: course = try reader.numberIfAny()
        case .batt: battery = try reader.numberIfAny()
        case .bs: batteryState = try reader.numberIfAny()
        case .t: trigger = try reader.textIfAny()
        case .motionActivities: activity = try Self.activity(&reader)
        case .topic: topic = try reader.text("topic")
        case .user, .username: user = try reader.text("user")
        case .event: event = try reader.text("event")
        case .desc: region = try reader.textIfAny()
        case .wtst: regionTime = try reader.number("wtst")
        case .rid: regionID = try reader.textIfAny()
        case .inregions, .inrids: try readRegions(&reader)
        case .ssid, .upperSSID: network = try reader.textIfAny()
        case .bssid, .upperBSSID: accessPoint = try reader.textIfAny()
        }
    }

    /// The state from the phone's motion sensor; of several words the fastest counts, since a phone
    /// in a car at a light is both `automotive` and `stationary`.
    private static func activity(_ reader: inout LenientReader) throws(JSONError) -> Activity? {
        var fastest: Activity?
        guard try reader.beginArray() else { return nil }
        while try reader.json.hasNextElement() {
            guard let text = try reader.textIfAny() else { continue }
            switch reader.json.string(text) {
            case "automotive", "cycling": fastest = .vehicle
            case "walking", "running": if fastest != .vehicle { fastest = .walking }
            case "stationary": fastest = fastest ?? .still
            default: break
            }
        }
        return fastest
    }

    /// The most regions read, each no longer than the name of a region may be.
    private static let mostRegions = 50

    private mutating func readRegions(_ reader: inout LenientReader) throws(JSONError) {
        guard try reader.beginArray() else { return }
        var names = regions ?? []
        while try reader.json.hasNextElement() {
            guard let text = try reader.textIfAny(),
                text.count <= OwnTracksWaypoints.nameLimit, names.count < Self.mostRegions
            else { continue }
            names.append(OwnTracksWaypoints.plainName(reader.json.string(text)))
        }
        regions = names
    }

    /// By the access point if it is given, since a house may have several and many houses may share
    /// a name; a phone without permission to read it writes zeros.
    private func networkHash(_ json: JSONReader) -> UInt64? {
        for text in [accessPoint, network] {
            guard let text, (1...64).contains(text.count) else { continue }
            let name = json.string(text).lowercased()
            guard !Self.noNetworks.contains(name) else { continue }
            var hash = StableHash()
            hash.combine(name)
            return hash.value
        }
        return nil
    }

    private static let noNetworks: Set = [
        "02:00:00:00:00:00", "00:00:00:00:00:00", "<unknown ssid>",
    ]

    /// The trigger of a message that repeats the last known position every so often.
    ///
    /// iOS stamps it with the present, Android with the time of the position.
    private static let ping = "p"

    /// In metres; a worse accuracy proves just as little.
    private static let worstAccuracy = 10_000_000.0

    /// The position, without the members of a particular kind of message.
    func fix(_ reader: LenientReader, isRetained: Bool) throws(Refusal) -> Fix {
        guard let latitude else { throw Refusal(.missingField, "lat") }
        guard let longitude else { throw Refusal(.missingField, "lon") }
        guard let seconds else { throw Refusal(.missingField, "tst") }
        guard latitude != 0 || longitude != 0 else { throw Refusal(.noFix, "position 0/0") }
        guard abs(seconds) >= 1 else { throw Refusal(.noFix, "tst 0") }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw Refusal(.outOfRange, (-90...90).contains(latitude) ? "lon" : "lat")
        }
        guard let time = Timestamp(secondsSinceEpoch: seconds) else {
            throw Refusal(.outOfRange, "tst")
        }
        // By which iOS says that the position is none.
        guard accuracy ?? 0 >= 0 else { throw Refusal(.noFix, "acc below 0") }
        // Apps write 0 for an unknown accuracy; no fix is exact.
        let known = accuracy.flatMap { $0 > 0 ? min($0, Self.worstAccuracy) : nil }
        var fix = Fix(coordinate: coordinate, accuracy: known, time: time)
        fix.altitude = altitude.flatMap { (-12_000...100_000).contains($0) ? $0 : nil }
        fix.speed = velocity.flatMap { (0...100_000).contains($0) ? $0 / 3.6 : nil }
        fix.course = course.flatMap { (0...360).contains($0) ? ($0 == 360 ? 0 : $0) : nil }
        fix.battery = batteryLevel(battery)
        fix.isCharging = batteryState.flatMap { Self.isCharging($0) }
        if let trigger, trigger.count <= 16 {
            // SQLite would end it at a zero byte.
            fix.trigger = reader.json.string(trigger).filter { $0 != "\0" }
        }
        if fix.trigger == Self.ping {
            fix.pinged = created.flatMap(Timestamp.init(secondsSinceEpoch:)) ?? time
        }
        if let messageID, messageID.count <= 64 {
            fix.messageID = reader.json.string(messageID)
        } else if let pinged = fix.pinged, pinged != time {
            // By the phone's own clock, even if that is ahead: the same when it is delivered again.
            fix.messageID = String(pinged.milliseconds)
        }
        fix.activity = activity
        fix.regions = regions
        fix.network = networkHash(reader.json)
        fix.isRetained = isRetained
        return fix
    }

    /// Unplugged, charging, or full and still plugged in; otherwise the phone cannot tell.
    private static func isCharging(_ state: Double) -> Bool? {
        switch state {
        case 1: false
        case 2, 3: true
        default: nil
        }
    }
}
