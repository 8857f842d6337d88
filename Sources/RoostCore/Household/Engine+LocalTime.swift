/// What time it is for a user.
extension Engine {
    /// The settings of a user who has made none.
    public var usualSettings: Settings { Settings(timezone: settings.timezone) }

    /// The rules of the zone in which a user's hours and days are given.
    func zone(of user: ID<User>) -> ZoneRules {
        household.users[user].flatMap { zones[$0.settings.timezone] } ?? .utc
    }

    /// Minutes after midnight by the user's own clock.
    func minuteOfDay(for user: User) -> Int {
        zone(of: user.id).minuteOfDay(at: now)
    }

    /// The month on the user's calendar.
    public func month(of user: ID<User>) -> CalendarMonth {
        CalendarMonth(of: day(at: now, of: user))
    }

    /// The day on the user's calendar at a given time.
    public func day(at time: Timestamp, of user: ID<User>) -> CivilDay {
        zone(of: user).day(at: time)
    }

    /// The middle of a day on the user's calendar.
    public func noon(of day: CivilDay, for user: ID<User>) -> Timestamp {
        zone(of: user).start(of: day).advanced(bySeconds: 43200)
    }

    /// The next moment after `time` at which these hours end, in the user's local time.
    func end(of hours: DailyHours, for user: ID<User>, after time: Timestamp) -> Timestamp {
        let zone = zone(of: user)
        let local = zone.local(at: time)
        let isToday = local.minuteOfDay < hours.to
        let end = LocalTime(
            minutes: local.minutes - local.minuteOfDay + hours.to
                + (isToday ? 0 : LocalTime.minutesOfDay))
        return zone.moment(of: end, notBefore: time.advanced(bySeconds: 1))
    }
}
