import RoostCore

/// What mosquitto tells of itself.
enum BrokerFormat {
    /// `$SYS/broker/uptime`: a number of seconds, such as `86 seconds`.
    static func uptime(_ payload: [UInt8]) throws(Refusal) -> Incoming {
        let digits = payload.prefix { $0 != UInt8(ascii: " ") }
        guard let seconds = Int(String(decoding: digits, as: UTF8.self)), seconds >= 0 else {
            throw Refusal(.wrongType, "uptime")
        }
        return .events([.brokerUptime(Double(seconds))])
    }
}
