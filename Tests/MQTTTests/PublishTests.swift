import MQTT
import TestBroker
import Testing

@Suite("Publishing")
struct PublishTests {
    @Test("Exactly the ids that the broker acknowledged are reported, in order")
    func acknowledged() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker).connect()
            let before = client.published
            // More than the broker lets be in flight at once, and some it does not acknowledge.
            var ids: [Int32] = []
            for number in 0..<900 {
                let id = try client.session.publish(
                    [], to: "a", qos: number % 3 == 0 ? 0 : 1, retained: false)
                if number % 3 != 0 { ids.append(id) }
            }
            _ = client.session.receive(limit: 9, timeout: .zero) { _ in }
            #expect(!broker.log.contains("'a'"), "nothing leaves before it is released")
            try client.run { $0.published.count == before.count + ids.count }
            #expect(client.published == before + ids)
        }
    }

    @Test("An expired message is not delivered later, but reaches clients that are connected")
    func expiry() throws {
        try TestBroker.with(config: { _ in ["sys_interval 1"] }) { broker in
            func listener() throws -> Client {
                try Client("away", at: broker, listeningTo: "a").connect()
            }
            try listener().close()
            let client = try Client("client", at: broker, listeningTo: "a", "$SYS/broker/uptime")
                .connect()
            // `12 seconds`, by the broker's own clock.
            func uptime() -> Int {
                let last = client.messages.last { $0.topic == "$SYS/broker/uptime" }?.payload ?? []
                return Int(String(decoding: last, as: UTF8.self).prefix { $0.isNumber }) ?? 0
            }
            for (text, expiry) in [("old", 1), ("new", 3600), ("kept", nil)] as [(String, UInt32?)]
            {
                _ = try client.session.publish(
                    Array(text.utf8), to: "a", qos: 1, retained: false, expiry: expiry)
            }
            try client.run { $0.messages.count { $0.topic == "a" } == 3 }
            let published = uptime()
            try client.run { _ in uptime() >= published + 3 }
            let back = try listener()
            try back.run { $0.payloads.count >= 2 }
            #expect(back.payloads == ["new", "kept"])
        }
    }

    @Test("A message that the broker refuses is reported with the reason")
    func refused() throws {
        let config = { (directory: String) in
            try write("topic read #\ntopic write settled\n", to: "\(directory)/acl")
            return ["acl_file \(directory)/acl"]
        }
        try TestBroker.with(config: config) { broker in
            let client = try Client("client", at: broker).connect()
            let id = try client.session.publish([], to: "a", qos: 1, retained: false)
            client.session.releaseAcknowledgements()
            try client.run { !$0.refused.isEmpty }
            #expect(client.refused == [.init(id: id, reason: "Not authorized")])
        }
    }

    @Test("Publishing something impossible fails at once")
    func impossible() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker)
            let session = client.session
            func publish(_ topic: String, _ count: Int = 0, data: Int = 0) throws {
                _ = try session.publish(
                    Array(repeating: 0, count: count), to: topic, qos: 1, retained: false,
                    correlationData: Array(repeating: 0, count: data))
            }
            #expect(throws: MQTTError.notConnected) { try publish("a") }
            _ = try client.connect()
            for topic in ["", "a/#", "+", "a\0b", "a\u{1}b", String(repeating: "x", count: 65536)] {
                #expect(throws: MQTTError.invalidTopic(topic)) { try publish(topic) }
            }
            #expect(throws: MQTTError.payloadTooLarge(bytes: 268_435_456)) {
                try publish("a", 268_435_456)
            }
            #expect(throws: MQTTError.correlationDataTooLarge(bytes: 65536)) {
                try publish("a", data: 65536)
            }
            // Counted by the session: the broker has not heard of one.
            for _ in 0..<1000 { try publish("a") }
            #expect(throws: MQTTError.tooManyInFlight) { try publish("a") }
        }
    }

    @Test("A message lost with the connection is not published again by itself")
    func voidWithTheConnection() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker).connect()
            let before = client.published
            broker.stop()
            let lost = try client.session.publish([], to: "a", qos: 1, retained: false)
            client.session.releaseAcknowledgements()
            try client.run { !$0.disconnections.isEmpty }
            #expect(client.session.isConnected == false)
            try broker.start()
            try client.run { $0.connections == 2 }
            let id = try client.session.publish([], to: "b", qos: 1, retained: false)
            #expect(id != lost)
            client.session.releaseAcknowledgements()
            try client.run { $0.published.count > before.count }
            #expect(client.published == before + [id])
            #expect(!broker.log.contains("'a'"))
        }
    }
}
