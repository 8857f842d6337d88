import ArgumentParser
import RoostFormats

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell why a user is believed to be where they are.",
        discussion: """
            Example:
              roost why alice
              roost why alice --from 2026-11-20T07:00:00Z --to 2026-11-20T09:00:00Z
            """)

    @OptionGroup var options: ClientOptions
    @Argument(help: "The user.") var user: String
    @Option(help: "Decisions from this time on.") var from: String?
    @Option(help: "Decisions before this time.") var to: String?
    @Option(help: "How many decisions at the most.") var limit = 5

    func run() throws {
        try options.ask(
            .user(try id(user, "USER")), "presence", "why",
            [
                ("from", from.map { .string($0) }), ("to", to.map { .string($0) }),
                ("limit", .number(JSONNumber(limit))),
            ], print: Self.text)
    }

    private static func text(_ data: JSON) -> String {
        let presence = data["presence"] ?? .null
        var lines = [
            "\(presence.text("name")): \(presence.text("hand")), "
                + "\(presence.text("place_name")), \(presence.text("room_name"))"
                + " since \(presence.text("since"))"
        ]
        for decision in data["decisions"]?.array ?? [] {
            lines += ["", "\(decision.text("time"))  \(decision.text("text"))"]
            for evidence in decision["evidence"]?.array ?? [] {
                lines.append("    because \(evidence.text("text"))  (\(evidence.text("time")))")
            }
            lines.append("    would change: \(decision.text("would_change"))")
        }
        return lines.joined(separator: "\n")
    }
}
