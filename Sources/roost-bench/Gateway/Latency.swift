import Foundation

/// How long it takes from a publish until subscribers are told, at a rate that is no load.
///
/// The broker's own echo is measured in the same run, over the same connections: a message that
/// only the broker handles, half a period after each fix.
struct Latency {
    /// In milliseconds, in ascending order.
    private(set) var gateway: [Double] = []
    private(set) var echo: [Double] = []

    /// Fixes per second.
    static let rate = 100
    private static let echoTopic = "bench/echo"

    /// - Parameter seconds: How long to measure; the first second does not count.
    init(port: Int, household: SampleHousehold, seconds: Int) throws {
        let publisher = try Connection(port: port, name: "bench-load", filters: ["bench/none"])
        let subscriber = try Connection(
            port: port, name: "bench-latency", filters: ["roost/user/+/location", Self.echoTopic])
        let count = seconds * Self.rate
        let period = Duration.seconds(1) / (2 * Self.rate)
        var generator = MessageGenerator(household: household, count: count)
        var sent: [String: ContinuousClock.Instant] = [:]
        let start = ContinuousClock.now
        for step in 0..<(2 * count) {
            let due = start + period * step
            while .now < due {
                try take(subscriber, until: due, sent: &sent, warm: start + .seconds(1))
            }
            try publisher.read { _ in }
            let index = step / 2
            let id = UInt16(truncatingIfNeeded: step % 65535 + 1)
            if step % 2 == 0 {
                let fix = generator.fix(index, at: Date().timeIntervalSince1970)
                sent[household.user(index % household.users)] = .now
                try publisher.send(MQTTPacket.publish(fix.payload, to: fix.topic, id: id))
            } else {
                let payload = Self.echo(index)
                sent[payload] = .now
                try publisher.send(MQTTPacket.publish(payload, to: Self.echoTopic, id: id))
            }
        }
        let last = ContinuousClock.now + .seconds(1)
        while .now < last { try take(subscriber, until: last, sent: &sent, warm: start) }
        gateway.sort()
        echo.sort()
        // Without those of the first second.
        let expected = count - Self.rate - 1
        guard gateway.count >= expected, echo.count >= expected else {
            throw Problem(
                "\(gateway.count) fixes and \(echo.count) echoes of \(expected) were answered")
        }
    }

    /// A unique payload of 250 bytes, so that a slow echo is not taken for the next one.
    private static func echo(_ index: Int) -> String {
        let number = String(index)
        return number + String(repeating: " ", count: max(0, 250 - number.count))
    }

    private mutating func take(
        _ subscriber: Connection, until due: ContinuousClock.Instant,
        sent: inout [String: ContinuousClock.Instant], warm: ContinuousClock.Instant
    ) throws {
        subscriber.wait(due - .now)
        let now = ContinuousClock.now
        var times = self
        try subscriber.read { arrival in
            guard case .message(let topic, let payload) = arrival else { return }
            let isEcho = topic == Self.echoTopic
            let levels = topic.split(separator: "/")
            let key = isEcho ? String(decoding: payload, as: UTF8.self) : String(levels[2])
            guard let start = sent.removeValue(forKey: key), start > warm else { return }
            let time = (now - start) / .milliseconds(1)
            if isEcho { times.echo.append(time) } else { times.gateway.append(time) }
        }
        self = times
    }
}
