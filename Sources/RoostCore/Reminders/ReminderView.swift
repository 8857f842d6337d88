/// What is pushed when a reminder is due.
public struct ReminderView: Hashable, Sendable {
    public var due: Reminder.Due
    /// When it is pushed.
    public var time: Timestamp
    public var subject: Subject
    /// The place that the user came to or left.
    public var placeName: String?
    /// The position of the note, as far as it is known.
    public var coordinate: Coordinate?
    /// When the next one replaces it, so that a user who was away gets one and not all; `nil` if
    /// none does.
    public var expires: Timestamp?

    public init(
        due: Reminder.Due, time: Timestamp, subject: Subject, placeName: String? = nil,
        coordinate: Coordinate? = nil, expires: Timestamp? = nil
    ) {
        self.due = due
        self.time = time
        self.subject = subject
        self.placeName = placeName
        self.coordinate = coordinate
        self.expires = expires
    }

    public enum Subject: Hashable, Sendable {
        case note(Note)
        case fact(Fact)
    }

    public var text: String {
        switch subject {
        case .note(let note): note.text
        case .fact(let fact): fact.text
        }
    }

    public var title: String { Headline.of(text) }

    /// A name of the note that `roost note get` understands; `nil` for a fact.
    public var url: String? {
        guard case .note(let note) = subject else { return nil }
        return "roost://note/\(note.author)/\(note.id)"
    }
}
