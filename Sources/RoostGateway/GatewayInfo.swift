import RoostCore
import RoostFormats
import RoostSettings

/// What the gateway is, for clients new to the broker.
struct GatewayInfo: JSONWritable {
    var started: Timestamp
    var household: Household
    /// The names of the supported dialects.
    var dialects: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", "roost")
            json.member("version", roostVersion)
            json.member("started", started)
            json.member("dialects", dialects)
            json.object("counts") { json in
                json.member("users", household.users.count)
                json.member("places", household.places.count)
                json.member("nodes", household.nodes.count)
                json.member("items", household.items.count)
            }
        }
    }
}
