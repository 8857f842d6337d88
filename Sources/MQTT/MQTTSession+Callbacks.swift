import CMosquitto
import Glibc

/// The callbacks of libmosquitto, always called from within a call of the session.
///
/// None of these may call libmosquitto or lose the connection: they only note what happened.
extension MQTTSession {
    func setCallbacks(of handle: OpaquePointer) {
        mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
            guard let session = MQTTSession.from(context), let message else { return }
            session.hasProgressed = true
            // Its acknowledgement is queued already.
            if message.pointee.qos > 0 { session.isHolding = true }
            session.incoming.append(MQTTMessage(message.pointee, properties: properties))
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, id, reason, _ in
            MQTTSession.from(context)?.acknowledged(id, reason)
        }
        mosquitto_connect_v5_callback_set(handle) { _, context, reason, flags, _ in
            guard let session = MQTTSession.from(context) else { return }
            session.hasProgressed = true
            if reason == 0 {
                session.activity.connected = true
                session.activity.sessionPresent = flags & 1 != 0
            } else {
                session.refusal = describe(reason: reason)
            }
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, context, id, count, granted, _ in
            guard let session = MQTTSession.from(context) else { return }
            session.hasProgressed = true
            guard let filter = session.subscribing.removeValue(forKey: id) else { return }
            if UnsafeBufferPointer(start: granted, count: Int(count)).contains(where: { $0 >= 128 })
            {
                session.activity.refusedSubscriptions.append(filter)
            }
        }
        mosquitto_unsubscribe_v5_callback_set(handle) { _, context, _, _ in
            MQTTSession.from(context)?.hasProgressed = true
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, reason, _ in
            // It may be called again, without the reason that the broker gave.
            guard let session = MQTTSession.from(context) else { return }
            session.farewell = max(session.farewell ?? reason, reason)
        }
        // Only until connected: each log line has a cost, and there is one for each message.
        mosquitto_log_callback_set(handle) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTSession.from(context)?.complaints.append(String(cString: text))
        }
    }

    private func acknowledged(_ id: Int32, _ reason: Int32) {
        // libmosquitto reports a publish of quality 0 as done once it is written.
        guard !isWriting else { return }
        hasProgressed = true
        unacknowledged -= 1
        if reason < 128 {
            activity.published.append(publicID(id))
        } else {
            activity.refused.append(.init(id: publicID(id), reason: describe(reason: reason)))
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> MQTTSession? {
        context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }
}
