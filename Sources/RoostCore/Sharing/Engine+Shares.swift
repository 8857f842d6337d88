extension Engine {
    /// What `owner` lets `viewer` see now, or at some hour.
    ///
    /// A share made for the viewer takes precedence over the one for everyone. Outside its hours the
    /// viewer sees what everyone may, but no more than within them.
    public func share(
        of owner: ID<User>, to viewer: ID<User>, atAnyHour: Bool = false
    ) -> Share? {
        guard let shares = household.shares[owner], let user = household.users[owner] else {
            return nil
        }
        func holding(_ share: Share?) -> Share? {
            share.flatMap { (atAnyHour ? !$0.hasEnded(at: now) : holds($0, of: user)) ? $0 : nil }
        }
        let own = shares[.user(viewer)].flatMap { $0.hasEnded(at: now) ? nil : $0 }
        if let share = holding(own) { return share }
        guard var share = holding(shares[.everyone]) else { return nil }
        if let own { share.level = min(share.level, own.level) }
        return share
    }

    /// What everyone may see once the share is over, if that is more than the share allows.
    public func widening(after share: Share) -> ShareLevel? {
        guard let end = share.until, share.viewer != .everyone,
            let open = household.shares[share.owner]?[.everyone], !open.hasEnded(at: end),
            open.level > share.level
        else { return nil }
        return open.level
    }

    /// The users for whom shares of `owner` are meant, whether or not they hold now, in order.
    public func viewers(of owner: ID<User>) -> [ID<User>] {
        guard let shares = household.shares[owner] else { return [] }
        if shares[.everyone] != nil {
            return household.users.keys.filter { $0 != owner }.sorted()
        }
        return shares.keys.compactMap { if case .user(let viewer) = $0 { viewer } else { nil } }
            .sorted()
    }

    /// Whether `owner` lets everybody see the places they are in.
    public func isOpen(_ owner: ID<User>) -> Bool {
        guard let share = household.shares[owner]?[.everyone], let user = household.users[owner]
        else { return false }
        return share.level >= .place && holds(share, of: user)
    }

    private func holds(_ share: Share, of owner: User) -> Bool {
        guard !share.hasEnded(at: now) else { return false }
        guard let hours = share.hours else { return true }
        return hours.contains(minuteOfDay: minuteOfDay(for: owner))
    }

    /// Reviews a user's shares when the next of them can begin or end.
    mutating func scheduleShares(of owner: ID<User>) {
        let shares = household.shares[owner].map { Array($0.values) } ?? []
        var moments = shares.compactMap(\.until)
        if shares.contains(where: { $0.hours != nil }) {
            let minute: Int64 = 60_000
            moments.append(Timestamp(milliseconds: (now.milliseconds / minute + 1) * minute))
        }
        schedule(.friends(of: owner), atNextOf: moments)
    }

    mutating func reviewShares(of owner: ID<User>) {
        effects.append(.changed(.friends(of: owner), .now))
        noteWhereabouts(of: owner)
        scheduleShares(of: owner)
    }

    /// A place shows its occupants according to their shares.
    mutating func noteWhereabouts(of user: ID<User>) {
        guard let spot = users[user]?.belief?.whereabouts.spot else { return }
        noteOccupancy(of: spot.place)
    }
}
