import CMosquitto
import Glibc

extension MQTTSession {
    /// Sends what is queued and disconnects from the broker, which then discards the will.
    ///
    /// Call it only when the effect of all messages received is on disk. Waits until the broker has
    /// acknowledged all publishes and closed the connection, but no longer than `within`.
    ///
    /// Messages that come meanwhile are neither handed over nor acknowledged: the broker keeps
    /// them. Over TLS they prevent the disconnect message, and the broker publishes the will; to
    /// avoid that, receive and release until all is acknowledged, and only then close.
    ///
    /// - Returns: The outcome of the publishes.
    @discardableResult
    public func close(within limit: Duration) -> MQTTActivity {
        let deadline = ContinuousClock.now + min(max(limit, .zero), .seconds(86400))
        releaseAcknowledgements()
        while isConnected, unacknowledged > 0 || wantsToWrite, ContinuousClock.now < deadline {
            let readiness = wait(until: deadline, from: .now)
            _ = serve(readiness, limit: .max) { _ in }
            keepUp(at: .now)
        }
        if isConnected, let handle { sayFarewell(handle, until: deadline) }
        dropHandle()
        phase = .closed
        defer { activity = MQTTActivity() }
        return activity
    }

    /// Whether something may be written, and has not been yet.
    private var wantsToWrite: Bool {
        guard !isHolding, let handle else { return false }
        return mosquitto_want_write(handle)
    }

    private func sayFarewell(_ handle: OpaquePointer, until deadline: ContinuousClock.Instant) {
        // libmosquitto closes its socket at once. If messages wait there, the system would reset
        // the connection, which could overtake the disconnect; a second descriptor keeps it open.
        let socket = fcntl(mosquitto_socket(handle), F_DUPFD_CLOEXEC, 0)
        guard socket >= 0 else { return }
        defer { Glibc.close(socket) }
        if !isHolding {
            mosquitto_disconnect(handle)
            mosquitto_loop_write(handle, 1)
        } else if options.tls == nil {
            // libmosquitto's queue must not be sent, so the packet is written here.
            guard !isHalfWritten else { return }
            let packet: [UInt8] = [0xe0, 0x00]
            guard send(socket, packet, packet.count, Int32(MSG_NOSIGNAL)) == packet.count
            else { return }
        } else {
            return
        }
        shutdown(socket, Int32(SHUT_WR))
        drainUntilClosed(socket, until: deadline)
    }

    /// Reads and discards until the broker closes too.
    private func drainUntilClosed(_ socket: Int32, until deadline: ContinuousClock.Instant) {
        var scrap = [UInt8](repeating: 0, count: 65536)
        while true {
            let left = deadline - .now
            guard left > .zero else { return }
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, Int32(clamping: left.components.seconds * 1000 + 1)) >= 0,
                polled.revents != 0
            else { continue }
            guard recv(socket, &scrap, scrap.count, Int32(MSG_DONTWAIT)) > 0 else {
                return
            }
        }
    }
}
