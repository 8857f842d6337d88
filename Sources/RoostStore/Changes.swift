public import RoostCore

/// All that one batch of messages changed, to be written in one transaction.
public struct Changes: Sendable {
    public var fixes: [(fix: Fix, device: DeviceKey)] = []
    public var transitions: [(transition: Transition, message: OutgoingMessage)] = []
    public var alerts: [(alert: Alert, payload: [UInt8], message: OutgoingMessage?)] = []
    public var decisions: [KeptDecision] = []
    public var household: [HouseholdChange] = []
    public var pictures: [(item: ID<Item>, bytes: [UInt8]?)] = []
    public var passwords: [(user: ID<User>, hash: String?)] = []
    public var notes: [NoteChange] = []
    public var expenses: [ExpenseChange] = []
    /// What was said in groups.
    public var groupMessages: [GroupMessage] = []
    /// How well its author knows a note.
    public var cards: [(author: ID<User>, card: Card)] = []
    public var importParts: [ExpenseImportPart] = []
    /// Requests that are answered later, and those that have been.
    public var waiting: [WaitingRequest] = []
    public var answered: [Int64] = []

    /// What is believed now; `nil` for what is forgotten.
    public var users: [(id: ID<User>, track: UserTrack?)] = []
    public var items: [(id: ID<Item>, track: ItemTrack?)] = []
    public var nodes: [(id: ID<Node>, track: NodeTrack?)] = []
    public var beacons: [(id: BeaconID, track: BeaconTrack?)] = []
    public var silences: [(place: ID<Place>, memory: SilenceMemory?)] = []
    public var reminders: [(user: ID<User>, id: ID<Reminder>, track: ReminderTrack?)] = []

    /// Messages that are kept until the details that they changed are written.
    public var journal: [JournalEntry] = []
    /// Up to this one, all details are written.
    public var journalEnd: Int64?

    /// Messages that must reach the broker, in this order.
    public var messages: [OutgoingMessage] = []
    /// Outbox rows that the broker acknowledged.
    public var delivered: [Int64] = []
    /// Topics under which the broker keeps something now, or nothing any more.
    public var retained: [(topic: String, isKept: Bool)] = []

    public init() {}

    public var isEmpty: Bool {
        fixes.isEmpty && transitions.isEmpty && alerts.isEmpty && decisions.isEmpty
            && household.isEmpty && pictures.isEmpty && notes.isEmpty && users.isEmpty
            && passwords.isEmpty && waiting.isEmpty && answered.isEmpty && expenses.isEmpty
            && importParts.isEmpty
            && cards.isEmpty && groupMessages.isEmpty && items.isEmpty && nodes.isEmpty
            && reminders.isEmpty && silences.isEmpty
            && beacons.isEmpty && messages.isEmpty && delivered.isEmpty
            && retained.isEmpty && journal.isEmpty && journalEnd == nil
    }
}

/// A decision as it is kept: its JSON, and what it is found by.
public struct KeptDecision: Hashable, Sendable {
    public var user: ID<User>
    public var item: ID<Item>?
    public var time: Timestamp
    public var json: [UInt8]

    public init(_ decision: Decision, json: [UInt8]) {
        user = decision.user
        item = decision.item
        time = decision.time
        self.json = json
    }
}

/// What somebody did with a note.
public enum NoteChange: Hashable, Sendable {
    /// A new note, or the next revision of one.
    case save(Note)
    case delete(Note)
    /// The photo of a note that was saved; `nil` for none any more.
    case photo(NotePhoto?, of: Note)
}

/// A photo, packed, and a small one of it.
public struct NotePhoto: Hashable, Sendable {
    public var bytes: [UInt8]
    public var thumbnail: [UInt8]

    public init(bytes: [UInt8], thumbnail: [UInt8]) {
        self.bytes = bytes
        self.thumbnail = thumbnail
    }
}

/// A message for the broker that must not be lost.
public struct OutgoingMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// What a requester uses to tell its responses apart (MQTT 5).
    public var correlationData: [UInt8]?
    /// From when on it is of no use to whoever was away; `nil` for never.
    public var expires: Timestamp?
    /// Where it goes if the broker refuses the topic that its asker chose; forgotten over a restart.
    public var otherwise: String?

    public init(
        topic: String, payload: [UInt8], correlationData: [UInt8]? = nil, expires: Timestamp? = nil,
        otherwise: String? = nil
    ) {
        self.topic = topic
        self.otherwise = otherwise
        self.payload = payload
        self.correlationData = correlationData
        self.expires = expires
    }
}

/// A message in the outbox; the ids only rise.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var message: OutgoingMessage
}
