import MQTT
import RoostCore
import RoostFormats
import RoostGateway
import Terminal

/// Plays the morning through the broker, and shows what the gateway publishes.
struct DemoShow {
    let configuration: Configuration
    let seed: UInt64
    let speed: Double
    /// Whether it ends with the morning, or continues until it is stopped.
    let endsWithStory: Bool
    let log: DemoLog
    /// The first lines for a new user: addresses, and what to try.
    let welcome: [String]

    private static let farewell =
        "Your own household begins with `roost run`; see docs/getting-started.md."

    /// Sets up the household, plays and shows, until `stop` is given or the story is over.
    ///
    /// - Throws: The reason why it cannot continue.
    func run(session: MQTTSession, stop: StopSignal) throws {
        var stage = DemoStage(
            configuration: configuration, session: session, log: log,
            terminal: DemoTerminal(welcome: welcome), stop: stop)
        defer { session.close(within: .seconds(1)) }
        do {
            try stage.waitForGateway()
            try stage.setUp(DemoHousehold.household, muting: DemoHousehold.mutedAlerts(of:))
            try play(on: &stage)
        } catch {
            stage.terminal.leave(farewell: nil)
            throw error
        }
        stage.terminal.leave(farewell: stage.hasBegun ? Self.farewell : nil)
        if let fault = stage.terminal.fault { throw fault }
    }

    /// The story runs in the host's time; only its clock shows a minute for each second.
    ///
    /// Everything happens at the moment at which it is published.
    private func play(on stage: inout DemoStage) throws {
        var morning = DemoMorning(
            seed: seed, base: configuration.bases.roost,
            ownTracksBase: configuration.bases.ownTracks)
        // Phones report whole seconds; this way a second of the story is one of theirs.
        let start = Timestamp(milliseconds: (Timestamp.now.milliseconds / 1000 + 1) * 1000)
        let beginning = start.advanced(bySeconds: -DemoScript.prelude / speed)
        stage.publish(morning.opening())
        stage.isSettling = true
        stage.showUntil(start)
        stage.terminal.clock = WatchClock(
            origin: beginning, end: beginning.advanced(bySeconds: DemoScript.length / speed),
            shown: Int64(DemoScript.beginning) * 60_000,
            rate: DemoScript.minutesPerSecond * 60 * speed, showsSeconds: false)
        var tick = DemoScript.prelude / DemoScript.step
        while !stage.isStopping {
            let second = tick * DemoScript.step
            stage.hasBegun = true
            stage.isSettling = second < 0
            if endsWithStory, second > DemoScript.length { return }
            for line in morning.narration(at: second) { stage.terminal.narrate(line) }
            stage.publish(morning.messages(at: second, now: .now))
            // After the machine slept, the story continues at the current time, without a flood of
            // messages.
            let passed = Timestamp.now.seconds(since: beginning) * speed / DemoScript.step
            tick = max(tick + 1, passed.rounded(.down))
            stage.showUntil(beginning.advanced(bySeconds: tick * DemoScript.step / speed))
        }
    }
}
