import MQTT
import TestBroker
import Testing

@Suite("Messages and acknowledgements")
struct AcknowledgementTests {
    @Test("A message arrives unchanged, whatever its size and bytes")
    func roundTrip() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "a/#").connect()
            let payloads: [[UInt8]] = [
                [], [0], Array(0...255), Array(repeating: 0xff, count: 1_000_000),
            ]
            for (number, payload) in payloads.enumerated() {
                _ = try sender.session.publish(
                    payload, to: "a/\(number)/ü", qos: number % 2, retained: false)
            }
            sender.session.releaseAcknowledgements()
            try client.run { $0.messages.count == payloads.count }
            let expected = payloads.enumerated().map {
                MQTTMessage(topic: "a/\($0)/ü", payload: $1, qos: $0 % 2)
            }
            #expect(client.messages == expected)
        }
    }

    @Test("A message is acknowledged when its acknowledgement is released, and not before")
    func heldUntilReleased() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            var client: Client? = try Client("client", at: broker, listeningTo: "a").connect()
            for number in 1...3 { try sender.publish("\(number)", to: "a") }
            try client?.run(releasing: false) { $0.messages.count == 3 }
            // Many more calls let nothing out.
            for _ in 0..<10 { _ = client?.session.receive(limit: 9, timeout: .zero) { _ in } }
            client = nil

            let second = try Client("client", at: broker, listeningTo: "a")
            try second.run { $0.messages.count == 3 }
            #expect(second.payloads == ["1", "2", "3"])
            #expect(second.sessionPresent == true)
            #expect(broker.log.contains("Sending PUBLISH to client (d1, q1"))
            second.close()

            let third = try Client("client", at: broker, listeningTo: "a").connect()
            try sender.publish("4", to: "a")
            try third.run { !$0.messages.isEmpty }
            #expect(third.payloads == ["4"])
        }
    }

    @Test("A message comes again when its acknowledgement is discarded")
    func discarded() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "a").connect()
            try sender.publish("kept", to: "a")
            try client.run { $0.payloads == ["kept"] }
            try sender.publish("lost", to: "a")
            try client.run(releasing: false) { $0.payloads == ["kept", "lost"] }
            let id = try client.session.publish([], to: "b", qos: 1, retained: false)
            client.session.discardAcknowledgements()
            #expect(client.session.isConnected == false)
            try client.run { $0.messages.count == 3 }
            #expect(client.payloads == ["kept", "lost", "lost"])
            #expect(client.disconnections == ["what was received could not be kept"])
            #expect(!client.published.contains(id))
            #expect(!broker.log.contains("'b'"))
        }
    }

    @Test("Receiving stops at the given number of messages, and the rest waits")
    func limit() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "a").connect()
            for number in 0..<10 {
                _ = try sender.session.publish(
                    Array("\(number)".utf8), to: "a", qos: 1, retained: false)
            }
            sender.session.releaseAcknowledgements()
            try sender.run { $0.published.count == 11 }
            #expect((0..<3).map { _ in client.receiveOnce(limit: 4) } == [4, 4, 2])
        }
    }

    @Test("Messages that take long count for several, so that none waits long for the rest")
    func weight() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "#").connect()
            for topic in ["a", "slow", "a", "a", "slow", "slow", "a"] {
                _ = try sender.session.publish([], to: topic, qos: 1, retained: false)
            }
            sender.session.releaseAcknowledgements()
            try sender.run { $0.published.count == 8 }
            let counts = (0..<4).map { _ in
                client.receiveOnce(limit: 4) { $0.topic == "slow" ? 3 : 1 }
            }
            #expect(counts == [2, 3, 2, 0])
        }
    }

    @Test("Receiving stops after many bytes, so that no flood fills the memory")
    func sizeLimit() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "a").connect()
            for _ in 0..<5 {
                _ = try sender.session.publish(
                    Array(repeating: 1, count: 600_000), to: "a", qos: 1, retained: false)
            }
            sender.session.releaseAcknowledgements()
            try sender.run { $0.published.count == 6 }
            var counts: [Int] = []
            while counts.reduce(0, +) < 5 { counts.append(client.receiveOnce(limit: 500)) }
            #expect(counts.allSatisfy { $0 <= 2 })
        }
    }

    @Test("A message carries its response topic and correlation data")
    func properties() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            let client = try Client("client", at: broker, listeningTo: "ask").connect()
            _ = try sender.session.publish(
                [1], to: "ask", qos: 1, retained: false, correlationData: [0, 1, 255],
                responseTopic: "answer/ä")
            sender.session.releaseAcknowledgements()
            _ = try sender.session.publish(
                [2], to: "ask", qos: 0, retained: false, correlationData: [])
            sender.session.releaseAcknowledgements()
            try client.run { $0.messages.count == 2 }
            #expect(
                client.messages == [
                    MQTTMessage(
                        topic: "ask", payload: [1], qos: 1, responseTopic: "answer/ä",
                        correlationData: [0, 1, 255]),
                    MQTTMessage(topic: "ask", payload: [2], correlationData: []),
                ])
        }
    }
}
