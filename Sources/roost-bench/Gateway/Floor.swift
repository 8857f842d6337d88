import ArgumentParser
import CMosquitto
import Foundation
import Glibc

/// A subscriber that does only what it must: nothing can cost less.
///
/// It receives as the gateway does (its own loop, one batch, then the acknowledgements) and counts;
/// with a store it also inserts each message as one row, and acknowledges after the commit. It
/// answers a request with its count so far, so that the publisher knows its progress.
final class Floor {
    private let handle: OpaquePointer
    private let store: FloorStore?
    private var tally = FloorTally()
    private var batch = 0
    private var questions = 0

    /// The most messages read before a commit: the gateway's number.
    private static let batchLimit = 1000

    init(port: Int, filters: [String], store: FloorStore?) throws {
        mosquitto_lib_init()
        guard let handle = mosquitto_new("floor", false, nil) else {
            throw Problem("libmosquitto makes no client")
        }
        self.handle = handle
        self.store = store
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_threaded_set(handle, true)
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, 1000)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_message_v5_callback_set(handle) { _, context, message, _ in
            guard let context, let message else { return }
            Unmanaged<Floor>.fromOpaque(context).takeUnretainedValue().take(message.pointee)
        }
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        mosquitto_property_add_int32(
            &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), 86400)
        try check(
            mosquitto_connect_bind_v5(handle, "127.0.0.1", Int32(port), 60, nil, properties))
        for filter in filters {
            try check(mosquitto_subscribe(handle, nil, filter, 1))
        }
    }

    /// Runs until the process is ended.
    func run() throws {
        while true {
            var polled = pollfd(
                fd: mosquitto_socket(handle),
                events: Int16(POLLIN | (mosquitto_want_write(handle) ? POLLOUT : 0)), revents: 0)
            guard polled.fd >= 0 else { throw Problem("the broker closed the connection") }
            if poll(&polled, 1, 200) > 0 {
                try drain()
                try store?.commit()
                try answer()
                batch = 0
            }
            if mosquitto_want_write(handle) { try check(mosquitto_loop_write(handle, 1)) }
            mosquitto_loop_misc(handle)
        }
    }

    private func drain() throws {
        var last = -1
        while batch != last, batch < Self.batchLimit {
            last = batch
            try check(mosquitto_loop_read(handle, 1))
        }
    }

    private func take(_ message: mosquitto_message) {
        batch += 1
        store?.insert(message)
        if let topic = message.topic, strncmp(topic, Subject.requestPrefix, Subject.length) == 0 {
            questions += 1
        } else {
            tally.received += 1
            if message.qos > 0 { tally.promised += 1 }
        }
    }

    private func answer() throws {
        guard questions > 0 else { return }
        let payload = Array(try JSONEncoder().encode(tally))
        while questions > 0 {
            try check(
                mosquitto_publish(
                    handle, nil, Subject.markResponse, Int32(payload.count), payload, 1, false))
            questions -= 1
        }
    }

    private func check(_ code: Int32) throws {
        guard code == Int32(MOSQ_ERR_SUCCESS.rawValue) else {
            throw Problem("libmosquitto: \(String(cString: mosquitto_strerror(code)))")
        }
    }
}

/// What a floor has received, apart from the requests.
struct FloorTally: Codable {
    var received = 0
    /// Those of quality of service 1.
    var promised = 0
}

/// The floor in a process of its own, so that it is measured like the gateway.
struct FloorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "floor", shouldDisplay: false)

    @Option var port: Int
    @Option var insert: String?

    func run() throws {
        try Floor(
            port: port, filters: Subject.filters, store: try insert.map(FloorStore.init(path:))
        ).run()
    }
}
