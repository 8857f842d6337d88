import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// Creates a group of the user's own, or changes its name and members.
    mutating func saveGroup(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Group.savedMembers + ["revision"], of: user)
        try refuseInReplay()
        let revision = try payload.revision()
        let household = household
        let id = try id(
            "group", payload, own: groups(ownedBy: user).map { ($0.id, $0.name) }, of: user
        ) { household.groups[$0] != nil }
        let before = household.groups[id]
        if let before {
            guard before.membership(of: user) != nil else { throw .taken("group", id.rawValue) }
            guard before.owner == user else { throw Self.ownersOnly(before) }
        }
        // It was deleted meanwhile: an edit does not restore it.
        if before == nil, revision != nil { throw .notFound("group", "group") }
        let users = household.users
        var group = try Group.draft(
            payload, id: id, owner: user, before: before, at: engine.now
        ) { users[$0] != nil }
        if group == before { return GroupAnswer(group, in: household) }
        try checkRoom(for: group, before: before)
        if let before {
            try payload.check(revision, against: before.revision, of: "group")
            group.revision += 1
        }
        keep([.saveGroup(group)])
        return GroupAnswer(group, in: household)
    }

    private func groups(ownedBy user: ID<User>) -> [Group] {
        household.groups(of: user).compactMap { household.groups[$0] }.filter { $0.owner == user }
    }

    /// Limits the groups that a user owns, and the groups that each new member is in.
    private func checkRoom(for group: Group, before: Group?) throws(RequestError) {
        guard before != nil || groups(ownedBy: group.owner).count < Group.mostOfOwner else {
            throw .tooMany("groups", Group.mostOfOwner, field: "group")
        }
        let added = group.members.map(\.user).filter {
            $0 != group.owner && before?.membership(of: $0) == nil
        }
        let full = added.first { household.groups(of: $0).count >= Group.mostOfMember }
        if let full {
            throw RequestError(
                .tooLarge, "\(full) is in \(Group.mostOfMember) groups, which is all",
                field: "members")
        }
    }

    mutating func deleteGroup(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["group"], of: user)
        let group = try group(try payload.required("group"), of: user)
        guard group.owner == user else { throw Self.ownersOnly(group) }
        keep([.deleteGroup(group.id)])
        return Members { $0.member("group", group.id) }
    }

    mutating func leaveGroup(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["group"], of: user)
        let group = try group(try payload.required("group"), of: user)
        keep([group.without(user).map(HouseholdChange.saveGroup) ?? .deleteGroup(group.id)])
        return Members { $0.member("group", group.id) }
    }

    /// The groups that the user is in.
    func listGroups(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        try refuseInReplay()
        let groups = household.groups(of: user).sorted().compactMap { household.groups[$0] }
        return listed("groups", groups.map { GroupAnswer($0, in: household) })
    }

    /// A group that the user is in; any other is treated as if it did not exist.
    func group(_ field: RequestField, of user: ID<User>) throws(RequestError) -> Group {
        let id: ID<Group> = try field.id()
        try refuseInReplay()
        guard let group = household.groups[id], group.membership(of: user) != nil else {
            throw .notFound("group", field.name)
        }
        return group
    }

    private static func ownersOnly(_ group: Group) -> RequestError {
        RequestError(
            .forbidden,
            "only \(group.owner) may change or delete the group \(group.id); group/leave leaves it",
            field: "group")
    }
}
