import OrderedCollections

/// Who is about to leave, by where they stand.
extension Engine {
    /// Who comes to a door from another room may be leaving; who comes in by it is not.
    mutating func noteDoor(_ steps: [Step], user: ID<User>) {
        users[user]?.door = nil
        guard steps.count == 2, let left = steps.first, let entered = steps.last,
            left.room != nil, let room = entered.room, left.place == entered.place,
            nodes.map(of: entered.place)?.isExit(room) ?? false,
            users[user]?.arrived.map({ now.seconds(since: $0) > settings.arrivalPatience }) ?? true
        else { return }
        users[user]?.door = UserTrack.Door(place: entered.place, room: room, since: now)
        schedule(.user(user), at: now.advanced(bySeconds: settings.doorPatience))
    }

    /// What did not follow its owner to the door is about to be left.
    mutating func warnAtDoor(_ user: ID<User>) {
        guard let door = users[user]?.door else { return }
        let due = door.since.advanced(bySeconds: settings.doorPatience)
        guard due <= now else { return schedule(.user(user), at: due) }
        users[user]?.door = nil
        // Who passed by is in the next room before that is believed.
        let views = nodes.views(at: now)
        guard let beacons = household.users[user]?.beacons.compactMap({ self.beacons[$0] }),
            beacons.contains(where: { $0.rooms.isAtExit(nodes: views) })
        else { return }
        guard isLikelyLeaving(user, at: door) else { return }
        let place = placeName(door.place, room: door.room) ?? door.place.rawValue
        let name = household.users[user]?.name ?? user.rawValue
        warn(
            user, leaving: door.place, exceptIn: door.room,
            because: Evidence(
                .sighting, "\(name) is at the door, \(place)", at: door.since, place: door.place,
                room: door.room))
    }

    // MARK: Habits

    /// Whether somebody who stands at a door is about to go out by it, by how often that was so.
    private mutating func isLikelyLeaving(_ user: ID<User>, at door: UserTrack.Door) -> Bool {
        let isCarrying = household.items(of: user).contains { isCarried($0, to: door) }
        var habits = users[user]?.habits ?? [:]
        let likelihood = habits[door.place, default: DoorHabits()][isCarrying: isCarrying]
            .likelihood
        habits[door.place, default: DoorHabits()][isCarrying: isCarrying].noteStay()
        users[user]?.habits = habits
        users[user]?.waited = UserTrack.Wait(door: door, isCarrying: isCarrying)
        return likelihood >= settings.leavingCertainty
    }

    /// Whether the item came to the door as well, and not only lies there.
    private func isCarried(_ item: Item, to door: UserTrack.Door) -> Bool {
        guard let track = items[item.id], track.isHeard, track.spot?.place == door.place,
            let rooms = item.beacon.flatMap({ beacons[$0]?.rooms }),
            rooms.rest(at: now) < Self.arrival
        else { return false }
        return track.spot?.room == door.room || isFollowing(item, to: door.room, since: door.since)
    }

    /// What lies for longer than this was not brought to the door just now, in seconds.
    private static let arrival = 60.0

    /// Somebody left a place: they did so from its door, if they stood there a moment before.
    mutating func learnLeaving(_ user: ID<User>, by step: Step) {
        guard let waited = users[user]?.waited, waited.door.place == step.place else { return }
        users[user]?.waited = nil
        let passed = step.time.seconds(since: waited.door.since)
        guard passed > 0, passed < settings.leavingPatience else { return }
        users[user]?.habits?[step.place]?[isCarrying: waited.isCarrying].noteExit()
    }
}
