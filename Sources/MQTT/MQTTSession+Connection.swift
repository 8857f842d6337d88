import CMosquitto
import Glibc

extension MQTTSession {
    /// Begins to connect; a later call completes it.
    func connect() {
        refusal = nil
        farewell = nil
        complaints = []
        subscribing = [:]
        isHalfWritten = false
        if handle == nil {
            do throws(MQTTError) {
                handle = try makeHandle()
            } catch {
                return lose(error.description)
            }
        }
        guard let handle else { return }
        // 15 bits, so that together with the 16 of a message id it stays positive.
        generation = (generation + 1) & 0x7fff
        let keepAlive = Int32(options.keepAliveSeconds)
        let code =
            switch options.address {
            case .tcp(let host, let port):
                mosquitto_connect_bind_async(
                    handle, host, Int32(clamping: port), keepAlive, ownAddress(towards: host))
            case .unix(let path): mosquitto_connect_async(handle, path, 0, keepAlive)
            }
        let error = errno
        isNameUnknown = code == Code.unknownHost
        guard code == Code.success else {
            return lose(
                isNameUnknown
                    ? String(cString: gai_strerror(error)) : reason(for: code, error: error))
        }
        // Success only means that nothing has failed so far. Looking up the name took its own time.
        phase = .opening(until: .now + options.connectTimeout)
        // A child process that kept the socket open would keep the session alive.
        let socket = mosquitto_socket(handle)
        if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    }

    /// The address to connect from; `nil` for any.
    ///
    /// For a name with several addresses libmosquitto tries only the first, which is an IPv6 one if
    /// there is any, even for `localhost`. Every other attempt uses IPv4.
    private func ownAddress(towards host: String) -> String? {
        // With an unknown name, a second search would only take as long again.
        guard failures % 2 == 1, !isNameUnknown else { return nil }
        var hints = addrinfo()
        hints.ai_family = AF_INET
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        return getaddrinfo(host, nil, &hints, &found) == 0 ? "0.0.0.0" : nil
    }

    /// Continues with the greeting if the system has connected the socket.
    func open() {
        guard case .opening(let until) = phase, let handle else { return }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(mosquitto_socket(handle), SOL_SOCKET, SO_ERROR, &error, &size)
        guard error == 0 else {
            return lose(reason(for: Code.systemError, error: error))
        }
        phase = .greeting(until: until)
        // During the TLS handshake only reading makes progress; then the greeting waits to be sent.
        if options.tls != nil { read(handle) }
        flush()
    }

    /// After the broker accepts: stops listening for TLS errors, and subscribes.
    func enter(_ handle: OpaquePointer) {
        mosquitto_log_callback_set(handle, nil)
        for subscription in subscriptions { subscribe(handle, subscription) }
        flush()
    }

    /// A connection that lasts longer than this resets the count of failures.
    static let settled = Duration.seconds(10)

    /// Drops the connection and all that is queued on it, and tries again after a while.
    func lose(_ reason: String) {
        // Never from a callback: this frees the handle that is calling back.
        dropHandle()
        activity.disconnected = isConnected ? reason : "cannot connect: \(reason)"
        isUnread = false
        let now = ContinuousClock.now
        // A client that is closed again and again must not return ever faster.
        if case .connected(let since) = phase {
            wasShortLived = now - since < Self.settled
            if !wasShortLived { failures = 0 }
        }
        failures += 1
        phase = .waiting(until: now + options.backoff.delay(afterFailures: failures))
    }

    /// Frees the handle with all that is queued on it.
    func dropHandle() {
        mosquitto_destroy(handle)
        handle = nil
        isHolding = false
        unacknowledged = 0
    }

    /// Runs the library's upkeep once a second, and gives up a broker that does not answer.
    func keepUp(at now: ContinuousClock.Instant) {
        switch phase {
        case .opening(let until), .greeting(let until):
            if now >= until { lose("no answer in \(options.connectTimeout)") }
        case .connected:
            guard now - lastUpkeep >= .seconds(1), let handle else { return }
            lastUpkeep = now
            let code = mosquitto_loop_misc(handle)
            let error = errno
            if code != Code.success || mosquitto_socket(handle) < 0 {
                lose(reason(for: code, error: error))
            } else {
                flush()
            }
        case .waiting, .closed: break
        }
    }
}
