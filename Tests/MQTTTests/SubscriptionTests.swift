import MQTT
import TestBroker
import Testing

@Suite("Listening to other topics than before")
struct SubscriptionTests {
    @Test("What is new is heard from then on, what was dropped no more, and what stayed goes on")
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

    @Test("Nothing is asked of the broker before what was received may be acknowledged")
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

    @Test("It is asked for on the next connection as well, also where there was none to ask on")
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

    @Test("A filter that is none is refused, and nothing changes")
    func refused() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker, listeningTo: "kept").connect()
            #expect(throws: MQTTError.invalidFilter("a/#/b")) {
                try client.session.listen(to: [.init("a/#/b")])
            }
            let other = try Client("other", at: broker).connect()
            try other.publish("still", to: "kept")
            try client.run { !$0.payloads.isEmpty }
            #expect(client.payloads == ["still"])
        }
    }
}
