import RoostCore
import RoostFormats

extension RequestDesk {
    func settings(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        return settings(of: user)
    }

    func settings(of user: ID<User>) -> Settings {
        household.users[user]?.settings ?? engine.usualSettings
    }

    mutating func saveSettings(
        _ payload: RequestPayload, of id: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        guard var user = household.users[id] else { throw .notFound("user", "user") }
        try payload.allow(request: Settings.members, of: id)
        user.settings = try .draft(payload, before: user.settings, usual: engine.usualSettings)
        keep([.saveUser(user)])
        return user.settings
    }
}

extension Settings {
    /// As in Drafts.swift: what the payload omits stays, and what it sets to `null` is as usual.
    fileprivate static func draft(
        _ payload: RequestPayload, before: Settings, usual: Settings
    ) throws(RequestError) -> Settings {
        var settings = before
        if let alerts = payload.change(of: "alerts") {
            if let alerts {
                try settings.mute(alerts)
            } else {
                settings.mutedAlerts = usual.mutedAlerts
            }
        }
        if let hours = payload.change(of: "quiet_hours") {
            settings.quietHours = try hours?.hours()
        }
        if let zone = payload.change(of: "timezone") {
            settings.timezone = try zone?.timezone() ?? usual.timezone
        }
        if let units = payload.change(of: "units") {
            settings.units = try units?.choice() ?? usual.units
        }
        if let limit = payload.change(of: "distance_limit") {
            settings.distanceLimit = try limit?.number(in: RequestDesk.distances)
        }
        if let scope = payload.change(of: "note_scope") { settings.noteScope = try scope?.choice() }
        if let level = payload.change(of: "default_share") {
            settings.defaultShare = try level?.choice()
        }
        if let currency = payload.change(of: "currency") {
            settings.currency = try currency?.currency()
        }
        if let categories = payload.change(of: "categories") {
            settings.categories = try categories.map(SpendingCategory.drafts)
        }
        if let flag = payload.change(of: "reminders") { settings.reminders = try flag?.bool() }
        return settings
    }

    /// Switches kinds of alerts on or off: `{"left":false}`; one that is `null` is on.
    private mutating func mute(_ field: RequestField) throws(RequestError) {
        let alerts = try field.object()
        for name in alerts.object.members.map(\.name) {
            guard let kind = AlertKind(rawValue: name) else {
                let kinds = AlertKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestError(
                    .outOfRange, "there is no alert kind \(name.prefix(40)); there are \(kinds)",
                    field: "alerts")
            }
            if try alerts[name]?.bool() ?? true {
                mutedAlerts.remove(kind)
            } else {
                mutedAlerts.insert(kind)
            }
        }
    }
}
