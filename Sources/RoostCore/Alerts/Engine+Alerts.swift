extension Engine {
    /// Gives an alert, unless its user has switched the kind off or was told of the same lately.
    ///
    /// - Parameter beginning: When its cause was seen to begin: an earlier alert had another.
    /// - Returns: Whether it was given.
    @discardableResult
    mutating func give(_ alert: Alert, newSince beginning: Timestamp? = nil) -> Bool {
        guard let user = household.users[alert.user],
            !user.settings.mutedAlerts.contains(alert.kind)
        else { return false }
        let note = alert.note.map { "\(alert.author?.rawValue ?? "") \($0)" }
        // An arrival or departure is the same event whichever device tells of it.
        let device = alert.kind == .batteryLow ? alert.evidence.first?.device?.name : nil
        let subject: String =
            alert.item?.rawValue ?? alert.friend?.rawValue ?? alert.node?.rawValue ?? note
            ?? device ?? ""
        let key = Self.key(alert.kind, subject, alert.place)
        // By the time of the event: a phone may deliver what is weeks old.
        if let last = users[alert.user]?.alerted[key],
            abs(alert.time.seconds(since: last)) < alert.kind.minimumIntervalSeconds,
            beginning.map({ $0 <= last }) ?? true
        {
            return false
        }
        remember(key, at: alert.time, of: alert.user)
        var alert = alert
        // An alert about a friend never holds coordinates, not even those of a place.
        if alert.friend == nil, alert.position == nil {
            alert.position = alert.place.flatMap { household.places[$0] }?.area.center
        }
        if now.seconds(since: alert.time) > settings.staleAlertAfter {
            alert.delivery = .stale
        } else if alert.kind.severity != .critical, !alert.kind.answersUser, isQuiet(for: user) {
            alert.delivery = .quiet
        }
        effects.append(.alert(alert))
        effects.append(.changed(.user(alert.user), .soon))
        return true
    }

    /// The key under which an alert's time is remembered; alerts about the same thing share it.
    static func key(_ kind: AlertKind, _ subject: String, _ place: ID<Place>?) -> String {
        "\(kind.rawValue) \(subject) \(place?.rawValue ?? "")"
    }

    /// Notes when an alert was given; forgets those too old for any interval.
    mutating func remember(_ key: String, at time: Timestamp, of user: ID<User>) {
        let longest = AlertKind.allCases.map(\.minimumIntervalSeconds).max() ?? 0
        var alerted = users[user, default: UserTrack()].alerted
        alerted = alerted.filter { time.seconds(since: $0.value) < longest }
        // An alert from weeks ago does not set back a newer one.
        alerted[key] = max(alerted[key] ?? .distantPast, min(now, time))
        users[user, default: UserTrack()].alerted = alerted
    }

    func isQuiet(for user: User) -> Bool {
        guard let hours = user.settings.quietHours else { return false }
        return hours.contains(minuteOfDay: minuteOfDay(for: user))
    }

    func evidence(of step: Step, by user: User, belief: Belief) -> Evidence {
        let place = household.name(of: step.place)
        return Evidence(
            belief.isByPhoneAlone ? .fix : .sighting,
            "\(user.name) \(step.isEntering ? "came to" : "left") \(place)", at: step.time,
            place: step.place, device: belief.device)
    }

    /// Tells a user, and those who may know it, that the user arrived or left.
    mutating func tellArrival(_ step: Step, of user: User, belief: Belief) {
        let place = household.name(of: step.place)
        let cause = "\(user.id) \(step.place) \(step.isEntering) \(step.time.milliseconds)"
        let evidence = evidence(of: step, by: user, belief: belief)
        give(
            Alert(
                user: user.id, kind: step.isEntering ? .arrived : .left, cause: cause,
                title: step.isEntering ? "Arrived: \(place)" : "Left: \(place)",
                text: step.isEntering ? "You arrived at \(place)." : "You left \(place).",
                place: step.place, time: step.time, evidence: [evidence]))
        if step.isEntering { tellSpending(at: step.place, to: user.id, on: step.time) }
        remind(user.id, of: step)
        var news = evidence
        news.device = nil
        for viewer in viewers(of: user.id) {
            guard let level = level(of: user.id, to: viewer, at: step.time), level >= .place
            else { continue }
            give(
                Alert(
                    user: viewer, kind: step.isEntering ? .friendArrived : .friendLeft,
                    cause: cause, title: "\(user.name) \(step.isEntering ? "arrived" : "left")",
                    text: "\(user.name) \(step.isEntering ? "arrived at" : "left") \(place).",
                    friend: user.id, place: step.place, time: step.time, evidence: [news]))
        }
    }
}
