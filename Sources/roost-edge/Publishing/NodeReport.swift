import BluetoothScanner
import RoostCore
import RoostFormats
import RoostSettings

/// What a node reports about itself, retained: where it stands, and its health.
struct NodeReport: JSONWritable {
    var node: ID<Node>
    var configuration: EdgeConfiguration
    var condition: RadioCondition
    var started: Timestamp
    var now: Timestamp
    var counts: Gathering.Counts
    /// Recent advertisements per second.
    var rate: Double
    var outgoing: Outgoing
    var changed: [String: String]
    /// The problems, as sentences for people.
    var problems: [String]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("node", node)
            json.member("version", roostVersion)
            json.member("place", configuration.place)
            json.member("room", configuration.room)
            json.member("exit", configuration.isExit)
            json.array("adapters") { json in
                for (index, adapter) in condition.adapters.inOrder {
                    json.object { json in
                        json.member("adapter", "hci\(index)")
                        json.member("address", adapter.address)
                        json.member("state", adapter.state.description)
                    }
                }
            }
            json.member("started", started)
            json.member("updated", now)
            json.member("rate", rate)
            json.member("heard", counts.heard)
            json.member("untrackable", counts.untrackable)
            json.member("filtered", counts.filtered)
            json.member("crowded", counts.crowded)
            json.member("malformed", condition.malformed)
            json.member("lost", condition.lost)
            json.member("batches", outgoing.delivered)
            json.member("unsent", outgoing.count)
            json.member("dropped", outgoing.dropped)
            json.object("changed") { json in
                for (key, text) in changed.inOrder {
                    json.member(key, text)
                }
            }
            json.member("problems", problems)
            json.member("remarks", condition.remarks)
        }
    }
}
