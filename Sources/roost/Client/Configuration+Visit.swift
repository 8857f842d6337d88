import MQTT
import RoostGateway

extension Configuration {
    /// How to reach the broker, for a client of which nothing stays there.
    func visit(clientID: String, reading filters: [String]) throws -> MQTTOptions {
        var options = try connection(clientID: clientID)
        options.cleanStart = true
        options.sessionExpirySeconds = 0
        options.subscriptions = filters.map { .init($0) }
        return options
    }
}

/// A client id for the broker: unlike one made of the process id, it is unique across machines, so
/// it replaces no other client.
func uniqueName(_ kind: String) -> String {
    "\(kind)-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
}
