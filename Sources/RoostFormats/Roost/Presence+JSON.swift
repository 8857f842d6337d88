public import RoostCore

// What is published under a user's topics. A template must find each member of a state, so an
// unknown one is `null`; a member hidden by a share is left out.

extension PresenceView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.member("name", name)
            json.member("hand", hand.text)
            json.nullable("place", place)
            json.nullable("place_name", placeName)
            json.member("within", around.map(\.id))
            json.member("within_names", around.map(\.name))
            json.member("at_home", isAtHome)
            json.nullable("room", room)
            json.nullable("room_name", roomName)
            json.nullable("activity", activity?.rawValue)
            json.member("confidence", confidence.rounded(decimals: 2))
            json.nullable("since", since)
            json.member("source", sources.map(\.rawValue))
            json.nullable("heading_to", heading?.place)
            json.nullable("eta", heading?.eta)
            json.nullable("battery", battery)
            json.nullable("updated", updated)
            json.member("position", position?.map { $0.rounded(decimals: 2) })
        }
    }
}

extension LocationView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.nullable("device", device?.name)
            json.position(of: fix)
            json.nullable("altitude", fix.altitude)
            json.nullable("speed", fix.speed?.rounded(decimals: 2))
            json.nullable("course", fix.course)
            json.nullable("battery", fix.battery)
            json.member("time", fix.time)
        }
    }
}

extension FriendView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("friend", friend)
            json.member("name", name)
            json.member("level", level.rawValue)
            json.member("hand", hand.text)
            if level >= .place {
                json.nullable("place", place)
                json.nullable("place_name", placeName)
                json.nullable("activity", activity?.rawValue)
                json.nullable("heading_to", heading?.place)
                json.nullable("eta", heading?.eta)
            }
            if level == .exact {
                json.nullable("room", room)
                json.position(of: fix)
                json.nullable("distance", distance?.rounded())
            }
            json.nullable("since", since)
            json.member("stale", isStale)
            json.nullable("updated", updated)
        }
    }
}

extension Transition: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            switch subject {
            case .user:
                json.member("subject", "user")
            case .item(let item):
                json.member("subject", "item")
                json.member("item", item)
            }
            json.member("user", user)
            json.member("event", isEntering ? "enter" : "leave")
            json.member("place", place)
            json.nullable("room", room)
            json.member("time", time)
        }
    }
}

extension Alert: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("user", user)
            json.member("kind", kind.rawValue)
            json.member("severity", kind.severity.rawValue)
            json.member("title", title)
            json.member("text", text)
            json.nullable("item", item)
            json.member("friend", friend)
            json.member("node", node)
            json.member("note", note)
            json.member("author", author)
            json.nullable("place", place)
            json.nullable("room", room)
            json.member("time", time)
            json.member("evidence", evidence)
            json.nullable("url", position.map(Self.link))
        }
    }

    /// A `geo:` link (RFC 5870), which phones open in the map app of their choice.
    private static func link(to position: Coordinate) -> String {
        let (north, east) = (position.latitude, position.longitude)
        return "geo:\(JSONWriter.text(degrees: north)),\(JSONWriter.text(degrees: east))"
    }
}

extension Evidence: JSONWritable {
    public func write(to json: inout JSONWriter) { write(to: &json, time: time) }

    /// - Parameter time: The time, in the form that the reader expects.
    func write(to json: inout JSONWriter, time: some JSONWritable) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("text", text)
            json.member("time", time)
            json.member("place", place)
            json.member("room", room)
            json.member("node", node)
            json.member("device", device?.name)
            json.member("level", level)
            json.member("probability", probability)
        }
    }
}

extension Decision: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.member("item", item)
            json.member("time", time)
            json.member("rule", rule)
            json.member("text", text)
            json.member("evidence", evidence)
            json.member("would_change", wouldChange)
            json.member("counterfactuals", counterfactuals)
        }
    }
}

extension Counterfactual: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("evidence", evidence.rawValue)
            json.member("subject", subject)
            json.member("place", place)
            json.member("room", room)
            json.member("measure", measure?.rawValue)
            json.member("was", was)
            json.member("needed", needed)
            json.member("direction", direction?.rawValue)
            json.member("accuracy", accuracy)
            json.member("text", text)
        }
    }
}

extension Visit: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("place", place)
            json.member("arrived", arrived)
            json.nullable("left", left)
        }
    }
}

extension Trip: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("from", from)
            json.member("to", to)
            json.member("start", started)
            json.member("end", ended)
            json.member("metres", metres.rounded())
            json.nullable("mode", mode?.rawValue)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func position(of fix: Fix?) {
        if let fix {
            coordinate(fix.coordinate)
        } else {
            nullable("lat", nil as Double?)
            nullable("lon", nil as Double?)
        }
        nullable("accuracy", fix?.accuracy)
    }
}
