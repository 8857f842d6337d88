public import RoostCore

extension ItemView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("item", item.id)
            json.member("name", item.name)
            json.member("owner", item.owner)
            json.member("kind", item.kind.rawValue)
            json.nullable("place", place)
            json.nullable("place_name", placeName)
            json.nullable("room", room)
            json.nullable("room_name", roomName)
            json.nullable("node", node)
            json.nullable("distance", distance?.rounded(decimals: 1))
            json.member("proximity", proximity.rawValue)
            json.member("with_owner", withOwner.rawValue)
            json.nullable("since", since)
            json.nullable("last_seen", lastSeen)
            if let coordinate {
                json.coordinate(coordinate)
            } else {
                json.nullable("lat", nil as Double?)
                json.nullable("lon", nil as Double?)
            }
            json.nullable("battery", battery)
            json.nullable("interval", interval?.rounded(decimals: 1))
        }
    }
}

extension OccupancyView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("place", place.id)
            json.member("name", place.name)
            json.member("users", users.map(\.rawValue))
            json.member("count", count)
            json.member("items", items)
        }
    }
}
