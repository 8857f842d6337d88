import OrderedCollections

/// Warns of batteries that run low, once until they are charged or changed.
extension Engine {
    mutating func noteBattery(of fix: Fix, from key: DeviceKey) {
        let name = key.device.name
        guard let percent = fix.battery, let track = users[key.user]?.devices[name],
            track.battery == percent,
            let isLow = settings.isLow(
                percent, isCharging: fix.isCharging == true, before: track.isLowBatteryReported)
        else { return }
        users[key.user]?.devices[name]?.isLowBatteryReported = isLow
        guard isLow else { return }
        give(
            lowBattery(
                of: name, at: percent, cause: "\(name) \(fix.saidAt.milliseconds)", to: key.user,
                time: fix.saidAt, device: key.device))
    }

    mutating func noteBattery(_ percent: Int, of id: ID<Item>) {
        let wasLow = items[id]?.isLowBatteryReported ?? false
        guard let item = household.items[id], let isLow = settings.isLow(percent, before: wasLow)
        else { return }
        items[id, default: ItemTrack()].isLowBatteryReported = isLow
        effects.append(.changed(.item(id), .now))
        guard isLow else { return }
        give(
            lowBattery(
                of: item.name, at: percent, cause: "\(id) \(now.milliseconds)", to: item.owner,
                time: now, item: id))
    }

    private func lowBattery(
        of name: String, at percent: Int, cause: String, to user: ID<User>, time: Timestamp,
        item: ID<Item>? = nil, device: Device? = nil
    ) -> Alert {
        Alert(
            user: user, kind: .batteryLow, cause: cause, title: "\(name): battery low",
            text: "The battery of \(name) is at \(percent) %.", item: item, time: time,
            evidence: [
                Evidence(.report, "\(name) reported \(percent) %", at: time, device: device)
            ])
    }
}

extension EngineSettings {
    /// Whether a battery counts as low from now on; `nil` if that does not change.
    fileprivate func isLow(
        _ percent: Int, isCharging: Bool = false, before wasLow: Bool
    ) -> Bool? {
        if percent >= batteryGood || isCharging { return wasLow ? false : nil }
        return percent <= batteryLow && !wasLow ? true : nil
    }
}
