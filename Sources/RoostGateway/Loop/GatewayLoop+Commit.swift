import Glibc
import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore

/// How the loop writes to disk, and recovers if that fails.
extension GatewayLoop {
    /// Commits the turn's changes so far; its acknowledgements still wait for the end of the turn.
    func commitPart() -> Bool {
        findNotes()
        return commit()
    }

    /// Returns whether everything is on disk.
    ///
    /// - Parameter message: The single message behind all the changes, if there is only one.
    func commit(because message: MQTTMessage? = nil) -> Bool {
        let changes = ledger.close(engine, at: now, isFinal: window.isClosing)
        do {
            outbox.queue(try store.commit(changes))
            guard !changes.isEmpty else { return true }
            health.commits += 1
            settled.subtract(changes.delivered)
            if recovery.isUnproven {
                noteMended()
                reportHealth()
            }
            return true
        } catch {
            logger.error("the batch could not be written", metadata: ["error": "\(error)"])
            health.problems[.store] = "the last batch could not be written: \(error)"
            if Store.isContentAtFault(error) {
                quarantine.note(message, at: now)
                // Others are counted when they come again.
                if let message, message.qos == 0 || page.expectsAnswer(to: message) {
                    acknowledgedCounts.note(Refusal(.notStorable), on: message.topic, at: now)
                }
            }
            waitForRecovery()
            return false
        }
    }

    /// Discards what was received, until the engine can be loaded from the disk.
    func waitForRecovery() {
        session.discardAcknowledgements()
        health.counts = acknowledgedCounts
        if !session.isConnected { window.show(isConnected: false, since: now) }
        // With nothing held, the connection survives and reports why nothing more comes.
        sayAtOnce(health.jsonBytes, at: topics.gatewayHealth)
        page.giveUp()
        pageAnswers = []
        recovery.failed(at: clock.steady)
        window.show(health: health)
    }

    /// Says that the state on disk cannot be loaded, unless that is known.
    func note(unusable error: any Error) {
        let problem = "the store cannot be used: \(error)"
        guard health.problems.updateValue(problem, forKey: .store) != problem else { return }
        logger.error("the store cannot be used", metadata: ["error": "\(error)"])
        window.show(health: health)
    }

    /// Something was written after writes had failed: reading alone proves nothing of the disk.
    private func noteMended() {
        recovery.mended()
        health.problems[.store] = nil
        logger.notice("the store can be written again")
    }

    /// Loads the engine again from the disk; the broker redelivers what was not acknowledged.
    func catchUp() -> Bool {
        guard recovery.isDue(at: clock.steady) else {
            // Nothing is read meanwhile: the broker holds the messages.
            usleep(100_000)
            return false
        }
        let changes: Changes
        do {
            readClock()
            let retained = try store.retainedTopics()
            // What the broker has is not sent again, however long the disk stays full.
            let entries = try store.outbox().filter { !settled.contains($0.id) }
            outbox = Outbox(retained: retained, entries: entries)
            try load()
            dropBackup()
            changes = ledger.close(engine, at: now)
            outbox.queue(try store.commit(changes))
        } catch {
            note(unusable: error)
            recovery.failed(at: clock.steady)
            return false
        }
        recovery.loaded()
        settled.subtract(changes.delivered)
        if !changes.isEmpty { noteMended() }
        // Also that the gateway is there: the discarded outbox may still have had to tell it.
        sayEverything()
        hearRetainedAgain()
        logger.notice("the state is loaded again")
        return true
    }
}
