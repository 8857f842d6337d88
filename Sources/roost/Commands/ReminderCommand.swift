import ArgumentParser
import RoostCore
import RoostFormats
import Terminal

struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder", abstract: "When a note, or a fact, is pushed to you.",
        subcommands: [Save.self, List.self, Snooze.self, Feedback.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what you want to be reminded of, and when; or change it.",
            discussion: """
                It is pushed at roost/user/<user>/reminder, to the OwnTracks app and to Home Assistant. To \
                change one, give its id and the revision that `list` shows.

                Example:
                  roost reminder save --user alice --note 5f0c… --from 09:00
                  roost reminder save --user alice --notes all --every 45 --from 09:00 \\
                    --to 17:00 --days mon-fri
                  roost reminder save --user alice --note 5f0c… --at 2026-12-24T17:00
                  roost reminder save --user alice --note 5f0c… --on-arrival home
                  roost reminder save --user alice --note 5f0c… --near 200
                  roost reminder save --user alice --facts math,physics --from 08:00
                  roost reminder save --user alice --reminder 77ab… --revision 1 --off
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "A note of yours.") var note: String?
        @Option(help: "Several, with commas between, or all: each in its turn.") var notes: String?
        @Option(
            help: "Facts where no note is due: all, or some of \(Fact.Subject.words).")
        var facts: String?
        @Option(help: "From which time of day on, such as 09:00.") var from: String?
        @Option(help: "Until when.") var to: String?
        @Option(help: "Every so many minutes; once a day if left out.") var every: Int?
        @Option(help: "Days such as mon-fri,sun; all if left out, or if all.") var days: String?
        @Option(help: "The zone of these times; that of your settings if left out.")
        var timezone: String?
        @Option(help: "Once, at a time of your clock or at a moment such as 2026-12-24T16:00:00Z.")
        var at: String?
        @Option(help: "When you come to that place.") var onArrival: String?
        @Option(help: "When you leave that place.") var onLeaving: String?
        @Option(help: "When you come within so many metres of the note.") var near: Double?
        @Option(
            help: "When you are out with that thing; or only if you have it, on arrival or near.")
        var withItem: String?
        @Option(help: "Its id; made by the gateway if left out.") var reminder: String?
        @Option(help: "The revision that is edited.") var revision: Int?
        @Flag(help: "Whether it is switched on.") var state: State?

        enum State: String, EnumerableFlag {
            case on, off
        }

        func run() throws {
            try options.ask(
                "reminder", "save",
                [
                    ("reminder", reminder), ("note", note), ("notes", notes.map(Self.list)),
                    ("facts", facts.map(Self.subjects)), ("from", from), ("to", to),
                    ("every", every), ("days", days.map(Self.days)), ("timezone", timezone),
                    ("at", at),
                    ("on_arrival", onArrival), ("on_leaving", onLeaving), ("near", near),
                    ("with_item", withItem), ("enabled", state.map { $0 == .on }),
                    ("revision", revision),
                ]
            ) { saved in
                let next = saved["next"] == .null ? "" : ", next \(saved.localTime("next"))"
                return "saved \(saved.text("reminder")), revision \(saved.text("revision")): "
                    + "\(saved.when)\(next)"
            }
        }

        private static func list(_ text: String) -> JSON {
            text == "all"
                ? .string(text) : .array(text.split(separator: ",").map { .string(String($0)) })
        }

        private static func days(_ text: String) -> JSON {
            text == "all" ? .null : .string(text)
        }

        private static func subjects(_ text: String) -> JSON {
            text == "all" ? .bool(true) : list(text)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your reminders, those due next first.",
            discussion: "Example:\n  roost reminder list --user alice")

        @OptionGroup var options: UserOptions

        func run() throws {
            try options.ask("reminder", "list") { data in
                let reminders = data.list("reminders")
                guard !reminders.isEmpty else { return "no reminders" }
                return table(
                    [["REMINDER", "REV", "OF", "WHEN", "NEXT", "LAST"]]
                        + reminders.map { reminder in
                            [
                                reminder.text("reminder"), reminder.text("revision"), reminder.what,
                                reminder.when,
                                reminder.localTime("next"), reminder.localTime("last"),
                            ]
                        })
            }
        }
    }

    struct Snooze: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have what was pushed last pushed again, in ten minutes or later.",
            discussion: """
                Example:
                  roost reminder snooze --user alice 77ab…
                  roost reminder snooze --user alice 77ab… --minutes 60
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "Its id.") var reminder: String
        @Option(help: "In how many minutes; 10 if left out.") var minutes: Int?
        @Option(help: "At which moment, such as 2026-12-24T16:00:00Z.") var until: String?

        func run() throws {
            try options.ask(
                "reminder", "snooze",
                [("reminder", reminder), ("minutes", minutes), ("until", until)]
            ) { "again \($0.localTime("snoozed_until"))" }
        }
    }

    struct Feedback: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say how well you know a note that was pushed.",
            discussion: """
                `again` brings it back twice as often; `good` lets it rest for a day, then for two, then \
                four; `done` brings it back no more.

                Example:
                  roost reminder feedback --user alice 5f0c… good
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "The note's id.") var note: String
        @Argument(help: "\(Card.Answer.choice).") var answer: String

        func run() throws {
            try options.ask("reminder", "feedback", [("note", note), ("answer", answer)]) { data in
                switch data.text("answer") {
                case "good": "rests until \(data.localTime("rests_until"))"
                case "done": "comes back no more"
                default: "comes back soon"
                }
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a reminder; the note stays.",
            discussion: "Example:\n  roost reminder delete --user alice 77ab…")

        @OptionGroup var options: UserOptions
        @Argument(help: "Its id.") var reminder: String

        func run() throws {
            try options.ask(
                "reminder", "delete", [("reminder", reminder)]
            ) { _ in "deleted \(reminder)" }
        }
    }
}

extension JSON {
    /// Which notes or which facts it tells.
    fileprivate var what: String {
        let notes = self["note"]?.string ?? (self["notes"] == nil ? nil : "notes \(text("notes"))")
        let facts = self["facts"] == nil ? nil : "facts \(text("facts"))"
        return [notes, facts].compactMap { $0 }.joined(separator: ", ")
    }

    /// `every 45 min from 09:00 to 17:00, mon tue`, `off (on arrival at home)`.
    fileprivate var when: String {
        self["enabled"] == .bool(false) ? "off (\(trigger))" : trigger
    }

    private var trigger: String {
        let item = self["with_item"]?.string.map { " with \($0)" } ?? ""
        if let place = self["on_arrival"]?.string { return "on arrival at \(place)\(item)" }
        if let place = self["on_leaving"]?.string { return "on leaving \(place)" }
        if self["near"] != nil { return "within \(text("near")) m of it\(item)" }
        if self["at"] != nil { return "once, \(text("at"))" }
        guard self["from"] != nil else { return "out\(item)" }
        let days = list("days").compactMap(\.string)
        let week = days.count == 7 ? "" : ", " + days.joined(separator: " ")
        let zone = self["timezone"]?.string.map { " (\($0))" } ?? ""
        if self["from"] == self["to"] { return "at \(text("from"))\(week)\(zone)" }
        return "every \(text("every")) min from \(text("from")) to \(text("to"))\(week)\(zone)"
    }
}
