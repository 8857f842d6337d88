import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore

/// How the loop writes to disk, and recovers if that fails.
extension GatewayLoop {
    var isRecovering: Bool { recovery != nil }

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
            if !changes.isEmpty { health.commits += 1 }
            return true
        } catch {
            logger.error("the batch could not be written", metadata: ["error": "\(error)"])
            health.problems["store"] = "the last batch could not be written: \(error)"
            if Store.isContentAtFault(error) {
                quarantine.note(message)
                // Others are counted when they come again.
                if message?.qos == 0 { health.refused["not_storable", default: 0] += 1 }
            }
            session.discardAcknowledgements()
            // With nothing held, the connection survives and reports why nothing more comes.
            sayAtOnce(health.jsonBytes, at: topics.gatewayHealth)
            page.giveUp()
            pageAnswers = []
            recovery = Recovery(failures: 1, at: clock.steady)
            window.show(health: health)
            return false
        }
    }

    /// Loads the engine again from the disk; the broker redelivers what was not acknowledged.
    func catchUp(_ recovery: Recovery) -> Bool {
        guard recovery.isDue(at: clock.steady) else {
            // Nothing is read meanwhile: the broker holds the messages.
            window.waitUntilClosing(milliseconds: 100)
            return false
        }
        do {
            readClock()
            engine = try Engine(store: store, configuration: configuration)
            let kept = try store.retainedTopics()
            publications = Publications(topics: topics, kept: kept)
            outbox = Outbox(kept: kept, entries: try store.outbox())
            try resume()
            outbox.queue(try store.commit(ledger.close(engine, at: now)))
        } catch {
            let problem = "the store cannot be used: \(error)"
            if health.problems.updateValue(problem, forKey: "store") != problem {
                logger.error("the store cannot be used", metadata: ["error": "\(error)"])
                window.show(health: health)
            }
            self.recovery = Recovery(failures: recovery.failures + 1, at: clock.steady)
            return false
        }
        publications.sayAllAgain(engine, kept: outbox.kept)
        self.recovery = nil
        health.problems["store"] = nil
        reportHealth()
        // The messages that the broker still holds for the gateway were known to the discarded
        // engine.
        session.reconnect(because: "a new one is made, as the store can be written again")
        logger.notice("the store can be written again")
        return true
    }
}
