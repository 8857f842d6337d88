extension Engine {
    /// Applies a change of spending, and alerts if a budget is reached.
    mutating func note(_ change: ExpenseChange) {
        let user = change.user
        guard household.users[user] != nil else { return }
        let before = purses[user] ?? Purse()
        var purse = before
        purse.take(change)
        purse.forget(before: month(of: user).previous)
        purses[user] = purse.count == 0 ? nil : purse
        effects.append(.spend(change))
        effects.append(.changed(.spending(user), .now))
        scheduleMonth(of: user)
        for budget in household.users[user]?.settings.budgets ?? [] {
            warn(user, of: budget, spentBefore: spent(before, budget, by: user))
        }
    }

    /// Called when a month may be over.
    mutating func reviewSpending(of user: ID<User>) {
        let kept = month(of: user).previous
        purses[user]?.forget(before: kept)
        effects.append(.changed(.spending(user), .now))
        scheduleMonth(of: user)
    }

    mutating func scheduleMonth(of user: ID<User>) {
        let settings = household.users[user]?.settings
        guard purses[user] != nil || settings?.budgets?.isEmpty == false else { return }
        let next = month(of: user).next.first
        schedule(
            .spending(user), at: max(zone(of: user).start(of: next), now.advanced(bySeconds: 1)))
    }

    /// The user's budgets, or names of categories, have changed.
    mutating func review(budgetsOf user: User, before: User?) {
        let known = before?.settings.budgets ?? []
        for budget in user.settings.budgets ?? [] where !known.contains(budget) {
            warn(user.id, of: budget, spentBefore: nil)
        }
        if purses[user.id] != nil || user.settings.budgets != nil || known.count > 0 {
            effects.append(.changed(.spending(user.id), .now))
            scheduleMonth(of: user.id)
        }
    }

    // MARK: Alerts

    private func spent(_ purse: Purse, _ budget: Budget, by user: ID<User>) -> Int64 {
        purse.tally.spent(
            in: month(of: user), budget.amount.currency, category: budget.category)
    }

    /// - Parameter spentBefore: `nil` if the budget is new.
    private mutating func warn(_ user: ID<User>, of budget: Budget, spentBefore: Int64?) {
        let spent = spent(purses[user] ?? Purse(), budget, by: user)
        let reached = budget.threshold(spent: spent)
        guard let reached, reached > spentBefore.flatMap(budget.threshold) ?? 0 else { return }
        let settings = household.users[user]?.settings ?? Settings()
        let subject = budget.category.map { settings.name(of: $0) } ?? "All spending"
        let amount = Money(units: spent, budget.amount.currency)
        let text =
            "\(subject): \(amount) of \(budget.amount.decimal) this month, "
            + "\(budget.percent(spent: spent)) %."
        let category = budget.category?.rawValue ?? ""
        let cause = "\(month(of: user)) \(category) \(budget.amount) \(reached)"
        give(
            Alert(
                user: user, kind: .budgetExceeded, cause: cause,
                title: reached >= 100
                    ? "Budget spent: \(subject)" : "Budget nearly spent: \(subject)",
                text: text, time: now,
                evidence: [Evidence(.report, "\(amount) were spent this month", at: now)]))
    }

    /// Tells a user who arrives at a place what they spent there this month.
    mutating func tellSpending(at place: ID<Place>, to user: ID<User>, on arrival: Timestamp) {
        // Of a late one nobody knows what had been spent by then.
        guard now.seconds(since: arrival) <= settings.staleAlertAfter else { return }
        let tally = purses[user]?.tally ?? Tally()
        let sums = tally.spent(in: month(of: user), at: place).filter { $0.units > 0 }
        guard !sums.isEmpty else { return }
        let name = household.name(of: place)
        let amounts = sums.map(\.description).joined(separator: " and ")
        give(
            Alert(
                user: user, kind: .spendingHere, cause: "\(place) \(arrival.milliseconds)",
                title: "\(name): \(amounts)", text: "You spent \(amounts) at \(name) this month.",
                place: place, time: arrival,
                evidence: [
                    Evidence(
                        .report, "\(amounts) were spent at \(name)", at: arrival, place: place)
                ]))
    }
}
