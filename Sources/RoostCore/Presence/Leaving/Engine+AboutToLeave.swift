import OrderedCollections

/// Tells from where people stand that they are about to leave.
extension Engine {
    /// Somebody who comes to a door from another room may be leaving; one who enters by it is not.
    mutating func noteDoor(_ steps: [Step], user: ID<User>) {
        users[user]?.door = nil
        guard steps.count == 2, let left = steps.first, let entered = steps.last,
            left.room != nil, let room = entered.room, left.place == entered.place,
            nodes.map(of: entered.place)?.isExit(room) ?? false,
            isSettledIn(user), !isSensed(entered.place, room, for: user)
        else { return }
        users[user]?.door = UserTrack.Door(place: entered.place, room: room, since: now)
        schedule(.user(user), at: now.advanced(bySeconds: Self.doorPatience))
    }

    /// What did not follow its owner to the door is about to be left behind.
    mutating func warnAtDoor(_ user: ID<User>) {
        guard let door = users[user]?.door else { return }
        guard door.opened == nil else { return warnAtOpening(of: door, user) }
        let due = door.since.advanced(bySeconds: Self.doorPatience)
        guard due <= now else { return schedule(.user(user), at: due) }
        users[user]?.door = nil
        // After an interruption they have long gone, or stayed.
        guard now.seconds(since: due) < Self.doorPatience else { return }
        // Somebody who only passed by is in the next room before the belief follows.
        guard let beacons = household.users[user]?.beacons.compactMap({ self.beacons[$0] }),
            beacons.contains(where: { $0.rooms.isAtExit(nodes: nodeViews) })
        else { return }
        warn(user, of: itemsStaying(of: user, behind: door), at: door)
    }

    /// The items of somebody at a door that may be left behind.
    func itemsStaying(of user: ID<User>, behind door: UserTrack.Door) -> [Item] {
        itemsStaying(of: user, in: door.place, exceptIn: door.spot, since: door.since)
    }

    /// Warns somebody at a door, unless they seldom leave then.
    mutating func warn(_ user: ID<User>, of staying: [Item], at door: UserTrack.Door) {
        guard !staying.isEmpty else { return }
        let packed = household.items(of: user).filter { isTakenUp($0, to: door) }
        let isExpected =
            users[user]?.waited?.door == door
            || isLikelyLeaving(user, at: door, isPacked: !packed.isEmpty)
        guard isExpected else {
            users[user]?.door = nil
            return
        }
        let place = household.name(of: door.place, room: door.room)
        let name = household.name(of: user)
        let opened = door.opened == nil ? "" : " as it is opened"
        let along = packed.isEmpty ? "" : ", with " + packed.map(\.name).joined(separator: ", ")
        warn(
            user, of: staying, leaving: door.place, from: door.spot,
            because: Evidence(
                .sighting, "\(name) is at the door, \(place)\(opened)\(along)",
                at: door.opened ?? door.since, place: door.place, room: door.room))
    }

    /// Somebody who only just came in is not leaving yet.
    func isSettledIn(_ user: ID<User>) -> Bool {
        users[user]?.arrived.map { now.seconds(since: $0) > settings.arrivalPatience } ?? true
    }

    // MARK: Habits

    /// Whether somebody who stands at a door, without something of theirs, is about to go out, by how
    /// often that happened before.
    mutating func isLikelyLeaving(
        _ user: ID<User>, at door: UserTrack.Door, isPacked: Bool
    ) -> Bool {
        let kind = door.habits
        let all = users.values.compactMap { $0[keyPath: kind]?[door.place]?[isPacked: isPacked] }
        var habits = users[user]?[keyPath: kind] ?? [:]
        let habit = habits[door.place, default: DoorHabits()][isPacked: isPacked]
        habits[door.place, default: DoorHabits()][isPacked: isPacked].noteStay()
        users[user]?[keyPath: kind] = habits
        users[user]?.waited = UserTrack.Wait(door: door, isPacked: isPacked)
        return habit.likelihood(among: all) >= Self.leavingCertainty
    }

    /// Whether the item was just taken up where it had lain for long, and came to the door as well:
    /// what is in a pocket all day tells nothing.
    func isTakenUp(_ item: Item, to door: UserTrack.Door) -> Bool {
        guard let track = items[item.id], track.isHeard, track.spot?.place == door.place,
            let rooms = item.beacon.flatMap({ beacons[$0]?.rooms }),
            let takenUp = rooms.takenUp, now.seconds(since: takenUp) < Self.packing
        else { return false }
        return track.spot == door.spot || isFollowing(item, to: door.spot, since: door.since)
    }

    /// How long what somebody carries may take to follow them to a door, in seconds.
    static let doorPatience = 10.0
    /// How likely somebody at a door must be to leave for a warning, in 0...1.
    private static let leavingCertainty = 0.4
    /// Somebody who leaves within this time of coming to a door was about to leave, in seconds.
    private static let leavingPatience = 180.0
    /// How long it takes to gather what is to go along, in seconds.
    private static let packing = 180.0

    /// Somebody left a place: from its door, if they stood there shortly before.
    mutating func learnLeaving(_ user: ID<User>, by step: Step) {
        guard let waited = users[user]?.waited, waited.door.place == step.place else { return }
        users[user]?.waited = nil
        let passed = step.time.seconds(since: waited.door.since)
        guard passed > 0, passed < Self.leavingPatience else { return }
        let kind = waited.door.habits
        users[user]?[keyPath: kind]?[step.place]?[isPacked: waited.isPacked].noteExit()
    }
}

extension UserTrack.Door {
    var spot: Spot { .init(place: place, room: room) }

    /// What is learned of such a stay.
    var habits: WritableKeyPath<UserTrack, [ID<Place>: DoorHabits]?> {
        opened == nil ? \.habits : \.openings
    }
}
