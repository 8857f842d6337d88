import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore
import RoostWeb

/// The single loop, on its own thread, with one transaction per turn, or several if much is due.
///
/// It owns the MQTT session, the engine and the writer. Messages are applied, committed, and only
/// then acknowledged; publishes leave with the acknowledgements, after the commit.
final class GatewayLoop {
    let session: MQTTSession
    let store: Store
    var topics: Topics
    var configuration: Configuration
    /// Reads the configuration again.
    let reread: @Sendable () throws -> Configuration
    let logger: Logger
    var dialects: Dialects
    /// Whether doors came or went, or got other sensors.
    var haveDoorsChanged = false
    /// Whether the household differs from the one last published.
    private var hasHouseholdChanged = false
    var resolver = SightingResolver()
    let window: GatewayWindow

    var engine: Engine
    var ledger: Ledger
    var publications: Publications
    var outbox: Outbox
    var health: Health
    /// What was counted until acknowledgements were last released: what cannot be stored has not
    /// come, and is counted if it comes again.
    var acknowledgedCounts = Health.Counts()
    var listeners = Listeners()
    var now: Timestamp
    var clock = HostClock()
    /// Whether there was a connection to the broker since the start.
    var wasConnected = false
    var shortConnections = ShortConnections()
    var refusals = RefusalRetry()
    /// The rows of events that are settled but still in the store.
    var settled: Set<Int64> = []
    /// The filters that the broker refused on this connection.
    var refusedFilters: [String] = [] {
        didSet {
            let words = "the broker refused \(refusedFilters.joined(separator: ", ")): check the "
            health.problems[.subscribing] =
                refusedFilters.isEmpty ? nil : words + "gateway's rights there"
        }
    }
    var recovery = Recovery()
    /// Events since the last commit, to be shown after the next.
    private var events: [Effect] = []
    /// Somebody has only now begun to listen.
    var mustSayEverything = false
    var quarantine = Quarantine()
    var expenseFinder = ExpenseFinder()
    var noteFinder = NoteFinder()
    var reminderPost = ReminderPost()
    var regionPost = RegionPost()
    let bench: PictureBench
    let page: PageDesk
    /// The answers for the page after the next commit.
    var pageAnswers: [(message: MQTTMessage, response: [UInt8])] = []
    var pictures = WaitingPictures()
    var answers: AnswerBook
    let backupDesk: BackupDesk
    var askedBackup: AskedBackup?
    var pulse: Pulse
    /// When a refusal was last logged, by its reason.
    ///
    /// In milliseconds of the clock that is never set.
    var refusalsLogged: [Refusal.Reason: Int64] = [:]

    /// The most messages read before a commit.
    private static let batchLimit = 1000
    /// For how many messages a request counts: a long history takes as long as hundreds of fixes,
    /// and while it is answered nothing is acknowledged.
    private static let weightOfRequest = 100
    /// The most subjects shown on the page per turn while there is no broker to publish them to.
    private static let pageful = 200
    /// Seconds between two health messages.
    private static let healthInterval = 30.0

    init(
        session: MQTTSession, store: Store, configuration: Configuration,
        reread: @escaping @Sendable () throws -> Configuration, window: GatewayWindow,
        bench: PictureBench, page: PageDesk, logger: Logger
    ) throws {
        self.session = session
        self.bench = bench
        self.page = page
        backupDesk = BackupDesk(waker: session.waker)
        self.store = store
        self.configuration = configuration
        self.reread = reread
        self.window = window
        self.logger = logger
        dialects = configuration.dialects
        topics = configuration.topics
        now = clock.read().now
        answers = AnswerBook(at: clock.steady)
        health = Health(started: now)
        pulse = Pulse(start: now)
        engine = try Engine(store: store, configuration: configuration)
        ledger = Ledger(topics: topics, at: now)
        publications = Publications(topics: topics, isDiscovered: configuration.isDiscovered)
        outbox = Outbox(retained: try store.retainedTopics(), entries: try store.outbox())
        try resume()
        // The state on disk is shown before there is a broker, as a state and not as news.
        publications.sayAllAgain(engine, kept: outbox.known)
        window.show(isConnected: false, since: now)
        window.show(alerts: try store.latestAlerts(most: LiveSnapshot.alertLimit))
        window.show(health: health)
    }

    /// Runs until the window is closed, then disconnects from the broker.
    func run() {
        while !window.isClosing { turn() }
        close()
    }

    private func turn() {
        if recovery.isPending, !catchUp() { return page.giveUp() }
        var batch: [MQTTMessage] = []
        let activity = session.receive(
            limit: Self.batchLimit, timeout: patience,
            weighing: { topics.mayBeRequest($0.topic) ? Self.weightOfRequest : 1 }
        ) { batch.append($0) }
        batch += page.take()
        readClock()
        pulse.turnBegan(steadily: clock.steady)
        note(activity)
        // As long as nothing can be written, the first message ends this connection again.
        if activity.connected, recovery.isUnproven, batch.isEmpty {
            sayAtOnce(health.jsonBytes, at: topics.gatewayHealth)
        }
        for message in batch {
            if quarantine.holds(message, at: now) {
                passOver(message)
                continue
            }
            take(message)
            guard !recovery.isPending, commitAlone(message) else { return }
        }
        guard answerPacked() else { return }
        answerBackup()
        if isDue, !tick() { return }
        tellListeners()
        retryRefused()
        checkConnection()
        if now.seconds(since: pulse.start) >= Self.healthInterval { reportHealth() }
        finishTurn()
        pulse.turnEnded(messages: batch.count, steadily: clock.steady)
    }

