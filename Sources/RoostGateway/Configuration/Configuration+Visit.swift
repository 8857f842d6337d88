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

    /// Reads what the broker retains under some topics; less if it cannot be reached, or does not
    /// let this client read them.
    ///
    /// - Parameter patience: How long that may take at most.
    public func readRetained(
        _ filters: [String], as clientID: String, within patience: Duration,
        _ take: (MQTTMessage) -> Void
    ) throws {
        let session = try MQTTSession(visit(clientID: clientID, reading: filters))
        defer { session.close(within: .seconds(1)) }
        let start = ContinuousClock.now
        // Once it is silent for so long, that was all.
        let (pause, end) = (Duration.milliseconds(300), start + patience)
        var last = start
        while .now < end, !session.isConnected || .now < last + pause {
            let activity = session.receive(limit: 1000, timeout: .milliseconds(100)) { message in
                last = .now
                if message.isRetained { take(message) }
            }
            session.releaseAcknowledgements()
            if activity.connected { last = .now }
            if activity.disconnected != nil { return }
        }
    }
}
