import CMosquitto

extension MQTTSession {
    /// Subscribes to exactly these filters from now on: on every connection, and on this one with
    /// the next ``releaseAcknowledgements()``.
    ///
    /// A filter dropped without a connection stays in a session that the broker kept.
    public func listen(to new: [MQTTOptions.Subscription]) throws(MQTTError) {
        try MQTTSession.check(new)
        let old = subscriptions
        subscriptions = new
        guard isConnected, let handle else { return }
        for subscription in new where !old.contains(subscription) {
            subscribe(handle, subscription)
            isHolding = true
        }
        for filter in Set(old.map(\.filter)).subtracting(new.map(\.filter)).sorted() {
            mosquitto_unsubscribe(handle, nil, filter)
            isHolding = true
        }
    }

    /// Makes all subscriptions again, so that the broker delivers again what it retains.
    public func subscribeAgain() {
        guard isConnected, let handle else { return }
        for subscription in subscriptions { subscribe(handle, subscription) }
        isHolding = true
    }

    func subscribe(_ handle: OpaquePointer, _ subscription: MQTTOptions.Subscription) {
        var id: Int32 = 0
        var flags =
            switch subscription.sendRetained {
            case .always: MQTT_SUB_OPT_SEND_RETAIN_ALWAYS.rawValue
            case .ifNew: MQTT_SUB_OPT_SEND_RETAIN_NEW.rawValue
            case .never: MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
            }
        if subscription.noLocal { flags |= MQTT_SUB_OPT_NO_LOCAL.rawValue }
        let code = mosquitto_subscribe_v5(
            handle, &id, subscription.filter, Int32(subscription.qos), Int32(flags), nil)
        if code == Code.success {
            subscribing[id] = subscription.filter
        } else {
            activity.refusedSubscriptions.append(subscription.filter)
        }
    }

    static func check(_ subscriptions: [MQTTOptions.Subscription]) throws(MQTTError) {
        for subscription in subscriptions {
            guard isText(subscription.filter),
                mosquitto_sub_topic_check(subscription.filter) == Code.success
            else { throw .invalidFilter(subscription.filter) }
        }
    }
}
