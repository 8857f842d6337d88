extension DeviceTrack {
    /// What gave the battery, and when.
    enum BatteryWord: Hashable, Sendable, Codable {
        case fix(Timestamp)
        case ping(Timestamp)

        mutating func clamp(to now: Timestamp) {
            switch self {
            case .fix(let time): self = .fix(min(time, now))
            case .ping(let time): self = .ping(min(time, now))
            }
        }
    }

    /// Of one second a believed fix tells the battery, and else the lower of two pings: so it is
    /// the same in whichever order they come, and if they are taken in again after a crash.
    mutating func noteBattery(of fix: Fix) {
        guard let percent = fix.battery else { return }
        if case .ping(let time) = batteryWord, time > fix.time { return }
        battery = percent
        batteryWord = .fix(fix.time)
    }

    /// - Returns: Whether that is news, and not a ping that is taken in again after a restart.
    mutating func noteBattery(of fix: Fix, pingedAt ping: Timestamp) -> Bool {
        guard let percent = fix.battery, batteryWord != .fix(ping) else { return false }
        // A track that was stored without the word may have the battery from this very ping.
        let isKnown = battery == percent && (batteryWord ?? .ping(ping)) == .ping(ping)
        battery = batteryWord == .ping(ping) ? min(battery ?? percent, percent) : percent
        batteryWord = .ping(ping)
        return !isKnown
    }
}
