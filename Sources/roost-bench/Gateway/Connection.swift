import Glibc
import LoopbackSockets

/// A client of the broker that can write and read faster than the broker.
final class Connection {
    private let socket: LoopbackSocket
    private var stream = MQTTStream()
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects and subscribes; subscriptions deliver without acknowledgement.
    init(port: Int, name: String, filters: [String]) throws {
        socket = try LoopbackSocket(connectedTo: port)
        let descriptor = socket.descriptor
        var yes: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        try send(MQTTPacket.connect(clientID: name))
        try awaitAnswer()
        try send(MQTTPacket.subscribe(to: filters))
        try awaitAnswer()
    }

    /// Writes all of a packet.
    func send(_ packet: [UInt8]) throws {
        var sent = 0
        while sent < packet.count {
            sent += try write(packet, from: sent, to: packet.count)
            if sent < packet.count { wait(.milliseconds(100), toWrite: true) }
        }
    }

    /// Writes as much as the socket takes, and returns how much that was.
    func write(_ bytes: [UInt8], from start: Int, to end: Int) throws -> Int {
        let count = bytes.withUnsafeBytes { bytes in
            // A broker that is gone causes an error, not the end of the benchmark.
            Glibc.send(
                socket.descriptor, bytes.baseAddress.map { $0 + start }, min(end - start, 1 << 16),
                Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else {
            throw Problem("writing to the broker: \(String(cString: strerror(errno)))")
        }
        return 0
    }

    /// Passes on what has come; returns at once.
    func read(_ handle: (MQTTArrival) -> Void) throws {
        while true {
            let count = Glibc.read(socket.descriptor, &chunk, chunk.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0 else { throw Problem("the broker closed the connection") }
            chunk.withUnsafeBytes { stream.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            while let arrival = stream.next() { handle(arrival) }
        }
    }

    /// Waits until there is something to read, or room to write if that is wanted.
    func wait(_ time: Duration, toWrite: Bool = false) {
        var polled = pollfd(
            fd: socket.descriptor, events: Int16(POLLIN | (toWrite ? POLLOUT : 0)), revents: 0)
        // Rounded up, so that waiting does not keep a processor busy.
        poll(&polled, 1, Int32(clamping: Int((time / .milliseconds(1)).rounded(.up))))
    }

    private func awaitAnswer() throws {
        var isAnswered = false
        for _ in 0..<100 where !isAnswered {
            wait(.milliseconds(100))
            try read { _ in isAnswered = true }
        }
        guard isAnswered else { throw Problem("the broker does not answer") }
    }
}
