// swift-format-ignore-file: NeverForceUnwrap

import RoostCore

// A household with reminders, which are delivered as by the gateway.

extension House {
    static var day: CivilDay { ZoneRules.utc.day(at: start) }

    mutating func remind(
        _ trigger: Reminder.Trigger, _ id: String = "r", isEnabled: Bool = true, at second: Double
    ) {
        wait(until: second)
        note(
            .save(
                Reminder(
                    id: ID(checked: id), user: Self.alice,
                    content: Reminder.Content(notes: .one(ID(checked: "note"))), trigger: trigger,
                    isEnabled: isEnabled, created: engine.now, updated: engine.now)))
    }

    mutating func note(_ change: ReminderChange) {
        effects += engine.apply(.reminders([change]), at: engine.now)
    }

    mutating func change(_ change: HouseholdChange) {
        effects += engine.apply(.household([change]), at: engine.now)
    }

    func settings(_ body: (inout Settings) -> Void) -> User {
        var user = engine.household.users[Self.alice]!
        body(&user.settings)
        return user
    }

    func track(_ id: String) -> ReminderTrack? {
        engine.reminders[Self.alice]?[ID(checked: id)]
    }

    /// Lets time pass, and delivers due reminders like the gateway.
    ///
    /// - Returns: The delivered reminders with their times in UTC.
    @discardableResult
    mutating func tellAll(until second: Double) -> [String] {
        let end = Self.start.advanced(bySeconds: second)
        var told = tell()
        while let next = engine.nextDeadline, next <= end {
            effects += engine.apply(.tick, at: max(next, engine.now))
            told += tell()
        }
        wait(until: second)
        return told + tell()
    }

    private mutating func tell() -> [String] {
        let open = dues.filter { engine.reminders[$0.user]?[$0.reminder]?.pending == $0 }
        for due in open {
            note(.told(due, Reminder.Told(time: engine.now, note: ID(checked: "note"))))
        }
        return open.map { "\(clock(engine.now)) \($0.reminder)" }
    }

    /// The due reminders, each once.
    var dues: [Reminder.Due] {
        var known: Set<Reminder.Due> = []
        return effects.compactMap { effect in
            guard case .remind(let due) = effect, known.insert(due).inserted else { return nil }
            return due
        }
    }
}

private func clock(_ time: Timestamp) -> String {
    let minute = ZoneRules.utc.minuteOfDay(at: time)
    return "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
}

extension Reminder.Due {
    var clock: String { RoostCoreTests.clock(time) }

    /// Days since the story began.
    var day: Int {
        ZoneRules.utc.day(at: time).daysSinceEpoch
            - ZoneRules.utc.day(at: House.start).daysSinceEpoch
    }
}
