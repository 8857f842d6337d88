import RoostCore
public import RoostFormats

/// What an import did, as its answer tells it.
public struct ImportReport: Hashable, Sendable {
    /// How many entries were taken in.
    public let changes: Int
    /// What somebody may see or owns now who did not before, a sentence each: an old file brings
    /// back what was ended since.
    public let given: [String]

    /// An answer must not be longer than a broker takes.
    private static let most = 100

    /// - Parameter household: As it was before the changes.
    init(_ changes: [HouseholdChange], to household: Household, at now: Timestamp) {
        self.changes = changes.count
        let all = changes.flatMap { household.given(by: $0, at: now) }
        let further = all.count - Self.most
        given = all.prefix(Self.most) + (further > 0 ? ["and \(further) things more"] : [])
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
    /// What a change gives to users and owners who are known already.
    fileprivate func given(by change: HouseholdChange, at now: Timestamp) -> [String] {
        switch change {
        case .saveUser(let user):
            guard let known = users[user.id], user.isAdmin, !known.isAdmin else { return [] }
            return ["\(user.id) is now an administrator"]
        case .saveItem(let item):
            guard let known = items[item.id] else { return [] }
            return handedOver("item \(item.id)", from: known.owner, to: item.owner)
        case .savePlace(let place):
            guard let known = places[place.id] else { return [] }
            return handedOver("place \(place.id)", from: known.owner, to: place.owner)
                + (place.isShared && !known.isShared ? ["everyone may now see \(place.id)"] : [])
        case .saveShare(let share): return opened(by: share, at: now)
        case .saveGroup(let group):
            let known = groups[group.id]
            let joined = group.members.map(\.user)
                .filter { users[$0] != nil && known?.membership(of: $0) == nil }
            let old = known?.owner ?? group.owner
            return handedOver("group \(group.id)", from: old, to: group.owner)
                + joined.map { "\($0) is now in the group \(group.id)" }
        default: return []
        }
    }

    private func opened(by share: Share, at now: Timestamp) -> [String] {
        guard users[share.owner] != nil, !share.hasEnded(at: now) else { return [] }
        let viewer: String
        switch share.viewer {
        case .everyone: viewer = "everyone"
        case .user(let user) where users[user] != nil: viewer = "\(user)"
        case .user: return []
        }
        let known = shares[share.owner]?[share.viewer].flatMap { $0.hasEnded(at: now) ? nil : $0 }
        let hasNoMore = known.map {
            $0.level >= share.level && $0.hours == share.hours && $0.until == share.until
        }
        return hasNoMore ?? false
            ? [] : ["\(viewer) may now see \(share.owner): \(share.level.rawValue)"]
    }

    private func handedOver(
        _ what: String, from old: ID<User>?, to new: ID<User>?
    ) -> [String] {
        func whose(_ owner: ID<User>?) -> String { owner.map { "\($0)'s" } ?? "the household's" }
        return old == new ? [] : ["the \(what) is now \(whose(new)), and was \(whose(old))"]
    }
}