    /// Commits the turn's changes, then releases acknowledgements and publishes.
    ///
    /// Nothing else releases acknowledgements: ``sayAtOnce(_:at:)`` is only used when none is held.
    private func finishTurn() {
        if mustSayEverything { sayEverything() }
        findNotes()
        ledger.forget(answers: answers.takeOutdated(at: clock.steady))
        regionPost.deliver(engine, topics, most: capacity, to: &ledger)
        let isConnected = session.isConnected
        var news = publications.due(engine, at: now, most: capacity)
        do {
            news += try publications.clearLeftovers(engine) { try store.retainedTopics().all }
        } catch {
            // The next turn tries again.
            note(unreadable: "\(error)", for: "the topics to clear")
        }
        // Without a broker too: nothing else remembers the names of what the page is shown.
        for message in news {
            let isNew = outbox.keep(message)
            if isNew { ledger.retain(message.topic) }
        }
        guard commit(), lookAround() else { return }
        precondition(ledger.isCommitted, "nothing is acknowledged before it is on disk")
        listenToDoors()
        handOverPictures()
        committedBackup()
        for event in events { window.show(event) }
        events = []
        page.hand(over: pageAnswers)
        pageAnswers = []
        // Without a connection all of it is published again once there is a broker.
        if isConnected { outbox.queue(hasHouseholdChanged ? news + [info] : news) }
        hasHouseholdChanged = false
        publish()
        session.releaseAcknowledgements()
        acknowledgedCounts = health.counts
        window.show(news, topics: topics, health: health)
    }

    /// How many subjects may be published now.
    ///
    /// Others would only wait in the queue; they are published later, as they are then.
    var capacity: Int { session.isConnected ? outbox.capacity : Self.pageful }

    /// Begins anew with the state on disk.
    func load() throws {
        engine = try Engine(store: store, configuration: configuration)
        publications = Publications(topics: topics, isDiscovered: configuration.isDiscovered)
        try resume()
    }

    /// Resumes from the state on disk.
    func resume() throws {
        haveDoorsChanged = true
        listenToDoors()
        let journal = try store.journal()
        ledger = Ledger(topics: topics, journal: journal, at: now)
        for row in settled { ledger.delivered(row, at: now) }
        take(try engine.resume(from: store, journal: journal, dialects: dialects, at: now))
        noteSilence()
        expenseFinder.startOver(engine.purses, at: now)
        // What was seen and is not on disk counts as not seen.
        noteFinder = NoteFinder()
        try noteFinder.begin(store, engine)
        regionPost = RegionPost(engine.household, given: try store.regions())
        answers = AnswerBook(try store.givenAnswers(), at: clock.steady)
        try resumePictures()
        // Those were shown before.
        events = []
    }

    /// Passes effects on to all that act on them.
    func take(_ effects: [Effect]) {
        for effect in effects {
            ledger.enter(effect, at: now)
            publications.note(effect, at: now)
            expenseFinder.note(effect, engine.purses, at: now)
            noteFinder.note(effect)
            reminderPost.note(effect)
            regionPost.note(effect, users: engine.household.users.keys.sorted())
            if case .keep(let change) = effect { note(change) }
        }
        events += effects.filter { $0.isEvent(at: now) }
    }

    private func note(_ change: HouseholdChange) {
        hasHouseholdChanged = true
        switch change {
        case .deleteUser(let user):
            dropPictures(of: user)
            answers.forget(user)
            endListening(of: user)
        case .saveNode, .deleteNode: haveDoorsChanged = true
        default: break
        }
    }

    /// Applies the time of the clock, not that of the last event, to all deadlines.
    ///
    /// Returns whether all succeeded: if much is due, it is committed in parts.
    func tick() -> Bool {
        take(engine.apply(.tick, at: now))
        while isDue {
            guard commitPart() else { return false }
            take(engine.apply(.tick, at: now))
        }
        return true
    }

    private var isDue: Bool { engine.nextDeadline.map { $0 <= now } ?? false }

    // MARK: End

    private func close() {
        if !recovery.isPending {
            abandonBackup()
            finishTurn()
            while !recovery.isPending, ledger.nextDue != nil, commit() {}
        }
        // After an orderly end the broker does not publish the will.
        sayAtOnce(Array("offline".utf8), at: topics.gatewayStatus)
        let last = session.close(within: .seconds(2))
        note(last)
        if !recovery.isPending { _ = commit() }
        page.giveUp()
        logger.info("stopped")
    }
}

extension Effect {
    /// Whether it is an event that the page is told.
    fileprivate func isEvent(at now: Timestamp) -> Bool {
        switch self {
        case .alert, .keep(.deleteUser): true
        case .announce(let transition): transition.isNews(at: now)
        default: false
        }
    }
}
