import Logging
import RoostCore
import RoostFormats
import RoostStore

/// What the store tells of what was just written, which may lead to something else.
extension GatewayLoop {
    /// - Returns: Whether everything is on disk.
    func lookAround() -> Bool { findExpenses() && findNotes() && tellReminders() }

    /// What the history has learned may tell where something was bought.
    private func findExpenses() -> Bool {
        found("expenses") {
            let changes = try expenseFinder.changes(store, engine)
            if !changes.isEmpty { take(engine.apply(.spending(changes), at: now)) }
            return !changes.isEmpty
        }
    }

    /// Who moved may have come near a note.
    private func findNotes() -> Bool {
        found("notes nearby") {
            let news = try noteFinder.news(store, engine)
            for event in news { take(engine.apply(event, at: now)) }
            return !news.isEmpty
        }
    }

    /// Pushes what is due, and notes that it was, in one transaction.
    ///
    /// What notes there are must be on disk; until this is, the reminders stay due.
    private func tellReminders() -> Bool {
        found("reminders") {
            let letters = try reminderPost.letters(store, engine)
            for letter in letters {
                if let view = letter.view { send(view) }
                if let card = letter.card { ledger.keep(card, of: letter.due.user) }
                take(engine.apply(.reminders([.told(letter.due, letter.told)]), at: now))
            }
            return !letters.isEmpty
        }
    }

    /// - Parameter find: Returns whether it changed anything.
    private func found(_ what: String, _ find: () throws -> Bool) -> Bool {
        do {
            return try find() ? commit() : true
        } catch {
            // It is looked for again with the next news, or the next start.
            logger.warning("\(what) could not be found", metadata: ["error": "\(error)"])
            return true
        }
    }

    private func send(_ view: ReminderView) {
        let user = view.due.user
        ledger.send(OutgoingMessage(topic: topics.reminder(user), payload: view.jsonBytes))
        // The app shows it on a map: where nobody knows better, where its user is.
        guard let coordinate = view.coordinate ?? engine.location(of: user)?.fix.coordinate else {
            return
        }
        let notice = OwnTracksNotice(
            text: view.title, time: view.time, coordinate: coordinate, url: view.url)
        ledger.send(OutgoingMessage(topic: topics.notice(user), payload: notice.jsonBytes))
    }
}
