import CMosquitto
import Glibc

extension MQTTSession {
    /// Makes a libmosquitto handle with all options, for one connection.
    func makeHandle() throws(MQTTError) -> OpaquePointer {
        guard library == Code.success else {
            throw .failed("starting libmosquitto", reason: describe(library))
        }
        guard !options.clientID.isEmpty, !options.clientID.utf8.contains(0) else {
            throw .invalidOption("the client id must be some text")
        }
        // The handle never outlives the session, and calls back only while the session calls it.
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard let handle = mosquitto_new(options.clientID, options.cleanStart, context) else {
            throw .failed("making a session", reason: String(cString: strerror(errno)))
        }
        do throws(MQTTError) {
            try configure(handle)
            return handle
        } catch {
            mosquitto_destroy(handle)
            throw error
        }
    }

    private func configure(_ handle: OpaquePointer) throws(MQTTError) {
        guard (1...65535).contains(options.receiveMaximum) else {
            throw .invalidOption("the receive maximum must be 1 to 65535")
        }
        guard (5...65535).contains(options.keepAliveSeconds) else {
            throw .invalidOption("the keep alive must be 5 to 65535 seconds")
        }
        try MQTTSession.check(subscriptions)
        // Without it libmosquitto acknowledges before the message is handed over.
        try check(mosquitto_threaded_set(handle, true), "holding acknowledgements back")
        try set(MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5, of: handle)
        try set(MOSQ_OPT_RECEIVE_MAXIMUM, Int32(options.receiveMaximum), of: handle)
        if let username = options.username {
            try check(
                mosquitto_username_pw_set(
                    handle, username, options.currentPassword?() ?? options.password),
                "setting user name and password")
        }
        if let will = options.will {
            guard isTopic(will.topic) else { throw .invalidTopic(will.topic) }
            try check(
                mosquitto_will_set_v5(
                    handle, will.topic, Int32(clamping: will.payload.count), will.payload,
                    Int32(will.qos), will.isRetained, nil),
                "setting the will")
        }
        if case .tcp = options.address {
            // A broker that waits for more data before it answers would hold up everything else.
            try set(MOSQ_OPT_TCP_NODELAY, 1, of: handle)
            if let tls = options.tls { try encrypt(handle, tls) }
        } else if options.tls != nil {
            throw .invalidOption("a unix socket is not encrypted: leave TLS out")
        }
        setCallbacks(of: handle)
        try setProperties(of: handle)
    }

    private func encrypt(_ handle: OpaquePointer, _ tls: MQTTOptions.TLS) throws(MQTTError) {
        guard (tls.certificateFile == nil) == (tls.keyFile == nil) else {
            throw .invalidOption("a certificate needs its key, and a key its certificate")
        }
        let files = [
            ("CA file", tls.caFile), ("certificate", tls.certificateFile), ("key", tls.keyFile),
        ]
        for case (let what, let path?) in files where access(path, R_OK) != 0 {
            throw .unreadableFile("\(what) '\(path)'")
        }
        let systemAuthorities = tls.caFile == nil ? "/etc/ssl/certs" : nil
        try check(
            mosquitto_tls_set(
                handle, tls.caFile, systemAuthorities, tls.certificateFile, tls.keyFile, nil),
            "setting up TLS")
    }

    /// Stores the properties for later connections.
    ///
    /// Only the blocking connect takes properties, and it keeps them even if it fails; so it gets
    /// the empty path of a unix socket, which fails before anything is opened.
    private func setProperties(of handle: OpaquePointer) throws(MQTTError) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        try check(
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue),
                options.sessionExpirySeconds),
            "setting the session's expiry")
        if let size = options.maximumPacketSize {
            try check(
                mosquitto_property_add_int32(
                    &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), size),
                "setting the longest packet")
        }
        _ = mosquitto_connect_bind_v5(handle, "", 0, 60, nil, properties)
    }

    private func set(
        _ option: mosq_opt_t, _ value: Int32, of handle: OpaquePointer
    ) throws(MQTTError) {
        try check(mosquitto_int_option(handle, option, value), "setting option \(option.rawValue)")
    }

    private func check(
        _ code: Int32, _ action: @autoclosure () -> String
    ) throws(MQTTError) {
        guard code == Code.success else { throw .failed(action(), reason: describe(code)) }
    }
}

/// Starts libmosquitto once, the only thing that it cannot do from two threads.
private let library: Int32 = mosquitto_lib_init()
