import RoostCore

/// Regions that users create on their phones, one by one or exported together.
enum OwnTracksWaypoints {
    /// The longest name of a region, in bytes.
    static let nameLimit = 200

    static func read(_ payload: [UInt8], of user: ID<User>) throws(Refusal) -> Incoming {
        let json = try Refusal.json(payload)
        if json["_type"] == "waypoint" {
            return try waypoint(json).map { .events([.waypoint($0, of: user)]) } ?? .ignored
        }
        guard let list = json["waypoints"], list != .null else {
            throw Refusal(.missingField, "waypoints")
        }
        guard let list = list.array else { throw Refusal(.wrongType, "waypoints") }
        var found: [Event] = []
        var refusal: Refusal?
        for (index, element) in list.enumerated() {
            do throws(Refusal) {
                guard element.object != nil else { throw Refusal(.wrongType, "type") }
                if let waypoint = try waypoint(element) {
                    found.append(.waypoint(waypoint, of: user))
                }
            } catch {
                refusal = Refusal(error.reason, "waypoints[\(index)] \(error.detail)")
            }
        }
        return Incoming(found, refusal)
    }

    /// The creation time as the apps write it, in whole seconds.
    static func origin(_ seconds: Double) -> String? {
        guard seconds > 0, let whole = Int64(exactly: seconds.rounded()) else { return nil }
        return String(whole)
    }

    /// The name without the marks of iOS: `-` before it delays leaving, `|…` after it renames the
    /// events.
    static func plainName(_ text: String) -> String {
        let name = text.first == "-" ? text.dropFirst() : text[...]
        return String(name.prefix { $0 != "|" })
    }

    /// Returns `nil` if it is not an area: a beacon's region, or one that travels with its user.
    private static func waypoint(_ json: JSON) throws(Refusal) -> Waypoint? {
        guard let description = try text(json, "desc") else {
            throw Refusal(.missingField, "desc")
        }
        // SQLite would end the name at a zero byte.
        guard (1...nameLimit).contains(description.utf8.count), !description.utf8.contains(0) else {
            throw Refusal(.outOfRange, "desc")
        }
        guard let created = try number(json, "tst") else { throw Refusal(.missingField, "tst") }
        guard let origin = origin(created) else { throw Refusal(.outOfRange, "tst") }
        if description.first == "+" { return nil }
        let radius = try number(json, "rad") ?? Area.defaultRadius
        if radius <= 0, isBeacon(description) || json["uuid"] != nil { return nil }
        let name = plainName(description)
        guard !name.isBlank else { throw Refusal(.outOfRange, "desc") }
        guard let latitude = try number(json, "lat") else { throw Refusal(.missingField, "lat") }
        guard let longitude = try number(json, "lon") else { throw Refusal(.missingField, "lon") }
        // An invalid position deletes the region on iOS; without a radius it is not a region
        // either.
        guard radius > 0, let center = Coordinate(latitude: latitude, longitude: longitude) else {
            return Waypoint(name: name, area: nil, origin: origin)
        }
        guard latitude != 0 || longitude != 0 else { throw Refusal(.noFix, "position 0/0") }
        // A quarter of the way around the Earth is larger than any place.
        guard radius <= 10_000_000 else { throw Refusal(.outOfRange, "rad") }
        let limits = Area.radii
        let area = Area.circle(
            center: center, radius: min(max(radius, limits.lowerBound), limits.upperBound))
        return Waypoint(name: name, area: area, origin: origin)
    }

    /// Whether the text is in iOS' spelling of a beacon's region: `name:uuid[:major[:minor]]`.
    private static func isBeacon(_ description: String) -> Bool {
        description.split(separator: ":").dropFirst().contains { part in
            BeaconSpelling.proximity(Array(part.utf8)[...]) != nil
        }
    }

    private static func text(_ json: JSON, _ name: String) throws(Refusal) -> String? {
        guard let value = json[name], value != .null else { return nil }
        guard let text = value.string else { throw Refusal(.wrongType, name) }
        return text
    }

    private static func number(_ json: JSON, _ name: String) throws(Refusal) -> Double? {
        switch json[name] {
        case .null, nil: return nil
        case .number(let number): return number.double
        case .string(let text):
            var reader = JSONReader(Array(text.utf8))
            // If the string holds anything else, it is not a number.
            if let number = try? reader.number(), reader.position == reader.bytes.count {
                return number
            }
        default: break
        }
        throw Refusal(.wrongType, name)
    }
}
