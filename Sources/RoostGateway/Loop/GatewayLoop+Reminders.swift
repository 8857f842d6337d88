import Logging
import RoostCore
import RoostFormats
import RoostStore

extension GatewayLoop {
    /// Pushes what is due, and notes that it was, in one transaction.
    ///
    /// What notes there are must be on disk; until this is, the reminders stay due.
    /// - Returns: Whether everything is on disk.
    func tellReminders() -> Bool {
        guard !reminderPost.isEmpty else { return true }
        do {
            for letter in try reminderPost.letters(store, engine) {
                if let view = letter.view { send(view) }
                if let card = letter.card { ledger.keep(card, of: letter.due.user) }
                take(engine.apply(.reminders([.told(letter.due, letter.told)]), at: now))
            }
            return commit()
        } catch {
            logger.warning("reminders could not be read", metadata: ["error": "\(error)"])
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
        let notice = OwnTracksNotice(text: view.title, time: view.time, coordinate: coordinate)
        ledger.send(OutgoingMessage(topic: topics.notice(user), payload: notice.jsonBytes))
    }
}
