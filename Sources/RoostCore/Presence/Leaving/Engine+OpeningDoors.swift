import OrderedCollections

/// Tells who is about to go out by a door whose sensor reports that it is opened.
///
/// Whoever merely passes the hall, or waits there, is not warned before.
extension Engine {
    /// How long after a door was opened what stays behind is looked for, in seconds.
    private static let passing = 10.0

    /// Whoever stands beside a door as it is opened or falls shut may be going out by it.
    mutating func noteOpening(ofDoorAt node: ID<Node>, in place: ID<Place>) {
        guard let room = household.nodes[node]?.room, let opened = nodes.doors[node]?.opened
        else { return }
        for id in household.users.keys.sorted() where users[id]?.settled.place == place {
            let known = [users[id]?.door, users[id]?.waited?.door].compactMap { $0?.opened }
            let beacons = household.users[id]?.beacons ?? []
            guard !known.contains(opened), isSettledIn(id),
                let came = beacons.compactMap({ whenBeside(node, $0, openedAt: opened) }).max()
            else { continue }
            users[id]?.door = UserTrack.Door(
                place: place, room: room, since: came, opened: opened)
            schedule(.user(id), at: now)
        }
    }

    /// When a beacon was loudest beside a door's node in the last seconds; `nil` if it was not, or
    /// may be coming in by the door.
    private func whenBeside(
        _ node: ID<Node>, _ beacon: BeaconID, openedAt opened: Timestamp
    ) -> Timestamp? {
        guard let rooms = beacons[beacon]?.rooms, let recent = rooms.recent,
            rooms.presentSince.map({ opened.seconds(since: $0) >= Self.newcomer }) ?? true,
            let number = rooms.hearings.firstIndex(where: { $0.node == node })
        else { return nil }
        return recent.peak(
            besideAnyOf: [number], in: now.advanced(bySeconds: -Self.approach)...now)?.time
    }

    /// Whether sensors tell when the doors of a room are opened, and they are shut, and somebody is
    /// heard often enough to be found beside them then.
    func isSensed(_ place: ID<Place>, _ room: ID<Room>, for user: ID<User>) -> Bool {
        guard knownDoors(of: place, in: room)?.allSatisfy({ !$0.isOpen }) ?? false else {
            return false
        }
        return household.users[user]?.beacons.contains { beacon in
            beacons[beacon]?.rooms.shortestInterval.map { $0 < Self.approach } ?? false
        } ?? false
    }

    /// What lies elsewhere while its owner may be going out is about to be left behind.
    mutating func warnAtOpening(of door: UserTrack.Door, _ user: ID<User>) {
        guard let opened = door.opened, now.seconds(since: opened) < Self.passing else {
            users[user]?.door = nil
            return
        }
        let staying = itemsStaying(of: user, behind: door)
        warn(user, of: staying.filter { lies($0, behind: door) }, at: door)
        guard users[user]?.door != nil else { return }
        schedule(.user(user), at: now.advanced(bySeconds: 1))
    }

    /// Whether what lay still as the door was opened still sounds as it did there: what was just
    /// taken up is not heard at the door at once.
    private func lies(_ item: Item, behind door: UserTrack.Door) -> Bool {
        let opening = nodes.exits(of: door.place).compactMap(\.door).first {
            $0.opened == door.opened
        }
        guard let beacon = item.beacon, let rooms = rooms(of: item),
            let before = opening?.loudness[beacon]
        else { return false }
        return rooms.isStaying(since: door.since, from: before)
    }
}
