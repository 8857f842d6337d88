import OrderedCollections

/// Turns what phones and nodes say into beliefs, and says what is to be done about them.
///
/// The engine is a value. It reads no clock, keeps no timer and does no I/O: it is told what
/// happened and when, and answers with effects. The same events always give the same effects.
public struct Engine: Sendable {
    public internal(set) var household: Household
    public internal(set) var users: [ID<User>: UserTrack]
    // Tracks are large and many: in order, they leave no gaps.
    var items: OrderedDictionary<ID<Item>, ItemTrack>
    var beacons: OrderedDictionary<BeaconID, BeaconTrack>
    public internal(set) var nodes: NodeBook
    public internal(set) var purses: [ID<User>: Purse]
    public internal(set) var reminders: [ID<User>: [ID<Reminder>: ReminderTrack]]
    /// How people fell silent in each place, and what came of it.
    public internal(set) var silences: [ID<Place>: SilenceMemory]
    public let settings: EngineSettings
    /// The newest moment that the engine was told of.
    public internal(set) var now: Timestamp

    /// Whether an unknown user is created when their phone publishes.
    let createsUsers: Bool
    /// The rules of each time zone in which users' hours are given.
    public var zones: [String: ZoneRules] = [:]
    /// Names that scanners use, with the beacons they stand for.
    var namedBeacons: [BeaconID: BeaconID] = [:]
    var tagNames = TagNames()
    /// Who walks through a place to measure its rooms.
    public internal(set) var walks: [ID<User>: CalibrationWalk] = [:]
    /// The result of the last walk through each place since the gateway started.
    public internal(set) var reports: [ID<Place>: CalibrationReport] = [:]
    /// Whether the rest of a phone's queue may tell at once that its user came back.
    var isReadingQueue = false
    var effects: [Effect] = []
    /// Since when nothing arrives; `nil` while it does.
    private var interrupted: Timestamp?
    private var deadlines = Deadlines()

    /// - Parameter memory: What was believed when the engine last ran; a restart invents nothing.
    public init(
        household: Household = Household(), memory: Memory = Memory(),
        settings: EngineSettings = EngineSettings(), createsUsers: Bool = false
    ) {
        self.household = household
        self.settings = settings
        self.createsUsers = createsUsers
        users = memory.users.filter { household.users[$0.key] != nil }
        items = Self.ordered(memory.items) { household.items[$0] != nil }
        beacons = Self.ordered(memory.beacons) { household.bearers[$0] != nil }
        for item in household.items.values {
            if let beacon = item.beacon { beacons[beacon]?.measuredPower = item.txPower }
        }
        // Recent readings are not kept; only beacons that somebody wears have them.
        for beacon in household.users.values.flatMap(\.beacons) {
            beacons[beacon]?.rooms.recent = RecentReadings()
        }
        nodes = NodeBook(
            household: household, tracks: Self.nodes(memory.nodes, hearing: beacons.values),
            settings: settings)
        purses = memory.purses.filter { household.users[$0.key] != nil }
        reminders = memory.reminders.filter { household.users[$0.key] != nil }
        silences = memory.silences.filter { household.places[$0.key] != nil }
        now = .epoch
    }

    /// What is believed, as kept between two runs.
    public struct Memory: Hashable, Sendable {
        public var users: [ID<User>: UserTrack] = [:]
        public var items: [ID<Item>: ItemTrack] = [:]
        public var beacons: [BeaconID: BeaconTrack] = [:]
        public var nodes: [ID<Node>: NodeTrack] = [:]
        public var purses: [ID<User>: Purse] = [:]
        public var reminders: [ID<User>: [ID<Reminder>: ReminderTrack]] = [:]
        public var silences: [ID<Place>: SilenceMemory] = [:]

        public init() {}
    }

    /// The nodes' tracks, with the last of what each of them heard.
    private static func nodes(
        _ tracks: [ID<Node>: NodeTrack], hearing beacons: some Sequence<BeaconTrack>
    ) -> [ID<Node>: NodeTrack] {
        var tracks = tracks
        for hearing in beacons.lazy.flatMap(\.rooms.hearings) {
            tracks[hearing.node]?.recall(heardAt: hearing.lastHeard)
        }
        return tracks
    }

    public var memory: Memory {
        var memory = Memory()
        memory.users = users
        memory.items = Dictionary(uniqueKeysWithValues: items.lazy.map { ($0.key, $0.value) })
        memory.beacons = Dictionary(uniqueKeysWithValues: beacons.lazy.map { ($0.key, $0.value) })
        memory.nodes = nodes.tracks
        memory.purses = purses
        memory.reminders = reminders
        memory.silences = silences
        return memory
    }

    public func track(of item: ID<Item>) -> ItemTrack? { items[item] }

    public func track(of beacon: BeaconID) -> BeaconTrack? { beacons[beacon] }

    /// What is known of a user's devices, by their names.
    func devices(of user: ID<User>) -> [String: DeviceTrack] { users[user]?.devices ?? [:] }

