/// When a note, or a fact, is pushed to its user.
public struct Reminder: Hashable, Sendable, Codable {
    public var id: ID<Reminder>
    public var user: ID<User>
    public var content: Content
    public var trigger: Trigger
    public var isEnabled: Bool
    /// The zone of its times; `nil` for the zone of the user.
    public var timezone: String?
    public var created: Timestamp
    public var updated: Timestamp
    /// Counts the edits, from 1.
    public var revision: Int

    public init(
        id: ID<Reminder>, user: ID<User>, content: Content, trigger: Trigger,
        isEnabled: Bool = true, timezone: String? = nil, created: Timestamp, updated: Timestamp,
        revision: Int = 1
    ) {
        self.id = id
        self.user = user
        self.content = content
        self.trigger = trigger
        self.isEnabled = isEnabled
        self.timezone = timezone
        self.created = created
        self.updated = updated
        self.revision = revision
    }

    /// Switches it off other than by its user's edit; the new revision tells the two apart.
    public mutating func switchOff(at now: Timestamp) {
        isEnabled = false
        revision += 1
        updated = now
    }

    /// The content to push: a note, or a fact if no note is due.
    public struct Content: Hashable, Sendable, Codable {
        public var notes: Notes?
        /// The subjects of facts; empty for no facts.
        public var facts: [Fact.Subject]

        public init(notes: Notes? = nil, facts: [Fact.Subject] = []) {
            self.notes = notes
            self.facts = facts
        }
    }

    /// The user's own notes to push.
    public enum Notes: Hashable, Sendable, Codable {
        /// Always this note, until it is done.
        case one(ID<Note>)
        /// These notes in turn, by their cards.
        case list([ID<Note>])
        /// All notes of the user in turn, by their cards.
        case all
    }

    /// What makes it due.
    public enum Trigger: Hashable, Sendable, Codable {
        case schedule(Schedule)
        /// Once, at a minute of local time.
        case once(LocalTime)
        /// Once, at a moment.
        case at(Timestamp)
        case arrival(ID<Place>, with: ID<Item>? = nil)
        case leaving(ID<Place>)
        /// Coming within this many metres.
        case near(Coordinate, metres: Double, with: ID<Item>? = nil)
        /// Being out with a thing.
        case along(ID<Item>)

        public var place: ID<Place>? {
            switch self {
            case .arrival(let place, _), .leaving(let place): place
            default: nil
            }
        }

        public var item: ID<Item>? {
            switch self {
            case .arrival(_, let item), .near(_, _, let item): item
            case .along(let item): item
            default: nil
            }
        }
    }

    /// The most reminders of one user.
    public static let most = 200
    /// How far ahead it can be snoozed, in seconds.
    public static let longestSnooze = 30 * 86400.0
    /// The distances that can count as near, in metres.
    public static let reaches = 20.0...100_000
    public static let usualReach = 100.0
}

extension Reminder {
    /// The cause of a due reminder, in a word.
    public enum Cause: String, Hashable, Sendable, Codable {
        case schedule, once, arrival, leaving, near, along, snooze

        /// Whether the user set the exact moment, so that it applies in quiet hours too.
        var isMoment: Bool { self == .once || self == .snooze }
    }

    /// A reminder that has become due and is to be pushed.
    public struct Due: Hashable, Sendable, Codable {
        public var user: ID<User>
        public var reminder: ID<Reminder>
        public var cause: Cause
        /// When it became due, which may be a while ago.
        public var time: Timestamp
        public var place: ID<Place>?
        /// What was pushed before and is to be repeated.
        public var repeated: Told?

        /// The same for the same due reminder, however often it is derived.
        public var id: String {
            var hash = StableHash()
            hash.combine(user.rawValue)
            hash.combine(reminder.rawValue)
            hash.combine(cause.rawValue)
            hash.combine(time.milliseconds)
            return "reminder-\(hash.hex)"
        }
    }

    /// What was last pushed.
    public struct Told: Hashable, Sendable, Codable {
        public var time: Timestamp
        public var note: ID<Note>?
        public var fact: Fact.Subject?
        /// Selects a fact about the subject: the same number gives the same fact.
        public var choice: UInt64?

        public init(
            time: Timestamp, note: ID<Note>? = nil, fact: Fact.Subject? = nil,
            choice: UInt64? = nil
        ) {
            self.time = time
            self.note = note
            self.fact = fact
            self.choice = choice
        }
    }
}

/// A change to reminders.
public enum ReminderChange: Hashable, Sendable {
    /// A new reminder, or its next revision.
    case save(Reminder)
    case delete(ID<Reminder>, of: ID<User>)
    /// The last one pushed is wanted again at that moment.
    case snooze(ID<Reminder>, of: ID<User>, until: Timestamp)
    /// The due reminder has been sent; `nil` if there was nothing to push.
    case told(Reminder.Due, Reminder.Told?)
}
