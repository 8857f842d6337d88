import MQTT
import TestBroker
import Testing

@Suite("Changing subscriptions")
struct SubscriptionTests {
    @Test("New topics are heard from then on, dropped ones no more, and kept ones without a break")
    func change() throws {
        try TestBroker.with { broker in
            let other = try Client("other", at: broker).connect()
            for topic in ["kept", "dropped", "new"] {
                try other.publish("\(topic) before", to: topic, retained: true)
            }
            let client = try Client("client", at: broker, listeningTo: "kept", "dropped").connect()
            try client.run { $0.payloads.count == 2 }
            client.forget()
            try client.session.listen(to: [.init("kept"), .init("new")])
            try client.run { !$0.payloads.isEmpty }
            for topic in ["dropped", "kept", "new"] {
                try other.publish("\(topic) after", to: topic)
            }
            try client.run { $0.payloads.count >= 3 }
            #expect(client.payloads == ["new before", "kept after", "new after"])
        }
    }

    @Test("A subscription is sent only once acknowledgements are released")
    func held() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker).connect()
            try client.session.listen(to: [.init("a")])
            _ = client.session.receive(limit: 1, timeout: .zero) { _ in }
            let other = try Client("other", at: broker).connect()
            try other.publish("too early", to: "a")
            client.session.releaseAcknowledgements()
            try client.run { _ in broker.log.contains("a (QoS 1)") }
            try other.publish("heard", to: "a")
            try client.run { !$0.payloads.isEmpty }
            #expect(client.payloads == ["heard"])
        }
    }

    @Test("A subscription made without a connection takes effect on the next one")
    func reconnecting() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker, listeningTo: "old") {
                $0.cleanStart = true
            }
            try client.session.listen(to: [.init("new")])
            _ = try client.connect()
            let other = try Client("other", at: broker).connect()
            try other.publish("not for anybody", to: "old")
            try other.publish("first", to: "new")
            try client.run { !$0.payloads.isEmpty }
            #expect(client.payloads == ["first"])
        }
    }

    @Test("An invalid filter is refused, and nothing changes")
    func refused() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker, listeningTo: "kept").connect()
            for filter in ["a/#/b", "a\u{1}b"] {
                #expect(throws: MQTTError.invalidFilter(filter)) {
                    try client.session.listen(to: [.init(filter)])
                }
            }
            let other = try Client("other", at: broker).connect()
            try other.publish("still", to: "kept")
            try client.run { !$0.payloads.isEmpty }
            #expect(client.payloads == ["still"])
        }
    }
}
