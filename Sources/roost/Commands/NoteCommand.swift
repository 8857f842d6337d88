import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import RoostSettings

struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Notes pinned at positions, in places, or on things.",
        subcommands: [Save.self, Search.self, List.self, Get.self, Delete.self])

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pin a note where you are, or where you say; or edit one.",
            discussion: """
                Saved again, the same note stays one. To edit one, give its id and the revision that you \
                read: what another device wrote since is not lost. Put -- before a text such as -hello.

                Example:
                  roost note save --user alice "The good bakery"
                  roost note save --user alice "Mind the step" --visibility everyone
                  roost note save --user alice "Room 12 is free" --place uni --group study
                  roost note save --user alice --note 5f0c… --revision 1 "The very good bakery"
                  roost note save --user alice -- "-hello"
                """)

        @OptionGroup var options: UserOptions
        @Argument(parsing: .allUnrecognized, help: "The text; at most 10000 characters.")
        var text: [String] = []
        @Option(help: "Its id; made by the gateway if left out.") var note: String?
        @Option(help: "The revision that is edited.") var revision: Int?
        @Option(help: "private, friends or everyone; private if left out.") var visibility: String?
        @Option(help: "A group of yours whose members may read it.") var group: String?
        @Option(parsing: .unconditional, help: "Degrees north.") var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "The place it is in.") var place: String?
        @Option(help: "The thing of yours it goes with.") var item: String?
        @Option(
            help: "A JPEG or PNG file of at most 10 MB; - is standard input.", completion: .file())
        var photo: String?

        mutating func validate() throws {
            text = try texts(among: text)
            guard text.count <= 1 else {
                throw ValidationError("put a text of several words in quotes")
            }
        }

        func run() throws {
            let photo = try photo.map(base64(of:))
            try options.ask(
                "note", "save",
                [
                    ("note", note), ("text", text.first), ("revision", revision),
                    ("visibility", visibility), ("group", group), ("lat", lat), ("lon", lon),
                    ("place", place), ("item", item), ("photo", photo),
                ], patience: photo == nil ? BrokerClient.patience : BrokerClient.longPatience
            ) { "saved \($0.text("note")), revision \($0.text("revision"))\($0.noteSpot)" }
        }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find notes, nearest first.",
            discussion: """
                Any part of the text or of the author's name, in any case and without accents. Whose and \
                how far are remembered for the next search.

                Example:
                  roost note search --user alice baker
                  roost note search --user alice --scope others --within 1000
                  roost note search --user alice --within anywhere
                  roost note search --user alice exam --group study
                """)

        @OptionGroup var options: UserOptions
        @Argument(
            parsing: .allUnrecognized, help: "What to look for; all notes if left out.")
        var text: [String] = []
        @Option(help: "\(NoteScope.choice); as last time if left out.") var scope: String?
        @Option(help: "Only what is shared with this group of yours.") var group: String?
        @Option(help: "Metres, or anywhere; as last time if left out.") var within: String?
        @Option(parsing: .unconditional, help: "Degrees north; where you are if left out.")
        var lat: Double?
        @Option(parsing: .unconditional, help: "Degrees east.") var lon: Double?
        @Option(help: "So many at a time.") var limit: Int?
        @Option(parsing: .unconditional, help: "The next of the page before.")
        var after: String?

        private static let anywhere = "anywhere"

        mutating func validate() throws {
            text = try texts(among: text)
            guard text.count <= 1 else {
                throw ValidationError("put what to look for in quotes if it is several words")
            }
            guard within.map({ $0 == Self.anywhere || Double($0)?.isFinite == true }) ?? true
            else {
                throw ValidationError("--within must be metres, such as 1000, or anywhere")
            }
        }

        func run() throws {
            // `anywhere` is no number.
            let distance = within.map { Double($0).map { $0 as any JSONWritable } ?? JSON.null }
            try options.ask(
                "note", "search",
                [
                    ("text", text.first), ("scope", scope), ("group", group),
                    ("within", distance),
                    ("lat", lat), ("lon", lon), ("limit", limit), ("after", after),
                ]
            ) { data in
                let reach = data["within"]?.number.map { ", within \($0.literal) m" } ?? ""
                let summary = "(\(data.text("order")) first, \(data.text("scope"))\(reach))"
                return data.notes + "\n" + summary
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your own notes, or a group's, newest first.",
            discussion: """
                Example:
                  roost note list --user alice
                  roost note list --user alice --group study
                """)

        @OptionGroup var options: UserOptions
        @Option(help: "What is shared with this group of yours.") var group: String?
        @Option(help: "So many at a time.") var limit: Int?
        @Option(parsing: .unconditional, help: "The next of the page before.")
        var after: String?

        func run() throws {
            try options.ask(
                "note", "list", [("group", group), ("limit", limit), ("after", after)]
            ) { $0.notes }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a note, and the way there.",
            discussion: """
                Example:
                  roost note get --user alice 5f0c…
                  roost note get --user alice 5f0c… --photo bakery.jpg
                  roost note get --user alice roost://note/alice/5f0c…
                """)

        @OptionGroup var options: UserOptions
        @Argument(help: "The note's id, or the url that a reminder has of it.") var note: String
        @Option(help: "Who wrote it, where several call theirs so.") var author: String?
        @Option(
            help: "A file to write the photo to; - for standard output, without the note.",
            completion: .file())
        var photo: String?

        func run() throws {
            // roost://note/AUTHOR/NOTE, or only a note's id.
            let parts = note.split(separator: "/", omittingEmptySubsequences: false).map(
                String.init)
            let isURL = parts.count == 5 && note.hasPrefix("roost://note/")
            let author = isURL ? parts[3] : self.author
            let found = try options.answer(
                "note", "get",
                [
                    ("note", isURL ? parts[4] : note), ("author", author),
                    ("photo", photo == nil ? nil : true),
                ])
            if let photo { try write(found["photo"], to: photo) }
            if photo == "-" { return }
            try options.client.print(found) { note in
                let isEdited = note["updated"] != note["created"]
                let edited = isEdited ? [["edited", note.localTime("updated")]] : []
                let rows =
                    [
                        ["by", note.text("author_name")], ["written", note.localTime("created")],
                    ] + edited + [
                        ["revision", note.text("revision")],
                        ["for", note.text(note["group"] == nil ? "visibility" : "group")],
                        ["where", "\(note.text("lat")), \(note.text("lon"))\(note.noteSpot)"],
                        ["directions", (note["directions"] ?? .null).text("openstreetmap")],
                        ["photo", describe(note["photo"])],
                    ]
                return note.text("text") + "\n\n" + table(rows)
            }
        }

        private func describe(_ photo: JSON?) -> String {
            guard let photo else { return "–" }
            let size = "\(photo.text("type")), \(photo.text("width")) × \(photo.text("height"))"
            return self.photo.map { "\(size), written to \($0)" } ?? size
        }

        private func write(_ photo: JSON?, to path: String) throws {
            guard let data = photo?["data"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
                throw ClientError("the note has no photo, so \(path) was not written")
            }
            do {
                if path == "-" {
                    try FileHandle.standardOutput.write(contentsOf: data)
                } else {
                    try WholeFile.write(data, to: path)
                }
            } catch {
                throw ClientError("\(path) cannot be written: \(error)")
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a note of yours.",
            discussion: "Example:\n  roost note delete --user alice 5f0c…")

        @OptionGroup var options: UserOptions
        @Argument(help: "The note's id.") var note: String

        func run() throws {
            try options.ask("note", "delete", [("note", note)]) { _ in
                "deleted \(note)"
            }
        }
    }
}

extension JSON {
    /// A line per note, and the next cursor; the text of others cannot move the cursor.
    fileprivate var notes: String {
        let notes = list("notes")
        guard !notes.isEmpty else { return "no notes" }
        let lines = table(
            [["NOTE", "BY", "WHERE", "TEXT"]]
                + notes.map { note in
                    let text = note.text("text").onOneLine
                    let brief = text.count > 60 ? text.prefix(59) + "…" : text[...]
                    let hint = note["hint"]?.string ?? note.noteSpot.dropFirst(2).description
                    return [
                        note.text("note"), note.text("author_name"),
                        hint.isEmpty ? "–" : hint, String(brief),
                    ]
                })
        return lines + nextPage
    }

    /// `, in Kitchen, Home`, or the thing it is on; empty if neither is known.
    fileprivate var noteSpot: String {
        if let spotName { return ", in \(spotName)" }
        return self["item_name"]?.string.map { ", on \($0)" } ?? ""
    }
}
