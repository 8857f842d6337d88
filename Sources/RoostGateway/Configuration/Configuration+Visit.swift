public import MQTT

extension Configuration {
    /// How to reach the broker, for a client of which nothing stays there.
    public func visit(clientID: String, reading filters: [String]) throws -> MQTTOptions {
        var options = try connection(clientID: clientID)
        options.cleanStart = true
        options.sessionExpirySeconds = 0
        options.subscriptions = filters.map { .init($0) }
        return options
    }
}
