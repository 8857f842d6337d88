import Logging
import RoostCore
import RoostFormats
import RoostStore

/// Findings from the store that lead to further effects.
extension GatewayLoop {
    /// Finds notes near users who moved, in the transaction that stores their movement.
    func findNotes() {
        look(for: "notes nearby") {
            for event in try noteFinder.news(store, engine) { take(engine.apply(event, at: now)) }
        }
    }

    /// Searches for consequences of what was just written.
    ///
    /// - Returns: Whether everything is on disk.
    func lookAround() -> Bool {
        var changes: [ExpenseChange] = []
        look(for: "expenses") {
            let kept = now.advanced(bySeconds: -86400 * Double(configuration.retention.fixes))
            changes = try expenseFinder.changes(store, engine, fixesSince: kept)
        }
        if !changes.isEmpty {
            take(engine.apply(.spending(changes), at: now))
            guard commit() else { return false }
        }
        return tellReminders()
    }

    private func look(for what: String, _ find: () throws -> Void) {
        do {
            try find()
        } catch {
            // The search is repeated with the next news or at the next start.
            logger.warning("\(what) could not be found", metadata: ["error": "\(error)"])
        }
    }

    /// Pushes what is due, and records that it was pushed, in one transaction.
    ///
    /// The notes must be on disk first; until the transaction is on disk, the reminders stay due.
    private func tellReminders() -> Bool {
        while !reminderPost.isEmpty {
            for due in reminderPost.round(engine) {
                look(for: "a reminder's note") { try tell(due) }
            }
            guard commit() else { return false }
        }
        return true
    }

    private func tell(_ due: Reminder.Due) throws {
        guard let letter = try reminderPost.letter(due, store, engine) else { return }
        if let view = letter.view { send(view) }
        if let card = letter.card { ledger.keep(.card(card, of: due.user)) }
        take(engine.apply(.reminders([.told(due, letter.told)]), at: now))
    }

    private func send(_ view: ReminderView) {
        let user = view.due.user
        ledger.send(
            OutgoingMessage(
                topic: topics.reminder(user), payload: view.jsonBytes, expires: view.expires))
        if let notice = OutgoingMessage(noticeOf: view, topics, engine) { ledger.send(notice) }
    }
}
