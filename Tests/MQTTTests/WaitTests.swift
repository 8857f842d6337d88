import Glibc
import LoopbackSockets
import MQTT
import TestBroker
import Testing

@Suite("Waiting")
struct WaitTests {
    @Test("A wait ends when another thread wakes it, connected or not", arguments: [true, false])
    func wake(isConnected: Bool) throws {
        try TestBroker.with { broker in
            let client = try Client("client", at: broker) {
                $0.backoff = .init(initial: .seconds(60), maximum: .seconds(60))
            }
            if !isConnected { broker.stop() }
            try client.run { isConnected ? $0.connections > 0 : !$0.disconnections.isEmpty }
            if isConnected { try client.publish("", to: "settled") }

            let start = ContinuousClock.now
            // The tests block all threads that Swift has for tasks; this one is its own.
            var thread = pthread_t()
            let waker = Unmanaged.passRetained(client.session.waker).toOpaque()
            pthread_create(&thread, nil, wakeSoon, waker)
            let activity = client.session.receive(limit: 1, timeout: .seconds(30)) { _ in }
            pthread_join(thread, nil)
            #expect(activity == MQTTActivity())
            #expect(ContinuousClock.now - start < .seconds(20))
            // Each call wakes once.
            let again = ContinuousClock.now
            _ = client.session.receive(limit: 1, timeout: .milliseconds(50)) { _ in }
            #expect(ContinuousClock.now - again >= .milliseconds(50))
        }
    }

    @Test("Waiting for a broker that accepts and stays silent times out")
    func silentBroker() throws {
        let fake = try FakeBroker()
        var options = fake.options
        options.connectTimeout = .milliseconds(50)
        let client = try Client(options)
        try client.run { !$0.disconnections.isEmpty }
        #expect(client.disconnections == ["cannot connect: no answer in 0.05 seconds"])
    }

    @Test("A broker's reason for disconnecting is reported")
    func farewell() throws {
        let fake = try FakeBroker()
        let client = try Client(fake.options)
        _ = client.session.receive(limit: 1, timeout: .zero) { _ in }
        // CONNACK, and DISCONNECT for administrative action.
        try fake.accept(sending: [0x20, 0x03, 0, 0, 0, 0xe0, 0x01, 0x98])
        try client.run { !$0.disconnections.isEmpty }
        #expect(client.connections == 1)
        #expect(
            client.disconnections == ["the broker ended the connection: Administrative action"])
    }
}

/// Wakes once the other thread is likely to wait; if it does not yet, it will not begin to.
private func wakeSoon(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    usleep(20_000)
    argument.map { Unmanaged<MQTTWaker>.fromOpaque($0).takeRetainedValue().wake() }
    return nil
}

/// Listens, and says only what it is told to.
private final class FakeBroker {
    let options: MQTTOptions
    private let listener: LoopbackSocket
    private var connection: Int32 = -1

    init() throws {
        let port = try freePort()
        listener = try LoopbackSocket(boundTo: port)
        options = MQTTOptions(
            address: .tcp(host: "127.0.0.1", port: port), clientID: "client")
        guard listen(listener.descriptor, 1) == 0 else { throw TestFailure("cannot listen") }
    }

    deinit { close(connection) }

    func accept(sending bytes: [UInt8]) throws {
        connection = Glibc.accept(listener.descriptor, nil, nil)
        guard write(connection, bytes, bytes.count) == bytes.count else {
            throw TestFailure("cannot send")
        }
    }
}

@Suite("Options")
struct OptionTests {
    private func options(_ adjust: (inout MQTTOptions) -> Void) -> MQTTOptions {
        var options = MQTTOptions(address: .tcp(host: "localhost", port: 1883), clientID: "x")
        adjust(&options)
        return options
    }

    @Test("Invalid options are refused with the reason")
    func refused() {
        let refused: [(MQTTError, MQTTOptions)] = [
            (.invalidOption("the client id must be some text"), options { $0.clientID = "" }),
            (
                .invalidOption("the keep alive must be 5 to 65535 seconds"),
                options { $0.keepAliveSeconds = 4 }
            ),
            (
                .invalidOption("the receive maximum must be 1 to 65535"),
                options { $0.receiveMaximum = 0 }
            ),
            (.invalidFilter("a/#/b"), options { $0.subscriptions = [.init("a/#/b")] }),
            (.invalidTopic("+"), options { $0.will = .init(topic: "+", payload: []) }),
            (
                .unreadableFile("CA file '/nonexistent'"),
                options { $0.tls = .init(caFile: "/nonexistent") }
            ),
            (
                .invalidOption("a certificate needs its key, and a key its certificate"),
                options { $0.tls = .init(certificateFile: "/etc/hosts") }
            ),
        ]
        for (error, options) in refused {
            #expect(throws: error) { try MQTTSession(options) }
        }
    }
}
