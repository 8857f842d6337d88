import Foundation
import RoostCore

extension ZoneRules {
    /// The rules of an IANA zone from 2000 to 2050, as this system knows them; UTC for a zone that
    /// it does not know.
    init(identifier: String) {
        guard identifier != "UTC", let zone = TimeZone(identifier: identifier) else {
            self = .utc
            return
        }
        let (first, last) = (Date(timeIntervalSince1970: 946_684_800), 2_524_608_000.0)
        var changes = [
            Change(from: .epoch, offsetSeconds: zone.secondsFromGMT(for: first))
        ]
        var date = first
        while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date,
            next.timeIntervalSince1970 < last
        {
            changes.append(
                Change(
                    from: Timestamp(milliseconds: Int64(next.timeIntervalSince1970 * 1000)),
                    offsetSeconds: zone.secondsFromGMT(for: next)))
            date = next
        }
        self.init(changes: changes)
    }
}

extension Engine {
    /// Looks up the rules of the zones of all users, and of those to come.
    mutating func learnZones() {
        learn(zone: settings.timezone)
        for user in household.users.values { learn(zone: user.settings.timezone) }
    }

    /// Looks up the zones that changes give to users, before these are applied.
    mutating func learnZones(of changes: [HouseholdChange]) {
        for case .saveUser(let user) in changes { learn(zone: user.settings.timezone) }
    }

    mutating func learn(zone name: String) {
        if zones[name] == nil { zones[name] = ZoneRules(identifier: name) }
    }
}
