/// When a note, or a fact, is pushed to its user.
public struct Reminder: Hashable, Sendable, Codable {
    public var id: ID<Reminder>
    public var user: ID<User>
    public var content: Content
    public var trigger: Trigger
    public var isEnabled: Bool
    /// The zone that its times are meant in; `nil` for wherever the user's own clock is.
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

    /// By somebody else than its user's own edit, which is told from this one.
    public mutating func switchOff(at now: Timestamp) {
        isEnabled = false
        revision += 1
        updated = now
    }

    /// What is pushed: a note, or a fact where no note is due.
    public struct Content: Hashable, Sendable, Codable {
        public var notes: Notes?
        /// What facts may be about; empty for no facts.
        public var facts: [Fact.Subject]

        public init(notes: Notes? = nil, facts: [Fact.Subject] = []) {
            self.notes = notes
            self.facts = facts
        }
    }

    /// The user's own notes that it is about.
    public enum Notes: Hashable, Sendable, Codable {
        /// Always this one, until it is done.
        case one(ID<Note>)
        /// One after the other, by their cards.
        case list([ID<Note>])
        /// All there are, one after the other, by their cards.
        case all
    }

    /// What makes it due.
    public enum Trigger: Hashable, Sendable, Codable {
        case schedule(Schedule)
        /// Once, at a minute of the clock on the wall.
        case once(LocalTime)
        /// Once, at a moment.
        case at(Timestamp)
        case arrival(ID<Place>, with: ID<Item>? = nil)
        case leaving(ID<Place>)
        /// Coming within so many metres.
        case near(Coordinate, metres: Double, with: ID<Item>? = nil)
        /// Being out with a thing.
        case along(ID<Item>)
    }

    /// How many one user may have.
    public static let most = 200
    /// How far ahead it can be snoozed, in seconds.
    public static let longestSnooze = 30 * 86400.0
    /// How near is near: metres.
    public static let reaches = 20.0...100_000
    public static let usualReach = 100.0
}

extension Reminder {
    /// Why something is due, in a word.
    public enum Cause: String, Hashable, Sendable, Codable {
        case schedule, once, arrival, leaving, near, along, snooze

        /// Whether the user set the very moment, so that it holds in quiet hours too.
        var isMoment: Bool { self == .once || self == .snooze }
    }

    /// What has come due and is to be pushed.
    public struct Due: Hashable, Sendable, Codable {
        public var user: ID<User>
        public var reminder: ID<Reminder>
        public var cause: Cause
        /// When it was due, which may be a while ago.
        public var time: Timestamp
        public var place: ID<Place>?
        /// What was pushed before and is wanted again.
        public var repeated: Told?

        /// The same for the same thing that is due, however often it is derived.
        public var id: String {
            var hash = StableHash()
            hash.combine(user.rawValue)
            hash.combine(reminder.rawValue)
            hash.combine(cause.rawValue)
            hash.combine(time.milliseconds)
            return "reminder-\(hash.hex)"
        }
    }

    /// What was pushed last.
    public struct Told: Hashable, Sendable, Codable {
        public var time: Timestamp
        public var note: ID<Note>?
        public var fact: Fact.Subject?
        /// Which of the facts about that: the same number gives the same one.
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

/// What happened to reminders.
public enum ReminderChange: Hashable, Sendable {
    /// A new one, or the next revision of one.
    case save(Reminder)
    case delete(ID<Reminder>, of: ID<User>)
    /// What was told is wanted again at that moment.
    case snooze(ID<Reminder>, of: ID<User>, until: Timestamp)
    /// What was due is on its way; `nil` where there was nothing to push.
    case told(Reminder.Due, Reminder.Told?)
}
