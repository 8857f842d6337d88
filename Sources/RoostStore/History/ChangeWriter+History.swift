import GRDB
import RoostCore

extension ChangeWriter {
    func write(_ fixes: [(fix: Fix, device: DeviceKey, arrived: Timestamp)]) throws {
        guard !fixes.isEmpty else { return }
        var insert = try HotStatement(
            db,
            """
            INSERT OR IGNORE INTO fix (user, time, device, hash, latitude, longitude, accuracy,
                altitude, speed, course, battery, trigger, is_retained, claimed_time,
                activity, network, pinged, is_charging, arrived, crossing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for (fix, key, arrived) in fixes {
            insert.bind(key.user.rawValue)
            insert.bind(fix.time.milliseconds)
            insert.bind(key.device.name)
            insert.bind(fix.contentHash)
            insert.bind(fix.coordinate.latitude)
            insert.bind(fix.coordinate.longitude)
            insert.bind(fix.accuracy)
            insert.bind(fix.altitude)
            insert.bind(fix.speed)
            insert.bind(fix.course)
            insert.bind(fix.battery)
            insert.bind(fix.trigger)
            insert.bind(fix.isRetained ? 1 : 0)
            insert.bind(fix.claimedTime?.milliseconds)
            insert.bind(fix.activity?.rawValue)
            insert.bind(fix.network.map { Int64(bitPattern: $0) })
            insert.bind(fix.pinged?.milliseconds)
            insert.bind(fix.isCharging.map { $0 ? Int64(1) : 0 })
            insert.bind(arrived.milliseconds)
            insert.bind(try fix.crossing.map(text))
            try insert.run()
        }
    }

    /// Returns whether the transition is new.
    func write(_ transition: Transition) throws -> Bool {
        let item: String? =
            if case .item(let item) = transition.subject { item.rawValue } else { nil }
        try run(
            """
            INSERT OR IGNORE INTO transition (id, user, item, is_entering, place, room, time)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                transition.id, transition.user.rawValue, item, transition.isEntering,
                transition.place.rawValue, transition.room?.rawValue, transition.time.milliseconds,
            ])
        return db.changesCount > 0
    }

    /// Returns whether the alert is new.
    func write(_ alert: Alert, payload: [UInt8]) throws -> Bool {
        try run(
            """
            INSERT OR IGNORE INTO alert (id, user, kind, time, delivery, payload)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                alert.id, alert.user.rawValue, alert.kind.rawValue, alert.time.milliseconds,
                alert.delivery.rawValue, String(decoding: payload, as: UTF8.self),
            ])
        return db.changesCount > 0
    }

    func write(_ decision: KeptDecision) throws {
        try run(
            "INSERT INTO decision (user, item, time, json) VALUES (?, ?, ?, ?)",
            [
                decision.user.rawValue, decision.item?.rawValue, decision.time.milliseconds,
                String(decoding: decision.json, as: UTF8.self),
            ])
    }
}

extension Fix {
    /// Equal for equal fixes, so that two fixes of one second stay two, and a redelivered one stays
    /// one.
    fileprivate var contentHash: Int64 {
        var hash = StableHash()
        for number in [
            coordinate.latitude, coordinate.longitude, accuracy, altitude, speed, course,
        ] {
            hash.combine(number ?? .infinity)
        }
        hash.combine(trigger ?? "")
        if let messageID { hash.combine(messageID) }
        // Its message is another than that of the same position without it.
        if let crossing { hash.combine("\(crossing.isEntering) \(crossing.region)") }
        return Int64(bitPattern: hash.value)
    }
}
