import MQTT
import TestBroker
import Testing

@Suite("TLS")
struct TLSTests {
    @Test("TLS carries many messages at once, and holds back their acknowledgements")
    func works() throws {
        try TestBroker.with(config: listener) { broker in
            let sender = try client("sender", at: broker, trusting: "ca").connect()
            var first: Client? = try client("client", at: broker, trusting: "ca").connect()
            for number in 0..<300 {
                _ = try sender.session.publish(
                    Array("\(number)".utf8), to: "a", qos: 1, retained: false)
            }
            sender.session.releaseAcknowledgements()
            // A limit in the middle of what TLS has decrypted: the rest must not wait for more.
            try first?.run(releasing: false, limit: 7) { $0.messages.count >= 300 }
            first = nil
            let second = try client("client", at: broker, trusting: "ca")
            try second.run(limit: 7) { $0.messages.count >= 300 }
            #expect(second.payloads == (0..<300).map(String.init))
            second.close()
        }
    }

    @Test("A broker with an untrusted certificate authority is refused")
    func wrongAuthority() throws {
        try TestBroker.with(config: listener) { broker in
            let stranger = try client("client", at: broker, trusting: "other")
            try stranger.run { $0.tlsFailures.count >= 2 }
            #expect(Set(stranger.tlsFailures) == ["cannot connect: TLS: certificate verify failed"])
        }
    }

    @Test("A broker whose certificate has another host name is refused")
    func wrongName() throws {
        try TestBroker.with(config: listener) { broker in
            let stranger = try client("client", at: broker, trusting: "ca", host: "127.0.0.1")
            try stranger.run { !$0.disconnections.isEmpty }
            #expect(
                stranger.disconnections == [
                    "cannot connect: TLS: Error: host name verification failed.; certificate verify failed"
                ])
        }
    }

    @Test("A broker that does not speak TLS is reported as a TLS failure")
    func plainBroker() throws {
        try TestBroker.with(config: { _ in [] }) { broker in
            try authority("ca", in: broker.directory)
            let stranger = try client("client", at: broker, trusting: "ca")
            try stranger.run { !$0.tlsFailures.isEmpty }
        }
    }

    @Test("Where nobody listens, nobody is said to have ended a connection")
    func nobody() throws {
        try TestBroker.with(config: { _ in [] }) { broker in
            try authority("ca", in: broker.directory)
            broker.stop()
            let stranger = try client("client", at: broker, trusting: "ca")
            try stranger.run { !$0.disconnections.isEmpty }
            #expect(stranger.disconnections.first?.contains("does the broker listen") == true)
        }
    }

    @Test("Whoever does not speak TLS to a broker that does is asked about it")
    func plainClient() throws {
        try TestBroker.with(config: listener) { broker in
            let stranger = try Client("client", at: broker)
            try stranger.run { !$0.disconnections.isEmpty }
            #expect(stranger.disconnections.first?.contains("TLS") == true)
        }
    }

    private func client(
        _ id: String, at broker: TestBroker, trusting authority: String, host: String = "localhost"
    ) throws -> Client {
        try Client(id, at: broker, listeningTo: "a") {
            $0.address = .tcp(host: host, port: broker.port)
            $0.tls = .init(caFile: "\(broker.directory)/\(authority).crt")
        }
    }

    private func authority(_ name: String, in directory: String) throws {
        try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-keyout", "\(directory)/\(name).key",
            "-out", "\(directory)/\(name).crt")
    }

    /// Makes two authorities, and a certificate for `localhost` by the first.
    private func listener(in directory: String) throws -> [String] {
        try authority("ca", in: directory)
        try authority("other", in: directory)
        try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost", "-CA", "\(directory)/ca.crt", "-CAkey",
            "\(directory)/ca.key", "-keyout", "\(directory)/server.key", "-out",
            "\(directory)/server.crt")
        return [
            "cafile \(directory)/ca.crt", "certfile \(directory)/server.crt",
            "keyfile \(directory)/server.key",
        ]
    }
}

extension Client {
    /// The ends of connections but those at the IPv6 address that `localhost` may have, where no
    /// broker of the tests listens.
    fileprivate var tlsFailures: [String] {
        disconnections.filter { $0.hasPrefix("cannot connect: TLS: ") }
    }
}
