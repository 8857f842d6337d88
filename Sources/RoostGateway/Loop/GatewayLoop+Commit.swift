import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore

/// What the loop brings to disk, and how it goes on where that failed.
extension GatewayLoop {
    var isRecovering: Bool { recovery != nil }

    /// Commits what the turn has come to so far; its acknowledgements still wait for its end.
    func commitPart() -> Bool {
        findNotes()
        return commit()
    }

    /// Returns whether everything is on disk now.
    ///
    /// - Parameter message: The one message that all of it comes from, where that is so.
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
                // Any other is counted as it comes again.
                if message?.qos == 0 { health.refused["not_storable", default: 0] += 1 }
            }
            session.discardAcknowledgements()
            // Where nothing was held the connection lives on, and says why nothing more comes.
            sayAtOnce(health.jsonBytes, at: topics.gatewayHealth)
            page.giveUp()
            pageAnswers = []
            recovery = Recovery(failures: 1, at: clock.steady)
            window.show(health: health)
            return false
        }
    }

    /// Loads the engine again as the disk has it; the broker sends what was not acknowledged again.
    func catchUp(_ recovery: Recovery) -> Bool {
        guard recovery.isDue(at: clock.steady) else {
            // Nothing is read meanwhile: the broker keeps it.
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
        // What the broker keeps for the gateway was known to the engine that is gone.
        session.reconnect(because: "a new one is made, as the store can be written again")
        logger.notice("the store can be written again")
        return true
    }
}
