import Glibc
import MQTT
import Synchronization
import TestBroker
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("A connection is restored when the broker comes back, with the messages sent meanwhile")
    func restart() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker, listeningTo: "a", "b/+").connect()
            #expect(client.sessionPresent == false)
            broker.stop()
            try client.run { !$0.disconnections.isEmpty }
            #expect(client.disconnections == ["the broker closed the connection"])
            client.forget()
            try client.run { $0.disconnections.count >= 3 }
            #expect(Set(client.disconnections) == ["cannot connect: Connection refused"])

            try broker.start()
            let sender = try Client("sender", at: broker).connect()
            try sender.publish("meanwhile", to: "a")
            try client.run { $0.connections == 2 && !$0.messages.isEmpty }
            #expect(client.sessionPresent == true)
            try sender.publish("later", to: "b/1")
            try client.run { $0.messages.count == 2 }
            #expect(client.payloads == ["meanwhile", "later"])
        }
    }

    @Test("Repeated takeovers by another client with the same id are reported as such")
    func twins() throws {
        try TestBroker.with { broker in
            let twins = try (0..<2).map { _ in try Client("twin", at: broker).connect() }
            for round in 2...3 {
                for twin in twins { try twin.run { $0.connections == round } }
            }
            try twins[0].run { $0.disconnections.count == 3 }
            #expect(
                twins[0].disconnections == [
                    "the broker closed the connection",
                    "the broker closed the connection again: "
                        + "does another client have the id twin?",
                    "the broker closed the connection again: "
                        + "does another client have the id twin?",
                ])
        }
    }

    @Test("A client subscribes again when the broker has forgotten its session")
    func resubscribes() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker, listeningTo: "a") {
                $0.cleanStart = true
                $0.sessionExpirySeconds = 0
            }.connect()
            broker.kill()
            try client.run { !$0.disconnections.isEmpty }
            try broker.start()
            _ = try client.connect()
            #expect(client.sessionPresent == false)
            try Client("sender", at: broker).connect().publish("1", to: "a")
            try client.run { !$0.messages.isEmpty }
        }
    }

    @Test("A connection is reported before anything that comes over it")
    func firstReport() throws {
        try TestBroker.with { broker in
            try Client("client", at: broker, listeningTo: "a").connect().close()
            let sender = try Client("sender", at: broker).connect()
            for number in 0..<5 { try sender.publish("\(number)", to: "a") }
            let client = try Client("client", at: broker, listeningTo: "a")
            while client.connections == 0 { #expect(client.receiveOnce(limit: 100) == 0) }
            try client.run { $0.messages.count == 5 }
        }
    }

    @Test("A lost connection publishes the will, and a closed one does not")
    func will() throws {
        try TestBroker.with { broker in
            let witness = try Client("witness", at: broker, listeningTo: "will/+").connect()
            for (id, qos) in [("vanishing", 1), ("closing", 0)] {
                var client: Client? = try Client(id, at: broker) {
                    $0.will = .init(topic: "will/\(id)", payload: [1, 2], qos: qos)
                }.connect()
                if id == "closing" { client?.close() }
                client = nil
            }
            try Client("sender", at: broker).connect().publish("", to: "will/end")
            try witness.run { $0.messages.contains { $0.topic == "will/end" } }
            #expect(
                witness.messages == [
                    MQTTMessage(topic: "will/vanishing", payload: [1, 2], qos: 1),
                    MQTTMessage(topic: "will/end", payload: [], qos: 1),
                ])
        }
    }

    @Test("A connection closes cleanly while messages pour in, and acknowledges none of them")
    func closeUnderLoad() throws {
        try TestBroker.with { broker in
            let witness = try Client("witness", at: broker, listeningTo: "will").connect()
            let client = try Client("client", at: broker, listeningTo: "a") {
                $0.will = .init(topic: "will", payload: [])
            }.connect()
            let sender = try Client("sender", at: broker).connect()
            for number in 0..<200 { try sender.publish("\(number)", to: "a") }
            // The broker's answer to this one stands behind the messages.
            let id = try client.session.publish([], to: "b", qos: 1, retained: true)
            client.close()
            #expect(client.published.contains(id))
            try sender.publish("", to: "will")
            try witness.run { !$0.messages.isEmpty }
            #expect(witness.messages.count == 1, "the sender's, not the broker's")

            let next = try Client("client", at: broker, listeningTo: "a")
            try next.run { $0.messages.count == 200 }
            #expect(next.payloads == (0..<200).map(String.init))
        }
    }

    @Test("Retained messages are received always, once or never, as requested")
    func retained() throws {
        try TestBroker.with { broker in
            let sender = try Client("sender", at: broker).connect()
            for filter in ["always", "new", "never"] {
                try sender.publish("kept", to: filter, retained: true)
            }
            let options = { (options: inout MQTTOptions) in
                options.subscriptions = [
                    .init("always", sendRetained: .always), .init("new", sendRetained: .ifNew),
                    .init("never", sendRetained: .never),
                ]
            }
            let first = try Client("client", at: broker, with: options).connect()
            #expect(first.messages.map(\.topic) == ["always", "new"])
            #expect(first.messages.map(\.isRetained) == [true, true])
            first.forget()
            try sender.publish("live", to: "never", retained: true)
            try first.run { !$0.messages.isEmpty }
            #expect(first.messages[0].isRetained == false)
            first.close()
            let second = try Client("client", at: broker, with: options).connect()
            #expect(second.messages.map(\.topic) == ["always"])
        }
    }

    @Test("A client does not receive its own messages if it asks for that")
    func noLocal() throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker) {
                $0.subscriptions = [.init("a", noLocal: true), .init("b")]
            }.connect()
            try client.publish("1", to: "a")
            try client.publish("2", to: "b")
            try client.run { !$0.messages.isEmpty }
            #expect(client.payloads == ["2"])
        }
    }

    @Test("A client can connect through a Unix socket")
    func unixSocket() throws {
        try TestBroker.with(config: { ["listener 0 \($0)/socket"] }) { broker in
            let path = "\(broker.directory)/socket"
            var options = try MQTTOptions(url: "unix:\(path)", clientID: "client")
            options.subscriptions = [.init("a")]
            let client = try Client(options).connect()
            try client.publish("1", to: "a")
            try client.run { $0.payloads == ["1"] }
            client.close()

            options.address = .unix(path: path + "x")
            let stranger = try Client(options)
            try stranger.run { !$0.disconnections.isEmpty }
            #expect(stranger.disconnections == ["cannot connect: No such file or directory"])
        }
    }

    /// Lets only `me` in, with the password `right`.
    private static func onlyMe(_ directory: String) throws -> [String] {
        try run("mosquitto_passwd", "-b", "-c", "\(directory)/users", "me", "right")
        return ["allow_anonymous false", "password_file \(directory)/users"]
    }

    @Test("A wrong password is refused, and reported with the broker's reason")
    func password() throws {
        try TestBroker.with(config: Self.onlyMe) { broker in
            func client(_ password: String) throws -> Client {
                try Client("client", at: broker) {
                    $0.username = "me"
                    $0.password = password
                }
            }
            _ = try client("right").connect()
            let stranger = try client("wrong")
            try stranger.run { $0.disconnections.count >= 2 }
            #expect(
                Set(stranger.disconnections) == [
                    "cannot connect: the broker refused: Not authorized"
                ])
        }
    }

    @Test("A password that is changed is used for the next connection")
    func changedPassword() throws {
        try TestBroker.with(config: Self.onlyMe) { broker in
            let passwords = Mutex(["wrong", "wrong"])
            let client = try Client("client", at: broker) {
                $0.username = "me"
                $0.password = "right"
                $0.currentPassword = { passwords.withLock { $0.popLast() } }
            }
            try client.run { _ in client.session.isConnected }
            #expect(client.disconnections.count == 2)
        }
    }

    @Test("An unknown host name is reported as a failed connection")
    func unknownHost() throws {
        let client = try Client(
            MQTTOptions(address: .tcp(host: "no.such.invalid", port: 1883), clientID: "client"))
        try client.run { !$0.disconnections.isEmpty }
        #expect(client.disconnections[0].hasPrefix("cannot connect: "))
        #expect(!client.disconnections[0].contains("rror code"))
    }

    @Test("A connection ends when another client with the same id connects")
    func takenOver() throws {
        try TestBroker.with { broker in
            let first = try Client("client", at: broker).connect()
            let second = try Client("client", at: broker).connect()
            try first.run { !$0.disconnections.isEmpty }
            #expect(first.disconnections == ["the broker closed the connection"])
            #expect(second.session.isConnected == true)
        }
    }
}
