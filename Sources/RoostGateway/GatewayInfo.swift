import RoostCore
import RoostFormats
import RoostSettings

/// What the gateway is, for those who come new to the broker.
struct GatewayInfo: JSONWritable {
    var started: Timestamp
    var household: Household

    private var dialects: [String] {
        [
            "roost", "owntracks", "espresense", "theengs", "ruuvi", "shelly", "mqtt_room",
            "monitor", "room_assistant",
        ]
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", "roost")
            json.member("version", roostVersion)
            json.member("started", started)
            json.member("dialects", dialects)
            json.member("counts") { json in
                json.object { json in
                    json.member("users", household.users.count)
                    json.member("places", household.places.count)
                    json.member("nodes", household.nodes.count)
                    json.member("items", household.items.count)
                }
            }
        }
    }
}