    private static func ordered<Key: Comparable, Track>(
        _ tracks: [Key: Track], where isKnown: (Key) -> Bool
    ) -> OrderedDictionary<Key, Track> {
        let known = tracks.filter { isKnown($0.key) }.inOrder
        return OrderedDictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) })
    }

    /// The moment at which the engine wants a `tick` even if nothing happens.
    public var nextDeadline: Timestamp? { nodes.isListening ? deadlines.first : nil }

    /// Takes in one event and answers with its effects, in the order to perform them.
    ///
    /// After a `tick` there may be more to do at once: ``nextDeadline`` tells.
    /// - Parameter arrival: When the message arrived, or now for a `tick`. A moment before the last
    ///   one counts as the last one, except for `listening`, which sets the time anew.
    public mutating func apply(_ event: Event, at arrival: Timestamp) -> [Effect] {
        now = max(now, arrival)
        switch event {
        case .sightings(let batch): hear(batch)
        case .nodeStatus(let node, let status, let isRetained):
            noteStatus(of: node, status, isRetained: isRetained)
        case .deviceStatus(let node, let isOnline, let isRetained):
            if household.nodes[node] != nil {
                noteStatus(of: node, isOnline ? .online : .offline, isRetained: isRetained)
            }
        case .signOfLife(let node): if household.nodes[node] != nil { _ = listen(to: node) }
        case .brokerUptime(let seconds): doubtNodes(brokerUptime: seconds)
        case .door(let node, let isOpen, let isRetained):
            hearDoorSensor(at: node, isOpen: isOpen, isRetained: isRetained)
        case .nodeInfo(let node, let info): noteInfo(info, of: node)
        case .beaconName(let name, let beacon): note(name, of: beacon)
        case .fix(let fix, let device): locate(device, by: fix)
        case .card(let name, let user, let isRetained):
            introduce(user, as: name, isRetained: isRetained)
        case .waypoint(let waypoint, let user): mark(waypoint, of: user)
        case .household(let changes): for change in changes { keep(change) }
        case .spending(let changes): for change in changes { note(change) }
        case .reminders(let changes): for change in changes { note(change) }
        case .nearby(let notes, let user): tellNearby(notes, of: user)
        case .interrupted:
            interrupted = interrupted ?? now
            nodes.isListening = false
        case .listening: listen(from: arrival)
        case .tick: meetDeadlines()
        }
        return takeEffects()
    }

    /// The effects of calls other than `apply`, such as starting a walk, each returned once.
    public mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Deadlines

    /// Looks at `subject` again at `time`, unless that is due earlier.
    mutating func schedule(_ subject: Subject, at time: Timestamp) {
        deadlines.set(subject, at: time)
    }

    /// Looks at `subject` again at the first of these moments that is to come, if any is.
    mutating func schedule(_ subject: Subject, atNextOf moments: [Timestamp]) {
        if let next = moments.filter({ $0 > now }).min() { schedule(subject, at: next) }
    }

    /// The effects after which one tick stops, so that thousands of tags do not act at once.
    private static let mostEffects = 256

    /// Reviews what is due; if that is much, the rest waits for the next tick.
    private mutating func meetDeadlines() {
        while nodes.isListening, effects.count < Self.mostEffects,
            let subject = deadlines.popDue(at: now)
        {
            review(subject)
        }
    }

    private mutating func review(_ subject: Subject) {
        switch subject {
        case .user(let user): reviewUser(user)
        case .item(let item): reconsider(item: item)
        case .node(let node): reviewNode(node)
        case .friends(let user): reviewShares(of: user)
        case .beacon(let beacon): settle(beacon)
        case .spending(let user): reviewSpending(of: user)
        case .reminder(let id, let user): review(id, of: user)
        case .place, .silences: break
        }
    }

    // MARK: Listening

    /// An interruption of so many seconds makes nothing that is known of a beacon doubtful.
    private static let brief = 0.0...5.0
    /// A clock that moves back by no more than so many seconds was only corrected.
    private static let correction = 60.0

    /// Nothing was heard while nobody listened: all silences begin now.
    private mutating func listen(from time: Timestamp) {
        let isBack = now.seconds(since: time) > Self.correction
        let isBrief = interrupted.map { Self.brief.contains(time.seconds(since: $0)) } ?? false
        interrupted = nil
        now = time
        nodes.isListening = true
        deadlines = Deadlines()
        for id in nodes.tracks.keys { nodes[id]?.listen(from: time) }
        nodes.forgetDoors()
        nodes.backlogs = [:]
        for id in beacons.keys {
            if !isBrief { beacons[id]?.rooms.clamp(to: time) }
            scheduleSettling(of: id, due: beacons[id]?.rooms.settlingDue)
        }
        for user in household.users.keys.sorted() {
            for device in devices(of: user).keys {
                users[user]?.devices[device]?.clamp(to: time)
            }
            users[user]?.clamp(to: time)
            if users[user] != nil || walks[user] != nil { schedule(.user(user), at: time) }
            scheduleShares(of: user)
            scheduleMonth(of: user)
            clampReminders(of: user, to: time, isBack: isBack)
            scheduleReminders(of: user)
        }
        for item in household.items.keys.sorted() where items[item] != nil {
            items[item]?.clamp(to: time)
            schedule(.item(item), at: time)
        }
        for node in nodes.tracks.keys.sorted() { scheduleReview(of: node) }
    }
}
