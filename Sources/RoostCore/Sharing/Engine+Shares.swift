extension Engine {
    /// What `owner` lets `viewer` see now, or at some hour.
    ///
    /// A share made for the viewer takes precedence over the one for everyone. Outside its hours the
    /// viewer sees what everyone may, but no more than within them.
    public func share(
        of owner: ID<User>, to viewer: ID<User>, atAnyHour: Bool = false
    ) -> Share? {
        guard let shares = household.shares[owner] else { return nil }
        func holding(_ share: Share?) -> Share? {
            share.flatMap {
                !$0.hasEnded(at: now) && (atAnyHour || isHour(of: $0, at: now)) ? $0 : nil
            }
        }
        let own = shares[.user(viewer)].flatMap { $0.hasEnded(at: now) ? nil : $0 }
        if let share = holding(own) { return share }
        guard var share = holding(shares[.everyone]) else { return nil }
        if let own { share.level = min(share.level, own.level) }
        return share
    }

    /// What `viewer` may learn now of what `owner` did at `time`: no more than they could see then.
    func level(of owner: ID<User>, to viewer: ID<User>, at time: Timestamp) -> ShareLevel? {
        guard let share = share(of: owner, to: viewer), isHour(of: share, at: time) else {
            return nil
        }
        // One that was raised since allowed less, whatever everyone could see.
        let own = household.shares[owner]?[.user(viewer)]
        return [share, own].allSatisfy { $0?.hasBegun(at: time) ?? true } ? share.level : nil
    }

    /// When the viewer may see less than now, if nothing is changed until then; `nil` for never.
    public func endOfShare(of owner: ID<User>, to viewer: ID<User>) -> Timestamp? {
        guard let share = share(of: owner, to: viewer) else { return nil }
        let hours = share.hours.flatMap {
            $0.isWholeDay ? nil : end(of: $0, for: owner, after: now)
        }
        return [share.until, hours].compactMap { $0 }.min()
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
        guard let share = household.shares[owner]?[.everyone] else { return false }
        return share.level >= .place && !share.hasEnded(at: now) && isHour(of: share, at: now)
    }

    /// Whether a time is within the hours of a share.
    private func isHour(of share: Share, at time: Timestamp) -> Bool {
        share.hours.map { $0.contains(minuteOfDay: zone(of: share.owner).minuteOfDay(at: time)) }
            ?? true
    }

    /// The share, beginning now if the viewer could not see as much until now.
    func dated(_ share: Share) -> Share {
        var share = share
        let known = household.shares[share.owner]?[share.viewer]
        if let known, !known.hasEnded(at: now), known.level >= share.level,
            known.hours == share.hours
        {
            share.since = known.since
        } else {
            share.since = now
        }
        return share
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
