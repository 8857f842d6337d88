public import RoostCore

// The household in the words of requests and of the import file: what is written here can be read
// back by `save`.

extension Item: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("item", id)
            json.member("owner", owner)
            json.member("name", name)
            json.member("kind", kind.rawValue)
            json.member("beacon", beacon)
            switch watch {
            case .everywhere: json.member("watch", "everywhere")
            case .places(let places): json.member("watch", places)
            }
            json.member("range", range)
            json.member("tx_power", txPower)
        }
    }
}

extension Place: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("place", id)
            json.member("name", name)
            json.member("kind", kind.rawValue)
            switch area {
            case .circle(let center, let radius):
                json.coordinate(center)
                json.member("radius", radius)
            case .polygon(let corners):
                json.array("polygon") { json in
                    for corner in corners {
                        json.array { json in
                            json.degrees(corner.latitude)
                            json.degrees(corner.longitude)
                        }
                    }
                }
            }
            json.member("owner", owner)
            json.member("shared", isShared)
            json.member("address", address)
            json.member("rooms", rooms)
            json.member("origin", origin)
        }
    }
}

extension Room: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("room", id)
            json.member("name", name)
        }
    }
}

extension Node: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("node", id)
            json.member("place", place)
            json.member("room", room)
            json.member("exit", isExit)
            json.member("door", door)
            json.member("position", position)
        }
    }
}

extension User: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", id)
            json.member("name", name)
            json.member("admin", isAdmin)
            json.member("devices", devices.map(\.name))
            json.member("beacons", beacons)
            json.member("timezone", settings.timezone)
        }
    }
}

extension Share: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { $0.members(of: self) }
    }
}

extension JSONWriter {
    public mutating func members(of share: Share) {
        member("owner", share.owner)
        switch share.viewer {
        case .user(let user): member("viewer", user)
        case .everyone: member("viewer", "everyone")
        }
        member("level", share.level.rawValue)
        member("until", share.until)
        member("hours", share.hours)
    }
}

extension Friend: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.member("friend", friend)
            json.member("color", color)
            json.member("order", order)
        }
    }
}

extension Group: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("group", id)
            json.member("name", name)
            json.member("owner", owner)
            json.member("members", members.map(\.user))
        }
    }
}

extension Settings: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.object("alerts") { json in
                for kind in AlertKind.allCases {
                    json.member(kind.rawValue, !mutedAlerts.contains(kind))
                }
            }
            json.nullable("quiet_hours", quietHours)
            json.member("timezone", timezone)
            json.member("units", units.rawValue)
            json.nullable("distance_limit", distanceLimit)
            json.member("note_scope", (noteScope ?? .all).rawValue)
            json.nullable("default_share", defaultShare?.rawValue)
            json.nullable("currency", currency?.code)
            json.member("categories", spendingCategories)
            json.member("reminders", reminders ?? true)
        }
    }
}

extension SpendingCategory: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("category", id)
            json.member("name", name)
        }
    }
}

extension DailyHours: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("from", Self.text(from))
            json.member("to", Self.text(to))
        }
    }

    /// `09:30`.
    static func text(_ minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour.zeroPadded(to: 2)):\(rest.zeroPadded(to: 2))"
    }
}
