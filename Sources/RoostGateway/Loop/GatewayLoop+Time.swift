import Logging
import MQTT
import RoostCore
import RoostFormats

/// What depends on the clock: its jumps, and waits.
extension GatewayLoop {
    func readClock() {
        let (time, wasSet) = clock.read()
        now = time
        guard wasSet else { return }
        logger.warning("the host's clock was set; silences begin anew")
        pulse.startOver(at: now)
        ledger.writeDetails()
        publications.forgetTimes(at: now)
        endListening()
        take(engine.apply(.listening, at: now))
        noteSilence()
        hearRetainedAgain()
    }

    /// Without a broker, silence proves nothing.
    func noteSilence() {
        if !session.isConnected { take(engine.apply(.interrupted, at: now)) }
    }

    /// The longest useful wait for a message.
    var patience: Duration {
        if expenseFinder.isUnfinished { return .zero }
        let time = Timestamp.now
        let dues = [
            // Without capacity, the broker's acknowledgements end the wait.
            engine.nextDeadline, capacity > 0 ? publications.nextDue : nil, ledger.nextDue,
            listeners.nextDue,
        ].compactMap { $0 }
        let next = dues.min() ?? time.advanced(bySeconds: 1)
        return .milliseconds(max(0, min(1000, next.milliseconds - time.milliseconds)))
    }
}
