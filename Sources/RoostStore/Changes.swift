public import RoostCore

/// All changes of one batch of messages, to be written in one transaction.
public struct Changes: Sendable {
    public var fixes: [(fix: Fix, device: DeviceKey, arrived: Timestamp)] = []
    /// Without a message, nobody is told.
    public var transitions: [(transition: Transition, message: OutgoingMessage?)] = []
    /// The alerts, each with the messages that tell of it.
    public var alerts: [(alert: Alert, payload: [UInt8], messages: [OutgoingMessage])] = []
    public var decisions: [KeptDecision] = []
    public var household: [HouseholdChange] = []
    public var pictures: [(item: ID<Item>, bytes: [UInt8]?)] = []
    public var passwords: [(user: ID<User>, hash: String?)] = []
    public var notes: [NoteChange] = []
    public var expenses: [ExpenseChange] = []
    /// New messages in groups.
    public var groupMessages: [GroupMessage] = []
    /// How well each author knows a note.
    public var cards: [(author: ID<User>, card: Card)] = []
    public var importParts: [ExpenseImportPart] = []
    /// Requests to be answered later, and the ids of answered ones.
    public var waiting: [WaitingRequest] = []
    public var answered: [Int64] = []
    /// Answers to be remembered, and the marks of those that are no longer.
    public var answers: [GivenAnswer] = []
    public var outdatedAnswers: [UInt64] = []

    /// The current tracks; `nil` for removed ones.
    public var users: [(id: ID<User>, track: UserTrack?)] = []
    public var items: [(id: ID<Item>, track: ItemTrack?)] = []
    public var nodes: [(id: ID<Node>, track: NodeTrack?)] = []
    public var beacons: [(id: BeaconID, track: BeaconTrack?)] = []
    public var silences: [(place: ID<Place>, memory: SilenceMemory?)] = []
    /// All that a phone was given, where that changed.
    public var regions: [(device: DeviceKey, given: [GivenRegion])] = []
    public var reminders: [(user: ID<User>, id: ID<Reminder>, track: ReminderTrack?)] = []

    /// Messages kept until the details that they changed are written.
    public var journal: [JournalEntry] = []
    /// The last journal row with all its details written.
    public var journalEnd: Int64?

    /// Messages that must reach the broker, in this order.
    public var messages: [OutgoingMessage] = []
    /// Outbox rows that the broker acknowledged.
    public var delivered: [Int64] = []
    /// Topics under which the broker now retains something, or no longer does since `cleared`.
    public var retained: [(topic: String, cleared: Timestamp?)] = []

    public init() {}

    /// Whether there is nothing to write; it names each field, in the order above.
    public var isEmpty: Bool {
        fixes.isEmpty && transitions.isEmpty && alerts.isEmpty && decisions.isEmpty
            && household.isEmpty && pictures.isEmpty && passwords.isEmpty && notes.isEmpty
            && expenses.isEmpty && groupMessages.isEmpty && cards.isEmpty && importParts.isEmpty
            && waiting.isEmpty && answered.isEmpty && answers.isEmpty && outdatedAnswers.isEmpty
            && users.isEmpty && items.isEmpty && nodes.isEmpty && beacons.isEmpty
            && silences.isEmpty && regions.isEmpty && reminders.isEmpty
            && journal.isEmpty && journalEnd == nil
            && messages.isEmpty && delivered.isEmpty && retained.isEmpty
    }
}

/// A decision in its stored form: its JSON, and the keys for finding it.
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
