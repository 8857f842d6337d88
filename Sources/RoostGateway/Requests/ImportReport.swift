import RoostCore
public import RoostFormats

/// What an import did, as its answer tells it.
public struct ImportReport: Hashable, Sendable {
    /// How many entries were taken in.
    public let changes: Int
    /// What somebody may see or owns now who did not before, a sentence each: an old file brings
    /// back what was ended since.
    public let given: [String]

    /// - Parameter household: As it was before the changes.
    init(_ changes: [HouseholdChange], to household: Household, at now: Timestamp) {
        self.changes = changes.count
        given = changes.flatMap { household.given(by: $0, at: now) }
    }
}

extension ImportReport: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("changes", changes)
            json.member("given", given)
        }
    }
}

extension Household {
    fileprivate func given(by change: HouseholdChange, at now: Timestamp) -> [String] {
        switch change {
        case .saveItem(let item):
            return handedOver("item \(item.id)", from: items[item.id]?.owner, to: item.owner)
        case .savePlace(let place):
            return handedOver("place \(place.id)", from: places[place.id]?.owner, to: place.owner)
        case .saveShare(let share):
            let viewer: String
            switch share.viewer {
            case .everyone: viewer = "everyone"
            // A new user is given what the file says of them.
            case .user(let user) where users[user] != nil: viewer = "\(user)"
            case .user: return []
            }
            let known = shares[share.owner]?[share.viewer]
            guard users[share.owner] != nil, !share.hasEnded(at: now) else { return [] }
            if let known, !known.hasEnded(at: now), known.level >= share.level { return [] }
            return ["\(viewer) may now see \(share.level.rawValue) of \(share.owner)"]
        case .saveGroup(let group):
            guard let known = groups[group.id] else { return [] }
            let joined = group.members.map(\.user).filter { known.membership(of: $0) == nil }
            return handedOver("group \(group.id)", from: known.owner, to: group.owner)
                + joined.map { "\($0) is now in the group \(group.id)" }
        default: return []
        }
    }

    private func handedOver(
        _ what: String, from old: ID<User>?, to new: ID<User>?
    ) -> [String] {
        guard let old, old != new else { return [] }
        let owner = new.map { "\($0)'s" } ?? "everybody's"
        return ["the \(what) is now \(owner), and was \(old)'s"]
    }
}
