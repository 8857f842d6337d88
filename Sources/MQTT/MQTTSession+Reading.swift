import CMosquitto
import Glibc

extension MQTTSession {
    /// The result of a wait.
    struct Readiness {
        var isWoken = false
        var canRead = false
        var canWrite = false
        /// The socket is only good for reading what it still holds.
        var isBroken = false
    }

    /// Waits for the socket or the waker, until the next thing is due at the latest.
    func wait(until deadline: ContinuousClock.Instant, from now: ContinuousClock.Instant)
        -> Readiness
    {
        var events = POLLIN
        var due = isUnread ? now : deadline
        switch phase {
        case .waiting(let until): due = min(due, until)
        case .opening(let until):
            events = POLLOUT
            due = min(due, until)
        case .greeting(let until):
            // During the TLS handshake a socket is always writable, to no avail.
            if options.tls == nil, let handle, mosquitto_want_write(handle) { events |= POLLOUT }
            due = min(due, until)
        case .connected:
            if !isHolding, let handle, mosquitto_want_write(handle) { events |= POLLOUT }
            due = min(due, lastUpkeep + .seconds(1))
        case .closed: break
        }
        return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { polled in
            polled.initialize(repeating: pollfd())
            polled[0] = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
            // A negative descriptor is ignored.
            polled[1].fd = handle.map { mosquitto_socket($0) } ?? -1
            polled[1].events = Int16(events)
            var readiness = Readiness()
            readiness.canRead = isUnread
            guard poll(polled.baseAddress, 2, milliseconds(from: now, to: due)) > 0 else {
                return readiness
            }
            let found = Int32(polled[1].revents)
            readiness.isWoken = polled[0].revents != 0
            readiness.canRead = isUnread || found & POLLIN != 0
            readiness.canWrite = found & POLLOUT != 0
            readiness.isBroken = found & (POLLERR | POLLHUP | POLLNVAL) != 0
            return readiness
        }
    }

    /// Does what a wait made possible.
    ///
    /// - Returns: How many messages were passed to `handle`.
    func serve(
        _ readiness: Readiness, limit: Int, weighing weigh: (MQTTMessage) -> Int = { _ in 1 },
        _ handle: (MQTTMessage) -> Void
    ) -> Int {
        if readiness.isWoken { waker.reset() }
        if case .opening = phase {
            if readiness.canWrite || readiness.isBroken { open() }
            return 0
        }
        if readiness.canWrite { flush() }
        guard readiness.canRead || readiness.isBroken else { return 0 }
        let received = drain(limit: limit, weigh, handle)
        if case .greeting = phase {
            flush()
            if readiness.isBroken, self.handle != nil { lose(reason(for: 0, error: 0)) }
        }
        return received
    }

    /// Reads until there is no more, or until messages of the weight `limit` or ``mostBytes`` have
    /// come.
    ///
    /// As a rule a call of `mosquitto_loop_read` reads one packet, and does not report whether it
    /// did; so each callback sets a flag.
    private func drain(
        limit: Int, _ weigh: (MQTTMessage) -> Int, _ handle: (MQTTMessage) -> Void
    ) -> Int {
        let isNew = !isConnected
        var received = 0
        var weight = 0
        var bytes = 0
        isUnread = false
        // TLS may hold packets that `poll` does not see. A ping response, which sets no flag, can
        // hide one, but two such responses never follow each other.
        var patience = options.tls == nil ? 1 : 2
        while patience > 0, let connection = self.handle {
            hasProgressed = false
            let isAlive = read(connection)
            if !incoming.isEmpty {
                for message in incoming {
                    handle(message)
                    weight += weigh(message)
                    bytes += message.payload.count
                }
                received += incoming.count
                incoming.removeAll(keepingCapacity: true)
            }
            guard isAlive else { break }
            // A connection is reported before anything that comes over it.
            if isNew, isConnected {
                isUnread = true
                break
            }
            if weight >= limit || bytes >= Self.mostBytes {
                isUnread = true
                break
            }
            if !hasProgressed { patience -= 1 }
        }
        return received
    }

    /// Lets libmosquitto read.
    ///
    /// - Returns: Whether there is still a connection.
    @discardableResult
    func read(_ handle: OpaquePointer) -> Bool {
        let code = mosquitto_loop_read(handle, 1)
        // A DISCONNECT from the broker gives success, and no socket.
        guard code == Code.success, mosquitto_socket(handle) >= 0 else {
            lose(reason(for: code, error: errno))
            return false
        }
        if case .greeting = phase, activity.connected {
            let now = ContinuousClock.now
            phase = .connected(since: now)
            lastUpkeep = now
            enter(handle)
        }
        return self.handle != nil
    }

    /// Writes what is queued, unless part of it must be held.
    func flush() {
        guard !isHolding, let handle, mosquitto_want_write(handle) else { return }
        isWriting = true
        // libmosquitto writes each packet separately, and the broker would get them one by one.
        cork(handle, true)
        let code = mosquitto_loop_write(handle, 1)
        let error = errno
        cork(handle, false)
        isWriting = false
        isHalfWritten = mosquitto_want_write(handle)
        if code != Code.success || mosquitto_socket(handle) < 0 {
            lose(reason(for: code, error: error))
        }
    }

    /// Makes TCP gather what is written until it is released.
    private func cork(_ handle: OpaquePointer, _ isHeld: Bool) {
        guard case .tcp = options.address else { return }
        var value: Int32 = isHeld ? 1 : 0
        setsockopt(
            mosquitto_socket(handle), Int32(IPPROTO_TCP), TCP_CORK, &value,
            socklen_t(MemoryLayout<Int32>.size))
    }

    /// Rounds up, so that the last millisecond is not spent in a busy loop.
    private func milliseconds(
        from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Int32 {
        guard end > start else { return 0 }
        let (seconds, attoseconds) = (end - start).components
        return Int32(
            clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
